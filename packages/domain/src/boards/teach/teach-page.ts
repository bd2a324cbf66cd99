import type { BoardField, BoardId, BoardLoad } from '../board-load.ts';
import { hasQuorum } from '../health/row-quorum.ts';
import { type FieldText, type FieldTexts, readBoardLoad } from '../read-load.ts';
import { findSelectorFault } from '../selector.ts';
import type { TransformName } from '../transforms.ts';
import { type AnchorPlace, findAnchors } from './anchors.ts';
import { ruleOf } from './field-rules.ts';
import { findHeads, type Heads } from './find-heads.ts';
import { findKey, type RowKey } from './find-key.ts';
import { findPlace } from './find-places.ts';
import { findRows, type RowGroup } from './find-rows.ts';
import { type IndexedPage, indexPage, isInside, type PageElement, type PageNode } from './page-tree.ts';
import { type Path, renderPath, type Step } from './path.ts';
import { type Answers, assess, type Proposal, proposeFields } from './propose.ts';
import { findSlots, type Slot } from './slots.ts';

export interface LookOptions {
  board: BoardId;
  /** The day at the user's desk. */
  today: string;
}

/** A list on the page, and everything that was found in its rows. */
export interface TaughtList {
  rows: readonly PageElement[];
  slots: readonly Slot[];
  heads: Heads | null;
  key: RowKey;
  /** From the page. */
  containerPath: Path;
  rowStep: Step;
}

/**
 * NO_ROWS: fewer than five rows look like loads. NO_KEY: nothing tells one load from another, so nobody could see that a row has got
 * another one. NO_PLACE: the list can't be found again by names and structure.
 */
export type LookFault = 'NO_ROWS' | 'NO_KEY' | 'NO_PLACE';

export interface PageLook {
  page: IndexedPage;
  lists: readonly TaughtList[];
  /** Why there is no list. */
  fault: LookFault | null;
}

function rowStepOf(row: PageElement, { sel, attr, strip }: RowKey): Step {
  const role = row.attributes.get('role');
  const names: [string, string][] = role !== undefined && /^[a-z]{1,20}$/.test(role) ? [['role', role]] : [];
  return { isAnywhere: false, tag: row.tag, names, starts: sel === undefined ? [[attr, strip ?? '']] : [] };
}

function lookAtList(page: IndexedPage, { container, rows }: RowGroup): TaughtList | LookFault {
  const key = findKey(rows);
  const [first] = rows;
  if (key === null || first === undefined) return 'NO_KEY';
  const containerPath = findPlace(page, container);
  if (containerPath === null) return 'NO_PLACE';
  const heads = findHeads(page, container, rows);
  const list = { rows, heads, key, containerPath, rowStep: rowStepOf(first, key) };
  if (key.sel !== undefined && findSelectorFault(key.sel) !== null) return 'NO_KEY';
  if (findSelectorFault(renderPath([...containerPath, list.rowStep])) !== null) return 'NO_PLACE';
  return { ...list, slots: findSlots(rows, { heads: heads?.texts ?? [] }) };
}

/** Lists of loads on a page, the likeliest first. Never throws, whatever the page is. */
export function lookAtPage(node: PageNode, { today }: LookOptions): PageLook {
  const page = indexPage(node);
  const looked = findRows(page, today).map((group) => lookAtList(page, group));
  const lists = looked.filter((one) => typeof one !== 'string');
  const [fault = 'NO_ROWS'] = looked.filter((one) => typeof one === 'string');
  return { page, lists, fault: lists.length > 0 ? null : fault };
}

/** How many rows show the field, how many of them were understood, and how many show nothing. */
export interface FieldCount {
  ok: number;
  missing: number;
  failed: number;
}

export interface FieldStepData {
  sel: string[];
  attr?: 'href';
  as: TransformName;
  part?: number;
}

export interface TaughtLayout {
  id: 'taught';
  when: { rowHas: string };
  heads?: { sel: string; texts: string[] };
  fields: Partial<Record<BoardField, FieldStepData>>;
  required: BoardField[];
  requiredAny: BoardField[];
}

/** The part of a board's configuration that is learned from the page. The extension adds its name, its version and its hosts. */
export interface TaughtConfig {
  container: string[];
  row: string[];
  key: RowKey;
  ignore: string[];
  layouts: [TaughtLayout];
  anchors: { row: string[] };
  health: { minRows: number; quorumPct: number; fieldFloor: Partial<Record<BoardField, number>>; expects?: string[] };
}

/** QUORUM: too few rows can be read. The others name what is needed and isn't certain. */
export type TeachFault = 'ORIGIN' | 'DESTINATION' | 'RATE_MILES_OR_PICKUP' | 'QUORUM';

export interface Taught {
  loads: readonly BoardLoad[];
  counts: Partial<Record<BoardField, FieldCount>>;
  /** Fields whose values contradict others. They are left out. */
  doubted: readonly BoardField[];
  fault: TeachFault | null;
  /** Null with a fault. */
  config: TaughtConfig | null;
  /** Where our own element may stand. The configuration has the first of them: which has room for it, only the screen tells. */
  anchors: readonly AnchorPlace[];
}

const needed = ['origin', 'destination'] as const;
const oneNeeded = ['rateTotal', 'tripMiles', 'pickup'] as const;
/** A page is taught only if nearly all of its rows can be read by it. */
const taughtPct = 80;
/** Later a page may show worse rows before we say that it has changed. */
const quorumPct = 70;
const usualMinRows = 5;
/** When more rows than this contradict themselves, a column was mistaken for another. */
const mostContradictions = 0.1;

function asOf(field: BoardField, slot: Slot): TransformName {
  return field === 'phone' && slot.attr === 'href' ? 'tel' : ruleOf(field).as;
}

function stepFor(field: BoardField, slot: Slot): FieldStepData {
  return {
    sel: [slot.selector],
    ...(slot.attr === null ? {} : { attr: slot.attr }),
    as: asOf(field, slot),
    ...(slot.part === null ? {} : { part: slot.part }),
  };
}

type Chosen = ReadonlyMap<BoardField, Slot>;

function chosenOf(proposals: readonly Proposal[]): Map<BoardField, Slot> {
  return new Map(
    proposals.flatMap(({ field, certainty, slot }) => (certainty === 'SURE' && slot !== null ? [[field, slot] as const] : [])),
  );
}

/** Reads the rows as the configuration would. The whole line is given, because the reader takes the part itself. */
function readRows({ rows }: TaughtList, chosen: Chosen, { board, today }: LookOptions): BoardLoad[] {
  return rows.map((_, row) => {
    const all = [...chosen.values()].flatMap(({ elements }) => elements[row] ?? []);
    const texts: FieldTexts = Object.fromEntries(
      [...chosen].map(([field, slot]): [BoardField, FieldText] => {
        const element = slot.elements[row] ?? null;
        const text = slot.attr === null ? (element?.text ?? null) : (element?.attributes.get(slot.attr) ?? null);
        // An element that holds another field has the text of both.
        const isAmbiguous = element !== null && slot.attr === null && all.some((other) => other !== element && isInside(other, element));
        return [field, { text, isAmbiguous, as: asOf(field, slot), ...(slot.part === null ? {} : { part: slot.part }) }];
      }),
    );
    return readBoardLoad(texts, { board, layout: 'taught', rowKey: String(row), today });
  });
}

function countFields(loads: readonly BoardLoad[], chosen: Chosen): Taught['counts'] {
  return Object.fromEntries(
    [...chosen.keys()].map((field): [BoardField, FieldCount] => {
      const count = (outcome: keyof BoardLoad['read']) => loads.filter(({ read }) => read[outcome].includes(field)).length;
      return [field, { ok: count('ok'), missing: count('missing'), failed: count('failed') }];
    }),
  );
}

/** A rate per mile that doesn't agree with rate and miles comes from another column, and nobody knows which of the three does. */
function findDoubted(loads: readonly BoardLoad[], chosen: Chosen): BoardField[] {
  const three = ['rateTotal', 'ratePerMile', 'tripMiles'] as const;
  if (!three.every((field) => chosen.has(field))) return [];
  const contradicting = loads.filter(({ read }) => three.every((field) => read.failed.includes(field))).length;
  return contradicting > loads.length * mostContradictions ? ['ratePerMile'] : [];
}

function findFault(chosen: Chosen): TeachFault | null {
  if (!chosen.has('origin')) return 'ORIGIN';
  if (!chosen.has('destination')) return 'DESTINATION';
  return oneNeeded.some((field) => chosen.has(field)) ? null : 'RATE_MILES_OR_PICKUP';
}

/** Too many things on other pages have these. */
const commonKeys = new Set(['id', 'data-id', 'data-key']);

/** What a row of this board is known by, wherever it stands. Null: nothing that only its rows have. */
function witnessOf({ tag, starts: [key] = [] }: Step): string | null {
  const [name = '', start = ''] = key ?? [];
  if (start === '' && (name === '' || commonKeys.has(name))) return null;
  return start === '' ? `${tag}[${name}]` : `${tag}[${name}^='${start}']`;
}

function toConfig(list: TaughtList, chosen: Chosen, counts: Taught['counts'], anchors: readonly AnchorPlace[]): TaughtConfig {
  const { rows, heads, key, containerPath, rowStep } = list;
  const container = renderPath(containerPath);
  const row = renderPath([...containerPath, rowStep]);
  const isCounted = [...chosen.values()].some(({ path }) => path[0]?.nth !== undefined);
  const age = chosen.get('age');
  const floors = Object.entries(counts).flatMap(([field, { ok }]) => {
    const share = Math.floor((ok * 50) / rows.length);
    return share >= 10 ? [[field, share] as const] : [];
  });
  const witness = witnessOf(rowStep);
  return {
    container: [container],
    row: [row],
    key,
    ignore: age === undefined ? [] : [renderPath(age.path, row)].filter((selector) => findSelectorFault(selector) === null),
    layouts: [
      {
        id: 'taught',
        when: { rowHas: chosen.get('origin')?.selector ?? '' },
        ...(heads === null || !isCounted ? {} : { heads: { sel: heads.sel, texts: [...heads.texts] } }),
        fields: Object.fromEntries([...chosen].map(([field, slot]) => [field, stepFor(field, slot)])),
        required: [...needed],
        requiredAny: oneNeeded.filter((field) => chosen.has(field)),
      },
    ],
    anchors: { row: anchors.slice(0, 1).map(({ selector }) => selector) },
    health: {
      minRows: usualMinRows,
      quorumPct,
      fieldFloor: Object.fromEntries(floors),
      // Rows that stand elsewhere on the page show that the list has moved.
      ...(witness === null ? {} : { expects: [witness] }),
    },
  };
}

/** What the proposals that are certain read from the rows, and the configuration that says so. Fields with a question open are left out. */
export function teach(list: TaughtList, proposals: readonly Proposal[], options: LookOptions): Taught {
  const chosen = chosenOf(proposals);
  for (const [field, { selector }] of chosen) if (findSelectorFault(selector) !== null) chosen.delete(field);
  const doubted = findDoubted(readRows(list, chosen, options), chosen);
  for (const field of doubted) chosen.delete(field);
  const loads = readRows(list, chosen, options);
  const counts = countFields(loads, chosen);
  const fault = findFault(chosen);
  const quorum = { required: needed, requiredAny: oneNeeded };
  const read = loads.filter((load) => hasQuorum(load.read, quorum)).length;
  const isEnough = read * 100 >= loads.length * taughtPct;
  if (fault !== null || !isEnough) return { loads, counts, doubted, fault: fault ?? 'QUORUM', config: null, anchors: [] };
  const anchors = findAnchors(list, chosen);
  return { loads, counts, doubted, fault: null, config: toConfig(list, chosen, counts, anchors), anchors };
}

export function propose(list: TaughtList, options: LookOptions, answers: Answers = new Map()): Proposal[] {
  return proposeFields(list.slots, { ...options, answers });
}

/** WRONG_SHAPE: these cells can't be read as the field. ANOTHER_ROW: the cell isn't found in enough rows; the same in another one may tell. */
export type Pick = { slot: Slot } | { fault: 'NOT_IN_A_ROW' | 'WRONG_SHAPE' | 'ANOTHER_ROW' };

const isRelated = (one: PageElement, other: PageElement) => isInside(one, other) || isInside(other, one);

/** The slot that the user means by the cells that were clicked, one in each of some rows. */
export function pickSlot({ rows, slots }: TaughtList, field: BoardField, clicked: readonly PageElement[], options: LookOptions): Pick {
  const at = clicked.map((element) => rows.findIndex((row) => row !== element && isInside(element, row)));
  if (at.length === 0 || at.includes(-1)) return { fault: 'NOT_IN_A_ROW' };
  const rule = ruleOf(field);
  const holds = (slot: Slot, isExact: boolean) =>
    clicked.every((element, index) => {
      const own = slot.elements[at[index] ?? -1] ?? null;
      return own !== null && (isExact ? own === element : isRelated(own, element));
    });
  for (const isExact of [true, false]) {
    const meant = slots.filter((slot) => holds(slot, isExact));
    const fitting = meant
      .flatMap((slot) => assess(rule, slot, options) ?? [])
      .toSorted((one, other) => other.understood - one.understood || Number(one.slot.isLoose) - Number(other.slot.isLoose));
    const [best] = fitting;
    if (best === undefined) continue;
    const isOften = best.slot.texts.filter((text) => text !== null).length * 2 >= rows.length;
    return isOften || clicked.length > 1 ? { slot: best.slot } : { fault: 'ANOTHER_ROW' };
  }
  return { fault: 'WRONG_SHAPE' };
}
