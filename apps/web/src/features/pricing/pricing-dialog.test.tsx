import type { BillingInfo } from '@headhaul/contracts/billing';
import { limitNames, shownPlans } from '@headhaul/domain/plans';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../app/store.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { readStored, storageKeys } from '../../shared/storage-keys.ts';
import { billingInfo } from '../../testing/billing-samples.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { closePricing, hitLimitOf, openPricing } from './pricing-dialog.public.ts';
import PricingDialog from './pricing-dialog.tsx';

const checkout = 'https://checkout.stripe.example/c/1';
const portal = 'https://billing.stripe.example/p/1';

function open(
  info: Partial<BillingInfo> = {},
  pay: (call: SentCall) => Response = () => json(200, { checkoutUrl: checkout, portalUrl: portal }),
) {
  const calls = stubNetwork((call) => (call.path === '/api/billing/info' ? json(200, billingInfo(info)) : pay(call)));
  const page = (
    <Provider store={createStore()}>
      <PricingDialog />
    </Provider>
  );
  const router = renderInApp([{ path: '*', element: page }], '/dispatcher/my-loads?view=mine&pricing-modal=pro');
  return { router, paid: () => calls.filter(({ method }) => method === 'POST') };
}

const tab = {
  opener: {} as unknown,
  closed: false,
  document: { title: '', body: { textContent: '' } },
  location: { replace: vi.fn() },
  close: vi.fn(),
};
const column = (name: string) => within(screen.getByRole('region', { name }));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const ready = (name: string) => waitFor(() => expect(button(name).disabled).toBe(false));

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  vi.stubGlobal(
    'open',
    vi.fn(() => tab),
  );
});
afterEach(() => {
  cleanup();
  closePricing();
});

describe('the plans', () => {
  it('each start monthly and have a toggle of their own', async () => {
    open({ seats: 4 });
    await ready('Choose Pro');
    for (const [name, monthly] of [
      ['Pro', '$14.99'],
      ['Unlimited Pro', '$29.99'],
      ['Ultimate', '$49.99'],
    ] as const) {
      column(name).getByText(monthly);
      expect(column(name).getByRole<HTMLInputElement>('radio', { name: 'Monthly' }).checked).toBe(true);
    }
    fireEvent.click(column('Unlimited Pro').getByRole('radio', { name: 'Yearly' }));
    column('Unlimited Pro').getByText('$251.90');
    column('Unlimited Pro').getByText('Saves 30%.');
    column('Unlimited Pro').getByText('$1,007.60 a year');
    column('Pro').getByText('$14.99');
    column('Pro').getByText('$125.90 a year saves 30%');
    column('Pro').getByText('$59.96 a month');
  });

  it('keep Ultimate for later', async () => {
    open();
    await ready('Choose Pro');
    expect(button('Coming soon').disabled).toBe(true);
  });

  it('mark the one a company has; only its other period can be chosen', async () => {
    open({ hasSubscription: true, status: 'ACTIVE', subscriptionType: 'PRO_MONTHLY', priceCents: 1_499 });
    await ready('Choose Unlimited Pro');
    column('Pro').getByText('Your plan');
    expect(button('Current plan').disabled).toBe(true);
    fireEvent.click(column('Pro').getByRole('radio', { name: 'Yearly' }));
    await ready('Choose Pro');
  });
});

describe('choosing', () => {
  it('opens a checkout for plan and period in a tab that was opened by the press', async () => {
    const { paid } = open();
    await ready('Choose Unlimited Pro');
    fireEvent.click(column('Unlimited Pro').getByRole('radio', { name: 'Yearly' }));
    fireEvent.click(button('Choose Unlimited Pro'));
    expect(window.open).toHaveBeenCalledOnce();
    expect(tab.location.replace).not.toHaveBeenCalled();
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(checkout));
    expect(tab.opener).toBeNull();
    const { origin } = window.location;
    expect(paid()).toMatchObject([
      {
        path: '/api/billing/checkout',
        body: {
          subscriptionType: 'UNLIMITED_PRO_YEARLY',
          successUrl: `${origin}/dispatcher/subscription-company-success-page?session={CHECKOUT_SESSION_ID}`,
          cancelUrl: `${origin}/dispatcher/subscription-company-cancel-page`,
        },
      },
    ]);
    expect(readStored(storageKeys.checkoutOpenedAt)).not.toBeNull();
  });

  it('opens the portal for who has a subscription already', async () => {
    const { paid } = open({ hasSubscription: true, status: 'ACTIVE', subscriptionType: 'PRO_MONTHLY' });
    await ready('Choose Unlimited Pro');
    fireEvent.click(button('Choose Unlimited Pro'));
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(portal));
    expect(paid()).toMatchObject([{ path: '/api/billing/customer-portal' }]);
  });

  it('says so when the payment service is away, and closes the tab', async () => {
    open({}, () => problem(503, 'payment_unavailable', 'The payment service does not answer. Nothing was charged. Please try again'));
    await ready('Choose Pro');
    fireEvent.click(button('Choose Pro'));
    await screen.findByText('The payment service does not answer. Nothing was charged. Please try again');
    expect(tab.close).toHaveBeenCalled();
    expect(readStored(storageKeys.checkoutOpenedAt)).toBeNull();
  });

  it('offers a link when the browser blocked the tab', async () => {
    vi.stubGlobal('open', () => null);
    open();
    await ready('Choose Pro');
    fireEvent.click(button('Choose Pro'));
    expect((await screen.findByRole('link', { name: 'Open the payment page' })).getAttribute('href')).toBe(checkout);
  });

  it('is not for who may not pay: the plans are there, with who can', async () => {
    setSession({ ...testSession, isTeamOwner: false, canManageBilling: false });
    open({ canManageBilling: false });
    screen.getByText(/Only your team’s owner, or whom the owner lets manage billing/);
    await screen.findAllByText('Just you');
    expect([button('Choose Pro').disabled, button('Choose Unlimited Pro').disabled]).toEqual([true, true]);
  });
});

it('leaves the address without its parameter when it closes', async () => {
  const { router } = open();
  fireEvent.click(button('Close'));
  await waitFor(() => expect(router.state.location.search).toBe('?view=mine'));
});

it.each([
  [{ name: 'drivers', current: 5, max: 5, isPlanActive: true }, 'You have used 5 of 5 drivers on Pro.'],
  [{ name: 'brokerLookupsPerDay', current: 300, max: 300, isPlanActive: true }, 'You have used 300 of 300 broker lookups today on Pro.'],
  [{ name: 'clickToCall', current: 0, max: 0, isPlanActive: false }, 'Your plan has ended. Click to call is off until you choose a plan.'],
])('names the limit that was reached: %s', async (limit, sentence) => {
  openPricing(limit);
  open({ subscriptionType: 'PRO_MONTHLY' });
  await screen.findByText(sentence);
});

it.each([
  ['drivers', 'Unlimited Pro has no limit; Pro allows 5 for each user.'],
  ['emailAddresses', 'Unlimited Pro has no limit; Pro allows 2 for each user.'],
  ['rateConfirmationsPerDay', 'Unlimited Pro has no limit; Pro allows 5 a day for each user.'],
  ['brokerLookupsPerDay', 'Every plan allows 300 a day for each user.'],
  ['clickToCall', 'No plan limits it.'],
])('in a trial says which plan lifts %s, and when a plan begins', async (name, sentence) => {
  openPricing({ name, current: 5, max: 5, isPlanActive: true });
  open();
  await screen.findByText('A plan begins the day you pay for it; the rest of the trial ends then.');
  screen.getByText(sentence);
  screen.getByText(/^You have used 5 of 5 .* on the trial\.$/);
});

it('on Pro names only what lifts its limit, and no trial', async () => {
  openPricing({ name: 'drivers', current: 5, max: 5, isPlanActive: true });
  open({ subscriptionType: 'PRO_MONTHLY', status: 'ACTIVE', hasSubscription: true });
  await screen.findByText('You have used 5 of 5 drivers on Pro.');
  screen.getByText('Unlimited Pro has no limit.');
  expect(screen.queryByText(/the rest of the trial ends then/)).toBeNull();
});

it.each(limitNames)('offers a plan for %s only if one of them lifts it', (name) => {
  const hit = (isPlanActive: boolean) => hitLimitOf({ data: { code: 'limit_reached', limit: { name, current: 5, max: 5, isPlanActive } } });
  const allowed = new Set(shownPlans.map(({ limits }) => limits[name]));
  const isLifted = allowed.size > 1 || allowed.has(null);
  expect(hit(true) !== null).toBe(isLifted);
  // After the plan has ended, any plan helps.
  expect(hit(false)).not.toBeNull();
});
