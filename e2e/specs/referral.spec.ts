import type { Browser, Locator, Page } from '@playwright/test';
import { readMail } from '../mailbox.ts';
import { cards, control, customerOf, subscribe, tellAgain, told } from '../payments.ts';
import { choosePerson, expect, newcomer, openElsewhere, openOffice, skipSetup, test } from '../product.ts';
import { isStripeDown } from '../world.ts';

/** A person at another computer who follows an invite and starts a new company. */
async function follow(browser: Browser, link: string, person: { name: string; email: string }): Promise<Page> {
  const page = await openElsewhere(browser);
  await page.goto(link);
  await told(page.getByText(/^Ann of .* invited you to Headhaul$/)).toBeVisible();
  await expect(page.getByText('Both companies get 7 days free.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await choosePerson(page, person);
  await skipSetup(page);
  return page;
}

/** Checks the days of the trial on Account & Team. */
async function expectTrialDays(page: Page, days: number): Promise<void> {
  await page.goto('/dispatcher/account-team');
  await told(page.getByRole('region', { name: 'Plan', exact: true })).toContainText(`Trial, ${days} days left`);
}

function figure(page: Page, name: 'earned' | 'credit'): Locator {
  return page.getByRole('region', { name: 'Your link and rewards' }).locator('dl > div').filter({ hasText: name }).getByRole('definition');
}

test('Ann invites one by her link and one by mail; days for all, credit once, and back with a refund', async ({ page, browser }) => {
  test.skip(isStripeDown, 'Stripe is down in this run');
  const [ann, ben, cleo] = [newcomer('Ann Alder'), newcomer('Ben Birch'), newcomer('Cleo Cedar')];
  await openOffice(page, ann);
  await page.goto('/dispatcher/invite-win');
  await told(page.getByText('Nobody invited yet')).toBeVisible();
  const link = await page.getByLabel('Your invite link').inputValue();

  const bensPage = await follow(browser, link, ben);
  await expectTrialDays(bensPage, 21);
  await told(page.getByText('1 invited, 1 joined')).toBeVisible();
  await expect(figure(page, 'earned')).toHaveText('7 days');

  await page.getByRole('button', { name: 'Email', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite by email' });
  await dialog.getByLabel('Email addresses').pressSequentially(`${cleo.email} `);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await told(page.getByText('We successfully sent invitation!')).toBeVisible();
  const cleosRow = page.getByRole('row').filter({ hasText: cleo.email });
  await told(cleosRow).toContainText('Sent');
  const mail = await readMail(page.request, cleo.email);
  expect(mail.subject).toBe('Ann invited you to try Headhaul');

  const cleosPage = await follow(browser, /Start free: (\S+)/.exec(mail.text)?.[1] ?? '', cleo);
  await expectTrialDays(cleosPage, 21);
  await told(page.getByText('2 invited, 2 joined')).toBeVisible();
  await told(cleosRow).toContainText('7 days');
  await expect(figure(page, 'earned')).toHaveText('14 days');
  await expect(figure(page, 'credit')).toHaveText('$0.00');

  await subscribe(cleosPage, 'PRO_MONTHLY', cards.mastercard);
  await told(cleosRow).toContainText('$14.99 credit + 7 days');
  await told(figure(page, 'credit')).toHaveText('$14.99');
  await expect(page.getByText('2 invited, 2 joined, 1 of them paying')).toBeVisible();
  const customer = await customerOf(cleosPage);
  await tellAgain(page.request, customer);
  await page.goto('/dispatcher/subscriptions');
  await told(page.getByText('$14.99, taken off your next invoices')).toBeVisible();
  await page.goto('/dispatcher/invite-win');
  await told(figure(page, 'credit')).toHaveText('$14.99');

  await control(page.request, 'POST', `/stripe/customers/${customer}/refund`, {});
  await told(figure(page, 'credit')).toHaveText('$0.00');
  await tellAgain(page.request, customer);
  await page.goto('/dispatcher/subscriptions');
  await told(page.getByText(/^Trial until /)).toBeVisible();
  await expect(page.getByText('taken off your next invoices')).toHaveCount(0);
  await expectTrialDays(page, 28);
  for (const done of [bensPage, cleosPage]) await done.context().close();
});
