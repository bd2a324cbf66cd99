import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { isFingerprintWhole } from '@headhaul/domain/boards/freight';
import { isFactorable } from '@headhaul/domain/factoring/approvals';
import type { LivePort } from '../live/page-live.ts';
import type { FromBoardMail } from '../mail/messages.ts';
import { createPageMail } from '../mail/page-mail.ts';
import type { MatchesAnswer } from '../panel/matches/messages.ts';
import { createSeenRows, type SeenRows } from '../panel/matches/seen-rows.ts';
import { byHand, type FromBoardPanel, type OpenAnswer, type RowAnswer } from '../panel/messages.ts';
import { createPageBrokers } from '../panel/page/page-brokers.ts';
import { createRowDecider } from './decide/row-decider.ts';
import { createDecorator } from './draw/decorator.ts';
import { createMailPopover } from './draw/mail-popover.ts';
import { isOwnElement } from './draw/own-element.ts';
import { createPausedBanner } from './draw/paused-banner.ts';
import type { BoardCounts, BoardReport, BoardState, BoardWork, MatchOrder } from './messages.ts';
import { attributesOf, isReadable } from './read/compile.ts';
import { createPageJudge } from './read/page-judge.ts';
import { createPageReader, localToday } from './read/page-reader.ts';
import { readKey } from './read/read-row.ts';
import { followList, type ListFollower } from './watch/follow-list.ts';
import { createSharedKeys } from './watch/shared-keys.ts';
import { type RowWatch, watchRows } from './watch/watch-rows.ts';

export interface BoardRun {
  report(): BoardReport;
  /** What was counted since the last time. Null for nothing. */
  takeCounts(): BoardCounts | null;
  /** Other filters, without touching anything else: the user may be in the middle of a mail. */
  setFilters(wanted: Omit<BoardWork, 'config'>): void;
  /** What is known about a broker has changed. */
  askBrokers(): void;
  /** Reads the page anew, on the user's click. */
  lookAgain(): void;
  /** Reads the row of this key anew, for the side panel. */
  readKey(key: string): RowAnswer;
  /** Which of the rows that the user has seen match. `isAnew`: counts from the rows on the page now. */
  listMatches(order: MatchOrder, isAnew: boolean): MatchesAnswer;
  countRules: SeenRows['countRules'];
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

/** Reads a board's rows, decides about them and draws, for as long as it runs. */
export function runBoard(options: RunOptions): BoardRun {
  const { config, document, page, onState, sendMail, connectLive, sendPanel, teach } = options;
  const { counter, ...health } = createPageJudge(config);
  const startedMs = performance.now();
  let wasAttached = false;
  let roundStartMs: number | null = null;
  const reader = createPageReader(document, config, health.doubts);
  const keys = createSharedKeys((row) => readKey(row, config.key));
  let watch: { rows: RowWatch; container: Element } | null = null;
  let list: ListFollower | null = null;
  let isLost = false;
  let isDegraded = false;
  let doubts = health.doubts();
  let told = '';
  let isStopped = false;

  const { decide, ...decider } = createRowDecider(
    {
      config,
      today: localToday,
      findEmailed,
      findFactorable: (load) => isFactorable(brokers.factorOf(load)),
      findBlocked: (load) => brokers.blockedOf(load),
    },
    options,
  );

  function clear(row: Element): void {
    decorator.clear(row);
    decorator.removeCopies(row);
  }

  function lookAt(row: Element): (() => void) | null {
    const { read, isNew } = reader.look(row);
    if (isNew) health.note(row, read);
    const { rivals, freed } = keys.note(row, read);
    if (rivals.length + freed.length > 0) return () => settleKey(row, rivals, freed);
    // A page that has changed is read wrong before it is read not at all.
    if (read !== null && !isDegraded) seen.note(read);
    const decision = read === null || isDegraded ? null : decide(read);
    if (read === null || decision === null) return () => clear(row);
    return () => decorator.draw(row, read.key, decision);
  }

  /** Two loads under one key: what is known of one would stand on the other, so nothing does until one of them has gone. */
  function settleKey(row: Element, rivals: readonly Element[], freed: readonly Element[]): void {
    for (const one of rivals.length > 0 ? [row, ...rivals] : []) clear(one);
    for (const one of rivals.length > 0 ? freed : [row, ...freed]) lookAt(one)?.();
  }

  const loadOf = (row: Element) => reader.of(row)?.load ?? null;
  const shownLoads = () => watch?.rows.known().flatMap((row) => (reader.of(row)?.isRead === true ? (loadOf(row) ?? []) : [])) ?? [];
  const popover = createMailPopover(document);

  /** Null while nobody has looked, and of a load that nobody could find. */
  function findEmailed(load: BoardLoad): boolean | null {
    if (mail?.viewOf(load).look === 'sent') return true;
    return mail?.wasAsked(load) === true && isFingerprintWhole(load) ? false : null;
  }

  /** Decides anew about the rows that are drawn. */
  function decideAgain(): void {
    if (isDegraded) return;
    for (const row of watch?.rows.known() ?? []) {
      const read = reader.of(row);
      const decision = read === undefined ? null : decide(read);
      if (read !== undefined && decision !== null && decorator.keyOf(row) === read.key) decorator.draw(row, read.key, decision);
    }
  }

  function drawMails(): void {
    if (decider.asksEmailed()) decideAgain();
    decorator.drawMails();
  }

  const mail =
    config.features.email === false
      ? null
      : createPageMail({
          document,
          loads: shownLoads,
          noAddress: reader.noAddress,
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
    onChanged() {
      decideAgain();
      decorator.drawBrokers();
    },
    nowMs: Date.now,
  });

  const seen = createSeenRows({
    judge: decide,
    contextOf: decider.contextOf,
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
        const read = reader.of(row);
        if (read !== undefined) seen.note(read);
      }
    }
    return seen.answer(order, { state: stateNow(), hasFilter: decider.hasFilter() });
  }

  /** Without an answer the extension was updated, and the pill says so. */
  async function openPanel(message: FromBoardPanel, words: string): Promise<string | null> {
    const answer = (await sendPanel(message).catch(() => null)) as OpenAnswer | null;
    return answer?.isOpen === false ? words : null;
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
        return load === null ? null : openPanel({ type: 'panel:open', load }, `To see this load, ${byHand}`);
      },
      editRules: () => openPanel({ type: 'panel:rules' }, `To edit rules, ${byHand}`),
    },
    show(key) {
      decider.show(key);
      decideAgain();
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
      reader.beginRound();
      const write = lookAt(row);
      const read = reader.of(row);
      if (read?.key === key && read.isRead && !isDegraded && !keys.isShared(row)) return decide(read);
      write?.();
      return null;
    },
  });

  function stateNow(): BoardState {
    if (isDegraded) return 'DEGRADED';
    return watch === null ? 'WAITING' : 'READING';
  }

  /** While nothing is read at all, no single field is named. */
  const unreadNow = () => (stateNow() === 'READING' ? doubts.unread : []);

  function report(): BoardReport {
    const rows = watch?.rows.rows().filter((row) => reader.of(row)?.isRead === true).length ?? 0;
    return { state: stateNow(), rows, judged: { version: config.version, ...health.judged() }, unread: [...unreadNow()] };
  }

  function lookAgain(): void {
    list?.look();
    watch?.rows.readAll();
  }

  const banner = createPausedBanner(document, {
    tryAgain() {
      lookAgain();
      // The worker looks for a newer configuration.
      onState(report());
    },
    ...(teach === undefined ? {} : { teach }),
  });

  /** What rows say of a field depends on the whole page, so they are read again when that changes. */
  function judgeFields(): void {
    const before = doubts;
    doubts = health.doubts();
    if (doubts === before) return;
    const isOther = doubts.unread.join() !== before.unread.join();
    watch?.rows.readAll((row) => isOther || (reader.of(row)?.unread.length ?? 0) > 0);
  }

  /** Takes back what was drawn when the page can't be trusted any more, and draws it when it can again. */
  function judge(): void {
    const wasDegraded = isDegraded;
    isDegraded = isLost || health.isDegraded();
    judgeFields();
    if (isDegraded && !wasDegraded) decorator.clearAll();
    if (!isDegraded && wasDegraded) watch?.rows.readAll();
    if (isDegraded) banner.show('PAGE');
    else banner.show(unreadNow());
    const now = [stateNow(), health.judged().rows >= toldAfterRows, ...unreadNow()].join();
    if (isStopped || now === told) return;
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
      reader.forgetRow(row);
      for (const one of keys.forget(row)) lookAt(one)?.();
    },
    read(row: Element) {
      roundStartMs ??= performance.now();
      return lookAt(row);
    },
    onUnreadable(row: Element) {
      reader.forgetRow(row);
      keys.forget(row);
      health.note(row, null);
      decorator.clear(row);
    },
    onRound() {
      if (roundStartMs !== null) counter.noteRound(performance.now() - roundStartMs);
      roundStartMs = null;
      reader.beginRound();
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
    reader.forget();
    keys.forgetAll();
    health.forget();
  }

  /** The row is found by its key: since the click it may show another load, or another row may show this one. */
  function readByKey(key: string): RowAnswer {
    const row = watch?.rows.rows().find((one) => readKey(one, config.key) === key);
    if (row !== undefined) lookAt(row)?.();
    const read = row === undefined ? undefined : reader.of(row);
    const isShown = row !== undefined && read?.key === key && read.isRead && !isDegraded && !keys.isShared(row);
    return { state: stateNow(), load: isShown ? read.load : null };
  }

  const run: BoardRun = {
    report,
    takeCounts,
    setFilters(next) {
      decider.setWanted(next);
      decideAgain();
    },
    askBrokers: brokers.askAgain,
    lookAgain,
    readKey: readByKey,
    listMatches,
    countRules: seen.countRules,
    stop() {
      isStopped = true;
      mail?.stop();
      brokers.stop();
      list?.stop();
      banner.hide();
    },
  };

  if (!isReadable(config, document)) {
    isLost = true;
    mail?.stop();
    brokers.stop();
    judge();
    return { ...run, setFilters: () => undefined, askBrokers: () => undefined, lookAgain: () => undefined, stop: banner.hide };
  }
  list = followList(config, document, page, {
    onList(container) {
      // Another search. Until it is there, what was seen stays listed: the page may have changed under the user.
      seen.forget();
      decider.forgetShown();
      const rows = watchRows({
        container,
        rowSelectors: config.row,
        attributes: attributesOf(config),
        ignore: config.ignore,
        panels: config.detail?.host ?? [],
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
  return run;
}
