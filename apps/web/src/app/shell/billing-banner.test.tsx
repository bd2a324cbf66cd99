import type { StatusMessage } from '@headhaul/contracts/billing';
import { bannerDismissalMs } from '@headhaul/contracts/constants';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { closePricing, usePricingOpened } from '../../features/pricing/pricing-dialog.public.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import BillingBanner from './billing-banner.tsx';

const trial: StatusMessage = {
  showMessage: true,
  title: 'Your trial ends in 3 days, on Tue, Nov 17.',
  description: 'Choose a plan to keep one-click email and broker checks.',
  actionButtonText: 'Choose a plan',
  messageType: 'TRIAL_EXPIRING',
};
const expired: StatusMessage = {
  ...trial,
  title: 'Your subscription has ended.',
  actionButtonText: 'Renew plan',
  messageType: 'SUBSCRIPTION_EXPIRED',
};

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
let answer: StatusMessage;

function Pricing() {
  return usePricingOpened() === null ? null : <p>Plans are open</p>;
}

async function visit() {
  stubNetwork(() => json(200, answer));
  const router = renderWithStore(
    <>
      <BillingBanner />
      <Pricing />
    </>,
  );
  await pass(300);
  return router;
}

const banner = () => screen.queryByRole('complementary', { name: 'Your plan' });

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  closePricing();
  answer = trial;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});

it('says the server’s words and opens the plans', async () => {
  await visit();
  expect(banner()?.textContent).toContain(`${trial.title} ${trial.description}`);
  fireEvent.click(screen.getByRole('button', { name: 'Choose a plan' }));
  screen.getByText('Plans are open');
});

it('is not there when the server says so', async () => {
  answer = { ...trial, showMessage: false, messageType: null };
  await visit();
  expect(banner()).toBeNull();
});

it('hides for 24 hours, over reloads, and comes back then', async () => {
  await visit();
  fireEvent.click(screen.getByRole('button', { name: 'Hide for 24 hours' }));
  expect(banner()).toBeNull();
  cleanup();
  await visit();
  expect(banner()).toBeNull();
  await pass(bannerDismissalMs - 60_000);
  expect(banner()).toBeNull();
  await pass(120_000);
  expect(banner()).not.toBeNull();
});

it('comes at once when what it says has changed', async () => {
  await visit();
  fireEvent.click(screen.getByRole('button', { name: 'Hide for 24 hours' }));
  cleanup();
  answer = expired;
  await visit();
  expect(banner()?.dataset.tone).toBe('ended');
});

it('leads to the card when a payment failed', async () => {
  answer = { ...expired, actionButtonText: 'Update card' };
  const router = await visit();
  fireEvent.click(screen.getByRole('button', { name: 'Update card' }));
  await pass(100);
  expect(router.state.location.pathname).toBe('/dispatcher/subscriptions');
});
