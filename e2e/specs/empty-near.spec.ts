import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Page } from '@playwright/test';
import { findViolations } from '../axe.ts';
import { callAs, expect, newcomer, openOffice, test } from '../product.ts';

const hourMs = 3_600_000;
const dayIn = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString().slice(0, 10);

/** A van of 53 ft that is empty in a city now. */
async function addVan(page: Page, name: string, familyName: string, city: string, state: 'TX' | 'ID'): Promise<void> {
  const { id } = await callAs(page, driverEndpoints.createDriver, {
    body: { name, familyName, truckNumber: `${name}1`, equipment: 'DRY_VAN', trailerLengthFt: 53 },
  });
  await callAs(page, driverEndpoints.changeDriverStatus, {
    params: { id },
    body: { newStatus: 'READY', readyCity: city, readyState: state },
  });
}

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k');
  return page.getByRole('combobox', { name: 'Search or jump to' });
};

test('from Ctrl K to the ring on Drivers, and a load for the one who is empty', async ({ page }) => {
  await openOffice(page, newcomer('Nora Near'));
  await addVan(page, 'Wayne', 'Kowalczyk', 'Fort Worth', 'TX');
  await addVan(page, 'Boris', 'Idaho', 'Boise', 'ID');
  await callAs(page, driverEndpoints.createDriver, { body: { name: 'Carla', familyName: 'Dunn', equipment: 'DRY_VAN' } });
  const load = await callAs(page, loadEndpoints.createLoad, {
    body: {
      brokerName: 'Lakeshore Freight',
      stops: [
        { kind: 'PICKUP', city: 'Dallas', state: 'TX', day: dayIn(60), time: '20:00' },
        { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', day: dayIn(120), time: '20:00' },
      ],
      linehaulCents: 250_000,
      loadedMiles: 781,
    },
  });

  const field = await openPalette(page);
  // A place that nobody knows, the parts in another order, and a word that means nothing.
  await field.fill('empty van 100 asap near dalas');
  await expect(page.getByText('Did you mean Dallas, TX?')).toBeVisible();
  await expect(page.getByText('ignored: asap')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('empty van 100 asap near Dallas, TX');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await expect(palette.getByText('Near Dallas, TX')).toBeVisible();
  await expect(palette.getByText('Equipment Van')).toBeVisible();
  await expect(palette.getByRole('option', { name: /Wayne Kowalczyk/ })).toBeVisible();
  await expect(palette.getByRole('option', { name: /Carla Dunn.*Location not known/ })).toBeVisible();
  await expect(palette.getByRole('option', { name: /Boris/ })).toHaveCount(0);
  expect(await findViolations(page, 'light')).toEqual([]);

  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/dispatcher\/my-drivers\?view=near&near=Dallas/);
  await expect(page.getByRole('tab', { name: 'Empty near 1' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row', { name: /Wayne Kowalczyk/ })).toBeVisible();
  const ring = page.getByRole('slider', { name: 'Radius in miles' });
  await expect(ring).toHaveAttribute('aria-valuenow', '100');
  expect(await findViolations(page, 'light')).toEqual([]);

  // The ring by key and by hand. The address, the chip and the list follow.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/within=125/);
  const box = await ring.boundingBox();
  if (box === null) throw new Error('the ring has no handle');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 60, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number(await ring.getAttribute('aria-valuenow'))).toBeLessThan(125);
  expect(Number(await ring.getAttribute('aria-valuenow')) % 5).toBe(0);

  // The dot and the row point at each other.
  const row = page.getByRole('row', { name: /Wayne Kowalczyk/ });
  await page.getByRole('button', { name: 'Wayne1 Wayne' }).hover();
  await expect(row).toHaveAttribute('data-hot', 'true');

  await page.getByRole('button', { name: 'Find load for Wayne Kowalczyk' }).click();
  const drawer = page.getByRole('dialog', { name: 'Find a load for Wayne Kowalczyk' });
  await expect(drawer.getByText('1 load fits')).toBeVisible();
  expect(await findViolations(page, 'light')).toEqual([]);
  await drawer.getByRole('button', { name: `Assign ${load.loadNumber}` }).click();
  await expect(page.getByText(`${load.loadNumber} assigned to Wayne Kowalczyk`)).toBeVisible();
  await expect(drawer.getByText('0 loads fit')).toBeVisible();
});

test('nobody is empty near: the nearest one, and a wider ring', async ({ page }) => {
  await openOffice(page, newcomer('Walt Wide'));
  await addVan(page, 'Tiana', 'Okafor', 'Waco', 'TX');
  await page.goto('/dispatcher/my-drivers?view=near&near=Dallas, TX&within=50&trailer=DRY_VAN');
  await expect(page.getByText(/^No van is empty within 50 mi of Dallas, TX by /)).toBeVisible();
  await expect(page.getByText(/The nearest is Tiana Okafor, \d+ mi, empty now\./)).toBeVisible();
  await page.getByRole('button', { name: 'Widen to 100 mi' }).click();
  await expect(page.getByRole('tab', { name: 'Empty near 1' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('link', { name: /Tiana Okafor/ })).toBeVisible();
  expect(await findViolations(page, 'light')).toEqual([]);
});
