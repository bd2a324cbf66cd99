import type { BoardField, BoardLoad } from '../board-load.ts';

/** What must have been read of a row before anything is decided about it. */
export interface Quorum {
  required: readonly BoardField[];
  /** One of these. Empty: none is needed. */
  requiredAny: readonly BoardField[];
}

/** Whether enough of the row was read. A field that the page shows and that wasn't understood counts as not read. */
export function hasQuorum({ ok }: Pick<BoardLoad['read'], 'ok'>, { required, requiredAny }: Quorum): boolean {
  return required.every((field) => ok.includes(field)) && (requiredAny.length === 0 || requiredAny.some((field) => ok.includes(field)));
}
