import { demoLayouts } from '@headhaul/domain/testing/boards/demo-truth';
import { fixturesOn } from '@headhaul/domain/testing/boards/fixtures';
import type { CDPSession, Frame, Page, TestInfo } from '@playwright/test';
import { dress } from '../../board-looks.ts';
import { openBoard, setUpExtension } from '../../board-marks.ts';
import { knowsFixture, openSite, readSite, redesign } from '../../board-sites.ts';
import { clickOwn, goOnInPage, knowsDemo, openPopupOver, serveElsewhere, teachTruthfully } from '../../board-teach.ts';
import { expect, launchWithExtension, test } from '../../product.ts';
import { boardFits, type RowSight, seeRows } from '../../seen-buttons.ts';
import { dayIn, morningZone, readMarket } from '../../taught-rows.ts';

// Where a lesson lets our element stand: the rate and the button of the mail are really seen on the rows.

const isNightly = process.env.TEST_SIZE === 'nightly';
const timezoneId = morningZone();
const usualWidth = 1440;
const narrowWidths = [800, 640, 390];
const rows = { list: '[role="row"][id]', cards: '[role="listitem"]', 'table-iframe': 'tbody > tr' } as const;

interface Look {
  name: string;
  page: Page;
  session: CDPSession;
  list(): Page | Frame;
  row: string;
}

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 900 });

/** The widths at which the board itself fits, without anything of ours. */
async function findFitting({ page, list, row }: Look): Promise<number[]> {
  const fitting: number[] = [];
  for (const width of narrowWidths) {
    await resize(page, width);
    if (await boardFits(list(), row)) fitting.push(width);
  }
  await resize(page, usualWidth);
  return fitting;
}

const isSeen = ({ isRateSeen, isMailSeen, covered }: RowSight) => isRateSeen && isMailSeen === true && covered.length === 0;

async function expectSeen({ name, page, session }: Look, fitting: readonly number[], info: TestInfo): Promise<RowSight[]> {
  let usual: RowSight[] = [];
  for (const width of [usualWidth, ...fitting]) {
    await resize(page, width);
    let seen: RowSight[] = [];
    await expect(async () => {
      seen = await seeRows(session);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter(isSeen).length / seen.length).toBeGreaterThanOrEqual(0.9);
    })
      .toPass({ timeout: 10_000 })
      .finally(async () => {
        const unseen = seen.find((one) => !isSeen(one));
        const why = unseen === undefined ? '' : `: ${JSON.stringify(unseen)}`;
        process.stdout.write(`${name} at ${width} px: seen on ${seen.filter(isSeen).length} of ${seen.length} rows${why}\n`);
        await page.screenshot({ path: info.outputPath(`${width}.png`) });
      });
    if (width === usualWidth) usual = seen;
  }
  return usual;
}

for (const layout of demoLayouts) {
  test(`${layout}: after a lesson the buttons are seen on the rows, which stay as high as they were`, async ({ page: _ }, info) => {
    const context = await launchWithExtension([], { timezoneId });
    const site = await serveElsewhere();
    try {
      const first = context.pages()[0] ?? (await context.newPage());
      await setUpExtension(context, first);
      const { postings, query } = await readMarket(first, dayIn(timezoneId));
      const page = await context.newPage();
      await openBoard(page, `${query}&layout=${layout}&hash=1`, site.origin);
      const session = await context.newCDPSession(page);
      const list = () => page.frames().find((one) => one !== page.mainFrame()) ?? page;
      const row = rows[layout === 'cards' || layout === 'table-iframe' ? layout : 'list'];
      const look = { name: `demo ${layout}`, page, session, list, row };
      const fitting = await findFitting(look);
      const { height } = (await list().locator(row).nth(1).boundingBox()) ?? { height: 0 };
      await goOnInPage(await openPopupOver(context, site.origin), 'Teach', page);
      await teachTruthfully(page, session, knowsDemo(postings));
      const seen = await expectSeen(look, fitting, info);
      // A table without virtual rows may grow.
      if (layout !== 'table-iframe') expect(new Set(seen.map((one) => one.height))).toEqual(new Set([Math.round(height)]));
    } finally {
      await site.close();
      await context.close();
    }
  });
}

/**
 * Its cells are counted from both ends, so nothing of ours may stand around them. Where they also cut off what is too wide, the rate is cut off.
 * The table's frame has no size of its own without a style sheet.
 */
const withoutRoom = new Set(['relay cards with narrow cells that cut off', 'sylectus table as it is']);
/** In a narrow window its cells leave room for the rate alone, which opens the panel with the same button. */
const onlyWide = new Set(['sylectus table with narrow cells that cut off']);
/** A look that is tried with each change; the others, each night. */
const usualLook = 'truckstop grid with narrow cells that cut off';

for (const fixture of fixturesOn(dayIn(timezoneId))) {
  const name = `${fixture.board} ${fixture.layout}`;
  for (const [look, clothe] of [
    ['with narrow cells that cut off', dress(name)],
    ['as it is', (html: string) => html],
  ] as const) {
    if (withoutRoom.has(`${name} ${look}`) || !(isNightly || usualLook === `${name} ${look}`)) continue;
    test(`${name} ${look}: after a lesson the buttons are seen on the rows`, async ({ page: _ }, info) => {
      const site = await openSite(fixture, timezoneId);
      const { context } = site;
      try {
        await setUpExtension(context, context.pages()[0] ?? (await context.newPage()));
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        // DAT's own page is read by the configuration that comes with the extension.
        const isKnown = fixture.board === 'dat';
        site.change((html) => clothe(isKnown ? redesign(html) : html));
        await page.goto(fixture.url);
        const list = () => page.frames().find((one) => one !== page.mainFrame()) ?? page;
        const key = fixture.rows[0]?.rowKey ?? '';
        const row = `[id$="${key}"], [data-id="${key}"], [data-guid="${key}"], [data-shipment="${key}"]`;
        const board = { name: `${name} ${look}`, page, session, list, row };
        const fitting = onlyWide.has(board.name) ? [] : await findFitting(board);
        if (isKnown) await clickOwn(page, session, 'hh-banner', 'Teach it, one minute');
        else await goOnInPage(await openPopupOver(context, new URL(fixture.url).origin), 'Teach', page);
        await teachTruthfully(page, session, knowsFixture(fixture));
        expect((await readSite(context, page, fixture, { readsOpened: false })).wrong).toEqual([]);
        await expectSeen(board, fitting, info);
      } finally {
        await site.close();
      }
    });
  }
}
