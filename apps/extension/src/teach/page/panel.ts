import { createOverlay, make, makeButton } from './own-parts.ts';
import { panelCss } from './styles.ts';

export const panelTag = 'hh-teach';

/** A line about one field. */
export interface PanelLine {
  state: 'sure' | 'ask' | 'none';
  label: string;
  /** Text of the page. */
  sample: string;
  why: string;
  actions: readonly { label: string; name: string; run(): void }[];
}

export interface PanelView {
  step: string;
  title: string;
  text: string;
  fault?: string;
  lines: readonly PanelLine[];
  buttons: readonly { label: string; isMain?: boolean; run(): void }[];
}

const signs: Record<PanelLine['state'], string> = { sure: '✓', ask: '?', none: '–' };

export interface Panel {
  show(view: PanelView): void;
  host: HTMLElement;
  remove(): void;
}

/** The panel of a lesson. It lies over the right edge of the page, or over the left one if the user wants so. */
export function createPanel(document: Document, { onClose, onBack }: { onClose(): void; onBack(): void }): Panel {
  const { host, root } = createOverlay(document, panelTag, panelCss);
  const box = make(document, 'section', '');
  box.setAttribute('role', 'dialog');
  box.setAttribute('aria-label', 'Teach Headhaul this page');
  box.tabIndex = -1;
  root.append(box);
  const status = make(document, 'span', '');
  box.addEventListener('keydown', ({ key, isTrusted }) => {
    if (key === 'Escape' && isTrusted) onBack();
  });

  function drawLine({ state, label, sample, why, actions }: PanelLine): HTMLElement {
    const sign = make(document, 'i', '', signs[state]);
    sign.setAttribute('aria-hidden', 'true');
    const buttons = actions.map(({ label: text, name, run }) => {
      const button = makeButton(document, text, 'small', run);
      button.setAttribute('aria-label', name);
      return button;
    });
    return make(
      document,
      'li',
      state,
      sign,
      make(document, 'span', 'what', make(document, 'b', '', label), sample === '' ? '' : ` ${sample}`),
      make(document, 'span', 'acts', ...buttons),
      make(document, 'span', 'why', why),
    );
  }

  function drawHeader(step: string): HTMLElement {
    status.textContent = step;
    const side = makeButton(document, '⇄', '', () => {
      if (host.dataset.side === 'left') delete host.dataset.side;
      else host.dataset.side = 'left';
    });
    side.setAttribute('aria-label', 'Move to the other side');
    const close = makeButton(document, '×', '', onClose);
    close.setAttribute('aria-label', 'Close');
    return make(document, 'header', '', make(document, 'b', '', 'Headhaul'), status, side, close);
  }

  return {
    host,
    show({ step, title, text, fault, lines, buttons }) {
      const said = make(document, 'p', fault === undefined ? '' : 'fault', fault ?? text);
      said.setAttribute('role', 'status');
      const list = lines.length === 0 ? '' : make(document, 'ul', '', ...lines.map(drawLine));
      const main = make(document, 'main', '', make(document, 'h2', '', title), said, list);
      const foot = make(
        document,
        'footer',
        '',
        ...buttons.map(({ label, isMain = false, run }) => makeButton(document, label, isMain ? 'main' : 'plain', run)),
      );
      box.replaceChildren(drawHeader(step), main, foot);
      if (!host.isConnected) document.documentElement.insertBefore(host, document.body);
      box.focus();
    },
    remove: () => host.remove(),
  };
}
