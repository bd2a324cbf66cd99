import type { BrokerChip } from '../../panel/page/broker-chip.ts';

/** The broker's letter and days on a row, inside of the row's element. */
export interface BrokerMark {
  element: HTMLElement;
  /** Null keeps the room: the rows line up, and no button moves under the pointer when a broker becomes known. */
  show(chip: BrokerChip | null): void;
}

export function createBrokerMark(document: Document): BrokerMark {
  const element = document.createElement('span');
  element.className = 'broker';
  element.setAttribute('role', 'img');
  element.setAttribute('aria-hidden', 'true');
  element.setAttribute('data-letter', '');
  let shown: BrokerChip | null = null;

  /** What stays the same isn't written. */
  function set(name: string, value: string): void {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  return {
    element,
    show(chip) {
      if (chip === shown) return;
      shown = chip;
      const { letter, text, tone, label } = chip ?? nothing;
      set('class', `broker ${tone}`);
      set('data-letter', letter);
      set('aria-label', label);
      set('aria-hidden', String(label === ''));
      if (element.textContent !== text) element.textContent = text;
    },
  };
}

const nothing = { letter: '', text: '', tone: '', label: '' };

/** One size whatever it says. The letter is in the style sheet, so a row has one text to write. A letter stands beside every colour. */
export const brokerMarkCss = `
.broker {
  contain: strict; box-sizing: border-box; flex: none; display: inline-flex; align-items: center; width: 62px; height: 22px; margin-inline-start: 6px;
  overflow: hidden; border-radius: 4px; color: #141a24; font: 600 12px/18px system-ui, sans-serif; line-height: 22px;
  font-variant-numeric: tabular-nums; justify-content: center; white-space: nowrap;
}
.broker:not([data-letter=''])::before {
  content: attr(data-letter); flex: none; align-self: stretch; width: 20px; margin-inline-end: auto; color: #ffffff; font-weight: 700; text-align: center;
}
.broker:not([data-letter='']) { padding-inline-end: 5px; }
:host([data-table]) .broker { height: 18px; line-height: 18px; }
.broker.good { background: #e7f6ee; }
.broker.good::before { background: #13844a; }
.broker.mid { background: #fff3db; }
.broker.mid::before { background: #ffbf4d; color: #3a2200 !important; }
.broker.bad { background: #fdecec; color: #8a1116; }
.broker.bad::before { background: #c01f25; }
.broker.plain { background: #eceef2; }
@media (prefers-color-scheme: dark) {
  .broker { color: #eceef2; }
  .broker.good { background: #12301f; }
  .broker.mid { background: #35260c; }
  .broker.bad { background: #451316; color: #ffb3b3; }
  .broker.plain { background: #27303d; }
}`;
