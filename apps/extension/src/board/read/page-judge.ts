import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { createPageCounter, type PageCounter } from '@headhaul/domain/boards/health/page-counts';
import { createPageHealth, type PageHealth } from '@headhaul/domain/boards/health/page-health';
import type { RowRead } from './read-row.ts';

/** How well the page is read: for what is drawn on it, and in counts for the health report. */
export interface PageJudge extends Pick<PageHealth, 'judged' | 'isDegraded' | 'doubts' | 'forget'> {
  /** Something else stands in the row than before. Null: it shows no load, or can't be read. */
  note(row: Element, read: RowRead | null): void;
  counter: PageCounter;
}

const unreadable: RowRead['standing'] = { isRead: false, fields: [], lost: [], read: null };

export function createPageJudge({ health: limits, layouts }: Pick<BoardConfig, 'health' | 'layouts'>): PageJudge {
  const health = createPageHealth(limits);
  const counter = createPageCounter();
  const layoutsById = new Map(layouts.map((layout) => [layout.id, layout]));
  const nameless = new WeakMap<Element, string>();
  let namelessCount = 0;

  /** For a row without a key, which counts against the page all the same. */
  function nameOf(row: Element): string {
    const known = nameless.get(row);
    if (known !== undefined) return known;
    namelessCount += 1;
    const name = `nameless ${namelessCount}`;
    nameless.set(row, name);
    return name;
  }

  return {
    note(row, read) {
      const standing = read?.standing ?? unreadable;
      const layout = layoutsById.get(read?.load?.layout ?? '') ?? null;
      health.note(read?.key ?? nameOf(row), standing);
      counter.noteRow({ layout, read: standing.read, isRead: standing.isRead });
    },
    counter,
    judged: health.judged,
    isDegraded: health.isDegraded,
    doubts: health.doubts,
    forget: health.forget,
  };
}
