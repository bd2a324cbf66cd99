import { copyFile, mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, extensionTest as test } from '../product.ts';
import { screens, type Theme, walkScreens } from '../screens.ts';
import { repoRoot } from '../world.ts';

const outDir = `${repoRoot}e2e/test-results/gallery`;
/** Pictures the documentation shows. */
const documented = ['login-light-1440', 'loads-light-1440', 'team-light-1440', 'extension-dark-1440'];

/** How to open the dialogs of a screen. */
const dialogs: Record<string, { name: string; open: (page: Page) => Promise<void> }[]> = {
  extension: [{ name: 'logout', open: (page) => page.getByRole('button', { name: 'Log out' }).click() }],
  'invite-win': [
    { name: 'invite-win-mail', open: (page) => page.getByRole('button', { name: 'Email', exact: true }).click() },
    { name: 'invite-win-rules', open: (page) => page.getByRole('button', { name: 'Full rules' }).click() },
  ],
  team: [
    {
      name: 'team-invite',
      async open(page) {
        await page.getByRole('button', { name: 'Invite people' }).first().click();
        await page
          .getByRole('textbox', { name: 'Email addresses' })
          .pressSequentially('mike@northline.example sara.o@northline.example ben@northline ');
      },
    },
  ],
};

for (const width of [1440, 390]) {
  test(`${width} px`, async ({ page }) => {
    await mkdir(outDir, { recursive: true });
    const shoot = async (name: string, theme: Theme) => {
      const picture = `${name}-${theme}-${width}`;
      await page.screenshot({ path: `${outDir}/${picture}.png` });
      if (documented.includes(picture)) await copyFile(`${outDir}/${picture}.png`, `${repoRoot}docs/images/${picture}.png`);
    };
    await walkScreens(page, screens, { width, height: width === 390 ? 844 : 900 }, async ({ name }, theme, standStill) => {
      await shoot(name, theme);
      for (const dialog of width === 1440 ? (dialogs[name] ?? []) : []) {
        await dialog.open(page);
        await standStill();
        await shoot(dialog.name, theme);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
    });
  });
}
