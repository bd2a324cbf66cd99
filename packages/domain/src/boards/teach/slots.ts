import { cleanValue } from '../texts/clean.ts';
import type { PageElement } from './page-tree.ts';
import { fitsStep, type Path, renderPath, type Step } from './path.ts';
import { isNamingAttribute, isStableName, wordsOf } from './stable-names.ts';

/** A place in the row that can be found in all rows by one selector, and its texts. */
export interface Slot {
  id: string;
  path: Path;
  selector: string;
  attr: 'href' | null;
  /** Of a line with `|` between its values. */
  part: number | null;
  /** By row. Null: the row has no such element. */
  texts: readonly (string | null)[];
  elements: readonly (PageElement | null)[];
  /** It is found by counting siblings whose number varies, so another value may stand there. */
  isLoose: boolean;
  /** It is found by counting siblings from both ends, and their number isn't the same in all rows. */
  isVarying: boolean;
  /** Every step that tells it from its siblings does so by a name. */
  isNamed: boolean;
  /** Words that somebody has put on it, around it, above it and before it, the nearest first. */
  words: readonly (readonly string[])[];
}

/** By row: the elements that a path has found so far. */
type Found = readonly (readonly PageElement[])[];

const mostSlots = 400;
const mostSteps = 10;
const mostMoves = 120;
const mostNames = 40;
/** How often elements are looked at, all together. The pages that we know need less than a tenth of it. */
const mostLooks = 1_000_000;
const commonShare = 0.6;
const fewestShare = 0.15;
const contactLinks = ['mailto:', 'tel:'] as const;

const isOnePerRow = (found: Found) => found.every((elements) => elements.length <= 1);
const childrenOf = (found: Found): Found => found.map((elements) => elements.flatMap(({ children }) => children));

/** What is left of `mostLooks`. */
interface Looks {
  left: number;
}

function narrow(found: Found, step: Step, looks: Looks): Found {
  return found.map((elements) => {
    looks.left -= elements.length;
    return elements.filter((element) => fitsStep(element, step));
  });
}

/**
 * Whether the attribute names things among these elements: the same values in most rows, and other values only beside those. "good" and
 * "bad" on one cell are no names, because one stands where the other stood.
 */
function namesThings(attribute: string, children: Found): boolean {
  const inRows = children
    .map((elements) => new Set(elements.flatMap(({ attributes }) => attributes.get(attribute) ?? [])))
    .filter((values) => values.size > 0);
  const counts = new Map<string, number>();
  for (const values of inRows) for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= inRows.length * commonShare).map(([value]) => value);
  const isCommon = new Set(common);
  return (
    common.length > 0 &&
    inRows.every((values) => [...values].every((value) => isCommon.has(value)) || common.every((value) => values.has(value)))
  );
}

function namesOf({ attributes }: PageElement, naming: readonly string[]): [string, string][] {
  return naming.flatMap((name): [string, string][] => {
    const value = attributes.get(name);
    return value !== undefined && isStableName(value) ? [[name, value]] : [];
  });
}

function linkOf({ tag, attributes }: PageElement): [string, string][] {
  const href = tag === 'a' ? (attributes.get('href') ?? '') : '';
  return contactLinks.filter((link) => href.startsWith(link)).map((link) => ['href', link]);
}

interface Move {
  step: Step;
  found: Found;
  isLoose: boolean;
  isVarying: boolean;
}
const surely = { isLoose: false, isVarying: false };

/** The ways to tell the elements from their siblings, each as one step of a selector. */
function* movesTo(children: Found, looks: Looks): Generator<Move> {
  const everyone = children.flat();
  const attributes = new Set(everyone.flatMap(({ attributes: own }) => [...own.keys()]));
  const named = [...attributes].filter(isNamingAttribute).slice(0, mostNames);
  looks.left -= everyone.length * named.length;
  const naming = named.filter((name) => namesThings(name, children));
  const plain = new Map<string, Step>();
  for (const element of everyone) {
    if (element.tag === '') continue;
    const step: Step = { isAnywhere: false, tag: element.tag, names: namesOf(element, naming), starts: linkOf(element) };
    plain.set(renderPath([step]), step);
  }
  for (const step of [...plain.values()].slice(0, mostMoves)) {
    const found = narrow(children, step, looks);
    // A step that asks for fewer names also finds elements with more of them.
    if (!isOnePerRow(found)) yield* countedMoves(step, found, looks);
    yield { step, found, ...surely };
  }
}

/** By counting from both ends, and from the first alone where the number of siblings varies. */
function* countedMoves(step: Step, found: Found, looks: Looks): Generator<Move> {
  const counts = new Map<string, Step>();
  const everyone = found.flat();
  looks.left -= everyone.length;
  const isVarying = new Set(everyone.map(({ parent }) => parent?.children.length)).size > 1;
  for (const { position, parent } of everyone) {
    const siblings = parent?.children.length ?? 1;
    for (const last of isVarying ? [siblings - position + 1, null] : [siblings - position + 1]) {
      const counted = { ...step, nth: { first: position, last } };
      counts.set(renderPath([counted]), counted);
    }
  }
  for (const counted of [...counts.values()].slice(0, mostMoves))
    yield { step: counted, found: narrow(found, counted, looks), isLoose: counted.nth?.last === null, isVarying };
}

/** A text that stands before the element in every row: "Weight" before "42,000 lbs". */
function labelBefore(elements: readonly (PageElement | null)[]): string[] {
  const labels = new Set(
    elements.flatMap((element) => (element === null ? [] : (element.parent?.children[element.position - 2]?.text.trim() ?? ''))),
  );
  const [label = ''] = labels;
  return labels.size === 1 && label.length <= 40 ? wordsOf(label) : [];
}

const separator = /[|•·]/;

/** A line with the same number of values in every row is one slot for each of them. */
function partsOf(slot: Slot): Slot[] {
  const lines = slot.texts.flatMap((text) => (text === null ? [] : (cleanValue(text) ?? [])));
  const lengths = new Set(lines.map((line) => line.split(separator).length));
  const [count = 1] = lengths;
  if (lengths.size !== 1 || count < 2 || count > 20) return [];
  return Array.from({ length: count }, (_, part) => ({
    ...slot,
    id: `${slot.id} part ${part}`,
    part,
    texts: slot.texts.map((text) => (text === null ? null : (cleanValue(text)?.split(separator)[part] ?? null))),
  }));
}

export interface SlotOptions {
  /** The words of the table's heads, by column. */
  heads: readonly string[];
}

interface Branch {
  path: Path;
  found: Found;
  isLoose: boolean;
  isVarying: boolean;
}

function toSlot({ path, found, isLoose, isVarying }: Branch, { heads }: SlotOptions): Slot {
  const elements = found.map(([element]) => element ?? null);
  const [top] = path;
  const head = heads[(top?.nth?.first ?? 0) - 1] ?? '';
  const named = path.flatMap(({ names }) => names.filter(([name]) => name !== 'role').map(([, value]) => value));
  const selector = renderPath(path);
  return {
    id: selector,
    path,
    selector,
    attr: null,
    part: null,
    texts: elements.map((element) => element?.text ?? null),
    elements,
    isLoose,
    isVarying,
    isNamed: path.every(({ nth }) => nth === undefined) && (path.at(-1)?.names.length ?? 0) > 0,
    words: [...named.toReversed().map(wordsOf), wordsOf(head), labelBefore(elements)],
  };
}

/** The address behind a `mailto:` or `tel:` link. */
function linkSlot(slot: Slot): Slot[] {
  if ((slot.path.at(-1)?.starts ?? []).length === 0) return [];
  const texts = slot.elements.map((element) => element?.attributes.get('href') ?? null);
  return [{ ...slot, id: `${slot.id} href`, attr: 'href', texts }];
}

/** Everything in these rows that one selector finds at most once in each. Of a page with more than the limits allow, what is found first. */
export function findSlots(rows: readonly PageElement[], options: SlotOptions): Slot[] {
  const slots: Slot[] = [];
  const open: Branch[] = [{ path: [], found: rows.map((row) => [row]), ...surely }];
  const fewest = Math.max(2, rows.length * fewestShare);
  const looks: Looks = { left: mostLooks };
  const isFull = () => slots.length >= mostSlots || open.length >= mostSlots * 4 || looks.left <= 0;
  for (let at = 0; at < open.length && !isFull(); at += 1) {
    const branch = open[at] as Branch;
    const children = childrenOf(branch.found);
    if (branch.path.length >= mostSteps || children.every((elements) => elements.length === 0)) continue;
    for (const { step, found, isLoose, isVarying } of movesTo(children, looks)) {
      if (isFull()) break;
      // What only one row has was opened there by the user.
      if (found.filter(({ length }) => length > 0).length < fewest) continue;
      const next: Branch = {
        path: [...branch.path, step],
        found,
        isLoose: branch.isLoose || isLoose,
        isVarying: branch.isVarying || isVarying,
      };
      open.push(next);
      if (!isOnePerRow(found) || !found.some(([element]) => (element?.text.trim() ?? '') !== '')) continue;
      const slot = toSlot(next, options);
      slots.push(slot, ...partsOf(slot), ...linkSlot(slot));
    }
  }
  return slots.slice(0, mostSlots);
}
