import type { BillingInfo } from '@headhaul/contracts/billing';
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { readStored, storageKeys, writeStored } from '../../shared/storage-keys.ts';
import { billingInfo, payingTeam } from '../../testing/billing-samples.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import CancelPage from './cancel-page.tsx';
import SuccessPage from './success-page.tsx';

let known: Partial<BillingInfo> | null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const sign = () => screen.getByRole('heading', { level: 1 }).textContent;

async function visit(query = '?session=cs_test_1') {
  stubNetwork(() => (known === null ? problem(503, 'unavailable') : json(200, billingInfo(known))));
  renderWithStore(<SuccessPage />, `/dispatcher/subscription-company-success-page${query}`);
  await pass(200);
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession({ ...testSession, name: 'Dana' });
  known = {};
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});

describe('after a checkout', () => {
  beforeEach(() => writeStored(storageKeys.checkoutOpenedAt, Date.now()));

  it('waits until the server knows, then turns by itself', async () => {
    await visit();
    screen.getByText('Payment received, switching your plan...');
    known = payingTeam;
    await pass(3_200);
    expect(sign()).toBe("You're on Unlimited Pro");
    screen.getByText('Thank you, Dana. The extension has the new limits already; no need to sign in again.');
    expect(screen.getByRole('link', { name: 'Go to my loads' }).getAttribute('href')).toBe('/dispatcher/my-loads');
    expect(readStored(storageKeys.checkoutOpenedAt)).toBeNull();
  });

  it('shows the receipt of the newest paid invoice', async () => {
    known = payingTeam;
    await visit();
    const lines = [...document.querySelectorAll('dl div')].map((line) => [...line.children].map(({ textContent }) => textContent));
    expect(lines).toEqual([
      ['Unlimited Pro, yearly', '$251.90'],
      ['Users', '× 4'],
      ['Account credit', '−$14.99'],
      ['Paid', '$992.61'],
      ['Card', 'Visa ending 4242'],
      ['Renews', 'Nov 14, 2027'],
    ]);
    expect(screen.getByRole('link', { name: 'Open invoice' }).getAttribute('href')).toBe('https://invoice.stripe.example/in_1');
    screen.getByText('4 of you now. Each new user is $251.90 a year.');
  });

  it('says what is happening after a minute, and still turns', async () => {
    await visit();
    await pass(60_000);
    expect(sign()).toBe('Still waiting');
    screen.getByText(/has not told us of your payment yet/);
    known = { ...payingTeam, subscriptionType: 'PRO_MONTHLY', priceCents: 1_499 };
    await pass(10_500);
    expect(sign()).toBe("You're on Pro");
  });

  it('says when the bank refused', async () => {
    known = { ...payingTeam, status: 'INCOMPLETE' };
    await visit();
    expect(sign()).toBe('Payment not finished');
    screen.getByRole('link', { name: 'Go to billing' });
  });
});

it.each([
  ['', false],
  ['?successfulPayment=true', false],
  ['?successfulPayment=true', true],
  ['?session=cs_test_1', false],
])(
  'the address typed by hand with "%s", a checkout opened here %s, gives nothing: no payment, and the way to plans',
  async (query, isOpened) => {
    if (isOpened) writeStored(storageKeys.checkoutOpenedAt, Date.now());
    await visit(query);
    expect(sign()).toBe('No payment yet');
    screen.getByText(/nothing was changed and nothing was charged/);
    screen.getByRole('button', { name: 'See plans' });
    expect(screen.queryByText(/Payment received/)).toBeNull();
  },
);

it('a server that is away is asked again', async () => {
  known = null;
  await visit('');
  expect(sign()).toBe('No answer yet');
  known = payingTeam;
  await pass(10_500);
  expect(sign()).toBe("You're on Unlimited Pro");
});

describe('a checkout that was left', () => {
  async function leave() {
    stubNetwork(() => (known === null ? problem(503, 'unavailable') : json(200, billingInfo(known))));
    renderWithStore(<CancelPage />, '/dispatcher/subscription-company-cancel-page');
    await pass(200);
  }

  it('says that nothing was charged where nobody pays', async () => {
    await leave();
    expect(sign()).toBe('Nothing was charged');
    screen.getByRole('button', { name: 'Back to plans' });
  });

  it.each<[string, Partial<BillingInfo> | null, string]>([
    ['a subscription is active', payingTeam, "You're on Unlimited Pro"],
    ['its payment failed', { ...payingTeam, status: 'PAST_DUE' }, 'Payment not finished'],
    ['nobody could be asked', null, 'No answer yet'],
  ])('does not say so when %s, and leads to billing', async (_name, facts, title) => {
    known = facts;
    await leave();
    expect(sign()).toBe(title);
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to billing' }).getAttribute('href')).toBe('/dispatcher/subscriptions');
  });
});
