import { readDigits } from '../confirm.ts';
import { choosePerson, expect, newcomer, openOffice, test } from '../product.ts';
import { appOrigin } from '../world.ts';

test('an address that nobody vouches for is proved before anything opens', async ({ page }) => {
  const person = newcomer('Uma Grant');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  await page.getByLabel('What Microsoft says about the email').selectOption({ label: 'Shared, not verified' });
  await choosePerson(page, person);
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto('/dispatcher/my-loads');
  await expect(page).toHaveURL(`${appOrigin}/confirm-email`);

  const digits = page.getByLabel('Six digits');
  // The page load above has sent no second mail.
  const right = await readDigits(page, person.email);
  await digits.fill(right === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('That code is wrong or too old')).toBeVisible();
  await digits.fill(right);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/setup`);
});

test('what asks for a fresh sign-in waits for the provider’s window, and for digits where it does not say', async ({ page }) => {
  const person = newcomer('Kit Vance');
  await openOffice(page, person);
  await page.goto('/dispatcher/profile');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Continue with Google' }).click();
  const window = await opening;
  const closing = window.waitForEvent('close');
  await choosePerson(window, person);
  await closing;
  await dialog.getByLabel('Six digits').fill(await readDigits(page, person.email));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.zip$/);
  await expect(dialog).toBeHidden();
});
