import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { choosePerson, expect, logOut, signIn, test } from '../product.ts';
import { screens } from '../screens.ts';
import { appOrigin } from '../world.ts';

async function findViolations(page: Page): Promise<unknown[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

test.describe('axe', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test(`every screen is clean in ${theme} at ${width} px`, async ({ page, context }) => {
        test.setTimeout(120_000);
        await context.addInitScript((name) => localStorage.setItem('hh.theme.v1', name), theme);
        const resize = (to: number) => page.setViewportSize({ width: to, height: 900 });
        let signedInAs = 'nobody';
        for (const { name, path, as } of screens) {
          if (as !== signedInAs) {
            // Signing in leads elsewhere on a phone; the screen itself is opened at its width afterwards.
            await resize(1440);
            await page.evaluate(() => localStorage.removeItem('hh.session.v1'));
            await page.goto('/login');
            await page.getByRole('button', { name: 'Continue with Google' }).click();
            await choosePerson(page, as === 'owner' ? /Demo owner/ : { name: 'Kim Doe', email: `kim-${Date.now()}@example.test` });
            await page.waitForURL('**/dispatcher/**');
            signedInAs = as;
          }
          await resize(width);
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          // Data and transitions; the live stream never lets the network be idle.
          await page.waitForTimeout(400);
          expect(await findViolations(page), `${name} at ${path}`).toEqual([]);
        }
      });
    }
  }
});

test('by keyboard alone: sign in, invite, sign out', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Demo owner/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/extension`);

  await page.getByRole('link', { name: 'Account & Team' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Invite people' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Email addresses').focus();
  const email = `keys-${Date.now()}@example.test`;
  await page.keyboard.type(`${email} `);
  await page.getByRole('button', { name: 'Invite', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('We successfully sent invitation!')).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).focus();
  await page.keyboard.press('Enter');
  // Focus starts on Cancel; the next stop is the button itself.
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${appOrigin}/login`);
});

test('the logout dialog asks and can be left', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await logOut(page);
});
