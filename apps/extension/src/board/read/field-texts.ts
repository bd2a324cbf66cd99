import type { FieldStep } from '@headhaul/contracts/boards/board-config';
import type { BoardField } from '@headhaul/domain/boards/board-load';
import type { FieldTexts } from '@headhaul/domain/boards/read-load';
import { createRowElements, type RowElements } from './row-elements.ts';

export type Steps = Partial<Record<BoardField, FieldStep>>;

interface Found {
  element: Element;
  text: string;
  isAmbiguous: boolean;
}

/** What stands in `apart` belongs to somebody else. */
export function findIn(elements: RowElements, selector: string, apart: readonly Element[]): ArrayLike<Element> {
  const found = elements.find(selector);
  return apart.length === 0 ? found : Array.from(found).filter((one) => !apart.some((other) => other.contains(one)));
}

const textOf = (element: Element, attr: string | undefined) =>
  attr === undefined ? element.textContent : (element.getAttribute(attr) ?? '');

function find(elements: RowElements, { sel, attr }: FieldStep, apart: readonly Element[]): Found | null {
  for (const selector of sel) {
    const found = findIn(elements, selector, apart);
    const element = found.length === 0 ? undefined : found[0];
    if (element === undefined) continue;
    const text = textOf(element, attr);
    // Some boards draw a value twice and hide one of them. Two that differ are another matter.
    const isAmbiguous = found.length > 1 && Array.from(found).some((other) => textOf(other, attr).trim() !== text.trim());
    return { element, text, isAmbiguous };
  }
  return null;
}

/** An element that holds another field has the text of both. */
function holdsAnother({ element }: Found, all: readonly (Found | null)[]): boolean {
  if (element.firstElementChild === null) return false;
  return all.some((other) => other !== null && other.element !== element && element.contains(other.element));
}

type StepList = readonly [BoardField, FieldStep][];
const stepLists = new WeakMap<Steps, StepList>();

/** Listed once for all rows of a layout. */
export function listSteps(fields: Steps): StepList {
  const steps = stepLists.get(fields) ?? (Object.entries(fields) as [BoardField, FieldStep][]);
  stepLists.set(fields, steps);
  return steps;
}

/** The texts of the fields by their places. */
export function readTexts(
  root: Element,
  fields: Steps,
  apart: readonly Element[] = [],
  elements: RowElements = createRowElements(root),
): FieldTexts {
  const steps = listSteps(fields);
  const all = steps.map(([, step]) => find(elements, step, apart));
  const texts: FieldTexts = {};
  for (const [at, [field, { attr, as, part, options }]] of steps.entries()) {
    const one = all[at] ?? null;
    const isAmbiguous = one !== null && (one.isAmbiguous || (attr === undefined && holdsAnother(one, all)));
    texts[field] = { text: one?.text ?? null, isAmbiguous, as, part, options };
  }
  return texts;
}

/** Changes with every text. */
export function signatureOf(texts: FieldTexts): string {
  let signature = '';
  for (const { text, isAmbiguous } of Object.values(texts)) signature += `${isAmbiguous === true ? '\u0000' : text}\u0001`;
  return signature;
}
