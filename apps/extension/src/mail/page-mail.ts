import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { boardFreightOf, fingerprintTextOf } from '@headhaul/domain/boards/freight';
import { createPageLive, type LivePort } from '../live/page-live.ts';
import { hashFingerprint } from './fingerprint-hash.ts';
import { type FromBoardMail, type MailAnswer, type MailQuestion, mostRows, type Place, type RowsAnswer } from './messages.ts';
import { describeMail, type MailView, type PageState } from './row-view.ts';
import { tellWorker } from './tell-worker.ts';

/** New rows are asked about together. */
const gatherMs = 1_000;
/** What teammates write is on the rows within this time while the page is looked at and the worker hears nothing of it. */
const askAgainMs = 15_000;
/** While it does, this is for what it may have missed. */
const askAgainLiveMs = 60_000;
/** Mails that come together are asked about together, and not by a whole office at the same moment. */
const [heardMs, heardSpreadMs] = [100, 300];
const tickMs = 1_000;
const mostKnown = 5_000;
/** A load without cities and numbers has no fingerprint. It is known by its row's key, and by this page alone. */
const unnamed = 'row ';
const isNamed = (name: string) => !name.startsWith(unnamed);

/** Where the user pressed. */
export interface PressedButton {
  near: DOMRect;
  focus(): void;
  /** False when the user has gone elsewhere since. */
  hasFocus(): boolean;
}

interface QuestionActions {
  send(): void;
  leaveDriverOut(): void;
  cancel(): void;
  open(place: Place): void;
}

export interface PageMailParts {
  document: Document;
  /** The loads on the page now. */
  loads(): BoardLoad[];
  /** Why the load has no address. */
  noAddress(load: BoardLoad): string;
  /** To the worker. */
  send(message: FromBoardMail): Promise<unknown>;
  /** To the worker, to hear of mails at once. */
  connectLive(): LivePort;
  /** Shows what is to be read before the mail leaves. */
  ask(question: MailQuestion, button: PressedButton, actions: QuestionActions): void;
  closeQuestion(): void;
  /** What stands on the rows may have changed. */
  onChanged(): void;
  nowMs(): number;
}

export interface PageMail {
  viewOf(load: BoardLoad): MailView;
  /** Whether the company's mails were looked through for this load. */
  wasAsked(load: BoardLoad): boolean;
  /** The user pressed the button of this load, which was read at this moment. */
  press(load: BoardLoad, button: PressedButton): void;
  /** Rows came or went. */
  noteRows(): void;
  stop(): void;
}

const isObject = (raw: unknown): raw is object => typeof raw === 'object' && raw !== null;

/** The page's side of mails: which load was clicked, what is asked, and what the rows show of it. What is sent is decided by the worker. */
export function createPageMail(parts: PageMailParts): PageMail {
  const { document, loads, noAddress, send, connectLive, ask, closeQuestion, onChanged, nowMs } = parts;
  /** By the load, not by the row: a row shows another load the next moment. */
  const states = new Map<string, PageState>();
  const names = new WeakMap<BoardLoad, string>();
  const hashes = new Map<string, string>();
  const asked = new Map<string, number>();
  /** The question that was last answered in whole about a load. An answer to an earlier one that comes later knows less. */
  const answered = new Map<string, number>();
  /** What the worker has told of a row, beside what a click was answered. */
  const listed = new WeakSet<PageState>();
  let questions = 0;
  let wasWhole = true;
  let shown: ReadonlySet<string> = new Set();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let hearing: ReturnType<typeof setTimeout> | undefined;
  /** What was heard of since. Null: it may be any load. */
  let heard: Set<string> | null = new Set();
  let askedAtMs = nowMs();
  let isStopped = false;

  function nameOf(load: BoardLoad): string {
    const name = names.get(load) ?? fingerprintTextOf(load) ?? `${unnamed}${load.rowKey}`;
    names.set(load, name);
    return name;
  }

  function setState(name: string, state: PageState | null): void {
    if (state === null) states.delete(name);
    else states.set(name, state);
    if (!isStopped) onChanged();
  }

  const tell = (message: FromBoardMail) =>
    tellWorker(
      () => send(message),
      () => isStopped,
    );

  interface Click {
    name: string;
    opId: string;
    /** What the row shows again when nothing comes of it. */
    before: PageState | null;
    button: PressedButton;
  }

  function follow(click: Click, raw: unknown): void {
    if (isStopped) return;
    const answer = raw as MailAnswer | null;
    const { name, before, button } = click;
    if (answer?.kind === 'ROW') setState(name, answer.mail);
    else if (answer?.kind === 'NOTHING') setState(name, before);
    else if (answer?.kind === 'REFUSED') setState(name, { kind: 'REFUSED', text: answer.text, place: answer.place });
    else if (answer?.kind === 'ASKS') {
      const { opId, key } = answer;
      setState(name, before);
      ask(answer.question, button, {
        send() {
          closeQuestion();
          button.focus();
          void act(click, { type: 'mail:confirm', opId, key });
        },
        leaveDriverOut() {
          closeQuestion();
          button.focus();
          void act(click, { type: 'mail:without-driver', opId });
        },
        cancel() {
          button.focus();
          void tell({ type: 'mail:undo', opId });
        },
        open(place) {
          closeQuestion();
          void tell({ type: 'mail:open', place });
        },
      });
    } else setState(name, { kind: 'NOT_SENT', why: 'Reload this page' });
  }

  async function act(click: Click, message: FromBoardMail): Promise<void> {
    setState(click.name, { kind: 'BUSY' });
    follow(click, await tell(message));
  }

  async function hashOf(name: string): Promise<string> {
    const hash = hashes.get(name) ?? (await hashFingerprint(name));
    hashes.set(name, hash);
    return hash;
  }

  /** What the company wrote about these loads. */
  async function askRows(asking: readonly string[]): Promise<void> {
    questions += 1;
    const turn = questions;
    const before = new Map(asking.map((name) => [name, states.get(name)]));
    const wanted = asking.slice(0, mostRows);
    for (const name of wanted) asked.set(name, nowMs());
    const byHash = new Map(await Promise.all(wanted.map(async (name) => [await hashOf(name), name] as const)));
    const answer = (await send({ type: 'mail:rows', fingerprints: [...byHash.keys()] }).catch(() => null)) as RowsAnswer | null;
    wasWhole = answer?.isWhole === true;
    if (!wasWhole) answered.clear();
    if (isStopped || !isObject(answer) || !isObject(answer.mails)) return;
    for (const [hash, name] of byHash) {
      if ((answered.get(name) ?? 0) > turn) continue;
      if (answer.isWhole) answered.set(name, turn);
      const mail = answer.mails[hash];
      // A click, also one that came while the worker was asked, knows better. A refusal stays until the next click.
      const state = states.get(name);
      const kind = state?.kind;
      if (state !== before.get(name) || kind === 'BUSY' || kind === 'REFUSED') continue;
      if (mail !== undefined) {
        listed.add(mail);
        states.set(name, mail);
      } else if (answer.isWhole && (kind !== 'NOT_SENT' || (state !== undefined && listed.has(state)))) states.delete(name);
    }
    onChanged();
  }

  function askShown(isWanted: (name: string) => boolean): void {
    const asking = [...shown].filter((name) => isNamed(name) && isWanted(name));
    if (asking.length > 0) void askRows(asking);
  }

  function gather(): void {
    gathering = undefined;
    shown = new Set(loads().map(nameOf));
    for (const known of [hashes, asked, answered]) if (known.size > mostKnown) known.clear();
    if (states.size > mostKnown) for (const name of states.keys()) if (!shown.has(name)) states.delete(name);
    askShown((name) => nowMs() - (asked.get(name) ?? Number.NEGATIVE_INFINITY) >= againMs());
  }

  /** A load that isn't on the page now is asked about when it is again. */
  function askHeard(): void {
    const told = heard;
    [hearing, heard] = [undefined, new Set()];
    const isMeant = (name: string) => told?.has(hashes.get(name) ?? '') ?? true;
    for (const name of asked.keys()) if (isMeant(name)) asked.delete(name);
    askShown(isMeant);
  }

  const live = createPageLive({
    document,
    connect: connectLive,
    onMails(fingerprints) {
      heard = heard === null || fingerprints === null ? null : new Set([...heard, ...fingerprints]);
      hearing ??= setTimeout(askHeard, heardMs + Math.random() * heardSpreadMs);
    },
  });
  const againMs = () => (live.isUp() && wasWhole ? askAgainLiveMs : askAgainMs);

  const isOver = (name: string) => {
    const state = states.get(name);
    return state?.kind === 'SENDING' && state.undoUntilMs <= nowMs();
  };

  const timer = setInterval(() => {
    if (document.hidden) return;
    const sending = [...shown].filter((name) => states.get(name)?.kind === 'SENDING');
    for (const name of sending.filter((one) => !isNamed(one) && isOver(one)))
      states.set(name, { kind: 'EMAILED', who: 'You', atMs: nowMs(), isSure: true, postedCents: null, askedCents: null });
    if (sending.some((name) => isNamed(name) && isOver(name)) || nowMs() - askedAtMs >= againMs()) {
      askedAtMs = nowMs();
      askShown(() => true);
    }
    if (sending.length > 0) onChanged();
  }, tickMs);

  function viewOf(load: BoardLoad): MailView {
    // Naming a load takes long beside the rest of a row, and mostly nobody has written about any.
    const state = states.size === 0 ? null : (states.get(nameOf(load)) ?? null);
    return describeMail(state, load, { noAddress: noAddress(load), nowMs: nowMs() });
  }

  return {
    viewOf,
    wasAsked: (load) => answered.has(nameOf(load)),
    press(load, button) {
      const name = nameOf(load);
      const state = states.get(name) ?? null;
      const { does } = viewOf(load);
      if (does === null) return;
      if (does === 'OPEN' && state?.kind === 'REFUSED' && state.place !== null) {
        // Whoever comes back has put it right, or is told again.
        setState(name, null);
        void tell({ type: 'mail:open', place: state.place });
      } else if (does === 'UNDO' && state !== null && 'opId' in state) {
        void act({ name, opId: state.opId, before: null, button }, { type: 'mail:undo', opId: state.opId });
      } else {
        const opId = crypto.randomUUID();
        const before = state?.kind === 'EMAILED' ? state : null;
        void act({ name, opId, before, button }, { type: 'mail:write', opId, load: boardFreightOf(load) });
      }
    },
    noteRows() {
      gathering ??= setTimeout(gather, gatherMs);
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(gathering);
      clearTimeout(hearing);
      live.stop();
      closeQuestion();
    },
  };
}
