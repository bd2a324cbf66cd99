import type { ReferralInvite, ReferralOverview } from '@headhaul/contracts/referrals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { notify } from '../../shared/notify.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import InviteWinPage from './invite-win-page.tsx';

vi.mock('../../shared/notify.ts', () => ({ notify: vi.fn() }));

const link = 'https://app.headhaul.example/login?token=hhr_dana';

function invite(n: number, differs: Partial<ReferralInvite>): ReferralInvite {
  return {
    id: `0190a000-0000-7000-8000-00000000000${n}`,
    email: `p${n}@x.example`,
    companyName: null,
    status: 'sent',
    exclusion: null,
    rewardDays: 0,
    rewardCents: 0,
    sentAt: `2026-11-0${n}T12:00:00Z`,
    joinedAt: null,
    canRemind: false,
    ...differs,
  };
}

const overview: ReferralOverview = {
  link,
  invites: [
    invite(1, { status: 'rewarded', companyName: 'Blue Ridge Haul', rewardDays: 7, rewardCents: 1_499 }),
    invite(2, { status: 'joined', email: null, companyName: 'Lakefront Carriers', rewardDays: 7 }),
    invite(3, { canRemind: true }),
    invite(4, {}),
    invite(5, { status: 'excluded', exclusion: 'same-domain', companyName: 'Bluff Line East' }),
  ],
  invited: 5,
  joined: 3,
  paying: 1,
  daysEarned: 21,
  creditCents: 1_499,
  paidUntil: '2026-12-08T18:00:00Z',
};

function visit(shown: Partial<ReferralOverview> = {}, answer: (call: SentCall) => Response = () => new Response(null, { status: 204 })) {
  const calls = stubNetwork((call) => (call.method === 'GET' ? json(200, { ...overview, ...shown }) : answer(call)));
  renderWithStore(<InviteWinPage />);
  return calls;
}

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

it('says what was earned, along the road, and what became of every invite', async () => {
  visit();
  await screen.findByText('5 invited, 3 joined, 1 of them paying');
  screen.getByText('21 days', { selector: 'dd' });
  screen.getByText('$14.99', { selector: 'dd' });
  expect(screen.getByText('21 days earned').parentElement?.textContent).toBe('21 days earned, your trial now reaches Dec 8');
  screen.getByText('Next sign: 28 days, one more person');
  expect(rows()).toEqual([
    ['p1@x.example', 'Blue Ridge Haul', 'Paying', '$14.99 credit + 7 days', 'Nov 1'],
    ['By your link', 'Lakefront Carriers', 'Joined', '7 days', 'Nov 2'],
    ['p4@x.example', '–', 'Sent', 'Waiting', 'Nov 4'],
    ['p3@x.example', '–', 'Sent', 'Remind p3@x.example', 'Nov 3'],
    ['p5@x.example', 'Bluff Line East', 'Not counted', 'The same email domain', 'Nov 5'],
  ]);
});

it('copies the link and says so for two seconds', async () => {
  const writeText = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  visit();
  fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
  await screen.findByRole('button', { name: 'Copied!' });
  expect(writeText).toHaveBeenCalledWith(link);
});

it('shares by Telegram and WhatsApp', async () => {
  visit();
  const telegram = await screen.findByRole('link', { name: 'Telegram' });
  expect(new URL(telegram.getAttribute('href') ?? '').searchParams.get('url')).toBe(link);
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain(encodeURIComponent(link));
});

it('invites by email with chips', async () => {
  const calls = visit({}, () => json(200, { invited: ['rosa@x.example'], alreadyInvited: ['p1@x.example'] }));
  fireEvent.click(await screen.findByRole('button', { name: 'Email' }));
  const field = await screen.findByLabelText('Email addresses');
  fireEvent.change(field, { target: { value: 'rosa@x.example,p1@x.example' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'We successfully sent invitation!'));
  expect(notify).toHaveBeenCalledWith('info', 'Already invited: p1@x.example');
  expect(calls).toContainEqual(
    expect.objectContaining({ method: 'POST', path: '/api/user/invitations', body: { emails: ['rosa@x.example', 'p1@x.example'] } }),
  );
});

it('reminds once', async () => {
  const calls = visit();
  fireEvent.click(await screen.findByRole('button', { name: 'Remind p3@x.example' }));
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Reminder sent to p3@x.example'));
  expect(calls.map(({ path }) => path)).toContain('/api/user/invitations/0190a000-0000-7000-8000-000000000003/remind');
});

it('has the full rules in a dialog', async () => {
  visit();
  fireEvent.click(screen.getByRole('button', { name: 'Full rules' }));
  await screen.findByText(/refunded in full, its credit is taken back/);
});

it('with nobody invited yet shows the road and the first step', async () => {
  visit({ invites: [], invited: 0, joined: 0, paying: 0, daysEarned: 0, creditCents: 0 });
  await screen.findByText('Nobody invited yet');
  screen.getByText('Who would like this too?');
  screen.getByText('Your first sign is one person away.');
});

it('says when nothing came, and tries again', async () => {
  stubNetwork(() => problem(500, 'internal'));
  renderWithStore(<InviteWinPage />);
  await screen.findByText(/could not be loaded/);
  stubNetwork(() => json(200, overview));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('5 invited, 3 joined, 1 of them paying');
});

it('on a phone has three signs and one button to share with', async () => {
  stubViewport(390);
  const share = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  visit();
  const button = await screen.findByRole('button', { name: 'Share my link' });
  expect([...document.querySelectorAll('ol li[data-earned]')].map((sign) => sign.textContent)).toEqual([
    '14 days, earned',
    '21 days, earned',
    '28 days, not yet',
  ]);
  fireEvent.click(button);
  expect(share).toHaveBeenCalledWith({ title: 'Headhaul', url: link });
});
