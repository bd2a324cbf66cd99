import type { LoadRow } from '@headhaul/contracts/loads/record';
import { useState } from 'react';

const none: ReadonlySet<string> = new Set();

/** Which rows are picked. Shift also picks all rows between the last picked one and this one. */
export function useSelection(rows: readonly LoadRow[]) {
  const [ids, setIds] = useState(none);
  const [last, setLast] = useState<string | null>(null);
  const picked = ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id));

  const pick = (id: string, isRange: boolean) => {
    const from = isRange && last !== null ? rows.findIndex((row) => row.id === last) : -1;
    const to = rows.findIndex((row) => row.id === id);
    const next = new Set(ids);
    if (from >= 0 && to >= 0) {
      for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(row.id);
    } else if (!next.delete(id)) next.add(id);
    setIds(next);
    setLast(id);
  };

  return {
    ids: picked.length === 0 ? none : ids,
    picked,
    areAllPicked: rows.length > 0 && picked.length === rows.length,
    pick,
    pickAll: () => setIds(picked.length === rows.length ? none : new Set(rows.map(({ id }) => id))),
    clear: () => setIds(none),
  };
}
