import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { parseCsv } from '../csv.ts';
import { expect, newcomer, openOffice, test } from '../product.ts';

/** The product promises the first load within a minute, without a mouse. This many keys are one minute at 40 words a minute. */
const firstLoadKeys = 200;

/** Counts key presses from now on, however slow the machine is. */
async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.setAttribute('data-keys', '0');
    const count = () => {
      const root = document.documentElement;
      root.setAttribute('data-keys', String(Number(root.getAttribute('data-keys')) + 1));
    };
    window.addEventListener('keydown', count, { capture: true });
  });
  return async () => Number(await page.locator('html').getAttribute('data-keys'));
}

/** Presses Tab until the field has the focus, as a person without a mouse does. */
async function tabTo(page: Page, field: Locator): Promise<void> {
  for (let press = 0; press < 15; press++) {
    await page.keyboard.press('Tab');
    if (await field.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${field} is not within fifteen presses of Tab`);
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** The number of the load that was booked last, from the toast. */
async function readBooked(page: Page): Promise<string> {
  const toast = page.getByText(/^\S+ is booked/).last();
  await expect(toast).toBeVisible();
  return /^\S+/.exec((await toast.textContent()) ?? '')?.[0] ?? '';
}

/** A line of the ledger: its name, what the broker pays, what the driver gets. */
function ledgerLine(page: Page, name: RegExp): Locator {
  return page.getByRole('row', { name });
}

async function expectFigures(page: Page, figures: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(figures)) {
    const figure = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) });
    await expect(figure.locator('xpath=following-sibling::dd[1]'), label).toHaveText(value);
  }
}

async function bookByKeys(page: Page): Promise<string> {
  const startedAt = Date.now();
  const readKeys = await countKeys(page);
  await page.keyboard.press('n');
  await expect(page.getByLabel('Broker or MC')).toBeFocused();
  await page.keyboard.type('Lakeshore Freight, MC 428816');
  await typeInto(page, 'RC number', 'LF-2201');
  await typeInto(page, 'Pickup, city and state', 'jopl');
  await expect(page.getByRole('option', { name: /^Joplin, MO/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Pickup, city and state')).toHaveValue(/^Joplin, MO/);
  await typeInto(page, 'Pickup, when', 'today 6am');
  await typeInto(page, 'Delivery, city and state', 'Dallas TX');
  await typeInto(page, 'Delivery, when', 'today 8pm');
  await typeInto(page, 'Linehaul', '1,234.56');
  await typeInto(page, 'Fuel surcharge', '100.10');
  await typeInto(page, 'Loaded miles', '400');
  await typeInto(page, 'Empty miles', '25');
  await page.keyboard.press('Control+Enter');
  const number = await readBooked(page);
  await expect(page).toHaveURL(/\/dispatcher\/my-loads\?load=/);
  await expect(page.getByRole('dialog', { name: `Load ${number}` })).toBeVisible();
  const keys = await readKeys();
  test.info().annotations.push({ type: 'first load by keyboard', description: `${keys} keys, ${Date.now() - startedAt} ms` });
  expect(keys).toBeGreaterThan(0);
  expect(keys).toBeLessThan(firstLoadKeys);
  return number;
}

async function addDriver(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Drivers' }).click();
  await page.getByRole('region', { name: 'Who drives for you?' }).getByRole('link', { name: 'Add driver' }).click();
  await page.getByLabel('First name').fill('Nate');
  await page.getByLabel('Last name').fill('Orozco');
  await page.getByLabel('Phone').fill('(417) 555-0119');
  await page.getByLabel('Truck', { exact: true }).fill('114');
  await page.getByLabel('Equipment').selectOption('DRY_VAN');
  await page.getByLabel('Home').fill('Joplin, MO');
  await page.getByLabel('Driver is paid').selectOption('PER_MILE');
  await page.getByLabel('Dollars a mile').fill('0.65');
  await page.getByRole('button', { name: /^Add driver/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Nate Orozco/ })).toBeVisible();
}

/** Clicks one of the moves beside the status pill and waits until the pill shows it. */
async function move(page: Page, to: string): Promise<void> {
  await page.getByRole('button', { name: to, exact: true }).click();
  await expect(page.getByRole('button', { name: `${to}, change status` })).toBeEnabled();
}

async function uploadDocument(page: Page, slot: RegExp, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: slot }).click();
  await (await chooser).setFiles(file);
}

async function bookInOneLine(page: Page): Promise<string> {
  await page.goto('/dispatcher/my-loads?view=all');
  await expect(page.getByRole('row', { name: /Joplin, MO/ })).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByRole('combobox', { name: 'Broker' })).toBeFocused();
  await page.keyboard.type('Kestrel Freight');
  for (const text of ['Tulsa OK', 'Wichita KS', 'today 7am', 'today 9pm', '900.25']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  const number = await readBooked(page);
  await expect(page.getByRole('combobox', { name: 'Broker' })).toBeFocused();
  await page.keyboard.press('Escape');
  return number;
}

async function markAndTakeBack(page: Page, number: string): Promise<void> {
  const row = page.getByRole('row', { name: new RegExp(`Select ${number}`) });
  await row.getByRole('button', { name: 'Booked, change status' }).click();
  await page.getByRole('menuitem', { name: /^TONU/ }).click();
  const dialog = page.getByRole('dialog', { name: `TONU for ${number}` });
  await dialog.getByLabel('TONU amount').fill('250.50');
  await dialog.getByLabel('New RC number').fill('KF-T1');
  await dialog.getByRole('button', { name: 'Mark as TONU' }).click();
  await expect(row.getByText('$250.50', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: number }).click();
  const drawer = page.getByRole('dialog', { name: `Load ${number}` });
  await expect(drawer.getByRole('row', { name: /^TONU/ })).toHaveText(/RC KF-T1, was \$900\.25.*\$250\.50$/);
  // The key z takes the last action back while its toast is shown, for eight seconds.
  await page.keyboard.press('z');
  await expect(drawer.getByRole('row', { name: /^Linehaul/ })).toHaveText(/^Linehaul\$900\.25$/);
  await expect(row.getByRole('button', { name: 'Booked, change status' })).toBeVisible();
  await expect(row.getByText('$900.25', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.locator('footer', { hasText: '2 loads' })).toContainText('Gross $2,310.41');
}

/** The dollars by name that the exported file has for one part of the screen. */
function grossOf(rows: string[][], part: string): Record<string, number> {
  const [head = [], ...lines] = rows;
  const [name, gross] = [head.indexOf('Name'), head.indexOf('Gross')];
  return Object.fromEntries(lines.filter(([first]) => first === part).map((line) => [line[name], Number(line[gross])]));
}

async function expectAnalytics(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Analytics' }).click();
  await page.getByRole('button', { name: 'Show as table' }).click();
  const weeks = page.getByRole('region', { name: 'Gross and RPM by week as a table' });
  await expect(weeks.getByRole('row', { name: /, so far/ })).toContainText('$2,310');
  const drivers = page.getByRole('region', { name: 'Gross by driver' });
  await expect(drivers.getByRole('row', { name: /Nate Orozco/ })).toContainText('$1,410');
  await expect(drivers.getByRole('row', { name: /No driver yet/ })).toContainText('$900');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const rows = parseCsv(await readFile(await (await download).path(), 'utf8'));
  expect(grossOf(rows, 'Period')).toEqual({ 'All loads': 2_310.41 });
  expect(grossOf(rows, 'Driver')).toEqual({ 'Nate Orozco': 1_410.16, 'No driver': 900.25 });
  expect(Object.values(grossOf(rows, 'Week')).filter((gross) => gross !== 0)).toEqual([2_310.41]);
  expect(Object.values(grossOf(rows, 'Broker')).toSorted((a, b) => a - b)).toEqual([900.25, 1_410.16]);
}

test('a newcomer books, dispatches, delivers and gets paid', async ({ page }) => {
  test.setTimeout(400_000);
  await openOffice(page, newcomer('Rae Quarry'));
  await expect(page.getByRole('heading', { name: 'Put the first load on the road' })).toBeVisible();

  const number = await test.step('the first load by keyboard alone', () => bookByKeys(page));
  await test.step('the first driver', () => addDriver(page));

  await test.step('assigned and dispatched', async () => {
    await page.goto('/dispatcher/my-loads');
    await page.getByRole('button', { name: `Assign a driver to ${number}` }).click();
    await page.getByRole('button', { name: /Nate Orozco/ }).click();
    // Nobody has said where the new driver is, so it asks first.
    await page.getByRole('button', { name: 'Assign anyway' }).click();
    await expect(page.getByText(`${number} assigned to Nate Orozco`)).toBeVisible();
    await page.getByRole('link', { name: number, exact: true }).click();
    await page.getByRole('link', { name: 'Full page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Load ${number}` })).toBeVisible();
    await expect(page.getByText('Truck 114', { exact: true })).toBeVisible();
    await move(page, 'Dispatched');
  });

  await test.step('to the pickup and on to the delivery', async () => {
    await move(page, 'At pickup');
    await expect(page.getByRole('img', { name: 'Here now' })).toHaveCount(1);
    await move(page, 'In transit');
    await move(page, 'At delivery');
    await move(page, 'Delivered');
    await expect(page.getByRole('img', { name: 'Done' })).toHaveCount(2);
  });

  await test.step('a detention fee, one amount from the broker and one for the driver', async () => {
    await page.getByRole('button', { name: 'Add fee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a fee' });
    await dialog.getByLabel('Fee').selectOption('DETENTION');
    await dialog.getByLabel('Broker pays').fill('75.50');
    await dialog.getByLabel('Driver gets').fill('40.25');
    await dialog.getByRole('button', { name: 'Add fee' }).click();
    await expect(dialog).toBeHidden();
    await expect(ledgerLine(page, /^Detention/)).toHaveText(/\$75\.50\s*\$40\.25$/);
  });

  await test.step('every cent of the load', async () => {
    // $0.65 a mile for 425 miles is $276.25.
    await expect(ledgerLine(page, /^Linehaul/)).toHaveText(/RC LF-2201.*\$1,234\.56\s*\$276\.25$/);
    await expect(ledgerLine(page, /^Fuel surcharge/)).toHaveText(/\$100\.10$/);
    await expect(ledgerLine(page, /^Gross/)).toHaveText(/\$1,410\.16\s*\$316\.50$/);
    await expect(ledgerLine(page, /^Your cut/)).toHaveText(/\$1,093\.66$/);
    await expectFigures(page, { Gross: '$1,410.16', 'RPM, all miles': '$3.32', 'RPM, loaded': '$3.53', 'Your cut': '$1,093.66' });
  });

  await test.step('rate con and POD are filed and can be looked at', async () => {
    await uploadDocument(page, /^Rate con/, { name: 'LF-2201.pdf', mimeType: 'application/pdf', buffer: await page.pdf() });
    await expect(page.getByRole('button', { name: /^Rate con Rae/ })).toBeVisible();
    await uploadDocument(page, /^POD/, { name: 'pod.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await page.getByRole('button', { name: /^POD Rae/ }).click();
    const preview = page.getByRole('dialog', { name: /^POD/ });
    const picture = preview.getByRole('img', { name: 'pod.jpg' });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1_000);
    await expect(preview.getByRole('button', { name: 'Previous document' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('dialog', { name: /^Rate con/ }).getByTitle('LF-2201.pdf')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('invoiced and paid', async () => {
    await move(page, 'Invoiced');
    await page.getByRole('button', { name: 'Paid…', exact: true }).click();
    await page
      .getByRole('dialog', { name: `${number} is paid` })
      .getByRole('button', { name: 'Mark as paid' })
      .click();
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /, change status$/ })).toBeHidden();
  });

  const other = await test.step('another load in one line', () => bookInOneLine(page));
  await test.step('a TONU, and taken back', () => markAndTakeBack(page, other));
  await test.step('the figures add up', () => expectAnalytics(page));
});
