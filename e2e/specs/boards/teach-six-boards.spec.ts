import { fixturesOn } from '@headhaul/domain/testing/boards/fixtures';
import { describeTally } from '@headhaul/domain/testing/boards/tally';
import { setUpExtension } from '../../board-marks.ts';
import { knowsFixture, openSite, readSite, rebuild, redesign } from '../../board-sites.ts';
import { clickOwn, goOnInPage, openPopupOver, teachTruthfully } from '../../board-teach.ts';
import { expect, test } from '../../product.ts';
import { dayIn, morningZone } from '../../taught-rows.ts';

const timezoneId = morningZone();
/** A page that has changed says so within five seconds. */
const noticedMs = 5_000;

for (const fixture of fixturesOn(dayIn(timezoneId))) {
  const { board, layout, url, rows, frames } = fixture;
  const name = `${board} ${layout}`;

  test(`${name}: taught in ten clicks, read without a wrong value, and again after the board has changed`, async () => {
    test.setTimeout(720_000);
    const site = await openSite(fixture, timezoneId);
    const { context } = site;
    try {
      await setUpExtension(context, context.pages()[0] ?? (await context.newPage()));
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      const list = Object.keys(frames).length === 0 ? page : page.frameLocator('iframe');
      const expectTrue = async (step: string, clicks: number, readsOpened = false) => {
        const tally = await readSite(context, page, fixture, { readsOpened });
        process.stdout.write(`${describeTally(`${name}, ${step}`, clicks, tally)}\n`);
        expect(tally.wrong).toEqual([]);
        expect(tally.rows).toBe(rows.length);
        expect(tally.complete + tally.bareWeights).toBe(rows.length);
        expect(clicks).toBeLessThanOrEqual(10);
        await expect(list.locator('hh-row').first()).toBeAttached();
      };
      await page.goto(url);
      // DAT's own page is read by the configuration that comes with the extension.
      if (board !== 'dat') {
        const popup = await openPopupOver(context, new URL(url).origin);
        await goOnInPage(popup, 'Teach', page);
        await expectTrue('taught', 1 + (await teachTruthfully(page, session, knowsFixture(fixture))));
      } else await expectTrue('known', 0, true);

      site.change(rebuild(fixture));
      await page.reload();
      await expectTrue('after a new build', 0, board === 'dat');

      site.change((html) => redesign(rebuild(fixture)(html)));
      await page.reload();
      await expect(list.locator('hh-banner')).toBeAttached();
      const bannerMs = Number(await list.locator('html').getAttribute('data-banner-ms'));
      process.stdout.write(`${name}: says after ${bannerMs} ms that the page has changed\n`);
      expect(bannerMs).toBeGreaterThan(0);
      expect(bannerMs).toBeLessThan(noticedMs);
      await expect(list.locator('hh-row, [data-hh]')).toHaveCount(0);
      await clickOwn(page, session, 'hh-banner', 'Teach it, one minute');
      await expectTrue('taught again', 1 + (await teachTruthfully(page, session, knowsFixture(fixture))));
      await expect(list.locator('hh-banner')).toHaveCount(0);
    } finally {
      await site.close();
    }
  });
}
