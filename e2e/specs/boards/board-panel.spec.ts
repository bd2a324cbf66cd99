import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { profitEndpoints } from '@headhaul/contracts/profit';
import type { Page } from '@playwright/test';
import { findViolations } from '../../axe.ts';
import { checkOwnElements } from '../../board-axe.ts';
import { openMailBoard } from '../../board-mail.ts';
import { openBoard, openPopup, readMarks, readTruth, setUpExtension } from '../../board-marks.ts';
import { countPanels, findWorker, openPanelPage, openRow, readBroker, watchWorker } from '../../board-panel.ts';
import { callAs, expect, logOut, newcomer, openOffice, extensionTest as test } from '../../product.ts';
import { appOrigin } from '../../world.ts';

const rates = {
  floorPerMileCents: 190,
  floorNetPerDayCents: null,
  targetPerMileCents: 250,
  targetNetPerDayCents: null,
  askMarginBps: 1_000,
  detentionPerHourCents: null,
  isFactored: true,
  factoringFeeBps: 250,
  driverPay: { model: 'PER_MILE' as const, rate: 65 },
  mpgLoaded: 6.5,
  mpgEmpty: 6.5,
  fixedCostPerDayCents: 12_100,
};

/** The company's name in the row of this load, as the board shows it. */
const companyOf = (board: Page, key: string) => board.locator(`#row-${key} [data-test="company"]`).textContent();
const inWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

async function connect(context: Parameters<typeof openPopup>[0]): Promise<void> {
  const popup = await openPopup(context);
  await expect(popup.getByText('Connected', { exact: true })).toBeVisible();
  await popup.close();
}

test('a load is opened from its row, counted with a driver as in the web app, saved once and opened there', async ({ page, context }) => {
  await openOffice(page, newcomer('Paula Orr'));
  await callAs(page, profitEndpoints.updateRates, { body: rates });
  const driver = await callAs(page, driverEndpoints.createDriver, {
    body: { name: 'Omar', familyName: 'Haddad', equipment: 'DRY_VAN', trailerLengthFt: 53 },
  });
  const ready = { newStatus: 'READY' as const, readyCity: 'Chicago', readyState: 'IL' as const };
  await callAs(page, driverEndpoints.changeDriverStatus, { params: { id: driver.id }, body: ready });
  await connect(context);
  const panel = await openPanelPage(context);
  await expect(panel.getByRole('heading', { name: 'Open a load board' })).toBeVisible();
  const { page: board, loads } = await openMailBoard(context);
  const [load] = loads as [(typeof loads)[number]];
  const worker = findWorker(context);
  expect(await countPanels(worker)).toBe(0);
  await openRow(board, load.key);
  await expect.poll(() => countPanels(worker)).toBe(1);

  await panel.bringToFront();
  await expect(panel.getByText('As it is on the board now')).toBeVisible();
  const lane = panel.getByRole('region', { name: 'Load' });
  await expect(lane).toContainText(`${load.origin.city}, ${load.origin.state}`);
  await expect(lane).toContainText(`$${((load.rateCents ?? 0) / 100).toLocaleString('en-US')}`);
  await expect(lane).toContainText('The board doesn’t show: delivery');

  const profit = panel.getByRole('region', { name: 'Profit' });
  await profit.getByLabel('Count with').selectOption(driver.id);
  await expect(profit).toContainText(/Deadhead [\d,]+ mi, from where the driver is empty/);
  await profit.getByLabel('Count with').selectOption('');
  const rpm = (load.rateCents ?? 0) / 100 / (load.tripMiles + load.deadheadOrigin);
  await expect(profit).toContainText(`$${rpm.toFixed(2)}`);
  await expect(profit).toContainText(`Deadhead ${load.deadheadOrigin} mi`);

  for (const theme of ['light', 'dark'] as const) {
    await panel.emulateMedia({ colorScheme: theme });
    expect(await findViolations(panel, theme), theme).toEqual([]);
  }

  // By keyboard: the day that is missing gets the focus, and Enter saves.
  const save = panel.getByRole('button', { name: 'Save as draft load' });
  await save.focus();
  await panel.keyboard.press('Enter');
  const day = panel.getByLabel('Delivery day, not on the board');
  await expect(day).toBeFocused();
  await day.fill(inWeek());
  await panel.keyboard.press('Enter');
  await expect(panel.getByText(/Saved as .+ \(Draft\)/)).toBeVisible();
  const { loads: saved } = await callAs(page, loadEndpoints.listLoads, { query: {} });
  expect(saved).toHaveLength(1);
  expect(saved[0]).toMatchObject({ status: 'DRAFT', linehaulCents: load.rateCents, pickupCity: load.origin.city });

  // The panel says so after it is opened anew, and the row too after a click on it.
  await panel.reload();
  await expect(panel.getByText(/Saved as .+ \(Draft\)/)).toBeVisible();
  const opened = context.waitForEvent('page');
  await panel.getByRole('button', { name: 'Open load' }).click();
  await expect(await opened).toHaveURL(`${appOrigin}/dispatcher/my-loads/${saved[0]?.id}`);

  // Scrolled away, then closed.
  await board.bringToFront();
  await board.locator('#results').evaluate((list) => list.scrollTo(0, 100_000));
  await expect(board.locator(`#row-${load.key}`)).toHaveCount(0);
  await panel.bringToFront();
  await expect(panel.getByText('isn’t on your screen now')).toBeVisible();
  await board.close();
  await expect(panel.getByText('tab is closed or shows another page')).toBeVisible();
});

test('the broker is on the row as far as it is known, is blocked in the panel, and scrolling asks nothing', async ({ page, context }) => {
  await openOffice(page, newcomer('Brad Lyle'));
  await connect(context);
  const { page: board, session, loads } = await openMailBoard(context);
  const [load, other] = loads as [(typeof loads)[number], (typeof loads)[number]];
  const panel = await openPanelPage(context);
  await openRow(board, load.key);
  await panel.bringToFront();
  const broker = panel.getByRole('region', { name: 'Broker' });
  await expect(broker).toContainText('Not in your broker list');
  await expect(broker).toContainText('No loads with this broker yet');
  const fresh = 'New broker, not in your broker list';
  await expect.poll(() => readBroker(session, load.key)).toBe(fresh);

  await broker.getByRole('button', { name: 'Block' }).click();
  await broker.getByLabel('Why block this broker?').fill('Short pay');
  await panel.keyboard.press('Enter');
  await expect(broker).toContainText('Blocked by your company: Short pay');
  const { brokers } = await callAs(page, brokerEndpoints.listBrokers, { query: { mark: 'BLOCKED' } });
  expect(brokers.map(({ name, markReason }) => [name, markReason])).toEqual([[await companyOf(board, load.key), 'Short pay']]);

  // A page that is loaded anew asks the worker, which knows it already.
  const readAsked = await watchWorker(findWorker(context));
  await board.bringToFront();
  await board.reload();
  await expect.poll(() => readBroker(session, load.key)).toBe('Broker blocked: Short pay');
  await expect.poll(() => readBroker(session, other.key)).toBe(fresh);
  const { violations, buttons } = await checkOwnElements(board, 'hh-row');
  expect(violations).toEqual([]);
  expect(buttons).toBeGreaterThan(0);
  // Scrolled to and fro, each broker is asked about once, whatever rows show it.
  const readBrokers = async () => {
    const bodies = (await readAsked()).flatMap(({ path, body }) => (path.endsWith('/ext/boards/brokers') ? [body] : []));
    return bodies.flatMap((body) => (JSON.parse(body) as { brokers: object[] }).brokers.map((one) => JSON.stringify(one)));
  };
  const scrollTo = (top: number) => board.locator('#results').evaluate((list, y) => list.scrollTo(0, y), top);
  for (const top of [2_000, 0, 2_000, 0]) {
    await scrollTo(top);
    await expect
      .poll(async () => (await readMarks(session)).every(({ label }) => label !== null && label !== 'Reading this load'))
      .toBe(true);
  }
  const before = (await readBrokers()).length;
  for (let top = 4_000; (await readBrokers()).length === before; top += 2_000) {
    await scrollTo(top);
    await expect.poll(async () => (await readMarks(session)).length).toBeGreaterThan(0);
  }
  const asked = await readBrokers();
  expect(asked.filter((one, index) => asked.indexOf(one) < index)).toEqual([]);
});

test('a call is a link with its number and is counted; the page’s text stays text; silence and sign-out are said', async ({
  page,
  context,
}) => {
  await openOffice(page, newcomer('Cole Nash'));
  await connect(context);
  const { page: board } = await openMailBoard(context);
  const truth = await readTruth(page);
  // The board shows a number where it shows no address.
  const keys = await board.locator('[id^="row-"]').evaluateAll((rows) => rows.map(({ id }) => id.slice('row-'.length)));
  const load = keys.flatMap((key) => truth.get(key) ?? []).find(({ email }) => email === null);
  if (load === undefined) throw new Error('every load has an address');
  const evil = '<img src=x onerror="document.title=\'hit\'">';
  await board.locator(`#row-${load.key} [data-test="company"]`).evaluate((cell, text) => {
    cell.textContent = text;
  }, evil);
  const panel = await openPanelPage(context);
  await openRow(board, load.key);
  await panel.bringToFront();
  await expect(panel.getByRole('region', { name: 'Broker' })).toContainText(evil);
  expect(await panel.locator('main img').count()).toBe(0);
  expect(await panel.title()).toBe('Headhaul');

  const calls = panel.getByRole('list', { name: 'Call' }).getByRole('link');
  await expect(calls.first()).toHaveAttribute('href', /^tel:\+\d+$/);
  await expect(calls.first()).toHaveText(/^Call \(\d{3}\) \d{3}-\d{4}$/);
  await calls.first().evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await calls.first().click();
  await expect.poll(async () => (await callAs(page, limitEndpoints.getMyPlan, {})).limits.clickToCall?.current).toBe(1);

  await findWorker(context).evaluate(() => {
    globalThis.fetch = async () => {
      throw new TypeError('Failed to fetch');
    };
  });
  await panel.reload();
  await expect(panel.getByText('As it is on the board now')).toBeVisible();
  await panel.getByLabel('Count with').selectOption('');
  await panel.getByRole('button', { name: 'Save as draft load' }).click();
  await panel.getByLabel('Delivery day, not on the board').fill(inWeek());
  await panel.getByRole('button', { name: 'Save as draft load' }).click();
  await expect(panel.getByText('Couldn’t save this load')).toBeVisible();

  await page.bringToFront();
  await logOut(page);
  await panel.bringToFront();
  await expect(panel.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
});

test('matches are listed from what was scrolled past and opened from the list, and the API hears nothing of them', async ({
  page,
  context,
}) => {
  const popup = await setUpExtension(context, page);
  await popup.close();
  const truth = await readTruth(page);
  const board = await context.newPage();
  await openBoard(board, '');
  const session = await context.newCDPSession(board);
  const readMatches = async () => (await readMarks(session)).filter(({ mark }) => mark === 'match').map(({ key }) => key);
  await expect.poll(async () => (await readMarks(session)).every(({ label }) => label !== null)).toBe(true);
  await expect.poll(async () => (await readMatches()).length).toBeGreaterThan(0);
  const worker = findWorker(context);
  const askedPaths = await watchWorker(worker);
  const panel = await openPanelPage(context, { isBesideBoard: true });
  const list = panel.getByRole('list', { name: 'Matches' });
  await expect(list.getByRole('listitem')).toHaveCount((await readMatches()).length);

  // Scrolled on, the first ones stay in the list although the board has dropped their rows.
  const first = await readMatches();
  await board.bringToFront();
  await board.locator('#results').evaluate((element) => element.scrollBy(0, element.clientHeight * 2));
  await expect.poll(async () => (await readMatches()).some((key) => !first.includes(key))).toBe(true);
  await panel.bringToFront();
  await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(first.length);

  for (const theme of ['light', 'dark'] as const) {
    await panel.emulateMedia({ colorScheme: theme });
    expect(await findViolations(panel, theme), theme).toEqual([]);
  }

  await panel.getByRole('button', { name: 'Rate', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Rate', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const rates = () => list.locator('.match-rate').allTextContents();
  const sorted = (texts: string[]) => [...texts].sort((one, other) => Number(other.replace(/\D/g, '')) - Number(one.replace(/\D/g, '')));
  await expect.poll(async () => (await rates()).join() === sorted(await rates()).join()).toBe(true);
  // The panel that opens asks once which pages the company has taught.
  const ofBoards = (await askedPaths()).map(({ path }) => path).filter((path) => path.includes('/ext/boards/'));
  expect(ofBoards.filter((path) => !/\/(brokers|rate-marks|pages)$/.test(path))).toEqual([]);
  expect(ofBoards.filter((path) => path.endsWith('/pages')).length).toBeLessThanOrEqual(1);

  // By keyboard: a match opens with Enter.
  const top = list.getByRole('button').first();
  const lane = await top.locator('.match-lane').textContent();
  await top.focus();
  await panel.keyboard.press('Enter');
  await expect(panel.getByRole('tab', { name: 'Load' })).toHaveAttribute('aria-selected', 'true');
  const region = panel.getByRole('region', { name: 'Load' });
  await expect(region).toContainText(String(lane).split(' →')[0] ?? '');
  expect([...truth.values()].some(({ origin }) => String(lane).startsWith(`${origin.city}, ${origin.state}`))).toBe(true);
});
