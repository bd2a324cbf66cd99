import type { BrokerChip } from '../../panel/page/broker-chip.ts';

/** The broker's letter and days on a row, inside of the row's element. */
export interface BrokerMark {
  element: HTMLElement;
  /** 'EMPTY' keeps the room, so that the rows line up. Null takes none. */
  show(chip: BrokerChip | 'EMPTY' | null): void;
}

export function createBrokerMark(document: Document): BrokerMark {
  const element = document.createElement('span');
  element.className = 'broker';
  element.setAttribute('role', 'img');
  element.setAttribute('aria-hidden', 'true');
  element.hidden = true;
  let shown: BrokerChip | 'EMPTY' | null = null;

  /** What stays the same isn't written. */
  function set(name: string, value: string): void {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  return {
    element,
    show(chip) {
      if (chip === shown) return;
      shown = chip;
      element.hidden = chip === null;
      const { letter, text, tone, label } = chip === null || chip === 'EMPTY' ? nothing : chip;
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
  contain: strict; box-sizing: border-box; display: inline-flex; align-items: center; width: 60px; height: 20px; margin-inline-start: 6px;
  overflow: hidden; border-radius: 4px; color: #141a24; font: 600 12px/18px system-ui, sans-serif; line-height: 20px;
  font-variant-numeric: tabular-nums; justify-content: center; white-space: nowrap;
}
.broker[hidden] { display: none; }
.broker:not([data-letter=''])::before {
  content: attr(data-letter); flex: none; align-self: stretch; width: 20px; margin-inline-end: auto; color: #ffffff; font-weight: 700; text-align: center;
}
.broker:not([data-letter='']) { padding-inline-end: 5px; }
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
