import { findViolations } from '../axe.ts';
import { comeIn, expect, logOut, newcomer, test } from '../product.ts';
import { screens, themes, walkScreens } from '../screens.ts';
import { appOrigin } from '../world.ts';

/** Each walk is a separate test, so that the workers share them. */
const walkLength = 9;
const walks = Array.from({ length: Math.ceil(screens.length / walkLength) }, (_, walk) =>
  screens.slice(walk * walkLength, (walk + 1) * walkLength),
);

for (const width of [1440, 390]) {
  for (const [index, walk] of walks.entries()) {
    test(`axe: every screen is clean at ${width} px, light and dark, part ${index + 1} of ${walks.length}`, async ({ page }) => {
      test.setTimeout(400_000);
      const visited: string[] = [];
      await walkScreens(page, walk, { width, height: 900 }, async ({ name }, theme) => {
        expect.soft(await findViolations(page, theme), `${name}, ${theme}`).toEqual([]);
        visited.push(`${name}, ${theme}`);
      });
      expect(visited).toEqual(walk.flatMap(({ name }) => themes.map((theme) => `${name}, ${theme}`)));
    });
  }
}

test('axe: the parts together are all screens', () => {
  expect(walks.flat()).toEqual(screens);
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
});

test('by keyboard alone: sign in, invite, sign out', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).focus();
  await page.keyboard.press('Enter');
  // No other test looks at this person's office.
  await page.getByRole('button', { name: /Demo carrier/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/extension`);

  await page.getByRole('link', { name: 'Account & Team' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Invite people' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Email addresses')).toBeFocused();
  const { email } = newcomer('Keys');
  await page.keyboard.type(`${email} `);
  await page.getByRole('button', { name: 'Invite', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('We successfully sent invitation!')).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  // The dialog fades out together with its Cancel button.
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Log out' }).focus();
  await page.keyboard.press('Enter');
  // Focus starts on Cancel, and Tab leads to Log out. On a busy machine the dialog may set the focus once more while it opens.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Log out' })).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${appOrigin}/login`);
});

test('the logout dialog asks and can be left', async ({ page }) => {
  await comeIn(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  // A key that comes before the dialog would go nowhere.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await logOut(page);
});
