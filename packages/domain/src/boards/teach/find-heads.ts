import { readPlace } from '../texts/place.ts';
import { findPlace } from './find-places.ts';
import { type IndexedPage, isInside, type PageElement } from './page-tree.ts';
import { findByPath, type Path, renderPath } from './path.ts';

export interface Heads {
  sel: string;
  /** As the reader compares them: in small letters, without spaces around. */
  texts: readonly string[];
}

/** The same as in the contract. An empty head is that of a column for a checkbox or a button. */
const headText = /^(?:[a-z0-9][a-z0-9 .#/()-]{0,59})?$/;
const mostColumns = 60;
/** So far up from the list its heads may stand. */
const mostLevels = 4;
const mostLooked = 400;

const toText = ({ text }: PageElement) => text.trim().toLowerCase();

/** Whether these elements are the heads of the columns: as many as cells, with words that are no values. */
function areHeads(elements: readonly PageElement[], columns: number): boolean {
  if (elements.length !== columns) return false;
  const texts = elements.map(toText);
  const labels = texts.filter((text) => /[a-z]/.test(text) && readPlace(text) === null);
  return labels.length * 2 > columns && texts.every((text) => headText.test(text)) && new Set(labels).size === labels.length;
}

/** Everything in the element, a few levels deep. */
function insideOf(element: PageElement, levels: number): PageElement[] {
  return levels === 0 ? [element] : [element, ...element.children.slice(0, mostColumns).flatMap((child) => insideOf(child, levels - 1))];
}

function toHeads(page: IndexedPage, line: PageElement): Heads | null {
  const place = findPlace(page, line);
  const [cell] = line.children;
  if (place === null || cell === undefined) return null;
  const path: Path = [...place, { isAnywhere: false, tag: cell.tag, names: [] }];
  const found = findByPath(page.root, path);
  return found.length === line.children.length ? { sel: renderPath(path), texts: found.map(toText) } : null;
}

/** The heads above a list whose rows have their cells side by side. Only they say what a cell without a name is. */
export function findHeads(page: IndexedPage, container: PageElement, rows: readonly PageElement[]): Heads | null {
  const columns = rows[0]?.children.length ?? 0;
  if (columns < 3 || columns > mostColumns || rows.some(({ children }) => children.length !== columns)) return null;
  const isRow = new Set(rows);
  let at: PageElement | null = container;
  for (let level = 0; at !== null && level < mostLevels; level += 1) {
    // Beside the list, not in its rows.
    const line = at.children
      .slice(0, mostColumns)
      .filter((child) => !isRow.has(child) && !isInside(container, child))
      .flatMap((child) => insideOf(child, 2))
      .slice(0, mostLooked)
      .find(({ children }) => areHeads(children, columns));
    if (line !== undefined) return toHeads(page, line);
    at = at.parent;
  }
  return null;
}
