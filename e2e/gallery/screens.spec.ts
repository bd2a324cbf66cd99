import { copyFile, mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { choosePerson, expect, extensionTest as test } from '../product.ts';
import { screens } from '../screens.ts';
import { repoRoot } from '../world.ts';

const outDir = `${repoRoot}e2e/test-results/gallery`;
/** Pictures the documentation shows. */
const documented = ['login-light-1440', 'team-light-1440', 'extension-dark-1440'];

async function signInAs(page: Page, who: 'owner' | 'newcomer'): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('hh.session.v1'));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await choosePerson(page, who === 'owner' ? /Demo owner/ : { name: 'Kim Doe', email: `kim-${Date.now()}@example.test` });
  await page.waitForURL('**/dispatcher/**');
}

/** Opens what a screen can show over itself. */
const dialogs: Record<string, { name: string; open: (page: Page) => Promise<void> }[]> = {
  extension: [{ name: 'logout', open: (page) => page.getByRole('button', { name: 'Log out' }).click() }],
  team: [
    {
      name: 'team-invite',
      async open(page) {
        await page.getByRole('button', { name: 'Invite people' }).first().click();
        await page.getByLabel('Email addresses').pressSequentially('mike@northline.example sara.o@northline.example ben@northline ');
      },
    },
  ],
};

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`${theme}, ${width} px`, async ({ page, context }) => {
      await mkdir(outDir, { recursive: true });
      await context.addInitScript((name) => localStorage.setItem('hh.theme.v1', name), theme);
      const height = width === 390 ? 844 : 900;
      const shoot = async (name: string) => {
        // Fonts, data, the extension's answer and transitions.
        await page.waitForTimeout(700);
        const picture = `${name}-${theme}-${width}`;
        await page.screenshot({ path: `${outDir}/${picture}.png` });
        if (documented.includes(picture)) await copyFile(`${outDir}/${picture}.png`, `${repoRoot}docs/images/${picture}.png`);
      };
      let signedInAs = 'nobody';
      for (const { name, path, as } of screens) {
        if (as !== 'nobody' && as !== signedInAs) {
          await page.setViewportSize({ width: 1440, height: 900 });
          await signInAs(page, as);
          signedInAs = as;
        }
        await page.setViewportSize({ width, height });
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await shoot(name);
        for (const dialog of width === 1440 ? (dialogs[name] ?? []) : []) {
          await dialog.open(page);
          await shoot(dialog.name);
        }
      }
    });
  }
}
