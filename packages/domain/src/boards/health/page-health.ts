import type { BoardField } from '../board-load.ts';

/** The rows that the page is judged by: the last ones, each load once. */
const judgedRows = 50;
/** Those that a field is judged by. Fewer than half of them say nothing: postings that leave a field out may stand together. */
const fieldRows = 20;
const fewestFieldRows = 10;
/** When so many rows have lost a field, its place has moved. */
const lostShare = 0.8;

/** What stands in every posting's row, also when it says nothing. Others come and go with the posting. */
export const placedFields = ['rateTotal', 'tripMiles', 'pickup', 'equipment', 'weight', 'company'] as const;

export interface HealthLimits {
  /** Rows that must have been seen before the page is judged. */
  minRows: number;
  quorumPct: number;
  /** The share of rows, in percent, that have a place for the field, also where it says that there is nothing. */
  fieldFloor: Partial<Record<BoardField, number>>;
}

export interface JudgedRow {
  /** Enough was read to decide about it. */
  isRead: boolean;
  /** The fields that its layout has. */
  fields: readonly BoardField[];
  /** Those of them whose places are gone, or hold something else. */
  lost: readonly BoardField[];
}

/** What a row doesn't tell. The same object as before while nothing of it has changed. */
export interface Doubts {
  /** Nearly no row has them any more. What is still found may be something else, so none of it counts. */
  unread: readonly BoardField[];
  /** Under their floor, or not judged yet. A row without the field may have none, or be the first of a page that has changed. */
  unsure: readonly BoardField[];
}

export interface PageHealth {
  note(key: string, row: JudgedRow): void;
  /** The rows that the page is judged by, and the share of them, in percent, of which enough was read. */
  judged(): { rows: number; quorumPct: number };
  /** Too few of the last rows could be read: the board has changed its page, and nothing may be decided from the rest. */
  isDegraded(): boolean;
  /** About the fields that have a floor. */
  doubts(): Doubts;
  forget(): void;
}

type Standing = 'STANDS' | 'LOST' | 'ABSENT';

const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

export function createPageHealth({ minRows, quorumPct, fieldFloor }: HealthLimits): PageHealth {
  const seen = new Map<string, { isRead: boolean; standings: readonly Standing[] }>();
  let read = 0;
  /** By the fields of a layout, of a row that has lost none of them: most rows. */
  const whole = new WeakMap<readonly BoardField[], readonly Standing[]>();
  const floors = Object.entries(fieldFloor) as [BoardField, number][];
  let doubts: Doubts = { unread: [], unsure: floors.map(([field]) => field) };
  let isNew = false;

  /** By the fields that have a floor. Noted with the row, because it is counted again with each row that comes. */
  function standingsOf({ fields, lost }: JudgedRow): readonly Standing[] {
    const known = lost.length === 0 ? whole.get(fields) : undefined;
    if (known !== undefined) return known;
    const standings = floors.map(([field]): Standing => (!fields.includes(field) ? 'ABSENT' : lost.includes(field) ? 'LOST' : 'STANDS'));
    if (lost.length === 0) whole.set(fields, standings);
    return standings;
  }

  function forgetRow(key: string): void {
    if (seen.get(key)?.isRead === true) read -= 1;
    seen.delete(key);
  }

  /** The rows that a field is judged by. Rows that stand alike are counted together. */
  function countAlike(): Map<readonly Standing[], number> {
    const alike = new Map<readonly Standing[], number>();
    let before = seen.size - fieldRows;
    for (const { standings } of seen.values()) {
      if (before > 0) before -= 1;
      else alike.set(standings, (alike.get(standings) ?? 0) + 1);
    }
    return alike;
  }

  function judgeFields(): Doubts {
    const [unread, unsure]: [BoardField[], BoardField[]] = [[], []];
    const alike = [...countAlike()];
    for (const [at, [field, floor]] of floors.entries()) {
      let [rows, lost] = [0, 0];
      for (const [standings, count] of alike) {
        if (standings[at] !== 'ABSENT') rows += count;
        if (standings[at] === 'LOST') lost += count;
      }
      const isEnough = rows >= fewestFieldRows;
      const isUnder = (rows - lost) * 100 < rows * floor;
      if (isEnough && isUnder && lost >= rows * lostShare) unread.push(field);
      else if (!isEnough || isUnder) unsure.push(field);
    }
    return { unread, unsure };
  }

  return {
    note(key, row) {
      isNew = true;
      // A row that is drawn again and again must not push the others out.
      forgetRow(key);
      seen.set(key, { isRead: row.isRead, standings: standingsOf(row) });
      if (row.isRead) read += 1;
      const [oldest] = seen.keys();
      if (seen.size > judgedRows && oldest !== undefined) forgetRow(oldest);
    },
    judged: () => ({ rows: seen.size, quorumPct: seen.size === 0 ? 100 : (read * 100) / seen.size }),
    isDegraded: () => seen.size >= minRows && read * 100 < seen.size * quorumPct,
    doubts() {
      if (isNew) {
        isNew = false;
        const now = judgeFields();
        if (!isSame(now.unread, doubts.unread) || !isSame(now.unsure, doubts.unsure)) doubts = now;
      }
      return doubts;
    },
    forget() {
      seen.clear();
      read = 0;
      isNew = true;
    },
  };
}
