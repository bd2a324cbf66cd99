import { cards, customerOf, payIn, planColumn, setWebhooks, tabOf, tellAgain, told } from '../payments.ts';
import { expect, newcomer, openOffice, test } from '../product.ts';
import { isStripeDown } from '../world.ts';

// Not inside the test, because a test that times out ends before its own cleanup.
test.afterEach(async ({ request }) => {
  if (!isStripeDown) await setWebhooks(request);
});

test('a webhook that comes late and twice: the success page waits, then turns by itself', async ({ page, request }) => {
  test.skip(isStripeDown, 'Stripe is down in this run');
  await openOffice(page, newcomer('Lee Marsh'));
  await setWebhooks(request, { isOn: false });
  await page.goto('/dispatcher/my-loads?pricing-modal=pro');
  const pro = planColumn(page, 'Pro');
  await pro.getByText('Yearly', { exact: true }).click();
  const checkout = await tabOf(page, () => pro.getByRole('button', { name: 'Choose Pro' }).click());
  await expect(checkout.getByText('1 × $125.90 each year')).toBeVisible();
  await payIn(checkout, cards.mastercard);
  await told(checkout.getByText('Payment received, switching your plan...')).toBeVisible();

  await setWebhooks(request, { copies: 2 });
  await tellAgain(request, await customerOf(page));
  await told(checkout.getByRole('heading', { name: "You're on Pro" })).toBeVisible();
  await expect(checkout.getByRole('complementary', { name: 'Receipt' })).toContainText('Mastercard ending 4444');
});
