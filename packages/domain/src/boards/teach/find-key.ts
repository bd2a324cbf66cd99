import { uuidText } from '../texts/uuid.ts';
import type { PageElement } from './page-tree.ts';
import { findByPath, type Path, renderPath } from './path.ts';
import { isMadeUp } from './stable-names.ts';

/** What tells the load of one row from that of another, as a configuration says it. */
export interface RowKey {
  sel?: string;
  attr: string;
  strip?: string;
  shape?: 'uuid';
}

const keyAttribute = /^(?:id|data-[a-z0-9-]{1,50})$/;
const keyValue = /^[\w .:+/=-]{1,200}$/;
const prefixText = /^[\w-]{1,40}$/;

/** Shorter ones are made up by frameworks, for elements and not for loads. */
const shortestKey = 4;

/**
 * Whether the values only count the rows. Such a value stays when the row gets another load, so nobody could tell. Loads that happen to be
 * numbered one after the other are refused too: then the row has no key that we trust.
 */
function countsRows(values: readonly string[]): boolean {
  const numbers = values.map((value) => Number(value.match(/\d{1,15}/g)?.at(-1) ?? Number.NaN));
  const steps = new Set(numbers.slice(1).map((number, at) => number - (numbers[at] ?? Number.NaN)));
  const [step = Number.NaN] = steps;
  return steps.size === 1 && Math.abs(step) > 0;
}

function isKey(values: readonly (string | undefined)[]): values is string[] {
  if (!values.every((value) => value !== undefined && keyValue.test(value))) return false;
  const known = values as string[];
  if (known.some((value) => value.length - (prefixOf(known)?.length ?? 0) < shortestKey || isMadeUp(value))) return false;
  return new Set(known).size === known.length && !countsRows(known);
}

/** What all values begin with, up to a sign between words: "row-" of "row-Qx7" and "row-b0L". */
function prefixOf(values: readonly string[]): string | undefined {
  const [first = '', ...others] = values;
  let length = 0;
  while (length < first.length && others.every((value) => value[length] === first[length])) length += 1;
  const prefix = /^.*[-_:]/.exec(first.slice(0, length))?.[0] ?? '';
  return prefixText.test(prefix) && values.every((value) => value.length > prefix.length) ? prefix : undefined;
}

/** Names that sound like a key's come first. */
const rankOf = (name: string) => (name === 'id' ? 0 : /id$|key|ref|load|shipment|posting|order/.test(name) ? 1 : 2);

function attributesOf(element: PageElement | undefined): string[] {
  const names = [...(element?.attributes.keys() ?? [])].filter((name) => keyAttribute.test(name));
  return names.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** The row's own attribute. */
function findOwn(rows: readonly PageElement[]): RowKey | null {
  for (const attr of attributesOf(rows[0])) {
    const values = rows.map(({ attributes }) => attributes.get(attr));
    if (!isKey(values)) continue;
    const strip = prefixOf(values);
    return strip === undefined ? { attr } : { attr, strip };
  }
  return null;
}

/** One or two elements deep, because a key deeper inside is more likely something else's. */
const depths: readonly ((attr: string, tag: string) => Path)[] = [
  (attr, tag) => [{ isAnywhere: false, tag, names: [], starts: [[attr, '']] }],
  (attr, tag) => [{ isAnywhere: true, tag, names: [], starts: [[attr, '']] }],
];

/** An attribute inside the row: that of its only element that has it, or of the first whose value is a UUID. */
function findInside(rows: readonly PageElement[]): RowKey | null {
  const [row] = rows;
  const inside = row === undefined ? [] : [...row.children, ...row.children.flatMap(({ children }) => children)];
  for (const path of depths) {
    for (const element of inside) {
      for (const attr of attributesOf(element)) {
        if (element.tag === '' || rows.some(({ attributes }) => attributes.has(attr))) continue;
        const steps = path(attr, element.tag);
        const found = rows.map((one) => findByPath(one, steps).map(({ attributes }) => attributes.get(attr) ?? ''));
        const uuids = found.map((values) => values.find((value) => uuidText.test(value)));
        const sel = renderPath(steps);
        if (isKey(uuids)) return { sel, attr, shape: 'uuid' };
        if (found.every(({ length }) => length === 1) && isKey(found.map(([value]) => value))) return { sel, attr };
      }
    }
  }
  return null;
}

export function findKey(rows: readonly PageElement[]): RowKey | null {
  return findOwn(rows) ?? findInside(rows);
}
