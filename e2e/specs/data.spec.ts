import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Page } from '@playwright/test';
import { parseCsv } from '../csv.ts';
import { callAs, comeIn, expect, newcomer, openOffice, test } from '../product.ts';

const rowCount = 5_000;
const badCount = 20;

/** A header as an office might use it: its own words and order, and a column that the product does not know. */
const header = [
  'Trip #',
  'Customer',
  'MC #',
  'Origin',
  'PU Date',
  'Destination',
  'Drop Date',
  'Gross Rate',
  'Empty Miles',
  'Bay',
  'Remark',
];

/** Mistakes in a row: the column, the cell's text, and the expected problem. */
const mistakes: [at: number, cell: string, problem: string][] = [
  [header.indexOf('Gross Rate'), 'call me', 'Rate: Write it as 2500.00'],
  [header.indexOf('Customer'), '', 'Broker: This is empty'],
  [header.indexOf('PU Date'), '13/45/2026', 'Pickup date: Write it as 11/15/2026'],
  [header.indexOf('Origin'), 'Somewhere', 'Pickup city: Write it as Dallas, TX'],
];

/** Spoils a row and gives the line in which it should be returned. */
function spoil(row: string[], turn: number): string[] {
  const [at, cell, problem] = mistakes[turn % mistakes.length] as (typeof mistakes)[number];
  row[at] = cell;
  return [...row, problem];
}

/** The first of the twenty is on the first page of the preview. */
const isBad = (index: number) => index % (rowCount / badCount) === 3;

const dayMs = 24 * 60 * 60 * 1_000;
function americanDay(daysAgo: number): string {
  const [year, month, day] = new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

function makeSheet(): { rows: string[][]; refused: string[][] } {
  const refused: string[][] = [];
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const daysAgo = 30 + (index % 300);
    const row = [
      `H-${index + 1}`,
      `Broker ${index % 40}, Inc.`,
      String(700_000 + (index % 40)),
      'Tulsa, OK',
      americanDay(daysAgo),
      'Wichita, KS',
      americanDay(daysAgo - 1),
      `$1,${String(100 + (index % 900))}.25`,
      String(index % 60),
      `B${index % 7}`,
      index % 2 === 0 ? 'said "ok", twice' : '',
    ];
    if (!isBad(index)) return row;
    refused.push(spoil(row, refused.length));
    return row;
  });
  return { rows, refused };
}

function writeCsv(rows: string[][]): string {
  return rows.map((row) => `${row.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`).join('');
}

/** Presses what saves a file, and gives the file's path. */
async function save(page: Page, press: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await press();
  return (await download).path();
}

test('five thousand rows come in, and the twenty that are wrong come back', async ({ page }) => {
  const { rows, refused } = makeSheet();
  expect(refused).toHaveLength(badCount);
  await openOffice(page, newcomer('Ivy Sheet'));

  // The import starts on the first-use screen, which takes the file along.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await chooser).setFiles({ name: 'dispatch log.csv', mimeType: 'text/csv', buffer: Buffer.from(writeCsv([header, ...rows])) });

  await expect(page.getByLabel(/^Broker\s?needed/)).toHaveValue(String(header.indexOf('Customer')));
  await expect(page.getByLabel(/^Rate\s?needed/)).toHaveValue(String(header.indexOf('Gross Rate')));
  // City and state are in one column of this file.
  for (const name of ['Pickup city', 'Pickup state']) {
    await expect(page.getByLabel(new RegExp(`^${name}\\s?needed`))).toHaveValue(String(header.indexOf('Origin')));
  }
  await expect(page.getByText('Left alone: Bay, Remark')).toBeVisible();
  await page.getByLabel(/^Broker load number/).selectOption('Bay');
  await expect(page.getByText('Left alone: Remark')).toBeVisible();
  await page.getByRole('button', { name: 'Check the first rows' }).click();

  await expect(page.getByRole('heading', { name: 'The first 20 rows: 1 would be rejected' })).toBeVisible();
  const badRow = page.getByRole('region', { name: 'The first rows of the file' }).getByRole('row', { name: /Would be rejected/ });
  await expect(badRow).toHaveCount(1);
  await expect(badRow.getByRole('cell', { name: /^call me/ })).toContainText('Write it as 2500.00');

  await page.getByRole('button', { name: 'Import 5,000 rows' }).click();
  await expect(page.getByRole('progressbar', { name: /^Making the loads/ })).toBeVisible();
  await expect(page.getByText(/^[\d,]+ of 5,000 rows looked at, [\d,]+ loads imported, \d+ rejected$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: '4,980 loads imported' })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('20 rows were rejected.')).toBeVisible();

  const path = await save(page, () => page.getByRole('button', { name: 'Download rejected rows' }).click());
  expect(parseCsv(await readFile(path, 'utf8'))).toEqual([[...header, 'Problem'], ...refused]);

  await page.getByRole('link', { name: 'See the loads' }).click();
  await expect(page.getByRole('tab', { name: 'All 4980', exact: true })).toBeVisible();
  const { loads } = await callAs(page, loadEndpoints.listLoads, { query: { search: 'H-4999' } });
  expect(loads).toHaveLength(1);
  expect(loads[0]).toMatchObject({
    linehaulCents: 159_825,
    brokerName: 'Broker 38, Inc.',
    brokerLoadNumber: 'B0',
    pickupCity: 'Tulsa',
    deliveryState: 'KS',
    deadheadMiles: 18,
    status: 'DELIVERED',
  });
});

/** All rows of the list as the screen shows them, scrolled to the end: number, lane, rate. */
async function readScreen(page: Page, count: number): Promise<string[][]> {
  const seen = new Map<string, string[]>();
  const list = page.getByRole('region', { name: 'Loads', exact: true });
  for (let step = 0; step < 40 && seen.size < count; step++) {
    const lines = await list.locator('tr[data-row]').evaluateAll((rows) =>
      rows.map((row) => {
        const [number, lane] = [...row.querySelectorAll('td')].slice(2);
        const [from, , to] = [...(lane?.childNodes ?? [])].map(({ textContent }) => textContent);
        return [number?.textContent ?? '', `${from} to ${to}`, row.querySelector('[data-column="rate"]')?.firstChild?.textContent ?? ''];
      }),
    );
    for (const line of lines) seen.set(line[0] ?? '', line);
    await list.evaluate((element) => element.scrollBy(0, element.clientHeight / 2));
  }
  return [...seen.values()];
}

async function exportView(page: Page, format: 'CSV' | 'Excel'): Promise<string> {
  await page.getByRole('button', { name: 'More about views' }).click();
  await page.getByRole('menuitem', { name: 'Export this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export this view' });
  await dialog.getByRole('radio', { name: new RegExp(`^${format}`) }).check();
  const path = await save(page, () => dialog.getByRole('button', { name: 'Export' }).click());
  await expect(dialog).toBeHidden();
  return path;
}

test('an exported view is what the screen shows', async ({ page }) => {
  await comeIn(page);
  // Reefer loads, the highest gross first.
  await page.goto('/dispatcher/my-loads?view=all&equipment=REEFER&sort=gross.desc');
  await expect(page.getByRole('table', { name: 'Loads' }).locator('tr[data-row]').first()).toBeVisible();
  const foot = await page.locator('footer', { hasText: 'Gross' }).textContent();
  const count = Number(/([\d,]+) loads/.exec(foot ?? '')?.[1]?.replaceAll(',', ''));
  expect(count).toBeGreaterThan(20);

  const csv = await exportView(page, 'CSV');
  const [head = [], ...lines] = parseCsv(await readFile(csv, 'utf8'));
  expect(lines).toHaveLength(count);
  const cell = (line: string[], title: string) => line[head.indexOf(title)] ?? '';
  expect(new Set(lines.map((line) => cell(line, 'Equipment')))).toEqual(new Set(['Reefer']));
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });
  const exported = lines.map((line) => [
    cell(line, 'Load number'),
    `${cell(line, 'Pickup city')}, ${cell(line, 'Pickup state')} to ${cell(line, 'Delivery city')}, ${cell(line, 'Delivery state')}`,
    money.format(Number(cell(line, 'Gross'))),
  ]);
  const shown = await readScreen(page, Math.min(count, 60));
  expect(shown.length).toBeGreaterThanOrEqual(Math.min(count, 60));
  expect(exported.slice(0, shown.length)).toEqual(shown);
  const total = lines.reduce((sum, line) => sum + Math.round(Number(cell(line, 'Gross')) * 100), 0);
  expect(foot).toContain(`Gross ${money.format(total / 100)}`);

  const xlsx = await exportView(page, 'Excel');
  execFileSync('unzip', ['-tq', xlsx]);
  const sheet = execFileSync('unzip', ['-p', xlsx, 'xl/worksheets/sheet1.xml'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  expect(sheet.match(/<row[ >]/g)).toHaveLength(count + 1);
  for (const [number = ''] of exported.slice(0, 5)) expect(sheet).toContain(number);
});
