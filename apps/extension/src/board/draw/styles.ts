import { brokerMarkCss } from './broker-mark.ts';
import { mailButtonCss, mailPopoverCss, noBackdrop, notMoved } from './mail-styles.ts';
import { whyPopoverCss } from './why-styles.ts';

/** What our element asks of a cell, the same in every row whatever it says: the rate, the broker and a short button. */
const leastWidth = 240;
/** With room for the words beside the button. */
const usualWidth = 338;

/**
 * Only px: the board decides what an em is. The button's size doesn't depend on what it says, so a figure that is written costs a layout of
 * the button and not of the board's row. A sign stands beside every colour. Only the computer's own fonts: for one with a name, a page
 * could bring its own file, and learn by the characters that are asked of it what we write.
 *
 * Boards draw each row for itself, with cells as wide as their content or as a least width, whichever is more. So the element asks for
 * little, takes what the cell has left, and stands at the cell's end: the board's columns stay where they are, and ours line up. In a table
 * all rows share a column, so there it asks for all. In a grid it has a line of its own, because no column was made for it.
 *
 * Colours on the board's ground are the cell's own, and the others are light or dark as the page says, where the browser can tell: the
 * computer's setting says nothing about a board with one look. In a row that steps back the rate and the broker lose their colours until
 * the pointer or the focus comes. What is pressed to send has no colour from a variable: a page can set those.
 */
const rowCss = `
:host {
  all: initial; position: static !important; color: inherit; color-scheme: inherit; ${notMoved} display: inline-flex !important; contain: inline-size;
  contain-intrinsic-inline-size: ${leastWidth}px; flex: 1 0 auto; grid-column: 1 / -1; align-items: center; justify-content: flex-end; margin-inline-start: 6px;
}
/* The buttons have no base line for the board's text to stand on, because their sizes don't depend on what they say. */
:host::before { content: '\\200b'; font: 400 13px/18px system-ui, sans-serif; line-height: 24px; }
:host([data-table]) { contain-intrinsic-inline-size: ${usualWidth}px; }
:host([data-table])::before { line-height: 18px; }
button {
  contain: strict; flex: none; box-sizing: border-box; width: 88px; height: 24px; margin: 0; padding: 0 4px; overflow: hidden;
  border: 1px solid #d5dae2; border-radius: 4px; background: #ffffff; color: #141a24; cursor: pointer;
  font: 600 13px/18px system-ui, sans-serif; line-height: 22px; font-variant-numeric: tabular-nums; text-align: center; white-space: nowrap;
}
:host([data-table]) button { height: 18px; line-height: 16px; }
button.long { contain: none; width: auto; min-width: 88px; }
button:hover { background: #eaf1fe; }
button:focus-visible { outline: 2px solid #2f6fe6; outline-offset: -2px; }
.up { color: #0d6b3c; }
.down { color: #a3161b; }
.rated::after { content: '/mi'; margin-inline-start: 3px; color: #525c6e; font-size: 11px; font-weight: 400; }
@supports (color: light-dark(#fff, #000)) {
  button { border-color: light-dark(#d5dae2, #46546e); background: light-dark(#ffffff, #161d28); color: light-dark(#141a24, #eceef2); }
  button:hover { background: light-dark(#eaf1fe, #182a4c); }
  .rated::after { color: light-dark(#525c6e, #a9b3c1); }
  .up { color: light-dark(#0d6b3c, #7fd1a5); }
  .down { color: light-dark(#a3161b, #ff9a9a); }
  .dim, .dim::after { --faint: var(--hh-rest) light-dark(#646f80, #939eae); }
  .dim { color: var(--faint, light-dark(#141a24, #eceef2)); }
  .dim.up { color: var(--faint, light-dark(#0d6b3c, #7fd1a5)); }
  .dim.down { color: var(--faint, light-dark(#a3161b, #ff9a9a)); }
  .dim.rated::after { color: var(--faint, light-dark(#525c6e, #a9b3c1)); }
}`;

const noteCss = `
:host {
  all: initial; position: fixed !important; inset: auto; z-index: 2147483647; display: block !important; box-sizing: border-box;
  max-width: 300px; margin: 0; padding: 8px 10px; border: 0; border-radius: 6px; background: #141a24; color: #ffffff; pointer-events: none;
  font: 400 12px/16px system-ui, sans-serif;
}
${noBackdrop}
p { margin: 0; }
p:first-child { font-weight: 600; }`;

/** Fixed, so nothing of the board moves. Its colours are those of the page, where the browser can tell: light or dark. */
const noticeCss = `
:host { all: initial; color-scheme: inherit; position: fixed !important; z-index: 2147483646; display: block !important; }
section { display: flex; align-items: center; gap: 8px; box-sizing: border-box; font: 400 13px/18px system-ui, sans-serif; }
svg { flex: none; width: 18px; height: 18px; }
p { flex: 1; min-width: 0; margin: 0; }
b { font-weight: 600; }
button {
  flex: none; box-sizing: border-box; height: 28px; margin: 0; padding: 0 8px; border: 0; border-radius: 6px; background: none; color: inherit;
  cursor: pointer; font: 600 13px/18px system-ui, sans-serif; white-space: nowrap;
}
button:focus-visible { outline: 2px solid; outline-offset: -2px; }
.close { width: 28px; padding: 0; font-size: 18px; font-weight: 400; }`;

const bannerCss = `${noticeCss}
:host { inset: auto 0 0 0; }
section {
  --fill: #fff6e5; --line: #ffd58a; --ink: #5c3300; --mark: #f79500; --hover: #ffe9c2;
  min-height: 40px; padding: 5px 16px; border-top: 1px solid var(--line); background: var(--fill); color: var(--ink);
}
i { flex: none; width: 8px; height: 8px; margin: 0 2px; background: var(--mark); transform: rotate(45deg); }
button:hover { background: var(--hover); }
@supports (color: light-dark(#fff, #000)) {
  section {
    --fill: light-dark(#fff6e5, #35260c); --line: light-dark(#ffd58a, #854b00); --ink: light-dark(#5c3300, #ffd58a);
    --mark: light-dark(#f79500, #ffab1a); --hover: light-dark(#ffe9c2, #4a3613);
  }
}`;

const pillCss = `${noticeCss}
:host { inset-block: auto 20px; inset-inline: auto 20px; max-width: calc(100% - 40px); }
section {
  min-height: 36px; padding: 4px 6px 4px 9px; border: 1px solid #46546e; border-radius: 18px; background: #141a24; color: #ffffff;
  box-shadow: 0 6px 20px rgb(0 0 0 / 30%);
}
b { font-weight: 500; }
i { display: none; }
button:hover { background: #2e394b; }
button:not(.close) { color: #8fb5f6; }`;

export type Part = 'row' | 'note' | 'banner' | 'pill' | 'mail' | 'why';
const texts: Record<Part, string> = {
  row: rowCss + brokerMarkCss + mailButtonCss,
  note: noteCss,
  banner: bannerCss,
  pill: pillCss,
  mail: mailPopoverCss,
  why: mailPopoverCss + whyPopoverCss,
};
/** By their text. */
const sheets = new Map<string, CSSStyleSheet>();

function sheetOf(text: string): CSSStyleSheet {
  const made = sheets.get(text);
  if (made !== undefined) return made;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}

/** One sheet for all rows: the browser reads it once. Firefox lets no content script adopt one, so there each has its own. */
export function wear(root: ShadowRoot, text: string): void {
  try {
    root.adoptedStyleSheets = [sheetOf(text)];
  } catch {
    root.prepend(Object.assign(root.ownerDocument.createElement('style'), { textContent: text }));
  }
}

export function dress(root: ShadowRoot, part: Part): void {
  wear(root, texts[part]);
}
