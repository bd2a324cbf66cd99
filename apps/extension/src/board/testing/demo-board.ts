import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { demoConfig } from '../config/demo.ts';
import { readKey } from '../read/read-row.ts';
import { makePosting, type Posting, type Truth } from './demo-postings.ts';

export type DemoLayout = 'wide' | 'compact' | 'cards' | 'table-iframe';
export const demoLayouts: readonly DemoLayout[] = ['wide', 'compact', 'cards', 'table-iframe'];
/** Elements that the board makes rows of, and those that it keeps for later use. */
interface BoardRow {
  element: Element;
  posting: Posting;
  bind(posting: Posting, index: number): void;
  redraw(): void;
}

export interface DemoBoard {
  container: Element;
  rows(): Element[];
  truthOf(key: string): Truth | undefined;
  /** Shows the loads from this one on, in the rows that are there. */
  showFrom(first: number): void;
  redraw(): void;
  /** Opens the load inside this row, as a click on the row does. Returns what opened. */
  openLoad(row: Element): Promise<Element>;
}

/** The demo board's page is a file of the sandbox that a browser loads. Here the same files draw into the test's document. */
const pageFile = (name: string) => fileURLToPath(new URL(`../../../../../sandbox/public/board/${name}`, import.meta.url));
const loadPageFile = (name: string) => import(/* @vite-ignore */ pageFile(name));

async function openList(layout: DemoLayout, postings: readonly Posting[], shown: number) {
  const { createRow, createCard } = await loadPageFile('rows.js');
  const isCards = layout === 'cards';
  document.body.innerHTML = `<p data-test="results-counter">10,000 results</p><div id="results"><div><div role="${isCards ? 'list' : 'rowgroup'}"></div></div></div>`;
  const container = document.querySelector('#results > div > div') as Element;
  const rows = postings.slice(0, shown).map((posting, index): BoardRow => {
    const row: BoardRow = (isCards ? createCard : createRow)(() => undefined);
    row.bind(posting, index);
    return row;
  });
  container.append(...rows.map(({ element }) => element));
  return {
    container,
    showFrom: (first: number) => {
      for (const [at, row] of rows.entries()) row.bind(postings[first + at] ?? row.posting, first + at);
    },
    redraw: () => {
      for (const row of rows) row.redraw();
    },
  };
}

async function openTable(postings: readonly Posting[]) {
  document.body.innerHTML = '<main><div class="pages"></div></main>';
  vi.stubGlobal('fetch', async () => ({ json: async () => ({ postings }) }));
  await loadPageFile('table.js');
  vi.unstubAllGlobals();
  return { container: document.querySelector('tbody') as Element, showFrom: () => undefined, redraw: () => undefined };
}

export async function openDemoBoard(
  layout: DemoLayout,
  { shown = 12, broken }: { shown?: number; broken?: string } = {},
): Promise<DemoBoard> {
  vi.resetModules();
  document.body.dataset.switches = JSON.stringify({ layout, seed: 1, tab: 'all', expand: '1', broken });
  const loads = Array.from({ length: layout === 'table-iframe' ? 40 : 200 }, (_, at) => makePosting(at));
  const postings = loads.map(({ posting }) => posting);
  const board = await (layout === 'table-iframe' ? openTable(postings) : openList(layout, postings, shown));
  const find = (key: string) => loads.find(({ posting }) => posting.key === key || posting.uuid === key);
  return {
    ...board,
    rows: () => [...board.container.children],
    truthOf: (key) => find(key)?.truth,
    async openLoad(row) {
      const { buildDetails } = await loadPageFile('details.js');
      const details: Element = buildDetails(find(readKey(row, demoConfig.key) ?? '')?.posting, () => undefined);
      row.append(details);
      return details;
    },
  };
}
