import { sessionEndpoints } from '@headhaul/contracts/session';
import type { Page } from '@playwright/test';
import { arrivedAt } from './mail.ts';
import { callAs, expect } from './product.ts';

/** The newest six digits that were mailed to this address. `mails`: how many must have come. */
export async function readDigits(page: Page, address: string, mails = 1): Promise<string> {
  const codes = async () => (await arrivedAt(page.request, address)).filter(({ subject }) => subject.endsWith('is your Headhaul code'));
  await expect.poll(async () => (await codes()).length, { timeout: 30_000 }).toBe(mails);
  const [newest] = await codes();
  return newest?.subject.slice(0, 7).replace(' ', '') ?? '';
}

/** Google does not say when somebody signed in, so what asks for a fresh sign-in is confirmed by mailed digits. */
export async function confirmByCode(page: Page, address: string, mails = 1): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Email me a code instead' }).click();
  await dialog.getByLabel('Six digits').fill(await readDigits(page, address, mails));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
}

/** The same without a dialog, for a test whose subject is what comes after. */
export async function confirmQuietly(page: Page, address: string): Promise<void> {
  await callAs(page, sessionEndpoints.sendEmailCode, {});
  await callAs(page, sessionEndpoints.confirmEmailCode, { body: { digits: await readDigits(page, address) } });
}
