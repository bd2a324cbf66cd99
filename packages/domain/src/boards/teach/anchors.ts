import type { BoardField } from '../board-load.ts';
import { findSelectorFault } from '../selector.ts';
import type { PageElement } from './page-tree.ts';
import { findByPath, type Path, renderPath } from './path.ts';
import type { Slot } from './slots.ts';

/** A place in the rows where our own element may stand. */
export interface AnchorPlace {
  /** `:scope` is the row itself. */
  selector: string;
  /** By row. Null: the row has no such element. */
  elements: readonly (PageElement | null)[];
}

/** Their cells are the usual places, in this order. */
const usual = ['rateTotal', 'tripMiles', 'destination', 'origin'] as const;
/** A contact is pressed, and what an age is in may change unread. */
const refused: ReadonlySet<BoardField> = new Set(['email', 'phone', 'age']);
/** What is inside these has a form that our element would break. */
const strict = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol', 'dl']);
const mostPlaces = 32;

const isQuiet = (path: Path) => !path.some(({ tag }) => tag === 'a' || tag === 'button');

/** Elements whose children a path counts from the end. One child more, and the path finds nothing. */
function countedParents(slots: readonly Slot[]): Set<PageElement> {
  const counted = new Set<PageElement>();
  for (const { path, elements } of slots) {
    for (const element of elements) {
      let at = element;
      for (const { nth } of path.toReversed()) {
        const parent: PageElement | null = at?.parent ?? null;
        if (parent !== null && typeof nth?.last === 'number') counted.add(parent);
        at = parent;
      }
    }
  }
  return counted;
}

interface Lists {
  rows: readonly PageElement[];
  slots: readonly Slot[];
}

/** What stands around a cell in the row, the nearest first, where a selector finds it alone. */
function placesAround({ rows, slots }: Lists, { path, elements }: Slot): AnchorPlace[] {
  let around = elements;
  return path
    .slice(1)
    .map((_, index) => path.slice(0, path.length - 1 - index))
    .flatMap((shorter): AnchorPlace[] => {
      around = around.map((element) => element?.parent ?? null);
      const here = around;
      const isHere = (one: { elements: AnchorPlace['elements'] }) =>
        one.elements.every((element, row) => here[row] === null || element === here[row]);
      const named = slots.find((slot) => slot.attr === null && slot.part === null && !slot.isLoose && isQuiet(slot.path) && isHere(slot));
      if (named !== undefined) return [{ selector: named.selector, elements: named.elements }];
      const found = rows.map((row) => findByPath(row, shorter));
      const place = { selector: renderPath(shorter), elements: found.map(([element]) => element ?? null) };
      return isQuiet(shorter) && found.every(({ length }) => length <= 1) && isHere(place) ? [place] : [];
    });
}

/**
 * Where our own element may stand in the rows: cells of fields first, then what is around cells, then the row. Nothing happens there on a
 * click, and no count of siblings changes by it.
 */
export function findAnchors(list: Lists, chosen: ReadonlyMap<BoardField, Slot>): AnchorPlace[] {
  const { rows } = list;
  const slots = [...chosen.values()];
  const usualCells = usual.flatMap((field) => chosen.get(field) ?? []);
  const otherCells = [...chosen].flatMap(([field, slot]) => (refused.has(field) || slot.attr !== null ? [] : [slot]));
  const cells = [...usualCells, ...otherCells].filter(({ path }) => isQuiet(path));
  const around = [...usualCells, ...slots].map((slot) => placesAround(list, slot));
  const isRowQuiet = rows.every(({ tag }) => tag !== 'a' && tag !== 'button');
  const places: AnchorPlace[] = [...cells, ...around.flat(), ...(isRowQuiet ? [{ selector: ':scope', elements: rows }] : [])];
  const counted = countedParents(slots);
  const known = new Set<string>();
  const free = places.flatMap(({ selector, elements }): AnchorPlace[] => {
    const isTaken = elements.some((element) => element !== null && (strict.has(element.tag) || counted.has(element)));
    if (isTaken || known.has(selector) || (selector !== ':scope' && findSelectorFault(selector) !== null)) return [];
    known.add(selector);
    return [{ selector, elements }];
  });
  // Some board links everything in its rows.
  const linked = cells.length === 0 ? usualCells.slice(0, 1).map(({ selector, elements }) => ({ selector, elements })) : [];
  return [...linked, ...free].slice(0, mostPlaces);
}
