import type { Page } from '@playwright/test';
import { findViolations } from '../axe.ts';
import { expect, newcomer, openOffice, test } from '../product.ts';
import { themes } from '../screens.ts';

const list = [
  'Ridgeway Factoring approval list,,,,',
  'Broker Name,MC #,Status,Credit Limit,Used',
  'LAKESHORE FREIGHT LLC,428816,Approved,"$25,000","$9,420"',
  'QUICKTURN FREIGHT DESK LLC,991120,No Buy,,',
  'SOMEBODY,77,Perhaps,,',
].join('\n');

async function expectNoViolations(page: Page, what: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(`html[data-mantine-color-scheme="${theme}"]`)).toBeAttached();
    expect.soft(await findViolations(page, theme), `${what}, ${theme}`).toEqual([]);
  }
}

async function typeLoad(page: Page, broker: string): Promise<void> {
  await page.goto('/dispatcher/create-my-load');
  const fields = {
    'Broker or MC': broker,
    'Pickup, city and state': 'Joplin, MO',
    'Pickup, when': 'tomorrow 6am',
    'Delivery, city and state': 'Dallas, TX',
    'Delivery, when': 'tomorrow 8pm',
    Linehaul: '2,350',
  };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.keyboard.press('Tab');
}

test('a factor’s list is imported, and a declined broker is seen while booking', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('hh.theme.v1', 'auto'));
  await openOffice(page, newcomer('Nina Alvarez'));

  await test.step('the factor', async () => {
    await page.goto('/dispatcher/account-team/company');
    const card = page.getByRole('region', { name: 'Factoring' });
    await card.getByLabel('Your factor').selectOption({ label: 'Sends lists or answers emails' });
    await card.getByLabel('Name').fill('Ridgeway');
    await card.getByLabel('Email for credit checks').fill('credit@ridgeway.example');
    await card.getByRole('button', { name: 'Save factor' }).click();
    await expect(card.getByRole('heading', { name: 'Approval list' })).toBeVisible();
  });

  await test.step('its list, seen before it is used', async () => {
    const file = { name: 'ridgeway.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
    await page.getByLabel('Approval list').setInputFiles(file);
    const dialog = page.getByRole('dialog', { name: 'Use this list?' });
    await expect(dialog).toContainText('2 brokers: 1 approved, 1 declined');
    await expect(dialog).toContainText('Row 5: We don’t know the status “Perhaps”');
    await expectNoViolations(page, 'preview of the list');
    await dialog.getByRole('button', { name: 'Use this list' }).click();
    await expect(page.getByText(/^ridgeway\.csv, /)).toBeVisible();
    await expectNoViolations(page, 'company');
  });

  await test.step('a declined broker is seen in the form, and booking asks first', async () => {
    await typeLoad(page, 'Quickturn Freight Desk, MC 991120');
    await expect(page.getByText(/^Declined by Ridgeway/)).toBeVisible();
    await expectNoViolations(page, 'load form');
    await page.getByRole('button', { name: 'Book load' }).first().click();
    const question = page.getByRole('dialog', { name: 'Your factor may not buy this invoice' });
    await expect(question).toContainText('Ridgeway declined Quickturn Freight Desk');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/create-my-load/);
    await page.getByRole('button', { name: 'Book load' }).first().click();
    await question.getByRole('button', { name: 'Book anyway' }).click();
    await expect(page).toHaveURL(/my-loads\?load=/);
    await expect(page.getByText(/Booked anyway/)).toBeVisible();
  });

  await test.step('the broker’s page says so too, and writes to the factor', async () => {
    await page.goto('/dispatcher/brokers');
    await page
      .getByRole('link', { name: /Quickturn Freight Desk/ })
      .first()
      .click();
    const card = page.getByRole('region', { name: 'Your factor' });
    await expect(card).toContainText('Declined');
    await expect(card.getByRole('button', { name: 'Email Ridgeway' })).toBeVisible();
    await expectNoViolations(page, 'broker');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(card).toBeVisible();
    await expectNoViolations(page, 'broker on a phone');
  });
});
