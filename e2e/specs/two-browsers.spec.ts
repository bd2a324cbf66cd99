import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import type { Page } from '@playwright/test';
import { callAs, expect, joinElsewhere, newcomer, openOffice, test } from '../product.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const daysAhead = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** A load whose driver has no other load. */
async function bookLoad(page: Page): Promise<Load> {
  const driver = await callAs(page, driverEndpoints.createDriver, { body: { name: 'Otto', familyName: 'Spare' } });
  return callAs(page, loadEndpoints.createLoad, {
    body: {
      brokerName: 'Two Desk Freight',
      stops: [
        { kind: 'PICKUP', city: 'Tulsa', state: 'OK', day: daysAhead(40), time: '08:00' },
        { kind: 'DELIVERY', city: 'Wichita', state: 'KS', day: daysAhead(41), time: '14:00' },
      ],
      linehaulCents: 200_000,
      rc: 'TD-1',
      driverId: driver.id,
      // Nobody said where the driver is.
      anyway: {},
    },
  });
}

const rowOf = (page: Page, { loadNumber }: Load) => page.getByRole('row', { name: new RegExp(`^Select ${loadNumber} `) });

/** Leaves a mark on the page that a reload would wipe. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''));
  return () => expect(page.locator('html[data-stayed]'), 'the page was reloaded').toHaveCount(1);
}

test('what one does in the list shows at the other desk', async ({ page, browser }) => {
  await openOffice(page, newcomer('Nina Alvarez'));
  const ann = await joinElsewhere(browser, page, newcomer('Ann Kowalski'));
  const load = await bookLoad(page);
  const list = `/dispatcher/my-loads?q=${load.loadNumber}`;
  await page.goto(list);
  await ann.goto(list);
  await expect(rowOf(page, load)).toBeVisible();
  await expect(rowOf(ann, load)).toBeVisible();
  const expectNoReload = await markPage(page);

  await rowOf(ann, load).getByRole('button', { name: 'Booked, change status' }).click();
  await ann.getByRole('menuitem', { name: /^Dispatched/ }).click();
  await expect(rowOf(page, load).getByRole('button', { name: 'Dispatched, change status' })).toBeVisible();

  await ann.goto(`/dispatcher/edit-my-load/${load.id}`);
  await expect(rowOf(page, load)).toContainText('Ann Kowalski is editing');
  await rowOf(page, load).getByRole('link', { name: load.loadNumber }).click();
  const drawer = page.getByRole('dialog', { name: `Load ${load.loadNumber}` });
  await expect(drawer.getByText('Ann is editing this load')).toBeVisible();
  await ann.goto('/dispatcher/my-drivers');
  await expect(drawer.getByText('Ann is editing this load')).toBeHidden();
  await expectNoReload();
  await ann.context().close();
});

test('two edit one load: nothing of either is lost', async ({ page, browser }) => {
  await openOffice(page, newcomer('Nina Alvarez'));
  const ann = await joinElsewhere(browser, page, newcomer('Ann Kowalski'));
  const load = await bookLoad(page);
  for (const desk of [page, ann]) {
    await desk.goto(`/dispatcher/edit-my-load/${load.id}`);
    await expect(desk.getByLabel('Linehaul')).toHaveValue('2,000');
  }

  await page.getByLabel('Linehaul').fill('2,100.50');
  await page.getByLabel('Commodity').fill('Paper rolls');
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Load ${load.loadNumber}` })).toBeVisible();

  await ann.getByLabel('Linehaul').fill('2,300');
  await ann.getByLabel('RC number').fill('TD-2');
  await ann.getByLabel('Pallets').fill('22');
  await ann.getByRole('button', { name: /^Save changes/ }).click();
  const dialog = ann.getByRole('dialog', { name: `Nina changed ${load.loadNumber} while you were editing` });
  const rate = dialog.getByRole('row', { name: /^Rate/ });
  await expect(rate).toContainText('Both changed it');
  await expect(rate.getByRole('radio', { name: /^\$?2,300/ })).toBeChecked();
  await expect(dialog.getByRole('row', { name: /^Commodity/ }).getByRole('radio', { name: /^Paper rolls/ })).toBeChecked();
  await expect(dialog.getByRole('row', { name: /^RC/ }).getByRole('radio', { name: 'TD-2' })).toBeChecked();
  await rate.getByRole('radio', { name: /^\$?2,100\.50/ }).check();
  await dialog
    .getByRole('row', { name: /^Pallets/ })
    .getByRole('radio', { name: /^Empty/ })
    .check();
  await dialog.getByRole('button', { name: 'Save the load' }).click();
  await expect(ann.getByText(`${load.loadNumber} is saved`)).toBeVisible();

  // Ann's change appears on the other open page by itself.
  await expect(page.getByRole('row', { name: /^Linehaul/ })).toHaveText(/RC TD-2.*\$2,100\.50/);
  const saved = await callAs(page, loadEndpoints.getLoad, { params: { id: load.id } });
  expect(saved).toMatchObject({ linehaulCents: 210_050, rc: 'TD-2', commodity: 'Paper rolls', pallets: null });
  await ann.context().close();
});
