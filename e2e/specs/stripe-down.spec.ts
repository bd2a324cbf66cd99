import { sessionEndpoints } from '@headhaul/contracts/session';
import { confirmByCode } from '../confirm.ts';
import { addDriver, banner, control, planColumn, subscribe, tabOf, told, usageOf } from '../payments.ts';
import { callAs, comeIn, expect, logOut, newcomer, openOffice, signIn, test } from '../product.ts';
import { isStripeDown } from '../world.ts';

// Not inside the tests, because a test that times out ends before its own cleanup.
test.afterEach(async ({ request }) => {
  if (!isStripeDown) await control(request, 'DELETE', '/services/stripe/faults');
});

test('a company that paid stays paid while Stripe is away', async ({ page, request }) => {
  test.skip(isStripeDown, 'Stripe is down in this run');
  const person = newcomer('Pia Stone');
  await openOffice(page, person);
  await subscribe(page, 'UNLIMITED_PRO_MONTHLY');
  await control(request, 'PUT', '/services/stripe/faults', { refuse: true });
  await logOut(page);
  await signIn(page, person);
  await page.goto('/dispatcher/account-team');
  await told(usageOf(page, 'Drivers')).toContainText('Unlimited');
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText('Active');
  await page.goto('/dispatcher/subscriptions');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await confirmByCode(page, person.email);
  await told(page.getByRole('alert').getByText(/^The payment service does not answer\./)).toBeVisible();
  await expect(banner(page)).toBeHidden();

  await control(request, 'DELETE', '/services/stripe/faults');
  const portal = await tabOf(page, () => page.getByRole('button', { name: 'Cancel plan' }).click());
  await told(portal.getByRole('heading', { name: 'Billing' })).toBeVisible();
});

test('with Stripe down nothing but paying stops', async ({ page, request }) => {
  await control(request, 'PUT', '/services/stripe/faults', { refuse: true });
  await openOffice(page, newcomer('Dot Quill'));
  await page.getByRole('link', { name: 'Drivers' }).click();
  await page.getByRole('region', { name: 'Who drives for you?' }).getByRole('link', { name: 'Add driver' }).click();
  await addDriver(page);
  await told(page.getByText('Nate Orozco').first()).toBeVisible();
  await page.goto('/dispatcher/subscriptions');
  await page.getByRole('button', { name: 'Choose a plan' }).click();
  await planColumn(page, 'Pro').getByRole('button', { name: 'Choose Pro' }).click();
  await told(page.getByRole('alert').getByText(/^The payment service does not answer\. Nothing was charged\./)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await logOut(page);

  await comeIn(page);
  await page.goto('/dispatcher/my-loads');
  await told(page.getByText('Needs attention').first()).toBeVisible();
  await page.goto('/dispatcher/account-team');
  await told(page.getByRole('region', { name: 'Plan', exact: true })).toContainText('Active');
  expect(await callAs(page, sessionEndpoints.getMe, {})).toMatchObject({ subscriptionType: 'PRO_MONTHLY', isBillActive: true });
});
