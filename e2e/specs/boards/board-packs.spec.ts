import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { isWaiting } from '@headhaul/test-servers/board-marks';
import { type SignedPack, signPack } from '@headhaul/test-servers/board-packs';
import type { BrowserContext, Page } from '@playwright/test';
import pg from 'pg';
import { findWrong, openBoard, readMarks, readTruth, setUpExtension } from '../../board-marks.ts';
import {
  followRenamedCompact,
  followRenamedMarks,
  offerPack,
  offerPacks,
  publishPack,
  readAskedPaths,
  strangersKey,
} from '../../board-packs.ts';
import { expect, extensionTest as test } from '../../product.ts';
import { adminDatabaseUrl } from '../../world.ts';

/** A page that has changed is noticed within five seconds. */
const noticed = { timeout: 5_000 };
/** A board that can't be read asks for packs a minute after the last time, and up to ten seconds later. */
const asked = { timeout: 120_000 };
const ours = '[data-hh], hh-row, hh-note';

async function openChanged(context: BrowserContext, popup: Page, query: string): Promise<Page> {
  const board = await context.newPage();
  await openBoard(board, query);
  await expect(popup.getByText('Layout changed; filters paused')).toBeVisible(noticed);
  await expect(board.locator(ours)).toHaveCount(0);
  await board.evaluate(() => document.documentElement.setAttribute('data-visit', 'first'));
  return board;
}

/** Every row says what is true, and the page is the one that was opened. */
async function expectRepaired(context: BrowserContext, board: Page): Promise<void> {
  const truth = await readTruth(board);
  await expect(board.locator('hh-row').first()).toBeAttached(asked);
  const session = await context.newCDPSession(board);
  await expect
    .poll(async () => {
      const marks = await readMarks(session);
      return { isRead: marks.length > 0 && !marks.some(isWaiting), wrong: findWrong(marks, truth) };
    })
    .toEqual({ isRead: true, wrong: [] });
  await expect(board.locator('html')).toHaveAttribute('data-visit', 'first');
}

async function readReports(layout: string): Promise<unknown[]> {
  const client = new pg.Client(adminDatabaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query(
      'select board, config_version, source, state, rows_seen > 0 and rows_read = rows_seen as is_read from board_health where layout = $1',
      [layout],
    );
    return rows;
  } finally {
    await client.end();
  }
}

test('a page that has changed is read again with a published pack, without a reload, and the API hears of it', async ({
  page,
  context,
}, testInfo) => {
  const popup = await setUpExtension(context, page);
  const board = await openChanged(context, popup, '&broken=attrs&layout=compact');
  publishPack(followRenamedCompact(2), testInfo.outputPath('demo-2.json'));
  await expectRepaired(context, board);
  await expect(popup.getByText('Board update installed')).toBeVisible();
  await expect(popup.getByText(/^Reading \d+ loads$/)).toBeVisible();
  const report = { board: 'demo', config_version: 2, source: 'REMOTE', state: 'READING', is_read: true };
  await expect.poll(async () => readReports('compact-renamed')).toContainEqual(report);
});

const good = followRenamedMarks(50);
const text = (change: Partial<BoardConfig> & Record<string, unknown>) => JSON.stringify({ ...good, ...change });
const changed = signPack(text({ stage: 'BETA' }), 50, strangersKey);
/** Each would repair the page if it were taken. */
const refused: [name: string, SignedPack][] = [
  ['signed by a stranger', signPack(text({}), 50, strangersKey)],
  ['changed after it was signed', { ...offerPack(good), text: changed.text }],
  ['changed, and its hash with it', { ...changed, entry: { ...changed.entry, signature: offerPack(good).entry.signature } }],
  ['expired', signPack(text({ issuedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-02-01T00:00:00Z' }), 50)],
  ['an older one under a new number', signPack(text({ version: 1 }), 50)],
  ['of another board', signPack(text({ board: 'dat', hosts: ['one.dat.com'] }), 50)],
  ['too large', signPack(text({}).padEnd(64 * 1024 + 1), 50)],
  ['with a script', signPack(text({ script: 'alert(1)' }), 50)],
  ['that reads what people type', signPack(text({ row: ['input'] }), 50)],
  ['for other hosts', signPack(text({ hosts: ['mail.example'] }), 50)],
  ['that is no JSON', signPack('{"schema":1', 50)],
];

test('a pack that fails one check changes nothing; a good one repairs; an older one is not even asked for', async ({ page, context }) => {
  const popup = await setUpExtension(context, page);
  const board = await openChanged(context, popup, '&broken=attrs');
  const rejected = popup.getByText('Board update rejected: it failed our checks');
  for (const [name, pack] of refused) {
    await test.step(name, async () => {
      await offerPacks(context, [pack]);
      await expect(rejected).toBeVisible();
      await expect(popup.getByText('Layout changed; filters paused')).toBeVisible();
      await expect(board.locator(ours)).toHaveCount(0);
      // The next one starts without this one's news.
      await offerPacks(context, []);
      await expect(rejected).toBeHidden();
    });
  }
  await offerPacks(context, [offerPack(good)]);
  await expect(popup.getByText('Board update installed')).toBeVisible();
  await expectRepaired(context, board);

  const off = (version: number) => offerPack({ ...good, version, enabled: false });
  await offerPacks(context, [off(49)]);
  await offerPacks(context, [off(49), off(51)]);
  await expect(popup.getByText('Paused', { exact: true })).toBeVisible();
  await expect(board.locator(ours)).toHaveCount(0);
  expect(await readAskedPaths(context)).not.toContain('packs/demo/49');
  await offerPacks(context, [offerPack({ ...good, version: 52 })]);
  await expectRepaired(context, board);
});
