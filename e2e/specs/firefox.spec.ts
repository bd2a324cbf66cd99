import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import type { Page } from 'puppeteer-core';
import { demoBoardAddress, rateFromEnd, readTruth } from '../board-marks.ts';
import { buildAddOn, launchFirefox, pingByBridge } from '../firefox.ts';
import { arrivedAt, connectMailbox, delivered, writeTemplate } from '../mail.ts';
import { callAs, expect, newcomer, openOffice, test } from '../product.ts';
import { appOrigin } from '../world.ts';

/** Long enough for a busy machine. */
const waits = { timeout: 60_000 };

const longHaulMiles = 800;

/** How many elements of ours each row has. Only a row that could be read has one. Its inside is closed to the page. */
function countMarks(board: Page): Promise<number[]> {
  return board.evaluate(() => [...document.querySelectorAll('[id^="row-"]')].map((row) => row.querySelectorAll('hh-row').length));
}

/** What the filter says about each row. */
function readVerdicts(board: Page): Promise<{ key: string; verdict: string | null }[]> {
  return board.evaluate(() =>
    [...document.querySelectorAll('[id^="row-"]')].map((row) => ({
      key: row.id.slice('row-'.length),
      verdict: row.getAttribute('data-hh'),
    })),
  );
}

/** Our element has the rate at its left and Email beside it. What is inside is closed to everybody, so the keyboard goes from one to the other. */
async function emailByKeyboard(board: Page, key: string): Promise<void> {
  const { right, top, bottom } = await board.evaluate(
    (id) => document.querySelector(`#row-${id} hh-row`)?.getBoundingClientRect().toJSON() as DOMRect,
    key,
  );
  await board.mouse.click(right - rateFromEnd, (top + bottom) / 2);
  await board.keyboard.press('ArrowRight');
  await board.keyboard.press('Enter');
  const isAsking = () => board.evaluate(() => document.querySelector('hh-mail') !== null);
  await expect.poll(isAsking, waits).toBe(true);
  // What is pressed in the popover's first moment doesn't count.
  await expect(async () => {
    await board.keyboard.press('Enter');
    expect(await isAsking()).toBe(false);
  }).toPass({ intervals: [300], ...waits });
}

test('in Firefox the extension answers, is signed in by the web app, filters a board’s rows and sends a mail', async ({
  page,
  request,
}) => {
  const person = newcomer('Fay Ross');
  await openOffice(page, person);
  await connectMailbox(page, 'Gmail or Google Workspace', person);
  await writeTemplate(page);
  await callAs(page, boardFilterEndpoints.createBoardFilter, {
    body: {
      name: 'Long hauls',
      rules: [{ kind: 'MILES_BETWEEN', min: longHaulMiles, max: null }],
      onUnknown: 'KEEP',
      action: 'DIM',
      isChosen: true,
    },
  });
  const browser = await launchFirefox(await buildAddOn());
  try {
    const web = await browser.newPage();
    await web.goto(`${appOrigin}/login`);
    // The add-on may still be starting.
    const ping = () =>
      pingByBridge(web).then(
        ({ payload }) => payload,
        () => null,
      );
    await expect.poll(() => ping().then((payload) => payload?.browser), waits).toBe('firefox');

    await web.locator('::-p-text(Continue with Google)').click();
    await web.locator('input[name="name"]').fill(person.name);
    await web.locator('input[name="email"]').fill(person.email);
    await web.locator('form.someone button').click();
    const readUserId = () => web.evaluate(() => JSON.parse(localStorage.getItem('hh.session.v1') ?? '{}').id as string | undefined);
    await web.waitForFunction(() => window.location.pathname.startsWith('/dispatcher/'), waits);
    const userId = await readUserId();
    expect(userId).toBeDefined();
    await expect.poll(async () => (await ping())?.signedInUserId, waits).toBe(userId);

    const board = await browser.newPage();
    await board.goto(demoBoardAddress(''));
    await expect.poll(async () => (await countMarks(board)).filter((count) => count === 1).length, waits).toBeGreaterThan(10);

    const truth = await readTruth({ request });
    const isRight = ({ key, verdict }: { key: string; verdict: string | null }) =>
      verdict === ((truth.get(key)?.tripMiles ?? 0) >= longHaulMiles ? 'match' : 'dim');
    await expect
      .poll(async () => {
        const rows = await readVerdicts(board);
        return rows.length > 10 && rows.every(isRight) && new Set(rows.map(({ verdict }) => verdict)).size === 2;
      }, waits)
      .toBe(true);
    const load = (await readVerdicts(board))
      .slice(0, 10)
      .flatMap(({ key }) => truth.get(key) ?? [])
      .find(({ email, rateCents }) => email !== null && rateCents !== null);
    if (load?.email == null) throw new Error('no load on the screen has an address');
    const { email } = load;
    await emailByKeyboard(board, load.key);
    await delivered.poll(async () => (await arrivedAt(request, email)).filter(({ account }) => account === person.email).length).toBe(1);
  } finally {
    await browser.close();
  }
});
