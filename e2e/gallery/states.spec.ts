import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../product.ts';
import { restOn, watchStillness } from '../stillness.ts';
import { repoRoot } from '../world.ts';

const outDir = `${repoRoot}e2e/test-results/gallery`;
const loads = '/dispatcher/my-loads';
const anyApi = /\/api\/(?!events|users\/me|auth)/;

/** A screen while its data is loading, when the data doesn't come, and when the network is gone. */
const states: { name: string; show: (page: Page, path: string, standStill: () => Promise<void>) => Promise<void> }[] = [
  {
    name: 'waiting',
    async show(page, path) {
      await page.route(anyApi, () => new Promise(() => undefined));
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    },
  },
  {
    name: 'failed',
    async show(page, path) {
      const body = JSON.stringify({
        type: 'about:blank',
        title: 'Something went wrong',
        status: 500,
        code: 'internal',
        detail: '',
        instance: '/',
      });
      await page.route(anyApi, (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', body }));
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    },
  },
  {
    name: 'offline',
    async show(page, path, standStill) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await standStill();
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline.')).toBeVisible();
    },
  },
];
const paths = {
  loads,
  board: `${loads}?mode=board`,
  week: `${loads}/week`,
  drivers: '/dispatcher/my-drivers',
  brokers: '/dispatcher/brokers',
  analytics: '/dispatcher/analytics',
};

for (const width of [1440, 390]) {
  test(`states at ${width} px`, async ({ page }) => {
    await mkdir(outDir, { recursive: true });
    const standStill = watchStillness(page);
    await signIn(page);
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const state of states) {
      for (const [name, path] of Object.entries(paths)) {
        await state.show(page, path, standStill);
        await restOn(page);
        await page.screenshot({ path: `${outDir}/${name}-${state.name}-light-${width}.png` });
        await page.context().setOffline(false);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    }
  });
}
