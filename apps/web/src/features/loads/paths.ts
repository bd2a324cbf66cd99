/** The addresses of the load screens. */
export const loadsPath = '/dispatcher/my-loads';
export const newLoadPath = '/dispatcher/create-my-load';

export function loadPagePath(id: string): string {
  return `${loadsPath}/${id}`;
}

export function editLoadPath(id: string): string {
  return `/dispatcher/edit-my-load/${id}`;
}

/** The planner: the same loads, truck by truck. */
export const weekPath = '/dispatcher/my-loads/week';
/** Loads from a spreadsheet. */
export const importPath = '/dispatcher/my-loads/import';

/** A new load that begins as a copy of this one. */
export function duplicateLoadPath(id: string): string {
  return `${newLoadPath}?from=${id}`;
}

/** The page the driver gets on paper. */
export function loadSheetPath(id: string): string {
  return `${loadPagePath(id)}/sheet`;
}
