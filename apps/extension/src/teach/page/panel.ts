import { dropUnmeantPresses } from '../../board/draw/meant-presses.ts';
import { drawIcon } from '../../board/draw/notice.ts';
import { isSeenIn } from '../../board/draw/own-element.ts';
import { createSight } from '../../board/draw/sight.ts';
import { createOverlay, make, makeButton, type Run } from './own-parts.ts';
import { panelCss } from './styles.ts';

export const panelTag = 'hh-teach';
export type PanelSide = 'left' | 'right';

/** A line about one field. */
export interface PanelLine {
  state: 'sure' | 'ask' | 'lost' | 'none';
  label: string;
  /** Text of the page. */
  sample: string;
  why: string;
  /** In how many of the rows it was read. */
  share?: { ok: number; of: number };
  actions: readonly { label: string; name: string; run: Run }[];
}

export interface PanelView {
  /** What the header says beside our name. */
  about: string;
  /** Null before and after the steps. */
  step: 1 | 2 | null;
  title: string;
  text: string;
  isGood?: boolean;
  fault?: string;
  lines: readonly PanelLine[];
  /** What would be sent, as a whole. */
  preview?: string;
  /** Below the lines. */
  note?: { title: string; text: string };
  /** Above the buttons. */
  summary?: { sure: number; asked: number };
  more?: { label: string; run: Run };
  buttons: readonly { label: string; isMain?: boolean; run: Run }[];
}

const signs: Record<PanelLine['state'], string> = { sure: '✓', ask: '?', lost: '×', none: '–' };
const steps = [1, 2] as const;

export interface Panel {
  show(view: PanelView): void;
  side(): PanelSide;
  remove(): void;
}

interface PanelHandlers {
  onClose(): void;
  onBack(): void;
  onSide(side: PanelSide): void;
}

/** The panel of a lesson. It lies over the right edge of the page, or over the left one if the user wants so. */
export function createPanel(document: Document, { onClose, onBack, onSide }: PanelHandlers): Panel {
  const { host, root } = createOverlay(document, panelTag, panelCss);
  const box = make(document, 'section', '');
  box.setAttribute('role', 'dialog');
  box.setAttribute('aria-label', 'Teach Headhaul this page');
  box.tabIndex = -1;
  root.append(box);
  box.addEventListener('keydown', ({ key, isTrusted }) => {
    if (key === 'Escape' && isTrusted) onBack();
  });
  /** Where the page has put it elsewhere in the document, its styles are those of that place. */
  const isSeen = () => host.parentNode === document.documentElement && isSeenIn(host, new DOMRect(0, 0, innerWidth, innerHeight));
  const noteShown = dropUnmeantPresses(root);
  const sight = createSight(noteShown);
  root.addEventListener(
    'click',
    (event) => {
      if (!isSeen() || !sight.isSeen(host)) event.stopImmediatePropagation();
    },
    { capture: true },
  );
  let shownTitle: string | null = null;
  const side = (): PanelSide => (host.dataset.side === 'left' ? 'left' : 'right');

  function drawShare({ ok, of }: { ok: number; of: number }): HTMLElement {
    const bar = make(document, 'span', ok === of ? 'bar full' : 'bar', make(document, 'span', ''));
    bar.style.setProperty('--share', `${of === 0 ? 0 : Math.round((ok / of) * 100)}%`);
    bar.setAttribute('aria-hidden', 'true');
    return make(document, 'span', 'share', `${ok} of ${of}`, bar);
  }

  function drawLine({ state, label, sample, why, share, actions }: PanelLine): HTMLElement {
    const sign = make(document, 'i', '', signs[state]);
    sign.setAttribute('aria-hidden', 'true');
    const buttons = actions.map(({ label: text, name, run }) => {
      const button = makeButton(document, text, state === 'ask' ? 'small' : 'link', run);
      button.setAttribute('aria-label', name);
      return button;
    });
    return make(
      document,
      'li',
      state,
      sign,
      make(document, 'span', 'what', make(document, 'b', '', label), sample === '' ? '' : ` ${sample}`),
      make(document, 'span', 'acts', ...buttons, ...(share === undefined ? [] : [drawShare(share)])),
      make(document, 'span', 'why', why),
    );
  }

  function drawHeader(about: string, step: PanelView['step']): HTMLElement {
    const move = makeButton(document, '⇄', 'icon', () => {
      if (side() === 'left') delete host.dataset.side;
      else host.dataset.side = 'left';
      onSide(side());
    });
    move.setAttribute('aria-label', 'Move to the other side');
    const close = makeButton(document, '×', 'icon', onClose);
    close.setAttribute('aria-label', 'Close');
    const name = make(document, 'div', 'name', drawIcon(document), make(document, 'b', '', 'Headhaul'), make(document, 'span', '', about));
    name.append(move, close);
    if (step === null) return make(document, 'div', 'header', name);
    const bars = make(document, 'div', 'bars', ...steps.map((one) => make(document, 'i', one <= step ? 'done' : '')));
    const at = make(document, 'div', 'at', make(document, 'span', '', `Step ${step} of ${steps.length}`));
    at.append(make(document, 'span', '', 'Nothing leaves this computer'));
    return make(document, 'div', 'header', name, bars, at);
  }

  function drawFooter({ summary, more, buttons }: PanelView): HTMLElement {
    const counted = make(document, 'span', 'counted');
    if (summary !== undefined) counted.append(make(document, 'b', 'good', `${summary.sure} sure`));
    if (summary !== undefined && summary.asked > 0) counted.append(', ', make(document, 'b', 'open', `${summary.asked} to check`));
    const line = make(document, 'div', 'line', counted);
    if (more !== undefined) line.append(makeButton(document, more.label, 'link', more.run));
    return make(
      document,
      'div',
      'footer',
      ...(summary === undefined && more === undefined ? [] : [line]),
      ...buttons.map(({ label, isMain = false, run }) => makeButton(document, label, isMain ? 'main' : 'plain', run)),
    );
  }

  return {
    side,
    show(view) {
      const { about, step, title, text, isGood = false, fault, lines, preview, note } = view;
      const said = make(document, 'p', fault === undefined ? '' : 'fault', fault ?? text);
      said.setAttribute('role', 'status');
      const top = make(document, 'div', isGood ? 'top works' : 'top', make(document, 'h2', '', title), said);
      const main = make(document, 'div', 'body', top);
      // What has nothing to press is scrolled by keyboard too.
      if (lines.every(({ actions }) => actions.length === 0)) main.tabIndex = 0;
      if (lines.length > 0) main.append(make(document, 'ul', '', ...lines.map(drawLine)));
      if (preview !== undefined) main.append(make(document, 'pre', 'preview', preview));
      if (note !== undefined)
        main.append(make(document, 'div', 'note', make(document, 'h3', '', note.title), make(document, 'p', '', note.text)));
      box.replaceChildren(drawHeader(about, step), main, drawFooter(view));
      if (!host.isConnected) document.documentElement.insertBefore(host, document.body);
      sight.lookAt(host);
      box.focus();
      // What is drawn again with one answer more was read before.
      if (title !== shownTitle) noteShown();
      shownTitle = title;
    },
    remove() {
      sight.stop();
      host.remove();
    },
  };
}
