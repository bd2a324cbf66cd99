import type { Session } from '@headhaul/contracts/session';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '../../shared/session/session-store.ts';
import { readStored, storageKeys, writeStored } from '../../shared/storage-keys.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testUser } from '../../testing/browser-doubles.ts';
import { finishSignInLoader } from './oauth-callback.loader.ts';
import OauthCallbackPage from './oauth-callback-page.tsx';

const token = btoa(JSON.stringify({ v: 1, code: 'one-time', isFirstLogin: false })).replaceAll('=', '');

const routes: RouteObject[] = [
  {
    element: (
      <>
        <Outlet />
        <ToastContainer />
      </>
    ),
    children: [
      { path: '/oauth/callback', loader: finishSignInLoader, Component: OauthCallbackPage, HydrateFallback: () => null },
      { path: '/dispatcher/extension', element: <p>Extension screen</p> },
      { path: '/dispatcher/invite-win', element: <p>Invite screen</p> },
      { path: '/login', element: <p>Sign-in page</p> },
    ],
  },
];

let router: ReturnType<typeof createMemoryRouter>;

function signIn(query = '', answer: (call: SentCall) => Response = () => problem(500, 'internal')): SentCall[] {
  const calls = stubNetwork((call) => {
    if (call.path === '/api/auth/exchange') return json(200, { token: { accessToken: 'a', refreshToken: 'r' }, user: testUser });
    return answer(call);
  });
  router = createMemoryRouter(routes, { initialEntries: [`/oauth/callback?token=${token}${query}`] });
  render(<RouterProvider router={router} />);
  return calls;
}

function stepsOf(calls: SentCall[]) {
  return calls.slice(1).map(({ method, path, bearer }) => `${method} ${path} ${bearer}`);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  stubViewport(1440);
  stubLocks();
  writeStored(storageKeys.signInAttempt, { verifier: 'v'.repeat(43), provider: 'google' });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

const joined = { companyId: '0190a000-0000-7000-8000-0000000000aa', companyName: 'Northline Logistics' };

function joinsTo(user: Partial<Session>) {
  return ({ path }: SentCall) => (path === '/api/users/me' ? json(200, { ...testUser, ...user }) : json(200, joined));
}

describe('after a sign-in', () => {
  it('with an inviteToken joins the team by link and knows the new company', async () => {
    const calls = signIn('&inviteToken=i1', joinsTo(joined));
    await screen.findByText('Extension screen');
    expect(stepsOf(calls)).toEqual(['POST /api/user/team-members/join-by-link a', 'GET /api/users/me a']);
    expect(getSession()?.companyName).toBe('Northline Logistics');
  });

  it('with a saved referral accepts the invitation once; a phone then sees Invite & Win', async () => {
    stubViewport(390);
    writeStored(storageKeys.referralToken, 'r1');
    const calls = signIn('', joinsTo(joined));
    await screen.findByText('Invite screen');
    expect(stepsOf(calls)).toEqual(['POST /api/user/invitations/accept a', 'GET /api/users/me a']);
    expect(readStored(storageKeys.referralToken)).toBeNull();
  });

  it.each([
    [7, '7 days added for you and for who invited you.'],
    [0, 'Your invite was accepted.'],
  ])('a referral that gave %i days says so, in the own company', async (days, words) => {
    writeStored(storageKeys.referralToken, 'hhr_1');
    const own = { companyId: testUser.companyId, companyName: testUser.companyName };
    signIn('', ({ path }) => json(200, path === '/api/users/me' ? testUser : { ...own, kind: 'referral', days }));
    await screen.findByText(words);
    expect(getSession()?.companyName).toBe(testUser.companyName);
  });

  it.each([
    ['join-by-link', '&inviteToken=i1', '/api/user/team-members/join-by-link'],
    ['invitations/accept', '', '/api/user/invitations/accept'],
  ])('goes on when %s is refused, with a toast that only informs', async (_, query, instance) => {
    if (query === '') writeStored(storageKeys.referralToken, 'r1');
    signIn(query, () =>
      json(404, { type: 'about:blank', title: 'Used', status: 404, code: 'invalid_invite', detail: 'This invite was used', instance }),
    );
    await screen.findByText('Extension screen');
    const notice = await screen.findByText('This invite was used');
    expect(notice.closest('.Toastify__toast')?.className).toContain('Toastify__toast--info');
    expect(readStored(storageKeys.referralToken)).toBeNull();
  });

  it.each([
    ['join-by-link', '&inviteToken=i1', '?inviteToken=i1'],
    ['invitations/accept', '', '?token=r1'],
  ])('goes to the page of the invite when %s is for another address', async (_, query, search) => {
    if (query === '') writeStored(storageKeys.referralToken, 'r1');
    signIn(query, () => problem(403, 'wrong_account'));
    await screen.findByText('Sign-in page');
    expect(router.state.location.search).toBe(search);
    expect(document.querySelector('.Toastify__toast')).toBeNull();
  });

  it('goes to the page of the invite when it has ended', async () => {
    const ended = { state: 'expired', inviterName: 'Ann', companyName: 'Northline' };
    signIn('&inviteToken=i1', ({ path }) => (path.endsWith('/ended') ? json(200, ended) : problem(404, 'invalid_invite')));
    await screen.findByText('Sign-in page');
    expect(router.state.location.search).toBe('?inviteToken=i1');
  });

  it('keeps the referral for the next sign-in when nobody answered', async () => {
    writeStored(storageKeys.referralToken, 'r1');
    signIn('', () => {
      throw new TypeError('Failed to fetch');
    });
    await screen.findByText('Extension screen');
    expect(readStored(storageKeys.referralToken)).toBe('r1');
  });

  it('from the landing page with plan=pro asks for a checkout; a failure is ignored', async () => {
    const calls = signIn('&fromLandingPage=true&plan=pro&period=yearly', () => problem(404, 'not_found'));
    await screen.findByText('Extension screen');
    expect(stepsOf(calls)).toEqual(['POST /api/billing/checkout a']);
    expect(calls[1]?.body).toEqual({
      successUrl: `${window.location.origin}/checkout?successfulPayment=true`,
      cancelUrl: `${window.location.origin}/dispatcher/subscription-company-cancel-page`,
      subscriptionType: 'PRO_YEARLY',
    });
    expect(document.querySelector('.Toastify__toast')).toBeNull();
  });

  it('never leaves for a checkout address that is code', async () => {
    signIn('&fromLandingPage=true&plan=pro', () => json(200, { checkoutUrl: 'javascript:alert(1)' }));
    await screen.findByText('Extension screen');
  });

  it('carries the saved pricing dialog along, once', async () => {
    writeStored(storageKeys.pricingModal, 'pro');
    signIn();
    await screen.findByText('Extension screen');
    expect(router.state.location.search).toBe('?pricing-modal=pro');
    expect(readStored(storageKeys.pricingModal)).toBeNull();
  });
});
