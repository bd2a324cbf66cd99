import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardField } from '@headhaul/domain/boards/board-load';
import { isSilent, mergeTexts } from '@headhaul/domain/boards/merge-texts';
import { type FieldText, type FieldTexts, type RowSource, shownText } from '@headhaul/domain/boards/read-load';
import { readTexts, signatureOf } from './field-texts.ts';
import type { RowElements } from './row-elements.ts';

type Detail = NonNullable<BoardConfig['detail']>;

/** More loads than anybody opens in a morning. */
const mostKept = 500;

const none: readonly Element[] = [];

/** What has opened inside the row, or right below it. */
export function hostsOf(row: Element, detail: Detail | undefined, elements: RowElements): readonly Element[] {
  if (detail === undefined) return none;
  const selector = detail.host.length === 1 ? (detail.host[0] ?? '') : detail.host.join();
  const [inside, below] = [elements.find(selector), row.nextElementSibling];
  if (below?.matches(selector) === true) return [...Array.from(inside), below];
  return inside.length === 0 ? none : Array.from(inside);
}

/** A label's value stands after it, before the next label. Two values there, or none, tell nothing. */
function valuesBy(host: Element, { root, label, value }: Detail['pairs'][number]): Map<string, Element[]> {
  const values = new Map<string, Element[]>();
  for (const block of host.querySelectorAll(root)) {
    const parts = [...block.querySelectorAll(`${label},${value}`)];
    for (const [at, part] of parts.entries()) {
      const text = part.textContent.trim().toLowerCase().replace(/:$/, '').trimEnd();
      if (!part.matches(label)) continue;
      const next = parts.findIndex((one, index) => index > at && one.matches(label));
      values.set(text, [...(values.get(text) ?? []), ...parts.slice(at + 1, next < 0 ? undefined : next)]);
    }
  }
  return values;
}

function readPairs(host: Element, pairs: Detail['pairs'][number]): FieldTexts {
  const values = valuesBy(host, pairs);
  return Object.fromEntries(
    pairs.take.map(({ label, field, attr, as, part, options }): [BoardField, FieldText] => {
      const [first, ...others] = (values.get(label) ?? []).map((one) => (attr === undefined ? one.textContent : one.getAttribute(attr)));
      return [field, { text: first ?? null, isAmbiguous: others.some((other) => other?.trim() !== first?.trim()), as, part, options }];
    }),
  );
}

const saysSomething = (texts: FieldTexts) => Object.values(texts).some((text) => !isSilent(text));
const shownOf = (text: FieldText | undefined) => text && shownText(text);
const isSame = (one: FieldText | undefined, other: FieldText | undefined) => shownOf(one) === shownOf(other);

/** Lanes differ from load to load, so a panel about other places is another load's. */
const ends = ['origin', 'destination'] as const;

function findPlaces(texts: FieldTexts): FieldTexts {
  return Object.fromEntries(ends.flatMap((end) => (texts[end] === undefined ? [] : [[end, texts[end]]])));
}

/** Whether the two name different places. */
function isElsewhere(one: FieldTexts, other: FieldTexts, source: RowSource): boolean {
  const merged = mergeTexts(one, other, source);
  return ends.some((end) => merged[end]?.isAmbiguous === true);
}

interface Kept {
  inside: FieldTexts;
  /** The row's own texts at that time. */
  own: FieldTexts;
  isWhole: boolean;
  /** The key's row shows another load now. */
  isOther?: boolean;
}

/** A panel as it was last read. */
interface Panel {
  /** Whose row it was in, and what that row said. */
  key: string;
  own: FieldTexts;
  inside: FieldTexts;
  /** Fields that still say what they said about the load before. */
  held: ReadonlySet<BoardField>;
}

/** A row is used again for another load, and its panel changes a moment later, maybe field by field. What hasn't changed yet tells nothing. */
function heldFields(before: Panel | undefined, now: FieldTexts, isSameLoad: boolean): ReadonlySet<BoardField> {
  if (before === undefined) return new Set();
  const suspects = isSameLoad ? [...before.held] : (Object.keys(before.inside) as BoardField[]);
  return new Set(suspects.filter((field) => !isSilent(now[field]) && isSame(now[field], before.inside[field])));
}

export interface OpenedLoads {
  /** What the load of this row says inside: now, or when it was open. Nothing while nobody has opened it. */
  read(hosts: readonly Element[], own: FieldTexts, source: RowSource): FieldTexts;
  /** Whether the load of this key was opened and read as a whole. */
  has(key: string): boolean;
  /** Another search. */
  forget(): void;
}

/** Reads what a board shows of a load only when it is opened, and remembers it for the load, not for the row. */
export function createOpenedLoads(detail: Detail): OpenedLoads {
  const kept = new Map<string, Kept>();
  const panels = new WeakMap<Element, Panel>();

  function readHost(host: Element): FieldTexts {
    return Object.assign({}, readTexts(host, detail.fields), ...detail.pairs.map((pairs) => readPairs(host, pairs)));
  }

  /** Null where nothing is open, and where nobody can tell whose it is. */
  function readOpen([host, ...others]: readonly Element[], own: FieldTexts, source: RowSource): FieldTexts | null {
    if (host === undefined || others.length > 0) return null;
    const { rowKey } = source;
    const now = readHost(host);
    const before = panels.get(host);
    const isSameLoad = before?.key === rowKey && !isElsewhere(findPlaces(before.own), findPlaces(own), source);
    if (before !== undefined && !isSameLoad && signatureOf(before.inside) === signatureOf(now)) return null;
    if (isElsewhere(own, now, source)) return now;
    const held = heldFields(before, now, isSameLoad);
    panels.set(host, { key: rowKey, own, inside: now, held });
    if (!saysSomething(now)) return null;
    const [inside, known] = [{ ...now }, recall(own, source)];
    for (const field of held) inside[field] = known[field] ?? { as: 'text', text: null };
    keep(rowKey, { inside, own, isWhole: held.size === 0 || isWhole(rowKey) });
    return inside;
  }

  function isWhole(key: string): boolean {
    const known = kept.get(key);
    return known?.isWhole === true && known.isOther !== true;
  }

  function keep(key: string, load: Kept): void {
    kept.delete(key);
    kept.set(key, load);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  }

  /** What the row says anew since the load was closed is the newer word. With other places it is another load, whatever its key says. */
  function recall(own: FieldTexts, source: RowSource): FieldTexts {
    const known = kept.get(source.rowKey);
    if (known === undefined) return {};
    known.isOther = isElsewhere(findPlaces(known.own), findPlaces(own), source);
    if (known.isOther) return {};
    const entries = Object.entries(known.inside) as [BoardField, FieldText][];
    return Object.fromEntries(entries.filter(([field]) => isSilent(own[field]) || isSame(own[field], known.own[field])));
  }

  return {
    read: (hosts, own, source) => readOpen(hosts, own, source) ?? recall(own, source),
    has: isWhole,
    forget: () => kept.clear(),
  };
}
