import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { expect, newcomer, openOffice, test } from '../product.ts';
import { adminDatabaseUrl, sandboxOrigin } from '../world.ts';

/** EIA publishes a price for the Midwest, and the worker fetches it, as it does each hour. */
async function publishDiesel(page: Page, dollars: number): Promise<void> {
  const answer = await page.request.put(`${sandboxOrigin}/services/eia/prices/R20`, { data: { price: dollars } });
  expect(answer.ok()).toBe(true);
  const client = new pg.Client({ connectionString: adminDatabaseUrl });
  await client.connect();
  try {
    await client.query(`select enqueue_job('fuel.diesel', '{}', null, null, 3, null)`);
    await expect
      .poll(async () => {
        const { rows } = await client.query<{ tenths: number }>(
          `select tenths_per_gallon as tenths from diesel_prices where region = 'MIDWEST' order by week desc limit 1`,
        );
        return rows[0]?.tenths;
      })
      .toBe(Math.round(dollars * 1_000));
  } finally {
    await client.end();
  }
}

async function setRates(page: Page): Promise<void> {
  await page.goto('/dispatcher/account-team/company');
  const form = page.getByRole('form', { name: 'Rates and costs' });
  await expect(form.getByLabel('MPG loaded')).toHaveValue('');
  await form.getByLabel('MPG loaded').fill('6.5');
  await form.getByLabel('MPG empty').fill('6.5');
  await form.getByLabel('Target, $ a mile').fill('2.50');
  await form.getByLabel('Ask over target, %').fill('10');
  await form.getByLabel('Truck, fixed cost, $ a day').fill('121');
  await form.getByLabel('Drivers are usually paid').selectOption('PER_MILE');
  await form.getByLabel('Dollars a mile').fill('0.65');
  await form.getByLabel('Factoring').selectOption('true');
  await form.getByLabel('Factor’s fee, %').fill('2.5');
  await form.getByRole('button', { name: 'Save rates' }).click();
  await expect(page.getByText('Rates and costs saved')).toBeVisible();
}

/** The cents in the last line of a ledger: "Net$1,291.50". */
async function readNet(page: Page): Promise<number> {
  const line = page.getByLabel('Ledger').locator('div').last();
  await expect(line).toHaveText(/^Net.*\$[\d,]+\.\d\d$/);
  const [, amount = ''] = /\$([\d,.]+)$/.exec((await line.textContent()) ?? '') ?? [];
  return Math.round(Number(amount.replaceAll(',', '')) * 100);
}

/** Every test that changes the diesel price is here, in one test, because all offices share the price. */
test('the net of a load: in the form, the same in its details, and less when diesel gets dearer', async ({ page }) => {
  await openOffice(page, newcomer('Nina Alvarez'));
  await publishDiesel(page, 3.71);
  await setRates(page);

  await page.goto('/dispatcher/create-my-load');
  const card = page.getByRole('complementary', { name: 'Profit' });
  await expect(card.getByText('Enter the pickup and the delivery to see what the load brings.')).toBeVisible();
  await page.getByLabel('Broker or MC').fill('Lakeshore Freight, MC 428816');
  await page.getByLabel('Pickup, city and state').fill('Joplin, MO');
  await page.getByLabel('Pickup, when').fill('tom 8am');
  await page.getByLabel('Delivery, city and state').fill('Dallas, TX');
  await page.getByLabel('Delivery, when').fill('tom 11pm');
  await page.getByLabel('Loaded miles').fill('400');
  await page.getByLabel('Empty miles').fill('29');
  await expect(card.getByText('Enter a rate')).toBeVisible();
  await page.getByLabel('Linehaul').fill('900');
  // 429 mi × $2.50 is $1,073.
  await expect(card.getByText('$173 under target')).toBeVisible();
  await page.getByLabel('Linehaul').fill('1,140');
  await expect(card.getByText('$67 over target')).toBeVisible();
  await expect(card.getByText('429 mi at 6.5 mpg (company default), $3.71 a gallon')).toBeVisible();
  await expect(card.getByText('−$244.86')).toBeVisible();
  await expect(card.getByText('−$278.85')).toBeVisible();
  await expect(card.getByText('−$28.50')).toBeVisible();
  const net = await readNet(page);
  expect(net).toBeGreaterThan(0);
  expect((await new AxeBuilder({ page }).include('aside[aria-label="Profit"]').analyze()).violations).toEqual([]);

  await page.keyboard.press('Control+Enter');
  const details = page.getByRole('region', { name: 'Profit' });
  await expect(details.getByText('−$244.86')).toBeVisible();
  expect(await readNet(page)).toBe(net);

  // 429 mi ÷ 6.5 mpg are 66 gallons.
  await publishDiesel(page, 4.21);
  await page.reload();
  await expect(details.getByText('−$277.86')).toBeVisible();
  expect(await readNet(page)).toBe(net - 3_300);
});
