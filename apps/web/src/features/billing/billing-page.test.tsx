import type { BillingInfo } from '@headhaul/contracts/billing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { billingInfo, paidInvoice, payingTeam } from '../../testing/billing-samples.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleCompany } from '../../testing/office-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import SubscriptionsPage from './billing-page.tsx';

const nowMs = Date.parse('2026-11-14T18:00:00Z');
const portal = 'https://billing.stripe.example/p/1';

function visit(info: Partial<BillingInfo>) {
  const calls = stubNetwork(({ path }) => (path === '/api/billing/info' ? json(200, billingInfo(info)) : json(200, { portalUrl: portal })));
  renderWithStore(<SubscriptionsPage />);
  return calls;
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
});

const past = '2026-11-13T18:00:00Z';
it.each<[string, Partial<BillingInfo>, string, RegExp, string[]]>([
  ['trial', {}, 'Trial, 3 days left', /^Trial until Nov 17\. Nothing is charged/, ['Choose a plan']],
  [
    'trial that ended',
    { isBillActive: false, currentPeriodEnd: past },
    'Trial ended Nov 13',
    /loads and drivers are all still here/,
    ['Choose a plan'],
  ],
  ['active', payingTeam, 'Active', /^Unlimited Pro, yearly, for 4 users$/, ['Change plan', 'Cancel plan', 'Update card']],
  [
    'cancelled at its end',
    { ...payingTeam, cancelAtPeriodEnd: true, nextInvoice: null },
    'Ends Nov 14, 2027',
    /^Canceled\. Everything works until Nov 14, 2027/,
    ['Change plan', 'Resume plan', 'Update card'],
  ],
  ['past due', { ...payingTeam, status: 'PAST_DUE' }, 'Payment failed', /Update the card/, ['Change plan', 'Cancel plan', 'Update card']],
  [
    'ended',
    { ...payingTeam, hasSubscription: false, status: 'CANCELED', isBillActive: false, currentPeriodEnd: past, nextInvoice: null },
    'Ended Nov 13',
    /^Your plan ended Nov 13/,
    ['Choose a plan'],
  ],
])('%s: says so and offers what fits', async (_, info, pill, line, buttons) => {
  visit(info);
  await screen.findByText(pill);
  screen.getByText(line);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});

it('tells what is paid next, the card, the credit and every invoice with its link', async () => {
  visit({
    ...payingTeam,
    creditCents: 1_499,
    nextInvoice: { at: '2027-11-14T15:00:00Z', amountCents: 99_261 },
    invoices: [paidInvoice(), paidInvoice({ id: 'in_0', number: null, status: 'refunded', creditCents: 0, invoiceUrl: null })],
  });
  await screen.findByText('$992.61 (4 × $251.90, less credit) on Nov 14, 2027');
  screen.getByText('Visa ending 4242');
  screen.getByText('Expires 04/2029');
  screen.getByText('$14.99, taken off your next invoices');
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 5)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['Nov 14, 2026', 'Unlimited Pro, yearly × 4', 'HH-0001', 'Paid', '$1,007.60$14.99 from credit'],
    ['Nov 14, 2026', 'Unlimited Pro, yearly × 4', '–', 'Refunded', '$1,007.60'],
  ]);
  expect(screen.getByRole('link', { name: 'Open invoice HH-0001' }).getAttribute('href')).toBe('https://invoice.stripe.example/in_1');
});

it('cancels through the portal, in a new tab', async () => {
  const tab = {
    opener: {},
    closed: false,
    document: { title: '', body: { textContent: '' } },
    location: { replace: vi.fn() },
    close: vi.fn(),
  };
  vi.stubGlobal('open', () => tab);
  const calls = visit(payingTeam);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel plan' }));
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(portal));
  expect(calls.at(-1)).toMatchObject({
    path: '/api/billing/customer-portal',
    body: { returnUrl: `${window.location.origin}/dispatcher/subscriptions` },
  });
});

it('shows the plan to who can’t pay, without buttons or invoices', async () => {
  setSession({ ...testSession, isTeamOwner: false, canManageBilling: false });
  visit({ ...payingTeam, canManageBilling: false, invoices: [], card: null });
  await screen.findByText('Active');
  screen.getByText(/Only your team’s owner, or whom the owner lets manage billing/);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByText('History')).toBeNull();
});

it('says when nothing came, and tries again', async () => {
  stubNetwork(() => problem(500, 'internal'));
  renderWithStore(<SubscriptionsPage />);
  await screen.findByText(/could not be loaded/);
  stubNetwork(() => json(200, billingInfo()));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Trial, 3 days left');
  screen.getByText(/No invoices yet/);
});

it('tells days by the company’s calendar, wherever the reader sits', async () => {
  // The last half hour of Nov 16 in Honolulu, which is Nov 17 almost everywhere else.
  const at = '2026-11-17T09:30:00Z';
  const company = { ...sampleCompany, timeZone: 'Pacific/Honolulu' };
  const nextInvoice = { at, amountCents: 25_190 };
  stubNetwork(({ path }) =>
    path === '/api/companies/myCompany'
      ? json(200, company)
      : json(200, billingInfo({ ...payingTeam, nextInvoice, invoices: [paidInvoice({ at })] })),
  );
  renderWithStore(<SubscriptionsPage />);
  await screen.findByText(/on Nov 16$/);
  expect(screen.getByText('Nov 16, 2026')).toBeDefined();
});
