import type { PageElement } from './page-tree.ts';

/** One part of a selector. Only what selectors of configurations may say is here. */
export interface Step {
  /** Anywhere inside what was found before, instead of directly in it. */
  isAnywhere: boolean;
  tag: string;
  names: readonly (readonly [name: string, value: string])[];
  /** Attributes that begin with a text, or that are there at all (''). */
  starts?: readonly (readonly [name: string, value: string])[];
  /** From the first and from the last of its siblings: the two together say how many there are. */
  nth?: { first: number; last: number | null };
}
export type Path = readonly Step[];

function renderStep({ tag, names, starts = [], nth }: Step): string {
  const named = names.map(([name, value]) => `[${name}='${value}']`).join('');
  const begun = starts.map(([name, value]) => (value === '' ? `[${name}]` : `[${name}^='${value}']`)).join('');
  const first = nth === undefined ? '' : `:nth-child(${nth.first})`;
  const last = nth === undefined || nth.last === null ? '' : `:nth-last-child(${nth.last})`;
  return `${tag}${named}${begun}${first}${last}`;
}

/** The selector, below a scope such as `:scope` or that of a row. */
export function renderPath(path: Path, scope = ':scope'): string {
  return path.reduce((before, step) => {
    if (before === ':scope' && step.isAnywhere) return renderStep(step);
    return `${before}${step.isAnywhere ? ' ' : ' > '}${renderStep(step)}`;
  }, scope);
}

export function fitsStep(element: PageElement, { tag, names, starts = [], nth }: Step): boolean {
  if (element.tag !== tag) return false;
  if (!names.every(([name, value]) => element.attributes.get(name) === value)) return false;
  if (!starts.every(([name, value]) => element.attributes.get(name)?.startsWith(value) === true)) return false;
  if (nth === undefined) return true;
  const count = element.parent?.children.length ?? 1;
  return element.position === nth.first && (nth.last === null || count - element.position + 1 === nth.last);
}

function* insideOf(element: PageElement): Generator<PageElement> {
  const open = element.children.toReversed();
  while (open.length > 0) {
    const next = open.pop() as PageElement;
    yield next;
    for (const child of next.children.toReversed()) open.push(child);
  }
}

/** What the selector finds in an element, in the order of the document. */
export function findByPath(from: PageElement, path: Path): PageElement[] {
  let found = new Set([from]);
  for (const step of path) {
    const next = new Set<PageElement>();
    for (const element of found) {
      for (const inside of step.isAnywhere ? insideOf(element) : element.children) if (fitsStep(inside, step)) next.add(inside);
    }
    found = next;
  }
  return [...found];
}
