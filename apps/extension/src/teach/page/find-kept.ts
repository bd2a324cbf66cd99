import type { BoardConfig, BoardLayout, FieldStep } from '@headhaul/contracts/boards/board-config';
import type { BoardField } from '@headhaul/domain/boards/board-load';
import { placedFields } from '@headhaul/domain/boards/health/page-health';
import { type FitContext, fieldRules, ruleOf } from '@headhaul/domain/boards/teach/field-rules';
import type { PageElement } from '@headhaul/domain/boards/teach/page-tree';
import { assess } from '@headhaul/domain/boards/teach/propose';
import type { Slot } from '@headhaul/domain/boards/teach/slots';
import type { TaughtList } from '@headhaul/domain/boards/teach/teach-page';
import { createHeadTexts, layoutOf } from '../../board/read/read-row.ts';

export interface Kept {
  /** Fields that stand where they stood, and can be read there. */
  kept: ReadonlyMap<BoardField, Slot>;
  /** Fields that every posting has a place for, and that aren't where they were. */
  moved: readonly BoardField[];
}

const always: ReadonlySet<BoardField> = new Set(['origin', 'destination', ...placedFields]);

interface Surroundings {
  document: Document;
  elementOf(element: PageElement): Element | null;
  pageElementOf(element: Element): PageElement | undefined;
  options: FitContext;
}

const nothing: Kept = { kept: new Map(), moved: [] };

function findFirst(row: Element, { sel }: FieldStep): Element | null {
  for (const selector of sel) {
    const found = row.querySelector(selector);
    if (found !== null) return found;
  }
  return null;
}

/** Compares where the fields of a configuration stood with what is on the page now. */
export function findKept(before: BoardConfig, list: TaughtList, { document, elementOf, pageElementOf, options }: Surroundings): Kept {
  const rows = list.rows.flatMap((row) => elementOf(row) ?? []);
  if (rows.length < list.rows.length) return nothing;
  const headTexts = createHeadTexts(document);

  function findIn(layout: BoardLayout): Kept {
    // The heads of a table say which column is which. What else tells a row may be just what has moved.
    const anyRow = { ...layout, when: { rowHas: '*' } };
    if (!rows.every((row) => layoutOf(row, [anyRow], headTexts) !== null)) return nothing;
    const kept = new Map<BoardField, Slot>();
    const taught = fieldRules.flatMap(({ field }) => {
      const step = layout.fields[field];
      return step === undefined ? [] : [[field, step] as const];
    });
    for (const [field, step] of taught) {
      const cells = rows.map((row) => {
        const element = findFirst(row, step);
        return element === null ? null : (pageElementOf(element) ?? null);
      });
      if (cells.every((cell) => cell === null)) continue;
      const slot = list.slots.find(
        ({ elements, attr, part }) =>
          attr === (step.attr ?? null) && part === (step.part ?? null) && elements.every((one, row) => one === cells[row]),
      );
      if (slot !== undefined && assess(ruleOf(field), slot, options) !== null) kept.set(field, slot);
    }
    return { kept, moved: taught.flatMap(([field]) => (always.has(field) && !kept.has(field) ? [field] : [])) };
  }

  return before.layouts.map(findIn).toSorted((one, other) => other.kept.size - one.kept.size)[0] ?? nothing;
}
