import { isNoValue } from '../texts/clean.ts';
import { readPhone } from '../texts/contact.ts';
import { readUsd } from '../texts/money.ts';
import { readPounds } from '../texts/numbers.ts';
import { readPlace } from '../texts/place.ts';
import { readAge, readDays } from '../texts/time.ts';
import type { IndexedPage, PageElement } from './page-tree.ts';
import { isNamingAttribute } from './stable-names.ts';

export interface RowGroup {
  container: PageElement;
  rows: readonly PageElement[];
}

/** Fewer rows say too little about what is the same in all of them. */
export const fewestRows = 5;
/** More say nothing new. */
export const mostRows = 60;
const mostTextsInRow = 120;
const mostGroups = 5;
const longestValue = 200;

const kinds = ['place', 'money', 'day', 'weight', 'age', 'phone'] as const;
type Kind = (typeof kinds)[number];

/** What a text looks like, whatever it means. */
function kindOf(text: string, today: string): Kind | null {
  if (text.length > longestValue || isNoValue(text)) return null;
  if (readPlace(text) !== null) return 'place';
  if (readUsd(text) !== null) return 'money';
  if (readDays(text, { today }) !== null) return 'day';
  if (readAge(text) !== null) return 'age';
  if (/[a-z#]/i.test(text) && readPounds(text) !== null) return 'weight';
  return readPhone(text) === null ? null : 'phone';
}

const hasOwnText = ({ content }: PageElement) => content.some((part) => typeof part === 'string' && part.trim() !== '');

/** The kinds of texts in a row, and how many different places. */
function kindsIn(row: PageElement, today: string): { kinds: Set<Kind>; places: number } {
  const found = new Set<Kind>();
  const places = new Set<string>();
  const open = [row];
  for (let texts = 0; open.length > 0 && texts < mostTextsInRow; ) {
    const element = open.pop() as PageElement;
    if (hasOwnText(element)) {
      texts += 1;
      const kind = kindOf(element.text, today);
      if (kind !== null) found.add(kind);
      if (kind === 'place') places.add(element.text.trim());
    }
    open.push(...element.children);
  }
  return { kinds: found, places: places.size };
}

/** Rows of one list are alike: the same element with the same kinds of names. */
function outlineOf({ tag, attributes }: PageElement): string {
  const names = [...attributes.keys()].filter((name) => name === 'id' || isNamingAttribute(name) || name.startsWith('data-'));
  return [tag, attributes.get('role') ?? '', ...names.toSorted((one, other) => one.localeCompare(other))].join(' ');
}

function alikeIn({ children }: PageElement): PageElement[] {
  const groups = new Map<string, PageElement[]>();
  for (const child of children) {
    if (child.tag === '' || child.children.length === 0) continue;
    const outline = outlineOf(child);
    groups.set(outline, [...(groups.get(outline) ?? []), child].slice(0, mostRows));
  }
  return [...groups.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** How much the rows look like loads. 0: not at all, because most of them don't have two places. */
function scoreOf(rows: readonly PageElement[], today: string): number {
  const looked = rows.map((row) => kindsIn(row, today));
  const lanes = looked.filter(({ places }) => places >= 2 && places <= 6);
  if (lanes.length * 10 < rows.length * 7) return 0;
  const seen = kinds.filter((kind) => lanes.filter((row) => row.kinds.has(kind)).length * 3 >= lanes.length);
  return lanes.length * seen.length;
}

/** Lists on the page whose rows look like loads, the likeliest first. */
export function findRows({ all }: IndexedPage, today: string): RowGroup[] {
  return all
    .filter(({ children }) => children.length >= fewestRows)
    .map((container) => ({ container, rows: alikeIn(container) }))
    .filter(({ rows }) => rows.length >= fewestRows)
    .map((group) => ({ ...group, score: scoreOf(group.rows, today) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostGroups)
    .map(({ container, rows }) => ({ container, rows }));
}
