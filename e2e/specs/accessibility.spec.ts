import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, logOut, signIn, test } from '../product.ts';
import { type Theme, walkScreens } from '../screens.ts';
import { appOrigin } from '../world.ts';

async function findViolations(page: Page, theme: Theme): Promise<unknown[]> {
  // Scripts never run in the frame of a mail's preview, so axe would wait there without end. There are no others: so it need not put frames
  // together in a page of its own, which takes as long again.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('iframe[sandbox]');
  // Only colours are different in the dark.
  const { violations } = await (theme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

for (const width of [1440, 390]) {
  test(`axe: every screen is clean at ${width} px, light and dark`, async ({ page }) => {
    test.setTimeout(900_000);
    await walkScreens(page, { width, height: 900 }, async ({ name }, theme) => {
      // Transitions; the live stream never lets the network be idle.
      await page.waitForTimeout(400);
      expect.soft(await findViolations(page, theme), `${name}, ${theme}`).toEqual([]);
    });
  });
}

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
  // It fades out, and its Cancel with it.
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Log out' }).focus();
  await page.keyboard.press('Enter');
  // Focus starts on Cancel; the next stop is the button itself.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
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
