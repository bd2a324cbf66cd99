import { sessionEndpoints } from '@headhaul/contracts/session';
import type { Page } from '@playwright/test';
import { arrivedAt } from './mail.ts';
import { callAs, expect } from './product.ts';

/** The six digits of the newest mail to this address. `mails`: how many such mails must have arrived. */
export async function readDigits(page: Page, address: string, mails = 1): Promise<string> {
  const codes = async () => (await arrivedAt(page.request, address)).filter(({ subject }) => subject.endsWith('is your Headhaul code'));
  await expect.poll(async () => (await codes()).length, { timeout: 30_000 }).toBe(mails);
  const [newest] = await codes();
  return newest?.subject.slice(0, 7).replace(' ', '') ?? '';
}

/** Google does not say when a person signed in, so actions that need a fresh sign-in are confirmed by mailed digits. */
export async function confirmByCode(page: Page, address: string, mails = 1): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Email me a code instead' }).click();
  await dialog.getByLabel('Six digits').fill(await readDigits(page, address, mails));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
}

/** The same through the API, for tests that check something else. */
export async function confirmQuietly(page: Page, address: string): Promise<void> {
  await callAs(page, sessionEndpoints.sendEmailCode, {});
  await callAs(page, sessionEndpoints.confirmEmailCode, { body: { digits: await readDigits(page, address) } });
}
