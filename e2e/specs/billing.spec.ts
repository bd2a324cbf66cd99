import { billingEndpoints } from '@headhaul/contracts/billing';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { ProblemError } from '@headhaul/contracts/http/call';
import { sessionEndpoints } from '@headhaul/contracts/session';
import type { Page } from '@playwright/test';
import { confirmByCode } from '../confirm.ts';
import {
  addDriver,
  banner,
  cards,
  control,
  customerOf,
  leaveTrialDays,
  payIn,
  planColumn,
  subscribe,
  tabOf,
  told,
  usageOf,
} from '../payments.ts';
import { callAs, choosePerson, comeIn, expect, newcomer, openOffice, readSession, skipSetup, test } from '../product.ts';
import { appOrigin, isStripeDown, stripeOrigin } from '../world.ts';

/** The API's answer to a checkout by a person who may not pay. */
async function refusedCheckout(page: Page): Promise<number> {
  try {
    await callAs(page, billingEndpoints.startCheckout, {
      body: { successUrl: `${appOrigin}/checkout`, cancelUrl: `${appOrigin}/checkout` },
    });
    return 200;
  } catch (failure) {
    if (failure instanceof ProblemError) return failure.problem.status;
    throw failure;
  }
}

test.describe('paying', () => {
  test.skip(isStripeDown, 'Stripe is down in this run');

  test('a trial that ends soon becomes Unlimited Pro, and every open screen knows', async ({ page, context }) => {
    await openOffice(page, newcomer('Una Reyes'));
    await leaveTrialDays(page, 2);
    await page.reload();
    await told(banner(page)).toContainText('Your trial ends in 2 days');
    const team = await context.newPage();
    await team.goto('/dispatcher/account-team');
    await told(usageOf(team, 'Drivers')).toContainText('0 of 5');
    await expect(usageOf(team, 'Email addresses')).toContainText(/\d of 2/);

    await banner(page).getByRole('button', { name: 'Choose a plan' }).click();
    await expect(planColumn(page, 'Ultimate').getByRole('button', { name: 'Coming soon' })).toBeDisabled();
    const choose = planColumn(page, 'Unlimited Pro').getByRole('button', { name: 'Choose Unlimited Pro' });
    const checkout = await tabOf(page, () => choose.click());
    await expect(checkout.getByText('1 × $29.99 each month')).toBeVisible();
    await payIn(checkout);

    await told(checkout.getByRole('heading', { name: "You're on Unlimited Pro" })).toBeVisible();
    await expect(checkout.getByRole('complementary', { name: 'Receipt' })).toContainText('$29.99');
    await told(usageOf(team, 'Drivers')).toContainText('Unlimited');
    await expect(usageOf(team, 'Email addresses')).toContainText('Unlimited');
    await expect(team.getByRole('region', { name: 'Plan', exact: true })).toContainText('Active');
    await told(banner(page)).toBeHidden();
  });

  test('the sixth driver asks for a plan, and is saved once it is paid', async ({ page }) => {
    await openOffice(page, newcomer('Max Tull'));
    for (let driver = 1; driver <= 5; driver++) {
      await callAs(page, driverEndpoints.createDriver, { body: { name: `Driver ${driver}`, phone: `(417) 555-010${driver}` } });
    }
    await page.goto('/dispatcher/create-my-driver');
    await addDriver(page);
    const dialog = page.getByRole('dialog', { name: 'Choose a plan' });
    await told(dialog.getByText('You have used 5 of 5 drivers on the trial.')).toBeVisible();
    const checkout = await tabOf(page, () =>
      planColumn(page, 'Unlimited Pro').getByRole('button', { name: 'Choose Unlimited Pro' }).click(),
    );
    await payIn(checkout);
    await told(checkout.getByRole('heading', { name: "You're on Unlimited Pro" })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Add driver/ }).click();
    await told(page).toHaveURL(/\/dispatcher\/my-drivers/);
    await told(page.getByText('Nate Orozco').first()).toBeVisible();
  });

  test('a checkout that is left charges nothing', async ({ page }) => {
    await openOffice(page, newcomer('Cam Dale'));
    await page.goto('/dispatcher/subscriptions');
    await page.getByRole('button', { name: 'Choose a plan' }).click();
    const checkout = await tabOf(page, () => planColumn(page, 'Pro').getByRole('button', { name: 'Choose Pro' }).click());
    await checkout.getByRole('link', { name: 'Cancel' }).click();
    await told(checkout.getByRole('heading', { name: 'Nothing was charged' })).toBeVisible();
    await expect(page.getByText(/^Trial until /)).toBeVisible();
    expect(await callAs(page, billingEndpoints.getSubscription, {})).toMatchObject({ hasSubscription: false });
  });

  test('the portal switches to yearly and cancels, and the billing page follows', async ({ page }) => {
    const yara = newcomer('Yara Holt');
    await openOffice(page, yara);
    await subscribe(page, 'PRO_MONTHLY');
    await page.goto('/dispatcher/subscriptions');
    await expect(page.getByText('Pro, monthly, for 1 user')).toBeVisible();
    await page.getByRole('button', { name: 'Change plan' }).click();
    const pro = planColumn(page, 'Pro');
    await expect(pro.getByRole('button', { name: 'Current plan' })).toBeDisabled();
    await pro.getByText('Yearly', { exact: true }).click();
    const portal = await tabOf(page, async () => {
      await pro.getByRole('button', { name: 'Choose Pro' }).click();
      await confirmByCode(page, yara.email);
    });
    await portal.getByLabel('Another plan').selectOption({ label: 'Headhaul Pro, $125.90 per user per year' });
    await portal.getByRole('button', { name: 'Switch plan' }).click();
    await expect(portal.getByText('The plan is switched.')).toBeVisible();

    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await told(page.getByText('Pro, yearly, for 1 user')).toBeVisible();
    await told(page.getByRole('region', { name: 'History' }).getByText('Paid', { exact: true })).toHaveCount(2);

    const leaving = await tabOf(page, () => page.getByRole('button', { name: 'Cancel plan' }).click());
    await leaving.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(leaving.getByText('Your subscription is canceled.')).toBeVisible();
    await told(page.getByText(/^Canceled\. Everything works until \w+ \d+, \d{4}, then you won’t be charged again\.$/)).toBeVisible();
    await leaving.getByRole('link', { name: 'Return to Headhaul' }).click();
    await told(leaving).toHaveURL(`${appOrigin}/dispatcher/subscriptions`);
    expect(await callAs(page, sessionEndpoints.getMe, {})).toMatchObject({ subscriptionType: 'PRO_YEARLY', isBillActive: true });

    const back = await tabOf(page, () => page.getByRole('button', { name: 'Resume plan' }).click());
    await back.getByRole('button', { name: "Don't cancel" }).click();
    await told(page.getByText('Pro, yearly, for 1 user')).toBeVisible();
  });

  test('a renewal fails, the banner says so, and another card ends it', async ({ page, request }) => {
    const rae = newcomer('Rae Colby');
    await openOffice(page, rae);
    await subscribe(page, 'UNLIMITED_PRO_MONTHLY');
    const customer = await customerOf(page);
    await control(request, 'POST', `/stripe/customers/${customer}/fail-next-payment`);
    await control(request, 'POST', '/stripe/time', { toRenewalOf: customer });
    await told(banner(page)).toContainText('Your last payment failed.');
    await expect(banner(page)).toHaveAttribute('data-tone', 'ended');
    expect(await callAs(page, sessionEndpoints.getMe, {})).toMatchObject({ isBillActive: true });

    await banner(page).getByRole('button', { name: 'Update card' }).click();
    await expect(page).toHaveURL(`${appOrigin}/dispatcher/subscriptions`);
    await expect(page.getByText('The last payment did not go through. Update the card to keep the plan.')).toBeVisible();
    const card = page.getByRole('region', { name: 'Card' });
    const portal = await tabOf(page, async () => {
      await card.getByRole('button', { name: 'Update card' }).click();
      await confirmByCode(page, rae.email);
    });
    await portal.getByLabel('Card number').fill(cards.mastercard);
    await portal.getByRole('button', { name: 'Use this card' }).click();
    await expect(portal.getByText('The new card is saved.')).toBeVisible();
    await told(card).toContainText('Mastercard ending 4444');

    // Stripe tries again a day later.
    await control(request, 'POST', '/stripe/time', { seconds: 86_400, customer });
    await told(banner(page)).toBeHidden();
    await expect(page.getByText('Unlimited Pro, monthly, for 1 user')).toBeVisible();
  });

  test('from the landing page a newcomer signs in and buys the plan of the address', async ({ page }) => {
    const person = newcomer('Nell Ward');
    await page.goto('/checkout?plan=unlimited-pro&period=yearly');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await choosePerson(page, person);
    await told(page).toHaveURL(new RegExp(`^${stripeOrigin}/checkout/`));
    await expect(page.getByText('1 × $251.90 each year')).toBeVisible();
    await payIn(page);
    // The return address proves nothing. The webhook does.
    await told(page).toHaveURL(`${appOrigin}/dispatcher/setup`);
    await skipSetup(page);
    await told.poll(async () => (await readSession(page)) ?? {}).toMatchObject({ subscriptionType: 'UNLIMITED_PRO_YEARLY' });
  });
});

test('a member who can’t manage billing sees the plans and can’t pay', async ({ page }) => {
  await comeIn(page, /Demo dispatcher/);
  await page.goto('/dispatcher/account-team?pricing-modal=pro');
  await expect(page.getByText('Only your team’s owner, or whom the owner lets manage billing, can choose a plan.')).toBeVisible();
  await expect(planColumn(page, 'Pro')).toContainText('$14.99');
  await expect(planColumn(page, 'Unlimited Pro')).toContainText('$29.99');
  for (const name of ['Pro', 'Unlimited Pro']) {
    const button = planColumn(page, name).getByRole('button');
    await expect(button).toBeDisabled();
  }
  await page.goto('/dispatcher/subscriptions');
  await expect(page.getByText(/^Only your team’s owner, .* can change the plan and see invoices\.$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pro' })).toBeVisible();
  for (const name of ['Change plan', 'Cancel plan', 'Update card']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  expect(await refusedCheckout(page)).toBe(403);
});

test('successfulPayment=true typed by hand gives nothing', async ({ page }) => {
  await openOffice(page, newcomer('Sly Finch'));
  await page.goto('/checkout?successfulPayment=true');
  await told(page).toHaveURL(`${appOrigin}/dispatcher/extension`);
  await page.goto('/dispatcher/subscription-company-success-page?successfulPayment=true');
  await told(page.getByRole('heading', { name: 'No payment yet' })).toBeVisible();
  expect(await callAs(page, billingEndpoints.getSubscription, {})).toMatchObject({
    hasSubscription: false,
    subscriptionType: 'FREE_TRIAL',
  });
  expect(await readSession(page)).toMatchObject({ subscriptionType: 'FREE_TRIAL' });
});
