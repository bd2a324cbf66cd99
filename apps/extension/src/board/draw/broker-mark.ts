import type { BrokerChip } from '../../panel/page/broker-chip.ts';
import { attributeWriter, textWriter } from './written.ts';

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
  element.setAttribute('data-risks', '');
  const words = document.createTextNode('');
  element.append(words);
  const write = {
    tone: attributeWriter(element, 'class'),
    letter: attributeWriter(element, 'data-letter'),
    risks: attributeWriter(element, 'data-risks'),
    label: attributeWriter(element, 'aria-label'),
    isHidden: attributeWriter(element, 'aria-hidden'),
    text: textWriter(words),
  };
  let shown: BrokerChip | null = null;

  return {
    element,
    show(chip) {
      if (chip === shown) return;
      shown = chip;
      const { letter, text, tone, risks, label } = chip ?? nothing;
      write.tone(tone === '' ? 'broker' : `broker ${tone}`);
      write.letter(letter);
      write.risks(risks === 0 ? '' : String(risks));
      write.label(label);
      write.isHidden(String(label === ''));
      write.text(text);
    },
  };
}

const nothing = { letter: '', text: '', tone: '', risks: 0, label: '' };

/** One size whatever it says. The letter is in the style sheet, so a row has one text to write. A letter stands beside every colour. */
export const brokerMarkCss = `
.broker {
  --ground: transparent; --text: #141a24; --tile: transparent; --letter: #ffffff;
  contain: strict; box-sizing: border-box; flex: none; display: inline-flex; align-items: center; width: 62px; height: 22px; margin-inline-start: 6px;
  overflow: hidden; border-radius: 4px; background: var(--ground); color: var(--text); font: 600 12px/18px system-ui, sans-serif;
  line-height: 22px; font-variant-numeric: tabular-nums; justify-content: center; white-space: nowrap;
}
.broker:not([data-letter=''])::before {
  content: attr(data-letter); flex: none; align-self: stretch; width: 20px; margin-inline-end: auto; background: var(--tile); color: var(--letter);
  font-weight: 700; text-align: center;
}
.broker:not([data-letter='']) { padding-inline-end: 5px; }
/* A shield with the number of things to check. */
.broker:not([data-risks=''])::after {
  content: attr(data-risks); flex: none; width: 14px; height: 16px; margin-inline: auto 1px; background: #c01f25; color: #ffffff; font-size: 10px;
  font-weight: 700; line-height: 15px; text-align: center;
  clip-path: polygon(50% 0, 100% 14%, 100% 58%, 78% 84%, 50% 100%, 22% 84%, 0 58%, 0 14%);
}
.broker:not([data-risks='']) { padding-inline: 0; font-size: 11px; }
.broker:not([data-risks=''])::before { width: 16px; }
:host([data-table]) .broker { height: 18px; line-height: 18px; }
.broker.good { --ground: #e7f6ee; --tile: #13844a; }
.broker.mid { --ground: #fff3db; --tile: #ffbf4d; --letter: #3a2200; }
.broker.bad { --ground: #fdecec; --text: #8a1116; --tile: #c01f25; }
.broker.plain { --ground: #eceef2; }
@supports (color: light-dark(#fff, #000)) {
  .broker { --text: light-dark(#141a24, #eceef2); }
  .broker.good { --ground: light-dark(#e7f6ee, #12301f); }
  .broker.mid { --ground: light-dark(#fff3db, #35260c); }
  .broker.bad { --ground: light-dark(#fdecec, #451316); --text: light-dark(#8a1116, #ffb3b3); }
  .broker.plain { --ground: light-dark(#eceef2, #27303d); }
  .dim ~ .broker:is(.good, .mid, .bad, .plain) {
    --pale: var(--hh-rest) light-dark(#f1f3f6, #1d2530); --rest: var(--hh-rest) light-dark(#e4e8ee, #27303d);
    --faint: var(--hh-rest) light-dark(#596475, #98a3b3); background: var(--pale, var(--ground)); color: var(--faint, var(--text));
  }
  .dim ~ .broker:is(.good, .mid, .bad, .plain)::before { background: var(--rest, var(--tile)); color: var(--faint, var(--letter)); }
  .dim ~ .broker:not([data-risks=''])::after { background: var(--rest, #c01f25); color: var(--faint, #ffffff); }
}`;
