import { randomInt } from 'node:crypto';
import { fmcsaEndpoints } from '@headhaul/contracts/fmcsa';
import { sessionEndpoints } from '@headhaul/contracts/session';
import type { APIRequestContext, Page } from '@playwright/test';
import pg from 'pg';
import { findViolations } from '../axe.ts';
import { control } from '../payments.ts';
import { callAs, expect, newcomer, openOffice, test } from '../product.ts';
import { themes } from '../screens.ts';
import { adminDatabaseUrl } from '../world.ts';

const newNumber = () => String(randomInt(10_000_000, 100_000_000));

/** A broker in FMCSA's register that nobody has asked for yet. Its authority lapsed once, for 23 days. */
async function registerBroker(request: APIRequestContext): Promise<{ dot: string; mc: string }> {
  const numbers = { dot: newNumber(), mc: newNumber() };
  const path = `/services/fmcsa/registrants/${numbers.dot}`;
  await control(request, 'PUT', path, { mc: numbers.mc, legalName: 'PRAIRIE DAWN LOGISTICS LLC', phone: '4025550142', brokerDays: 2_000 });
  await control(request, 'POST', `${path}/revoke`, { daysAgo: 400 });
  await control(request, 'POST', `${path}/reinstate`, { daysAgo: 377 });
  return numbers;
}

/** As after a long day of lookups. Only the database can do this. */
async function useUpLookups(page: Page): Promise<void> {
  const { id, companyId } = await callAs(page, sessionEndpoints.getMe, {});
  const client = new pg.Client(adminDatabaseUrl);
  await client.connect();
  await client.query(
    `insert into limit_uses (company_id, user_id, feature, day, used)
     select company_id, $2, 'brokerLookupsPerDay', (now() at time zone time_zone)::date, 300 from companies where company_id = $1
     on conflict (company_id, user_id, feature, day) do update set used = 300`,
    [companyId, id],
  );
  await client.end();
}

async function lookUp(page: Page, number: string): Promise<void> {
  await page.getByLabel('MC or USDOT number').fill(number);
  await page.keyboard.press('Enter');
}

async function expectNoViolations(page: Page, what: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(`html[data-mantine-color-scheme="${theme}"]`)).toBeAttached();
    expect.soft(await findViolations(page, theme), `${what}, ${theme}`).toEqual([]);
  }
}

test('an MC never seen is looked up, added, and shows its authority over time', async ({ page, request }) => {
  await page.addInitScript(() => localStorage.setItem('hh.theme.v1', 'auto'));
  const { dot, mc } = await registerBroker(request);
  await openOffice(page, newcomer('Nina Alvarez'));
  await page.goto('/dispatcher/brokers');

  await test.step('the record comes with its source, its age and what is left', async () => {
    await page.getByRole('button', { name: 'Look up MC or USDOT' }).click();
    await lookUp(page, `MC ${mc}`);
    const record = page.getByRole('region', { name: 'FMCSA record' });
    await expect(record).toContainText('PRAIRIE DAWN LOGISTICS LLC');
    await expect(record).toContainText(`MC ${mc} · USDOT ${dot}`);
    await expect(record).toContainText('Broker authority active');
    await expect(record).toContainText('$75,000 on file');
    await expect(record).toContainText('FMCSA, looked up just now');
    await expect(page.getByText('299 of 300 lookups left today.')).toBeVisible();
    await expectNoViolations(page, 'look-up');
  });

  await test.step('the new broker begins with it', async () => {
    await page.getByRole('button', { name: 'Add broker' }).last().click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Add a broker' });
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('PRAIRIE DAWN LOGISTICS LLC');
    await expect(dialog.getByLabel('MC', { exact: true })).toHaveValue(mc);
    await expect(dialog.getByLabel('Phone')).toHaveValue('(402) 555-0142');
    await dialog.getByRole('button', { name: 'Add broker' }).click();
    await expect(page.getByRole('heading', { name: 'PRAIRIE DAWN LOGISTICS LLC', level: 1 })).toBeVisible();
  });

  await test.step('its page shows the lapse, and no letter yet', async () => {
    const history = page.getByRole('list', { name: 'Authority history' }).getByRole('listitem');
    await expect(history).toHaveText([/^Granted, /, /^Lapsed 23 days, restored, /, /^Restored, /, /^Active, today$/]);
    await expect(page.getByRole('img', { name: 'No letter yet' })).toBeVisible();
    await expect(page.getByText('Phone matches FMCSA')).toBeVisible();
    await expectNoViolations(page, 'broker');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(history.last()).toBeVisible();
    await expectNoViolations(page, 'broker on a phone');
  });
});

test('a broker that lost its authority is a risk, in the list and on its page', async ({ page, request }) => {
  await page.addInitScript(() => localStorage.setItem('hh.theme.v1', 'auto'));
  const { dot, mc } = await registerBroker(request);
  await control(request, 'POST', `/services/fmcsa/registrants/${dot}/revoke`, { daysAgo: 2 });
  await openOffice(page, newcomer('Nina Alvarez'));
  await page.goto('/dispatcher/brokers');
  await page.getByRole('button', { name: 'Add broker' }).first().click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Add a broker' });
  await dialog.getByLabel('Name', { exact: true }).fill('Prairie Dawn');
  await dialog.getByLabel('MC', { exact: true }).fill(mc);
  await dialog.getByRole('button', { name: 'Add broker' }).click();
  await expect(page.getByText('Not looked up', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'broker that nobody looked up');
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(page.getByRole('region', { name: /^1 reason to check before you book$/ })).toContainText('Authority revoked');
  await expect(page.getByRole('link', { name: 'Call (402) 555-0142, FMCSA' })).toBeVisible();
  await expectNoViolations(page, 'broker at risk');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('row', { name: /Prairie Dawn/ })).toContainText('Authority revoked');
  await expectNoViolations(page, 'list');
});

test('without lookups left a new number waits for tomorrow, and a kept answer is still free', async ({ page, request }) => {
  const [kept, unseen] = [await registerBroker(request), await registerBroker(request)];
  await openOffice(page, newcomer('Nina Alvarez'));
  await callAs(page, fmcsaEndpoints.lookUpBroker, { query: { mc: kept.mc } });
  await useUpLookups(page);
  await page.goto('/dispatcher/brokers');
  await page.getByRole('button', { name: 'Look up MC or USDOT' }).click();
  await lookUp(page, unseen.mc);
  await expect(page.getByText(/^You have used all 300 lookups of today\. They come back \w{3}, \w{3} \d+, \d{4}, 00:00/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'FMCSA record' })).toHaveCount(0);
  await lookUp(page, `USDOT ${kept.dot}`);
  await expect(page.getByRole('region', { name: 'FMCSA record' })).toContainText('PRAIRIE DAWN LOGISTICS LLC');
  await expect(page.getByText(/this used no lookup\. 0 of 300 lookups left today\.$/)).toBeVisible();
});
