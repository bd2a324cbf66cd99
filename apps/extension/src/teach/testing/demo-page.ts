import { join } from 'node:path';
import type { DemoLayout, DemoTruth } from '@headhaul/domain/testing/boards/demo-truth';
import { vi } from 'vitest';

/** What the sandbox's market makes: what the board shows, and what is true. Both in the same order. */
export interface DemoPosting {
  key: string;
  uuid: string;
  weight: string;
  shortWeight: string;
  [text: string]: string | number;
}

export const demoDay = '2026-11-17';
const sandbox = join(import.meta.dirname, '../../../../../sandbox');
const load = (name: string) => import(/* @vite-ignore */ join(sandbox, name));

let market: Promise<{ postings: DemoPosting[]; loads: DemoTruth[] }> | undefined;

/** One day's market, made once for all tests of a file. */
export function makeMarket(): Promise<{ postings: DemoPosting[]; loads: DemoTruth[] }> {
  market ??= (async () => {
    const [{ makeLoads }, { writePostings }] = await Promise.all([load('src/board/loads.ts'), load('src/board/posting.ts')]);
    const loads: DemoTruth[] = await makeLoads(11, demoDay);
    return { loads, postings: writePostings(loads, 11, demoDay) };
  })();
  return market;
}

interface BoardRow {
  element: Element;
  bind(posting: DemoPosting, index: number): void;
}

/** The demo board's own page files draw into the test's document, with class names that are new in each visit. */
export interface DemoPage {
  /** Shows these loads in place of those before. */
  show(postings: readonly DemoPosting[]): Promise<void>;
}

const searchForm = `<form aria-label="Search"><label>Origin <input name="origin"></label><button type="submit">Search</button></form>`;

async function openTable(): Promise<DemoPage> {
  return {
    async show(postings) {
      vi.resetModules();
      document.body.innerHTML = `<main><h1>Posted loads</h1>${searchForm}<div class="pages"></div></main>`;
      vi.stubGlobal('fetch', async () => ({ json: async () => ({ postings }) }));
      await load('public/board/table.js');
      vi.unstubAllGlobals();
    },
  };
}

async function openList(layout: DemoLayout): Promise<DemoPage> {
  const { createRow, createCard } = await load('public/board/rows.js');
  const { make } = await load('public/board/dom.js');
  const role = layout === 'cards' ? 'list' : 'rowgroup';
  document.body.innerHTML = `<main><h1>Search loads</h1>${searchForm}<p data-test="results-counter" role="status">10,000 results</p></main>`;
  const content = make('div', { classes: ['b-content'], role });
  const viewport = make('div', { classes: ['b-viewport'], test: 'results' }, make('div', { classes: ['b-spacer'] }, content));
  viewport.id = 'results';
  document.querySelector('main')?.append(make('div', { classes: ['b-list'], label: 'Loads' }, viewport));
  return {
    async show(postings) {
      const rows = postings.map((posting, index) => {
        const row: BoardRow = (layout === 'cards' ? createCard : createRow)(() => undefined);
        // A posting's age grows while the page is open. The truth is its age at the beginning.
        row.bind({ ...posting, arrivedMs: performance.now() }, index);
        return row.element;
      });
      content.replaceChildren(...rows);
    },
  };
}

export async function openDemoPage(layout: DemoLayout, switches: Record<string, string> = { hash: '1' }): Promise<DemoPage> {
  vi.resetModules();
  document.body.dataset.switches = JSON.stringify({ layout, seed: 1, tab: 'all', ...switches });
  return layout === 'table-iframe' ? openTable() : openList(layout);
}
