import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { z } from 'zod';
import { bundledConfigs } from '../src/board/config/bundled.ts';
import { createBoardDesk } from '../src/board/worker/board-desk.ts';
import { mayCollectHealth } from '../src/board/worker/health-permission.ts';
import { createHealthReports, healthAlarm } from '../src/board/worker/health-reports.ts';
import { createRateMarks } from '../src/board/worker/rate-marks.ts';
import { createHealthSender } from '../src/board/worker/send-health.ts';
import { createActiveFilters } from '../src/filters/active-filters.ts';
import { createChooseFilter } from '../src/filters/choose-filter.ts';
import { createFilterPoll, filterAlarm } from '../src/filters/filter-poll.ts';
import { createApiClient } from '../src/lib/api-client.ts';
import { buildOrigins } from '../src/lib/build-origins.ts';
import { callSignedIn } from '../src/lib/call-signed-in.ts';
import { listBoards, toMatchPattern } from '../src/lib/origins.ts';
import { createPageNews } from '../src/lib/page-news.ts';
import { publishState, wakeAlarm } from '../src/lib/publish-state.ts';
import { createSession } from '../src/lib/session.ts';
import { retryDue } from '../src/lib/session-schedule.ts';
import { isBlocked, openSessionStore } from '../src/lib/session-store.ts';
import { tellEffects } from '../src/lib/tell-effects.ts';
import { createLive } from '../src/live/create-live.ts';
import { createMailApi } from '../src/mail/mail-api.ts';
import { createMailDesk } from '../src/mail/mail-desk.ts';
import { createMailboxes } from '../src/mail/mailboxes.ts';
import type { Place } from '../src/mail/messages.ts';
import { createOutbox } from '../src/mail/outbox.ts';
import { buildBoardKeys } from '../src/packs/build-board-keys.ts';
import { createPackSource } from '../src/packs/fetch-packs.ts';
import { createPackNews, toNews } from '../src/packs/pack-news.ts';
import { ensurePackAlarm, packAlarm, packsSoonAlarm, wakeNoLater } from '../src/packs/pack-schedule.ts';
import { openPackStore } from '../src/packs/pack-store.ts';
import { createPacks } from '../src/packs/packs.ts';
import { createRefreshRound } from '../src/packs/refresh-round.ts';
import { createCalls } from '../src/panel/worker/calls.ts';
import { createKeptAnswers } from '../src/panel/worker/kept-answers.ts';
import { openPanelAt, type PanelBrowser } from '../src/panel/worker/open-panel.ts';
import { createPanelDesk } from '../src/panel/worker/panel-desk.ts';
import { createRowBrokers } from '../src/panel/worker/row-brokers.ts';
import { isTaughtVersion } from '../src/teach/worker/taught-pages.ts';
import { createTeaching } from '../src/teach/worker/teaching.ts';
import { createOwnAnswers } from '../src/worker/answer-own.ts';
import { createPopupAnswers } from '../src/worker/answer-popup.ts';
import { createWebAnswers } from '../src/worker/answer-web.ts';
import { createSilence } from '../src/worker/silence.ts';

const outboxAlarm = 'outbox';
/** The shortest alarm browsers grant. */
const outboxMinutes = 0.5;
const pathOfPlace: Record<Place, string> = { SIGN_IN: '/login', PLANS: '/dispatcher/subscriptions', MAILBOXES: '/dispatcher/accounts' };

export default defineBackground(() => {
  // The policy of extension pages forbids code made from strings. Without this zod would try it, and the browser would report a violation.
  z.config({ jitless: true });

  function reportFailure(error: unknown): void {
    console.error('The background worker failed', error);
  }

  const store = openSessionStore(publish);

  async function mayRead(): Promise<boolean> {
    const state = await store.read();
    return state.session !== null && !isBlocked(state);
  }

  async function readPerson(): Promise<{ userId: string; companyId: string } | null> {
    const { session: signedIn } = await store.read();
    return signedIn === null ? null : { userId: signedIn.user.id, companyId: signedIn.user.companyId };
  }

  const desk = createBoardDesk({
    local: browser.storage.local,
    session: browser.storage.session,
    boards: listBoards(buildOrigins),
    configOf: (board, page) => teaching.configOf(board, page),
    readFilters: () => filters.read(),
    readMarks: () => marks.read(),
    async noteReport(board, report, page) {
      const { state, judged } = report;
      // No pack is judged by what a user has taught.
      if (judged !== null && isTaughtVersion(judged.version)) return false;
      if (state === 'DEGRADED') await packs.noteDegraded();
      const isReverted = judged !== null && (await packs.noteHealth(board, { ...judged, state })) === 'REVERTED';
      if (isReverted) await news.note(board, 'UNDONE');
      // A board does not wait until its report has reached the API.
      void health.noteState(board, report).catch(reportFailure);
      const hasFailed = state === 'DEGRADED' && judged !== null && page !== null;
      return (hasFailed && (await teaching.notePackFailed(page, judged.version))) || isReverted;
    },
    noteCounts: (board, counts) => health.noteCounts(board, counts),
    onSharing: async (isOn) => {
      if (!isOn) await health.forget();
    },
    newsOf: (board) => news.read(board),
    canUpdate: () => packs.canUpdate(),
    lookForPacks: () => refreshRound.runOnClick(),
    lookedAtMs: () => packs.askedAtMs(),
    async lackingSite(origin) {
      const site = toMatchPattern(origin);
      return (await browser.permissions.contains({ origins: [site] })) ? null : site;
    },
    mayRead,
    sendToFrame: (tabId, frameId, message) => browser.tabs.sendMessage(tabId, message, { frameId }),
    withLock: (run) => navigator.locks.request('boards', run),
    nowMs: Date.now,
  });

  /** The session for which filters were asked for since this worker started. A new one finds boards that are open already. */
  let filteredFor: string | null = null;

  /**
   * Reads the state only inside the lock, so that a slow earlier publication can't overwrite a later one. Nobody waits for the boards: a
   * page that is slow to answer must not hold up a sign-in.
   */
  async function publish(): Promise<void> {
    await navigator.locks.request('publish', async () => publishState(await store.read(), Date.now())).catch(reportFailure);
    void desk.publish().catch(reportFailure);
    const state = await store.read();
    void pages.tellSession(state).catch(reportFailure);
    void live.check();
    const { session: signedIn } = state;
    if (signedIn === null) {
      await mail.forget().catch(reportFailure);
      await panel.forget().catch(reportFailure);
      await filters.forget().catch(reportFailure);
      await teaching.company.forget().catch(reportFailure);
      await marks.forget().catch(reportFailure);
    } else if (signedIn.key !== filteredFor) {
      filteredFor = signedIn.key;
      void filterPoll.run().catch(reportFailure);
      void teaching.begin().catch(reportFailure);
    }
  }

  const silence = createSilence({ session: browser.storage.session, nowMs: Date.now });
  const askApi = silence.listen((input, init) => fetch(input, init));
  const session = createSession({
    store,
    api: createApiClient(buildOrigins.apiBase, askApi),
    withLock: (run) => navigator.locks.request('refresh', run),
    nowMs: Date.now,
  });

  const live = createLive({
    store,
    session,
    origins: buildOrigins,
    taughtBoardAt: (origin) => teaching.boardAt(origin),
    extensionId: browser.runtime.id,
  });

  const pages = createPageNews({
    session: browser.storage.session,
    sendToTab: (tabId, news) => browser.tabs.sendMessage(tabId, news, { frameId: 0 }),
    withLock: (run) => navigator.locks.request('web-pages', run),
    nowMs: Date.now,
  });

  const api = createMailApi({ base: buildOrigins.apiBase, fetchWith: askApi, store, session, nowMs: Date.now });
  const ask = tellEffects(api, pages.tell);
  const mailboxes = createMailboxes({
    ask,
    local: browser.storage.local,
    session: browser.storage.session,
    readUser: async () => {
      const { session: signedIn, context } = await store.read();
      return signedIn === null ? null : { userId: signedIn.user.id, accountId: context.accountId ?? null };
    },
    nowMs: Date.now,
  });
  const mail = createMailDesk({
    ask,
    outbox: createOutbox({
      area: browser.storage.local,
      withLock: (run) => navigator.locks.request('outbox', run),
      nowMs: Date.now,
    }),
    mailboxes,
    local: browser.storage.local,
    readUserId: async () => {
      const state = await store.read();
      return isBlocked(state) ? null : (state.session?.user.id ?? null);
    },
    readDriver: () => panel.readDriver(),
    forgetGoneDriver: () => panel.forgetGoneDriver(),
    mayPoll: async () => {
      const { session: signedIn } = await store.read();
      return signedIn !== null && retryDue(signedIn, Date.now());
    },
    openPlace: async (place) => void (await browser.tabs.create({ url: buildOrigins.webOrigins[0] + pathOfPlace[place] })),
    wakeSoon: () => browser.alarms.create(outboxAlarm, { delayInMinutes: outboxMinutes }),
    nowMs: Date.now,
  });

  const filters = createActiveFilters({
    ask,
    local: browser.storage.local,
    readPerson,
    onChanged: desk.publish,
    withLock: (run) => navigator.locks.request('filters', run),
  });
  const marks = createRateMarks({ ask, local: browser.storage.local, readPerson, onChanged: desk.publish, nowMs: Date.now });
  /** What the company says about boards: filters, rates, and pages that it has agreed to read. */
  async function refreshCompany(): Promise<void> {
    await Promise.all([filters.refresh(), marks.refresh(), teaching.company.refresh()]);
  }
  const filterPoll = createFilterPoll({ alarms: browser.alarms, hasBoards: desk.hasBoards, refresh: refreshCompany });
  const keptIn = (name: string, most: number) => ({
    area: browser.storage.session,
    name,
    most,
    withLock: <T>(run: () => Promise<T>) => navigator.locks.request(name, run),
    nowMs: Date.now,
  });
  const panel = createPanelDesk({
    ask,
    session: browser.storage.session,
    local: browser.storage.local,
    kept: createKeptAnswers(keptIn('panel-answers', 60)),
    rowBrokers: createRowBrokers({ ask, kept: createKeptAnswers(keptIn('row-brokers', 2_000)), nowMs: Date.now }),
    calls: createCalls({
      ask,
      local: browser.storage.local,
      withLock: (run) => navigator.locks.request('calls', run),
      nowMs: Date.now,
    }),
    async readUser() {
      const person = await readPerson();
      return person && { ...person, isPaused: !(await mayRead()) };
    },
    filters: createChooseFilter({ ask, refresh: () => filters.refresh() }),
    framesOf: desk.framesOf,
    packs: { lookedAtMs: () => packs.askedAtMs(), look: desk.lookAgain },
    silentSinceMs: silence.sinceMs,
    async tryAgain() {
      if ((await session.confirm()) === 'confirmed') await mail.resume();
    },
    readEnded: async () => (await store.read()).ended,
    sendToFrame: (tabId, frameId, message) => browser.tabs.sendMessage(tabId, message, { frameId }),
    nowMs: Date.now,
  });

  const packs = createPacks({
    store: openPackStore(),
    source: createPackSource(buildOrigins.apiBase, (input, init) => fetch(input, init)),
    keys: buildBoardKeys,
    extVersion: browser.runtime.getManifest().version,
    bundled: bundledConfigs,
    withLock: (run) => navigator.locks.request('packs', run),
    wakeAt: (when) => wakeNoLater(browser.alarms, when),
    nowMs: Date.now,
    random: Math.random,
  });

  const teaching = createTeaching({
    readPack: packs.readPack,
    isTurnedOff: packs.isTurnedOff,
    boards: desk,
    mayRead,
    ask,
    readPerson,
    reportFailure,
  });

  const news = createPackNews({
    session: browser.storage.session,
    withLock: (run) => navigator.locks.request('pack-news', run),
    nowMs: Date.now,
  });

  const health = createHealthReports({
    local: browser.storage.local,
    extVersion: browser.runtime.getManifest().version,
    originOf: packs.readOrigin,
    collectCounts: desk.collectCounts,
    mayReport: async () => (await desk.isSharingCounts()) && (await mayCollectHealth(browser.permissions)),
    send: createHealthSender({
      base: buildOrigins.apiBase,
      fetch: (input, init) => fetch(input, init),
      callSignedIn: (run) => callSignedIn({ store, session, nowMs: Date.now }, run),
    }),
    alarms: browser.alarms,
    withLock: (run) => navigator.locks.request('board-health', run),
    nowMs: Date.now,
    random: Math.random,
  });

  const refreshRound = createRefreshRound({
    packs,
    noteNews: async (refreshed) => {
      for (const { board, outcome } of refreshed) await news.note(board, toNews(outcome));
    },
    publish: desk.publish,
    hasDegraded: desk.hasDegraded,
    warn: (error) => console.warn('No news about boards', error),
    nowMs: Date.now,
  });

  const openPanel = (tabId: number) => openPanelAt(browser as unknown as PanelBrowser, { tabId });
  const answerWeb = createWebAnswers({
    store,
    handlers: {
      session,
      chooseMailbox: mailboxes.choose,
      // Asks the API for them.
      refreshMailboxes: () => void mailboxes.view().catch(reportFailure),
      refreshFilters: filters.refresh,
    },
    describeBoards: desk.describe,
    notePage: pages.note,
    openPanel,
  });
  const answerOwn = createOwnAnswers({
    extensionId: browser.runtime.id,
    ownOrigin: location.origin,
    origins: buildOrigins,
    taughtBoardAt: teaching.boardAt,
    desk,
    mail,
    panel,
    teach: teaching.desk,
    answerPopup: createPopupAnswers({ store, session, ask, readPerson }),
    answerWeb,
    onHello: () => void filterPoll.begin().catch(reportFailure),
    openPanel,
  });

  // An alarm that starts the worker would call this twice. Once is enough.
  let isWaking = false;
  async function wake(): Promise<void> {
    if (isWaking) return;
    isWaking = true;
    try {
      await publish();
      await session.resume();
      await publish();
      await mail.resume();
      await panel.resume();
    } catch (error) {
      reportFailure(error);
    } finally {
      isWaking = false;
    }
  }

  browser.runtime.onMessageExternal.addListener((raw: unknown, sender, reply) => {
    answerWeb({ channel: 'external', sender, raw }, sender.tab?.id).then(reply, reportFailure);
    return true;
  });

  browser.runtime.onMessage.addListener((raw: unknown, sender, reply) => {
    answerOwn(raw, sender).then(reply, reportFailure);
    return true;
  });

  browser.runtime.onConnect.addListener((port) => void live.accept(port).catch(reportFailure));

  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === wakeAlarm) void wake();
    if (alarm.name === outboxAlarm) void mail.resume().catch(reportFailure);
    if (alarm.name === packAlarm || alarm.name === packsSoonAlarm) void refreshRound.run();
    if (alarm.name === filterAlarm) void filterPoll.run().catch(reportFailure);
    if (alarm.name === healthAlarm) void health.run().catch(reportFailure);
  });

  // A fresh install and each new version of the extension.
  browser.runtime.onInstalled.addListener(() => {
    void refreshRound.run();
    void teaching.reconcile().catch(reportFailure);
  });

  browser.permissions.onAdded.addListener(({ origins = [] }) => void teaching.desk.onAllowed(origins).catch(reportFailure));

  browser.tabs.onRemoved.addListener((tabId) => void teaching.desk.onTabClosed(tabId).catch(reportFailure));

  // The listener does nothing. It is registered so that the worker starts with the browser.
  browser.runtime.onStartup.addListener(() => undefined);

  // Content scripts run in a page's process, so keep both storage areas out of their reach where the browser can.
  for (const area of [browser.storage.local, browser.storage.session]) {
    area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }).catch(reportFailure);
  }
  // The page that asks why. Its address is the same for everybody, so that nothing tells who removed the extension.
  browser.runtime.setUninstallURL(`${buildOrigins.webOrigins[0]}/extension-feedback?type=DELETION`).catch(reportFailure);
  void wake();
  void ensurePackAlarm(browser.alarms).catch(reportFailure);
  void refreshRound.runIfDue().catch(reportFailure);
});
