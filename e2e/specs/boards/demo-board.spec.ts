import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../../product.ts';
import { sandboxOrigin } from '../../world.ts';

interface ShownRow {
  key: string;
  /** The number of the load that the row's id names. */
  id: number | undefined;
  text: string;
}

interface DemoBoard {
  isReady: boolean;
  idOf(key: string): number | undefined;
  list: { counts: { created: number; rebound: number }; items: { key: string }[] };
}

interface Posting {
  id: number;
  origin: string;
  destination: string;
  company: string;
  email: string;
}

declare global {
  interface Window {
    demoBoard: DemoBoard;
  }
}

const market = 'seed=7&day=2026-11-17';

async function openBoard(page: Page, query = ''): Promise<void> {
  await page.goto(`${sandboxOrigin}/board?${market}${query}`);
  await page.waitForFunction(() => window.demoBoard.isReady);
}

async function readPostings(page: Page): Promise<Posting[]> {
  const answer = await page.request.get(`${sandboxOrigin}/board/postings.json?${market}`);
  return ((await answer.json()) as { postings: Posting[] }).postings;
}

/** The rows in the document at one moment. */
function readRows(page: Page): Promise<ShownRow[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[id^="row-"]')].map((row) => {
      const key = row.id.slice(4);
      return { key, id: window.demoBoard.idOf(key), text: row.textContent ?? '' };
    }),
  );
}

/** Rows whose texts are not those of the load that their id names. */
function findWrong(rows: readonly ShownRow[], postings: readonly Posting[]): ShownRow[] {
  return rows.filter(({ id, text }) => {
    const posting = postings[id ?? -1];
    return posting === undefined || ![posting.company, posting.origin, posting.destination].every((part) => text.includes(part));
  });
}

function scrollBy(page: Page, pixels: number): Promise<void> {
  return page.evaluate(
    (step) =>
      new Promise<void>((resolve) => {
        const viewport = document.querySelector('#results');
        if (viewport !== null) viewport.scrollTop += step;
        // The list draws in the first frame after the scroll event.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    pixels,
  );
}

test('scrolling through 10,000 loads uses the same few rows again, each with its own load', async ({ page }) => {
  const postings = await readPostings(page);
  await openBoard(page);
  await expect(page.getByText('10,000 results')).toBeVisible();
  const seen = new Set<string>();
  for (let step = 0; step < 60; step += 1) {
    await scrollBy(page, step % 10 === 9 ? 40_000 : 880);
    const rows = await readRows(page);
    expect(rows.length).toBeLessThan(60);
    expect(findWrong(rows, postings)).toEqual([]);
    for (const { key } of rows) seen.add(key);
  }
  const { created, rebound } = await page.evaluate(() => window.demoBoard.list.counts);
  expect(seen.size).toBeGreaterThan(800);
  expect(created).toBeLessThan(120);
  expect(rebound).toBeGreaterThan(500);
});

test('rows that exchange their loads, are drawn again or move down always show the load of their id', async ({ page }) => {
  const postings = await readPostings(page);
  await openBoard(page, '&live=20&swap=20&churn=200&tick=200');
  let observed = 0;
  for (let round = 0; round < 20; round += 1) {
    await scrollBy(page, round % 2 === 0 ? 440 : -220);
    const rows = await readRows(page);
    expect(findWrong(rows, postings)).toEqual([]);
    observed += rows.length;
  }
  expect(observed).toBeGreaterThan(400);
  await expect.poll(() => page.evaluate(() => window.demoBoard.list.items.length)).toBeGreaterThan(10_020);
});

for (const layout of ['wide', 'compact', 'cards']) {
  for (const expand of ['', '&expand=1']) {
    test(`${layout}${expand === '' ? '' : ', inside the row'}: an opened load shows its contact`, async ({ page }) => {
      const postings = await readPostings(page);
      const posting = postings.find(({ id, email }) => email !== '' && id < 8) as Posting;
      await openBoard(page, `&layout=${layout}${expand}`);
      await page.getByRole('button', { name: `Open ${posting.origin} to ${posting.destination}` }).click();
      const details = page.locator('[data-test="load-details"]');
      await expect(details.getByRole('link', { name: posting.email })).toHaveAttribute('href', `mailto:${posting.email}`);
      await details.getByRole('button', { name: 'Close details' }).click();
      await expect(details).toHaveCount(0);
    });
  }
}

test('the details inside a row leave and come back with their load', async ({ page }) => {
  await openBoard(page, '&expand=1');
  await page.locator('.b-open').nth(2).click();
  await expect(page.locator('[data-test="load-details"]')).toBeVisible();
  await scrollBy(page, 20_000);
  await expect(page.locator('[data-test="load-details"]')).toHaveCount(0);
  await scrollBy(page, -20_000);
  await expect(page.locator('[data-test="load-details"]')).toBeVisible();
});

test('a tab changes the address and replaces the list without loading the page again', async ({ page }) => {
  await openBoard(page, '&spa=1');
  await page.evaluate(() => document.querySelector('#results')?.setAttribute('data-old', ''));
  await page.getByRole('link', { name: 'Reefers' }).click();
  await expect(page).toHaveURL(/tab=reefers/);
  await expect(page.locator('[data-old]')).toHaveCount(0);
  await expect(page.getByText(/^[1-3],\d{3} results$/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText('10,000 results')).toBeVisible();
  await page.getByLabel('Origin').fill('GA');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('10,000 results')).toHaveCount(0);
  for (const text of await page.locator('[data-test="origin"]').allTextContents()) expect(text).toMatch(/, GA$/);
});

test('a changed layout has other names for the same things', async ({ page }) => {
  for (const [broken, gone, there] of [
    ['attrs', '[data-test="origin"]', '[data-qa="origin"]'],
    ['rows', '[id^="row-"]', '[id^="r-"]'],
    ['container', '#results', '#pane'],
  ]) {
    await openBoard(page, `&broken=${broken}`);
    await expect(page.locator(there ?? '').first()).toBeVisible();
    await expect(page.locator(gone ?? '')).toHaveCount(0);
  }
  await openBoard(page, '&broken=nested&layout=compact');
  await expect(page.locator('[data-test="origin"] [data-test="destination"]').first()).toBeVisible();
  await openBoard(page, '&hash=1');
  await expect(page.locator('[data-test="load-row"]').first()).toBeVisible();
  await expect(page.locator('.b-row')).toHaveCount(0);
  // The new names have the same style.
  await expect(page.locator('[data-test="rate-total"]').first()).toHaveCSS('font-weight', '700');
});

test('the table in its frame shows pages of a hundred loads', async ({ page }) => {
  await page.goto(`${sandboxOrigin}/board?${market}&layout=table-iframe`);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('tbody tr')).toHaveCount(100);
  const first = await frame.locator('tbody tr').first().getAttribute('id');
  await frame.getByRole('button', { name: 'Next' }).click();
  await expect(frame.getByText('Page 2 of 100')).toBeVisible();
  await expect(frame.locator('tbody tr').first()).not.toHaveAttribute('id', first ?? '');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe: every layout is clean, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const query of ['&layout=wide', '&layout=compact&expand=1', '&layout=cards']) {
      await openBoard(page, query);
      await page.locator('.b-open').first().click();
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
    }
    await page.goto(`${sandboxOrigin}/board/frame?${market}&layout=table-iframe`);
    await expect(page.locator('tbody tr')).toHaveCount(100);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
  });
}
