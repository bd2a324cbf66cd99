import AxeBuilder from '@axe-core/playwright';
import { type Driver, driverEndpoints } from '@headhaul/contracts/drivers';
import { type Fits, fitEndpoints } from '@headhaul/contracts/fit';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import type { Equipment, StateCode } from '@headhaul/domain/equipment';
import { dayAt, timeAt } from '@headhaul/domain/time/zoned-time';
import type { Locator, Page } from '@playwright/test';
import { callAs, expect, newcomer, openOffice, test } from '../product.ts';

const hourMs = 3_600_000;
const zone = 'America/Chicago';

/** The day and the time in Chicago, so many hours from now. */
function inHours(hours: number): { day: string; time: string } {
  const ms = Date.now() + hours * hourMs;
  return { day: dayAt(ms, zone), time: timeAt(ms, zone) };
}

interface Truck {
  name: string;
  city: string;
  state: StateCode;
  equipment?: Equipment;
}

async function addTruck(page: Page, { name, city, state, equipment = 'DRY_VAN' }: Truck): Promise<Driver> {
  const [first = name, last = ''] = name.split(' ');
  const driver = await callAs(page, driverEndpoints.createDriver, {
    body: { name: first, familyName: last, truckNumber: name.slice(0, 8), equipment, trailerLengthFt: 53 },
  });
  return callAs(page, driverEndpoints.changeDriverStatus, {
    params: { id: driver.id },
    body: { newStatus: 'READY', readyCity: city, readyState: state },
  });
}

function bookVan(page: Page, city: string, state: StateCode, pickupHours: number): Promise<Load> {
  return callAs(page, loadEndpoints.createLoad, {
    body: {
      brokerName: 'Lakeshore Freight',
      equipment: 'DRY_VAN',
      lengthFt: 53,
      stops: [
        { kind: 'PICKUP', city, state, ...inHours(pickupHours) },
        { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', ...inHours(pickupHours + 40) },
      ],
      linehaulCents: 198_000,
      rc: 'LF-1',
    },
  });
}

/** By the driver's name. */
type Verdicts = Record<string, string>;

const driverOf = async (page: Page, { id }: Load): Promise<string | null> =>
  (await callAs(page, loadEndpoints.getLoad, { params: { id } })).driverId;
const fitsOf = (page: Page, { id }: Load): Promise<Fits> => callAs(page, fitEndpoints.findFits, { body: { loadId: id } });
/** What is said a moment later: the figures go on with the clock. */
const sameFact = (fact: string) => new RegExp(fact.replace(/\d+/g, '\\d+').replace(/\b(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)\b/, '\\w+'));
const verdictsOf = ({ rows }: Fits): Verdicts => Object.fromEntries(rows.map(({ name, verdict }) => [name, verdict]));

/** The verdicts that a screen shows, by the names in its rows. */
async function readShown(rows: Locator, names: readonly string[]): Promise<Verdicts> {
  const shown: Verdicts = {};
  for (const name of names) {
    const row = rows.filter({ hasText: name }).first();
    await expect(row).toHaveAttribute('data-verdict', /./);
    shown[name] = (await row.getAttribute('data-verdict')) ?? '';
  }
  return shown;
}

/** The open loads in a drawer of Find load, those too far away included, with the verdicts of one driver. */
async function readFound(page: Page, name: string, loads: readonly Load[]): Promise<Verdicts> {
  const drawer = page.getByRole('dialog', { name: `Find a load for ${name}` });
  await expect(drawer.getByText(/^\d+ loads? fits?$/)).toBeVisible();
  const far = drawer.getByRole('button', { name: /^Show (it|them)$/ });
  if (await far.isVisible()) await far.click();
  return readShown(
    drawer.locator('li[data-verdict]'),
    loads.map(({ loadNumber }) => loadNumber),
  );
}

const weekOf = ({ stops }: Load) => `/dispatcher/my-loads/week?week=${stops[0]?.day}`;

test('every screen gives the same answer to "can this truck make it?"', async ({ page }) => {
  test.setTimeout(400_000);
  await openOffice(page, newcomer('Nina Alvarez'));
  const boise = await addTruck(page, { name: 'Boyd Boise', city: 'Boise', state: 'ID' });
  const flatbed = await addTruck(page, { name: 'Flora Flatbed', city: 'Memphis', state: 'TN', equipment: 'FLATBED' });
  await callAs(page, driverEndpoints.changeDriverStatus, {
    params: { id: flatbed.id },
    body: { newStatus: 'IN_SHOP', readyAt: new Date(Date.now() + 200 * hourMs).toISOString(), readyCity: 'Memphis', readyState: 'TN' },
  });
  await addTruck(page, { name: 'Jack Jackson', city: 'Jackson', state: 'TN' });
  const nowhere = await callAs(page, driverEndpoints.createDriver, {
    body: { name: 'Nomi', familyName: 'Nowhere', equipment: 'DRY_VAN', trailerLengthFt: 53 },
  });
  const names = ['Boyd Boise', 'Flora Flatbed', 'Jack Jackson', 'Nomi Nowhere'];

  const soon = await bookVan(page, 'Memphis', 'TN', 3);
  const later = await bookVan(page, 'Memphis', 'TN', 30);
  const answers = { soon: await fitsOf(page, soon), later: await fitsOf(page, later) };

  const factOf = ({ rows }: Fits, name: string) => rows.find((row) => row.name === name)?.fact ?? '';
  const loadVerdictsOf = (name: string) => ({
    [soon.loadNumber]: verdictsOf(answers.soon)[name],
    [later.loadNumber]: verdictsOf(answers.later)[name],
  });

  await test.step('the wrong answers of before are right', () => {
    expect(verdictsOf(answers.soon)).toEqual({
      'Boyd Boise': 'CANT',
      'Flora Flatbed': 'CANT',
      'Jack Jackson': 'NOT_KNOWN',
      'Nomi Nowhere': 'NOT_KNOWN',
    });
    expect(verdictsOf(answers.later)).toEqual({
      'Boyd Boise': 'CANT',
      'Flora Flatbed': 'CANT',
      'Jack Jackson': 'CAN',
      'Nomi Nowhere': 'NOT_KNOWN',
    });
    expect(factOf(answers.soon, 'Boyd Boise')).toMatch(/^At pickup .+ late$/);
    expect(factOf(answers.later, 'Flora Flatbed')).toBe('Flatbed, load needs a van');
  });

  await test.step('the assign menu', async () => {
    for (const [load, fits] of [
      [soon, answers.soon],
      [later, answers.later],
    ] as const) {
      await page.goto(`/dispatcher/my-loads?q=${load.loadNumber}`);
      await page.getByRole('button', { name: `Assign a driver to ${load.loadNumber}` }).click();
      const menu = page.getByRole('dialog', { name: `Assign ${load.loadNumber}` });
      expect(await readShown(menu.locator('[data-candidate]'), names)).toEqual(verdictsOf(fits));
      await page.keyboard.press('Escape');
    }
  });

  await test.step('bulk assign', async () => {
    await page.goto('/dispatcher/my-loads');
    await page.getByRole('checkbox', { name: new RegExp(`^Select ${soon.loadNumber}`) }).check();
    await page.getByRole('checkbox', { name: new RegExp(`^Select ${later.loadNumber}`) }).check();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Assign 2 loads' });
    await expect(menu.getByText(/^Ranked for/)).toBeVisible();
    const first = (await menu.getByText(/^Ranked for/).textContent())?.includes(soon.loadNumber) === true ? answers.soon : answers.later;
    expect(await readShown(menu.locator('[data-candidate]'), names)).toEqual(verdictsOf(first));
    await page.keyboard.press('Escape');
  });

  await test.step('the form', async () => {
    await page.goto(`/dispatcher/edit-my-load/${later.id}`);
    const options = page.getByLabel('Driver', { exact: true }).locator('option');
    await expect(options.filter({ hasText: 'Flora Flatbed' })).toContainText('Flatbed, load needs a van');
    await expect(options.filter({ hasText: 'Boyd Boise' })).toContainText(/late$/);
    await expect(options.filter({ hasText: 'Nomi Nowhere' })).toContainText('Location not known');
    // Only a driver who can is suggested.
    await expect(page.getByRole('button', { name: 'Assign Jack Jackson' })).toBeVisible();
  });

  await test.step('the form, which asks before it takes a driver', async () => {
    const drivers = page.getByLabel('Driver', { exact: true });
    await drivers.selectOption(boise.id);
    await page.keyboard.press('Control+Enter');
    const cant = page.getByRole('dialog', { name: `Boyd can’t make ${later.loadNumber}` });
    await expect(cant.getByText(sameFact(factOf(answers.later, 'Boyd Boise'))).first()).toBeVisible();
    await expect(cant.getByText('Jack Jackson can')).toBeVisible();
    expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
    await cant.getByRole('button', { name: 'Cancel' }).click();
    await drivers.selectOption(nowhere.id);
    await page.keyboard.press('Control+Enter');
    const unknown = page.getByRole('dialog', { name: `${factOf(answers.later, 'Nomi Nowhere')}. Assign anyway?` });
    await unknown.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await driverOf(page, later)).toBeNull();
  });

  await test.step('"Empty in the next 24 h" on Drivers', async () => {
    await page.goto('/dispatcher/my-drivers');
    await expect(page.getByRole('button', { name: /^Memphis → Atlanta, \$1,980\s*, assign to Jack Jackson$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /, assign to (Boyd Boise|Flora Flatbed|Nomi Nowhere)$/ })).toHaveCount(0);
  });

  await test.step('Find load', async () => {
    for (const name of ['Boyd Boise', 'Jack Jackson', 'Nomi Nowhere']) {
      await page.goto('/dispatcher/my-drivers');
      await page
        .getByRole('button', { name: `Find load for ${name}` })
        .first()
        .click();
      expect(await readFound(page, name, [soon, later])).toEqual(loadVerdictsOf(name));
    }
  });

  await test.step('Empty near, and Find load from there', async () => {
    await page.goto('/dispatcher/my-drivers?view=near&near=Memphis, TN&within=100&trailer=DRY_VAN');
    await page.getByRole('button', { name: 'Find load for Jack Jackson' }).click();
    expect(await readFound(page, 'Jack Jackson', [soon, later])).toEqual(loadVerdictsOf('Jack Jackson'));
  });

  const rows = page.locator('[data-plan-row]');
  const card = (load: Load) => page.locator(`[data-load="${load.id}"]`);
  const pause = async () => expect(page.getByRole('list', { name: 'Who can make it' })).toBeVisible();

  await test.step('a drag on the planner', async () => {
    await page.goto(weekOf(later));
    const from = await card(later).boundingBox();
    const to = await rows.filter({ hasText: 'Boyd Boise' }).boundingBox();
    if (from === null || to === null) throw new Error('the week is not drawn');
    await page.mouse.move(from.x + 60, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y - 40, { steps: 4 });
    await pause();
    expect(await readShown(rows, names)).toEqual(verdictsOf(answers.later));
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
    const question = page.getByRole('dialog', { name: /^Boyd can’t make/ });
    await expect(question.getByText('Jack Jackson can')).toBeVisible();
    expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(card(later)).toBeVisible();
  });

  await test.step('the shelf by keyboard, where a truck that isn’t known asks', async () => {
    await page.goto(weekOf(soon));
    await card(soon).focus();
    await page.keyboard.press('a');
    await pause();
    expect(await readShown(rows, names)).toEqual(verdictsOf(answers.soon));
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: /Assign anyway\?$/ });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the list of the planner on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(weekOf(soon));
    const asked = page.locator('li').filter({ hasText: soon.loadNumber });
    await asked.getByRole('button', { name: 'Who can make it' }).click();
    // The three best.
    const best = answers.soon.rows.slice(0, 3).map(({ name }) => name);
    expect(await readShown(asked.locator('[data-driver]'), best)).toEqual(
      Object.fromEntries(best.map((name) => [name, verdictsOf(answers.soon)[name]])),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('anyway leaves a line in the history', async () => {
    await page.goto(`/dispatcher/my-loads?q=${later.loadNumber}`);
    await page.getByRole('button', { name: `Assign a driver to ${later.loadNumber}` }).click();
    await page.getByRole('button', { name: /Flora Flatbed/ }).click();
    const question = page.getByRole('dialog', { name: `Flora can’t make ${later.loadNumber}` });
    await question.getByLabel('Reason to assign it anyway').fill('Broker takes a flatbed');
    await question.getByRole('button', { name: 'Assign anyway' }).click();
    await expect(page.getByText(`${later.loadNumber} assigned to Flora Flatbed`)).toBeVisible();
    await page.goto(`/dispatcher/my-loads/${later.id}`);
    await expect(page.getByText(/Assigned anyway: flatbed, load needs a van\. “Broker takes a flatbed”/)).toBeVisible();
  });

  await test.step('another driver from the load’s page', async () => {
    const expected = verdictsOf(await fitsOf(page, later));
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const menu = page.getByRole('dialog', { name: `Assign ${later.loadNumber}` });
    expect(await readShown(menu.locator('[data-candidate]'), names)).toEqual(expected);
    await page.keyboard.press('Escape');
  });

  await test.step('Fix', async () => {
    await callAs(page, loadEndpoints.assignLoad, { params: { id: later.id }, body: { driverId: boise.id, confirmDoubleBooking: true } });
    const other = await bookVan(page, 'Memphis', 'TN', 31);
    await callAs(page, loadEndpoints.assignLoad, { params: { id: other.id }, body: { driverId: boise.id, confirmDoubleBooking: true } });
    const expected = verdictsOf(await fitsOf(page, later));
    await page.goto(weekOf(later));
    await page.getByRole('button', { name: 'Fix' }).click();
    const part = page.locator('p', { hasText: `Move ${later.loadNumber}` }).locator('xpath=..');
    const others = names.filter((name) => name !== 'Boyd Boise');
    expect(await readShown(part.locator('[data-driver]'), others)).toEqual(
      Object.fromEntries(others.map((name) => [name, expected[name]])),
    );
  });

  await test.step('a new load is booked for a driver who isn’t known only after a question', async () => {
    const [, month, day] = inHours(20 * 24).day.split('-');
    await page.goto('/dispatcher/create-my-load');
    await page.getByLabel('Broker or MC').fill('Lakeshore Freight');
    await page.getByLabel('Pickup, city and state').fill('Tulsa, OK');
    await page.getByLabel('Pickup, when').fill(`${Number(month)}/${Number(day)} 8am`);
    await page.getByLabel('Delivery, city and state').fill('Wichita, KS');
    await page.getByLabel('Delivery, when').fill(`${Number(month)}/${Number(day)} 8pm`);
    await page.getByLabel('Linehaul').fill('900');
    await page.getByLabel('Driver', { exact: true }).selectOption(nowhere.id);
    await page.keyboard.press('Control+Enter');
    const question = page.getByRole('dialog', { name: 'Location not known. Assign anyway?' });
    await question.getByRole('button', { name: 'Assign anyway' }).click();
    await page.waitForURL(/load=/);
    await page.goto(`/dispatcher/my-loads/${new URL(page.url()).searchParams.get('load')}`);
    await expect(page.getByText(/Assigned to Nomi Nowhere\. Assigned anyway: location not known/)).toBeVisible();
  });
});
