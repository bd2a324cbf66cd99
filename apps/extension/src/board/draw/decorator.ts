import type { PressedButton } from '../../mail/page-mail.ts';
import type { MailView } from '../../mail/row-view.ts';
import type { BrokerChip } from '../../panel/page/broker-chip.ts';
import type { Decision } from '../decide/decide-row.ts';
import { findAnchor } from '../read/compile.ts';
import { createNote } from './note.ts';
import { isSeenIn } from './own-element.ts';
import { createRowUi, describeRate, type RowUi, rowTag } from './row-ui.ts';
import { createSight } from './sight.ts';
import { createWhyPopover } from './why-popover.ts';

const markAttribute = 'data-hh';

/** Takes off what is ours by its name, whoever drew it: us, an older version of us, or a board that copied its rows. */
export function removeTraces(document: Document, tags: readonly string[]): void {
  for (const host of document.querySelectorAll(tags.join())) host.remove();
  for (const row of document.querySelectorAll(`[${markAttribute}]`)) row.removeAttribute(markAttribute);
}

interface Drawn {
  /** Null while the row waits to be read for another load. */
  of: { key: string; decision: Decision } | null;
  ui: RowUi | null;
}

export interface Decorator {
  /** The load for which the row is drawn. */
  keyOf(row: Element): string | null;
  draw(row: Element, key: string, decision: Decision): void;
  /** The row shows another load now, or one that isn't ours to speak about yet. What was said about the one before goes at once. */
  blank(row: Element): void;
  /** Takes everything of ours off the row. */
  clear(row: Element): void;
  /** Takes off what the board has copied there from another row. */
  removeCopies(row: Element): void;
  clearAll(): void;
  /** What is known about mails has changed. */
  drawMails(): void;
  /** What is known about brokers has changed. */
  drawBrokers(): void;
  /** After rows came or went: one of them is reached by Tab. */
  settleTabStop(container: Element): void;
}

interface RowMails {
  /** Null: no button. */
  viewOf(row: Element): MailView | null;
  /** The row was read a moment ago and shows the load whose button was pressed. */
  press(row: Element, button: PressedButton): void;
}

interface RowPanel {
  /** Null while nothing is known. */
  brokerOf(row: Element): BrokerChip | null;
  /** The row was read a moment ago and shows the load that was pressed. Answers with words when the panel has to be opened by hand. */
  open(row: Element): Promise<string | null>;
  /** Opens the filter that runs, with the same answer. */
  editRules(): Promise<string | null>;
}

interface DecoratorOptions {
  document: Document;
  /** Null: no elements of ours in rows. */
  anchors: readonly string[] | null;
  /** Reads the row anew. Null when it no longer shows the load of this key, or can't be read; it is drawn as it is by then. */
  readAgain(row: Element, key: string): Decision | null;
  /** The user wants to see the row of this key like the others. */
  show(key: string): void;
  mails: RowMails;
  panel: RowPanel;
}

const wasCovered = 'The page covered this button. Click it again';

/** Draws on rows: one attribute, and one element of our own. Nothing of the board's is changed. */
export function createDecorator({ document, anchors, readAgain, show, mails, panel }: DecoratorOptions): Decorator {
  const drawn = new Map<Element, Drawn>();
  /** A row that comes back gets its element back. */
  const made = new WeakMap<Element, RowUi>();
  const rowOf = new WeakMap<RowUi, Element>();
  const uiOf = new WeakMap<Element, RowUi>();
  const note = createNote(document);
  const sight = createSight();
  const why = createWhyPopover(document);
  let asked: RowUi | null = null;
  let noted: RowUi | null = null;
  let tabStop: RowUi | null = null;
  let aimed: { ui: RowUi; key: string | undefined } | null = null;

  function showNote(ui: RowUi): void {
    const row = rowOf.get(ui);
    const decision = row === undefined ? undefined : drawn.get(row)?.of?.decision;
    if (row === undefined || decision === undefined) return;
    noted = ui;
    const reasons = decision.reasons().map(({ rule, found }) => (found === '' ? rule : `${rule}: ${found}`));
    const lines = reasons.length > 0 ? reasons : [decision.note];
    const known = panel.brokerOf(row)?.lines(Date.now()) ?? [];
    note.show(ui.rate, [describeRate(decision), ...lines.filter((line) => line !== ''), ...known]);
  }

  function hideNote(ui: RowUi): void {
    if (noted !== ui) return;
    noted = null;
    note.hide();
  }

  function setTabStop(ui: RowUi): void {
    if (tabStop === ui) return;
    tabStop?.setTabStop(false);
    tabStop = ui;
    ui.setTabStop(true);
  }

  /** In the order of their rows. An element with our name that isn't ours doesn't count. */
  function uisIn(container: Element | null): RowUi[] {
    return [...(container?.querySelectorAll(rowTag) ?? [])].flatMap((host) => uiOf.get(host) ?? []);
  }

  function keyShown(ui: RowUi): string | undefined {
    const row = rowOf.get(ui);
    return row === undefined ? undefined : drawn.get(row)?.of?.key;
  }

  /** Rows are used again for other loads, maybe under the user's finger, so the row is read anew before anything is done. */
  function readPressed(ui: RowUi): Element | null {
    const [row, key] = [rowOf.get(ui), keyShown(ui)];
    const decision = row === undefined || key === undefined ? null : readAgain(row, key);
    if (row === undefined || key === undefined || decision === null) return null;
    draw(row, key, decision);
    return row;
  }

  function openPanel(ui: RowUi, opening: Promise<string | null>): void {
    if (noted === ui) showNote(ui);
    void opening.then((words) => {
      if (words !== null && noted === ui) note.show(ui.rate, [words]);
    });
  }

  /** What the user presses must be seen, and still be about the load that was pressed. */
  function pressSeen(ui: RowUi, button: Element, act: (row: Element) => void): void {
    const key = keyShown(ui);
    const run = () => {
      const row = key === keyShown(ui) ? readPressed(ui) : null;
      if (row !== null && isSeenIn(ui.host, row.getBoundingClientRect())) act(row);
    };
    sight.whenSeen(button, run, () => {
      if (key !== keyShown(ui)) return;
      noted = ui;
      note.show(button, [wasCovered]);
    });
  }

  /** The question about the mail, or its shadow, lay over the button until now. What the page lays there is the next thing to look for. */
  function focusAnew(ui: RowUi): void {
    sight.stop();
    sight.lookAt(ui.mail.element);
    ui.mail.focusButton();
  }

  function closeWhy(ui: RowUi): void {
    if (asked !== ui) return;
    asked = null;
    why.close();
  }

  /** The row may show another load by now, or no longer step back. */
  function askWhy(ui: RowUi, from: HTMLElement): void {
    pressSeen(ui, from, (row) => {
      const of = drawn.get(row)?.of;
      if (of == null || of.decision.mark !== 'dim') return;
      const { key, decision } = of;
      hideNote(ui);
      const near = ui.mail.element.getBoundingClientRect();
      /** Nothing is done for another load than the one that was asked about. */
      const forRow = (act: (still: Element) => void) => () => {
        asked = null;
        from.focus();
        const still = keyShown(ui) === key ? readPressed(ui) : null;
        if (still !== null) act(still);
      };
      const canEmail = mails.viewOf(row)?.look === 'ready' && mails.viewOf(row)?.button !== null;
      why.ask(
        decision,
        { near, hasFocus: () => document.activeElement === ui.host },
        {
          show: forRow(() => show(key)),
          email: canEmail
            ? forRow((still) => {
                ui.mail.focusButton();
                pressMail(ui, still);
              })
            : null,
          edit: forRow((still) => {
            showNote(ui);
            openPanel(ui, decision.isBlocked ? panel.open(still) : panel.editRules());
          }),
          cancel() {
            asked = null;
            from.focus();
          },
        },
      );
      asked = ui;
    });
  }

  function pressMail(ui: RowUi, row: Element): void {
    mails.press(row, { near: ui.host.getBoundingClientRect(), focus: () => focusAnew(ui), hasFocus: ui.mail.hasFocus });
  }

  const actions = {
    // The load leaves the page with this click too, and FMCSA may be asked about its broker.
    press(ui: RowUi) {
      // At once, because the press may wait, and whoever has gone on by then reads something else.
      showNote(ui);
      pressSeen(ui, ui.rate, (row) => openPanel(ui, panel.open(row)));
    },
    aimMail(ui: RowUi) {
      aimed = { ui, key: keyShown(ui) };
    },
    /** A click is made when the pointer goes up. The load that was meant is the one that was there when it went down. */
    pressMail(ui: RowUi) {
      const isOther = aimed?.ui === ui && aimed.key !== keyShown(ui);
      aimed = null;
      if (isOther) return;
      pressSeen(ui, ui.mail.element, (row) => pressMail(ui, row));
    },
    enter(ui: RowUi) {
      sight.lookAt(ui.rate);
      showNote(ui);
    },
    enterMail: (ui: RowUi) => sight.lookAt(ui.mail.element),
    enterWhy(ui: RowUi) {
      sight.lookAt(ui.mail.why);
      showNote(ui);
    },
    ask: askWhy,
    leave(ui: RowUi) {
      sight.leave(ui.rate);
      hideNote(ui);
    },
    leaveMail(ui: RowUi) {
      sight.leave(ui.mail.element);
      hideNote(ui);
    },
    leaveWhy(ui: RowUi) {
      sight.leave(ui.mail.why);
      hideNote(ui);
    },
    focus(ui: RowUi) {
      sight.lookAt(ui.rate);
      setTabStop(ui);
      showNote(ui);
    },
    step(ui: RowUi, by: -1 | 1) {
      const shown = uisIn(rowOf.get(ui)?.parentElement ?? null);
      shown[shown.indexOf(ui) + by]?.focus();
    },
  };

  function createUi(row: Element): RowUi {
    const ui = createRowUi(document, actions);
    made.set(row, ui);
    rowOf.set(ui, row);
    uiOf.set(ui.host, ui);
    return ui;
  }

  /** A board that copies a row, or moves its cells to another, takes our element along. There it says nothing that anybody stands for. */
  function removeCopies(row: Element): void {
    for (const host of row.querySelectorAll(rowTag)) {
      const ui = uiOf.get(host);
      if (ui === undefined || rowOf.get(ui) !== row) host.remove();
    }
  }

  /** What stands open beside the row is about the load that it showed. */
  function leaveLoad(row: Element): void {
    const ui = made.get(row);
    if (ui === undefined) return;
    hideNote(ui);
    closeWhy(ui);
  }

  function takeOut(row: Element): void {
    leaveLoad(row);
    made.get(row)?.host.remove();
  }

  /** While nobody has written about the load, the words beside the button say why the filter holds it back, or what the board doesn't show. */
  function drawMail(row: Element, ui: RowUi, { mark, note: why, verdict }: Decision): void {
    const view = mails.viewOf(row);
    const words = why === '' ? (panel.brokerOf(row)?.note ?? '') : why;
    const hasRoom = view?.look === 'ready' ? view.note === '' : view?.button === null && verdict === 'FAIL';
    if (view !== null) ui.mail.show(hasRoom ? { ...view, note: words } : view, hasRoom && mark === 'dim' ? words : null);
  }

  function place(row: Element, decision: Decision): RowUi | null {
    const anchor = anchors === null ? null : findAnchor(row, anchors);
    if (anchor === null) {
      takeOut(row);
      return null;
    }
    const ui = made.get(row) ?? createUi(row);
    ui.bind(decision);
    drawMail(row, ui, decision);
    ui.broker.show(panel.brokerOf(row));
    if (ui.host.parentNode !== anchor) ui.standIn(anchor);
    return ui;
  }

  function draw(row: Element, key: string, decision: Decision): void {
    const { of: before = null, ui = null } = drawn.get(row) ?? {};
    const isInPlace = ui === null || row.contains(ui.host);
    if (before?.key === key && before.decision === decision && isInPlace) return;
    if (before !== null && before.key !== key) leaveLoad(row);
    if (decision.mark === null) row.removeAttribute(markAttribute);
    else if (row.getAttribute(markAttribute) !== decision.mark) row.setAttribute(markAttribute, decision.mark);
    removeCopies(row);
    drawn.set(row, { of: { key, decision }, ui: place(row, decision) });
  }

  function blank(row: Element): void {
    const before = drawn.get(row);
    // Also from a row that the board copied from one of ours.
    row.removeAttribute(markAttribute);
    if (before === undefined || before.of === null) return;
    drawn.set(row, { ...before, of: null });
    leaveLoad(row);
    made.get(row)?.blank();
  }

  function clear(row: Element): void {
    drawn.delete(row);
    row.removeAttribute(markAttribute);
    takeOut(row);
  }

  return {
    keyOf: (row) => drawn.get(row)?.of?.key ?? null,
    draw,
    blank,
    clear,
    removeCopies,
    clearAll() {
      for (const row of [...drawn.keys()]) clear(row);
      sight.stop();
      // Copies outside the list: a row that is dragged, or one that stays at the top.
      removeTraces(document, [rowTag]);
    },
    drawMails() {
      for (const [row, { of, ui }] of drawn) if (of !== null && ui !== null) drawMail(row, ui, of.decision);
    },
    drawBrokers() {
      for (const [row, { of, ui }] of drawn) {
        if (of === null || ui === null) continue;
        ui.broker.show(panel.brokerOf(row));
        drawMail(row, ui, of.decision);
      }
    },
    settleTabStop(container) {
      if (tabStop?.host.isConnected === true) return;
      const [first] = uisIn(container);
      if (first !== undefined) setTabStop(first);
    },
  };
}
