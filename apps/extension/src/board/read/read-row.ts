import type { BoardConfig, BoardLayout } from '@headhaul/contracts/boards/board-config';
import type { BoardField, BoardLoad } from '@headhaul/domain/boards/board-load';
import type { Doubts, JudgedRow } from '@headhaul/domain/boards/health/page-health';
import { hasQuorum } from '@headhaul/domain/boards/health/row-quorum';
import { isSilent, readOpenedLoad } from '@headhaul/domain/boards/merge-texts';
import type { FieldTexts, RowSource } from '@headhaul/domain/boards/read-load';
import { hasPart } from '@headhaul/domain/boards/texts/clean';
import { uuidText } from '@headhaul/domain/boards/texts/uuid';
import { findIn, listSteps, readTexts, signatureOf } from './field-texts.ts';
import { hostsOf, type OpenedLoads } from './opened-loads.ts';
import { createRowElements } from './row-elements.ts';

// Here the page is only asked for elements, texts and attributes. Everything that makes the browser compute a layout is too slow for a row,
// and Biome refuses it (scripts/no-layout-reads.grit).

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
  opened: readonly Element[] = [],
  elements = createRowElements(row),
): BoardLayout | null {
  const layout = layouts.find(({ when }) => findIn(elements, when.rowHas, opened).length > 0);
  return layout !== undefined && hasHeads(row, layout.heads, headTexts) ? layout : null;
}

export interface RowRead {
  key: string;
  /** Changes with every text of the row, and of what opened there, that is read. */
  signature: string;
  /** Null when the row has none of the layouts. */
  load: BoardLoad | null;
  /** Enough was read to decide about it. */
  isRead: boolean;
  /** Fields about which the row says nothing that counts, because of doubts about the page. In `load` they are not understood. */
  unread: readonly BoardField[];
  /** What stands there, whatever is doubted. */
  standing: JudgedRow & { read: BoardLoad['read'] | null };
}

const noFields: readonly BoardField[] = [];
const notStanding: RowRead['standing'] = { isRead: false, fields: noFields, lost: noFields, read: null };

interface ReadOptions {
  /** The same row with the same texts is not parsed again. */
  before?: RowRead | undefined;
  headTexts?: HeadTexts;
  /** What opened loads say. Without it only the row's own texts are read. */
  openedLoads?: OpenedLoads;
  /** About fields of this page. */
  doubts?: Doubts | undefined;
}

const fieldLists = new WeakMap<BoardLayout['fields'], readonly BoardField[]>();

/** Listed once for all rows of a layout. */
function listFields(fields: BoardLayout['fields']): readonly BoardField[] {
  const listed = fieldLists.get(fields) ?? listSteps(fields).map(([field]) => field);
  fieldLists.set(fields, listed);
  return listed;
}

/** Whether the row has a place for the field, also where it says that there is nothing. */
const stands = (texts: FieldTexts, field: BoardField) => {
  const { text = null, part } = texts[field] ?? {};
  return text !== null && (part === undefined || hasPart(text, part));
};

/** Of these a board has codes that we don't know, and numbers without a unit. */
const oddFields: readonly BoardField[] = ['equipment', 'weight'];

/** A place without a figure says "Call", and is still the field's own. One with a figure that isn't understood holds something else. */
function isLost(own: FieldTexts, field: BoardField, failed: readonly BoardField[]): boolean {
  if (!stands(own, field)) return true;
  return failed.includes(field) && !oddFields.includes(field) && /\d/.test(own[field]?.text ?? '');
}

/** What an opened load says of a field comes from another place of the page, so it counts. */
function findUnread(own: FieldTexts, inside: FieldTexts, { fields }: BoardLayout, { unread, unsure }: Doubts): readonly BoardField[] {
  if (unread.length === 0 && unsure.length === 0) return noFields;
  const isDoubted = (field: BoardField) => unread.includes(field) || (unsure.includes(field) && !stands(own, field));
  const doubted = listFields(fields).filter((field) => isDoubted(field) && isSilent(inside[field]));
  return doubted.length === 0 ? noFields : doubted;
}

/** A field that is doubted is one that isn't understood: the page may well show it. */
function withhold(texts: FieldTexts, unread: readonly BoardField[]): FieldTexts {
  return {
    ...texts,
    ...Object.fromEntries(unread.map((field) => [field, { text: null, as: 'text', ...texts[field], isAmbiguous: true }])),
  };
}

function standingOf(own: FieldTexts, { read }: BoardLoad, layout: BoardLayout, isRead: boolean): RowRead['standing'] {
  const fields = listFields(layout.fields);
  const lost = fields.filter((field) => isLost(own, field, read.failed));
  return { isRead, fields, lost: lost.length === 0 ? noFields : lost, read };
}

const isSameList = (one: readonly BoardField[], other: readonly BoardField[]) => one === other || one.join() === other.join();

export function readRow(row: Element, config: BoardConfig, today: string, options: ReadOptions = {}): RowRead | null {
  const { before, headTexts, openedLoads, doubts } = options;
  const key = readKey(row, config.key);
  if (key === null) return null;
  const elements = createRowElements(row);
  const opened = hostsOf(row, config.detail, elements);
  const layout = layoutOf(row, config.layouts, headTexts, opened, elements);
  if (layout === null) return { key, signature: '', load: null, isRead: false, unread: noFields, standing: notStanding };
  const source: RowSource = { board: config.board, layout: layout.id, rowKey: key, today };
  const own = readTexts(row, layout.fields, opened, elements);
  const inside = openedLoads?.read(opened, own, source) ?? {};
  const signature = [today, layout.id, signatureOf(own), signatureOf(inside)].join('\u0002');
  const unread = doubts === undefined ? noFields : findUnread(own, inside, layout, doubts);
  const isAsBefore = before?.key === key && before.signature === signature;
  if (isAsBefore && isSameList(before.unread, unread)) return before;
  const asItStands = readOpenedLoad(own, inside, source);
  const standsRead = hasQuorum(asItStands.read, layout);
  const standing = isAsBefore ? before.standing : standingOf(own, asItStands, layout, standsRead);
  if (unread.length === 0) return { key, signature, load: asItStands, isRead: standsRead, unread, standing };
  const load = readOpenedLoad(withhold(own, unread), inside, source);
  return { key, signature, load, isRead: hasQuorum(load.read, layout), unread, standing };
}
