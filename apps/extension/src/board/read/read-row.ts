import type { BoardConfig, BoardLayout, FieldStep } from '@headhaul/contracts/boards/board-config';
import type { BoardField, BoardLoad } from '@headhaul/domain/boards/board-load';
import { hasQuorum } from '@headhaul/domain/boards/health/row-quorum';
import { type FieldText, type FieldTexts, readBoardLoad } from '@headhaul/domain/boards/read-load';
import { uuidText } from '@headhaul/domain/boards/texts/uuid';

// Here the page is only asked for elements, texts and attributes. Everything that makes the browser compute a layout is too slow for a row.

const longestKey = 200;

function asKey(value: string | null): string | null {
  return value === null || value === '' || value.length > longestKey ? null : value;
}

/** Identifies the load that the row shows now. Null: the row shows none. */
export function readKey(row: Element, { sel, attr, strip, shape }: BoardConfig['key']): string | null {
  const own = row.getAttribute(attr);
  if (own !== null && (strip === undefined || own.startsWith(strip))) return asKey(own.slice(strip?.length ?? 0));
  if (sel === undefined) return null;
  for (const element of row.querySelectorAll(sel)) {
    const value = element.getAttribute(attr);
    if (value !== null && (shape === undefined || uuidText.test(value))) return asKey(value);
  }
  return null;
}

/** The texts of a table's heads, by their selector. */
export type HeadTexts = (selector: string) => readonly string[];

/** Reads heads once for all rows that are read together. */
export function createHeadTexts(document: Document): HeadTexts {
  const read = new Map<string, readonly string[]>();
  return (selector) => {
    const texts = read.get(selector) ?? [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim().toLowerCase());
    read.set(selector, texts);
    return texts;
  };
}

/** Whether the table's heads are those of the layout: without marks on its cells only they tell which column is which. */
function hasHeads(row: Element, heads: BoardLayout['heads'], headTexts: HeadTexts): boolean {
  if (heads === undefined) return true;
  if (row.childElementCount !== heads.texts.length) return false;
  const texts = headTexts(heads.sel);
  return texts.length === heads.texts.length && texts.every((text, index) => text === heads.texts[index]);
}

export function layoutOf(
  row: Element,
  layouts: readonly BoardLayout[],
  headTexts: HeadTexts = createHeadTexts(row.ownerDocument),
): BoardLayout | null {
  const layout = layouts.find(({ when }) => row.querySelector(when.rowHas) !== null);
  return layout !== undefined && hasHeads(row, layout.heads, headTexts) ? layout : null;
}

interface Found {
  element: Element;
  text: string;
  isAmbiguous: boolean;
}

function find(row: Element, { sel, attr }: FieldStep): Found | null {
  for (const selector of sel) {
    const [element, ...others] = row.querySelectorAll(selector);
    if (element === undefined) continue;
    const textOf = (one: Element) => (attr === undefined ? one.textContent : (one.getAttribute(attr) ?? ''));
    const text = textOf(element);
    // Some boards draw a value twice and hide one of them. Two that differ are another matter.
    return { element, text, isAmbiguous: others.some((other) => textOf(other).trim() !== text.trim()) };
  }
  return null;
}

/** An element that holds another field has the text of both. */
function holdsAnother({ element }: Found, all: readonly Found[]): boolean {
  return element.firstElementChild !== null && all.some((other) => other.element !== element && element.contains(other.element));
}

function readTexts(row: Element, fields: BoardLayout['fields']): FieldTexts {
  const steps = Object.entries(fields) as [BoardField, FieldStep][];
  const found = new Map(steps.map(([field, step]) => [field, find(row, step)]));
  const all = [...found.values()].filter((one) => one !== null);
  return Object.fromEntries(
    steps.map(([field, { attr, as, part, options }]): [BoardField, FieldText] => {
      const one = found.get(field) ?? null;
      const isAmbiguous = one !== null && (one.isAmbiguous || (attr === undefined && holdsAnother(one, all)));
      return [field, { text: one?.text ?? null, isAmbiguous, as, part, options }];
    }),
  );
}

export interface RowRead {
  key: string;
  /** Changes with every text of the row that is read. */
  signature: string;
  /** Null when the row has none of the layouts. */
  load: BoardLoad | null;
  /** Enough was read to decide about it. */
  isRead: boolean;
}

/** The same row with the same texts is not parsed again. */
export function readRow(
  row: Element,
  config: BoardConfig,
  today: string,
  before?: RowRead,
  headTexts: HeadTexts = createHeadTexts(row.ownerDocument),
): RowRead | null {
  const key = readKey(row, config.key);
  if (key === null) return null;
  const layout = layoutOf(row, config.layouts, headTexts);
  if (layout === null) return { key, signature: '', load: null, isRead: false };
  const texts = readTexts(row, layout.fields);
  const signature = [today, layout.id, ...Object.values(texts).map(({ text, isAmbiguous }) => (isAmbiguous ? '\u0000' : text))].join(
    '\u0001',
  );
  if (before?.key === key && before.signature === signature) return before;
  const load = readBoardLoad(texts, { board: config.board, layout: layout.id, rowKey: key, today });
  return { key, signature, load, isRead: hasQuorum(load.read, layout) };
}
