import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { compileStack } from '@headhaul/domain/boards/filters/filter-stack';
import { createPageCounter } from '@headhaul/domain/boards/health/page-counts';
import { createPageHealth } from '@headhaul/domain/boards/health/page-health';
import type { LivePort } from '../live/page-live.ts';
import type { FromBoardMail } from '../mail/messages.ts';
import { createPageMail } from '../mail/page-mail.ts';
import type { MatchesAnswer } from '../panel/matches/messages.ts';
import { createSeenRows } from '../panel/matches/seen-rows.ts';
import type { FromBoardPanel, OpenAnswer, RowAnswer } from '../panel/messages.ts';
import { createPageBrokers } from '../panel/page/page-brokers.ts';
import { type Decision, decideRow } from './decide/decide-row.ts';
import { createDecorator } from './draw/decorator.ts';
import { createMailPopover } from './draw/mail-popover.ts';
import { isOwnElement } from './draw/own-element.ts';
import { createPausedBanner } from './draw/paused-banner.ts';
import type { BoardCounts, BoardReport, BoardState, BoardWork, MatchOrder } from './messages.ts';
import { attributesOf, isReadable } from './read/compile.ts';
import { createHeadTexts, type RowRead, readKey, readRow } from './read/read-row.ts';
import { followList, type ListFollower } from './watch/follow-list.ts';
import { type RowWatch, watchRows } from './watch/watch-rows.ts';

export interface BoardRun {
  report(): BoardReport;
  /** What was counted since the last time. Null for nothing. */
  takeCounts(): BoardCounts | null;
  /** Other filters, without touching anything else: the user may be in the middle of a mail. */
  setFilters(wanted: Omit<BoardWork, 'config'>): void;
  /** Reads the row of this key anew, for the side panel. */
  readKey(key: string): RowAnswer;
  /** Which of the rows that the user has seen match. `isAnew`: counts from the rows on the page now. */
  listMatches(order: MatchOrder, isAnew: boolean): MatchesAnswer;
  /** Ends everything and leaves no trace. */
  stop(): void;
}

interface RunOptions extends BoardWork {
  document: Document;
  page: Pick<Location, 'pathname'>;
  onState(report: BoardReport): void;
  /** To the worker, about mails. */
  sendMail(message: FromBoardMail): Promise<unknown>;
  /** To the worker, to hear of mails at once. */
  connectLive(): LivePort;
  /** To the worker, about the side panel and what it knows. */
  sendPanel(message: FromBoardPanel): Promise<unknown>;
  /** The user wants to show where things stand now. Without it that isn't offered. */
  teach?(): void;
}

/** After so many rows the worker is told how well they were read, so that it can compare versions of the configuration. */
const toldAfterRows = 20;

/** Firefox opens a sidebar only from our own button. */
const openByHand = 'To see this load, press the Headhaul button in the toolbar, then “Side panel”';

/** The day at the user's desk. */
function localToday(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

function compileWanted({ filters, marks }: Omit<BoardWork, 'config'>) {
  return {
    marks,
    /** Null without a rule. */
    stack: filters.some(({ rules }) => rules.length > 0) ? compileStack(filters) : null,
    asksEmailed: filters.some(({ rules }) => rules.some(({ kind }) => kind === 'HIDE_EMAILED')),
  };
}

/** Reads a board's rows, decides about them and draws, for as long as it runs. */
export function runBoard(options: RunOptions): BoardRun {
  const { config, document, page, onState, sendMail, connectLive, sendPanel, teach } = options;
  let wanted = compileWanted(options);
  const health = createPageHealth(config.health);
  const counter = createPageCounter();
  const layouts = new Map(config.layouts.map((layout) => [layout.id, layout]));
  const startedMs = performance.now();
  let wasAttached = false;
  let roundStartMs: number | null = null;
  const reads = new WeakMap<Element, RowRead>();
  let decisions = new WeakMap<RowRead, { isEmailed: boolean | null; decision: Decision }>();
  const nameless = new WeakMap<Element, string>();
  let namelessCount = 0;
  let watch: { rows: RowWatch; container: Element } | null = null;
  let list: ListFollower | null = null;
  let isLost = false;
  let isDegraded = false;
  let told: { state: BoardState; isJudged: boolean } | null = null;
  let isStopped = false;
  let headTexts = createHeadTexts(document);

  /** For a row without a key, which counts against the page all the same. */
  function nameOf(row: Element): string {
    const known = nameless.get(row);
    if (known !== undefined) return known;
    namelessCount += 1;
    const name = `nameless ${namelessCount}`;
    nameless.set(row, name);
    return name;
  }

  function decide(read: RowRead): Decision | null {
    if (read.load === null || !read.isRead) return null;
    const isEmailed = wanted.asksEmailed ? findEmailed(read.load) : null;
    const before = decisions.get(read);
    if (before !== undefined && before.isEmailed === isEmailed) return before.decision;
    const decision = decideRow(read.load, wanted.stack, config, { today: localToday(), isEmailed, marks: wanted.marks });
    decisions.set(read, { isEmailed, decision });
    return decision;
  }

  function countRow(read: RowRead | null): void {
    const load = read?.load ?? null;
    const layout = load === null ? null : (layouts.get(load.layout) ?? null);
    counter.noteRow({ layout, read: load?.read ?? null, isRead: read?.isRead ?? false });
  }

  function clear(row: Element): void {
    decorator.clear(row);
    decorator.removeCopies(row);
  }

  function lookAt(row: Element): (() => void) | null {
    const before = reads.get(row);
    const read = readRow(row, config, localToday(), before, headTexts);
    if (read === null) reads.delete(row);
    else reads.set(row, read);
    if (read === null || read !== before) {
      health.note(read?.key ?? nameOf(row), read?.isRead ?? false);
      countRow(read);
      if (read !== null) seen.note(read);
    }
    const decision = read === null || isDegraded ? null : decide(read);
    if (read === null || decision === null) return () => clear(row);
    return () => decorator.draw(row, read.key, decision);
  }

  const loadOf = (row: Element) => reads.get(row)?.load ?? null;
  const shownLoads = () => watch?.rows.rows().flatMap((row) => (reads.get(row)?.isRead === true ? (loadOf(row) ?? []) : [])) ?? [];
  const popover = createMailPopover(document);

  /** Null while nobody has looked. */
  function findEmailed(load: BoardLoad): boolean | null {
    if (mail?.viewOf(load).look === 'sent') return true;
    return mail?.wasAsked(load) === true ? false : null;
  }

  /** Decides anew about the rows that are drawn. */
  function decideAgain(): void {
    if (isDegraded) return;
    for (const row of watch?.rows.rows() ?? []) {
      const read = reads.get(row);
      const decision = read === undefined ? null : decide(read);
      if (read !== undefined && decision !== null && decorator.keyOf(row) === read.key) decorator.draw(row, read.key, decision);
    }
  }

  function drawMails(): void {
    if (wanted.asksEmailed) decideAgain();
    decorator.drawMails();
  }

  const mail =
    config.features.email === false
      ? null
      : createPageMail({
          document,
          loads: shownLoads,
          showsAddresses: ({ layout }) => config.layouts.some(({ id, fields }) => id === layout && fields.email !== undefined),
          send: sendMail,
          connectLive,
          ask: popover.ask,
          closeQuestion: popover.close,
          onChanged: drawMails,
          nowMs: Date.now,
        });

  const brokers = createPageBrokers({
    document,
    loads: shownLoads,
    send: sendPanel,
    onChanged: () => decorator.drawBrokers(),
    nowMs: Date.now,
  });

  const seen = createSeenRows({
    judge: decide,
    brokerOf(load) {
      const chip = brokers.chipOf(load);
      return chip && { letter: chip.letter, text: chip.text, tone: chip.tone, label: chip.label };
    },
    mailOf(load) {
      const view = mail?.viewOf(load);
      return view?.look === 'sent' ? [view.button, view.note].filter((part) => part !== null && part !== '').join(', ') : '';
    },
    nowMs: Date.now,
  });

  function listMatches(order: MatchOrder, isAnew: boolean): MatchesAnswer {
    if (isAnew) {
      seen.forget();
      for (const row of watch?.rows.rows() ?? []) {
        const read = reads.get(row);
        if (read !== undefined) seen.note(read);
      }
    }
    return seen.answer(order, { state: stateNow(), hasFilter: wanted.stack !== null && config.features.filters !== false });
  }

  const decorator = createDecorator({
    document,
    panel: {
      brokerOf(row) {
        const load = loadOf(row);
        return load === null ? null : brokers.chipOf(load);
      },
      async open(row) {
        const load = loadOf(row);
        // Without an answer the extension was updated, and the pill says so.
        const answer = load === null ? null : ((await sendPanel({ type: 'panel:open', load }).catch(() => null)) as OpenAnswer | null);
        return answer?.isOpen === false ? openByHand : null;
      },
    },
    mails: {
      viewOf(row) {
        const load = loadOf(row);
        return load === null || mail === null ? null : mail.viewOf(load);
      },
      press(row, button) {
        const load = loadOf(row);
        if (load !== null) mail?.press(load, button);
      },
    },
    anchors: config.features.rowUi === false ? null : config.anchors.row,
    readAgain(row, key) {
      headTexts = createHeadTexts(document);
      const write = lookAt(row);
      const read = reads.get(row);
      if (read?.key === key && read.isRead && !isDegraded) return decide(read);
      write?.();
      return null;
    },
  });

  function stateNow(): BoardState {
    if (isDegraded) return 'DEGRADED';
    return watch === null ? 'WAITING' : 'READING';
  }

  function report(): BoardReport {
    const rows = watch?.rows.rows().filter((row) => reads.get(row)?.isRead === true).length ?? 0;
    return { state: stateNow(), rows, judged: { version: config.version, ...health.judged() } };
  }

  const banner = createPausedBanner(document, {
    tryAgain() {
      list?.look();
      watch?.rows.readAll();
      // The worker looks for a newer configuration.
      onState(report());
    },
    ...(teach === undefined ? {} : { teach }),
  });

  /** Takes back what was drawn when the page can't be trusted any more, and draws it when it can again. */
  function judge(): void {
    const wasDegraded = isDegraded;
    isDegraded = isLost || health.isDegraded();
    if (isDegraded && !wasDegraded) {
      decorator.clearAll();
      banner.show();
    }
    if (!isDegraded && wasDegraded) {
      banner.hide();
      watch?.rows.readAll();
    }
    const now = { state: stateNow(), isJudged: health.judged().rows >= toldAfterRows };
    if (isStopped || (now.state === told?.state && now.isJudged === told.isJudged)) return;
    told = now;
    onState(report());
  }

  const handlers = {
    onTouched(row: Element) {
      const drawnFor = decorator.keyOf(row);
      if (drawnFor === null || drawnFor !== readKey(row, config.key)) decorator.blank(row);
    },
    onGone(row: Element) {
      clear(row);
      reads.delete(row);
    },
    read(row: Element) {
      roundStartMs ??= performance.now();
      return lookAt(row);
    },
    onUnreadable(row: Element) {
      reads.delete(row);
      health.note(nameOf(row), false);
      countRow(null);
      decorator.clear(row);
    },
    onRound() {
      if (roundStartMs !== null) counter.noteRound(performance.now() - roundStartMs);
      roundStartMs = null;
      headTexts = createHeadTexts(document);
      judge();
      if (watch === null) return;
      decorator.settleTabStop(watch.container);
      mail?.noteRows();
      brokers.noteRows();
    },
  };

  function takeCounts(): BoardCounts | null {
    counter.noteStorms(watch?.rows.takeStorms() ?? 0);
    const counts = counter.take();
    return counts === null ? null : { version: config.version, ...counts };
  }

  function endWatch(): void {
    counter.noteStorms(watch?.rows.takeStorms() ?? 0);
    watch?.rows.stop();
    watch = null;
    decorator.clearAll();
    seen.forget();
    health.forget();
  }

  /** The row is found by its key: since the click it may show another load, or another row may show this one. */
  function readByKey(key: string): RowAnswer {
    const row = watch?.rows.rows().find((one) => readKey(one, config.key) === key);
    if (row !== undefined) lookAt(row)?.();
    const read = row === undefined ? undefined : reads.get(row);
    const isShown = read?.key === key && read.isRead && !isDegraded;
    return { state: stateNow(), load: isShown ? read.load : null };
  }

  if (!isReadable(config, document)) {
    isLost = true;
    mail?.stop();
    brokers.stop();
    judge();
    return { report, takeCounts, setFilters: () => undefined, readKey: readByKey, listMatches, stop: banner.hide };
  }
  list = followList(config, document, page, {
    onList(container) {
      const rows = watchRows({
        container,
        rowSelectors: config.row,
        attributes: attributesOf(config),
        ignore: config.ignore,
        isOwn: isOwnElement,
        handlers,
      });
      watch = { rows, container };
      // Later lists come when the user searches, so how long they were looked for says nothing.
      if (!wasAttached) counter.noteAttached(performance.now() - startedMs);
      wasAttached = true;
      judge();
    },
    onNoList() {
      endWatch();
      judge();
    },
    onLost(lost) {
      isLost = lost;
      if (lost) counter.noteMissingContainer();
      judge();
    },
  });
  judge();
  return {
    report,
    takeCounts,
    setFilters(next) {
      wanted = compileWanted(next);
      decisions = new WeakMap();
      decideAgain();
    },
    readKey: readByKey,
    listMatches,
    stop() {
      isStopped = true;
      mail?.stop();
      brokers.stop();
      list?.stop();
      banner.hide();
    },
  };
}
