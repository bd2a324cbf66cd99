import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { readStored, storageKeys } from '../../shared/storage-keys.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession, testUser } from '../../testing/browser-doubles.ts';
import { loginLoader } from './login.loader.ts';
import LoginPage from './login-page.tsx';

function Nothing() {
  return null;
}

function visit(query: string) {
  const router = createMemoryRouter(
    [
      { path: '/login', loader: loginLoader, Component: LoginPage, HydrateFallback: Nothing },
      { path: '*', element: <p>There</p> },
    ],
    { initialEntries: [`/login${query}`] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

beforeEach(() => {
  localStorage.clear();
  stubViewport(1440);
  stubLocks();
});

describe('/login', () => {
  it.each(['inviteToken', 'token'])('with %s says who invites to what', async (name) => {
    stubNetwork(() => json(200, { inviterName: 'Ann', companyName: 'Northline Logistics', email: 'dana@northline.example' }));
    visit(`?${name}=t1`);
    await screen.findByText('Ann invited you to Northline Logistics');
    screen.getByText('Sign in as dana@northline.example to join.');
    screen.getByRole('heading', { name: 'Join your team' });
    expect(readStored(storageKeys.referralToken)).toBe(name === 'token' ? 't1' : null);
  });

  it('with a team link names nobody to sign in as', async () => {
    stubNetwork(() => json(200, { inviterName: 'Ann', companyName: 'Northline Logistics', email: null }));
    visit('?inviteToken=t1');
    await screen.findByText('Sign in to join.');
  });

  it('with a referral says who gives the days, and lets the newcomer start a company', async () => {
    stubNetwork(() => json(200, { inviterName: 'Ann', companyName: 'Northline Logistics', email: null, kind: 'referral' }));
    visit('?token=hhr_1');
    await screen.findByText('Ann of Northline Logistics invited you to Headhaul');
    screen.getByText('Both companies get 7 days free.');
    screen.getByRole('heading', { name: 'Sign in to Headhaul' });
    screen.getByText('New here? This starts your 21-day trial. No card.');
    expect(readStored(storageKeys.referralToken)).toBe('hhr_1');
  });

  it('asks who is signed in before a referral is taken', async () => {
    setSession(testSession);
    const calls = stubNetwork(({ path }) => {
      if (path === '/api/users/me') return json(200, testUser);
      const preview = { inviterName: 'Ann', companyName: 'Northline', email: null, kind: 'referral' };
      const accepted = { companyId: testUser.companyId, companyName: 'x', kind: 'referral', days: 7 };
      return json(200, path.endsWith('/preview') ? preview : accepted);
    });
    visit('?token=hhr_1');
    (await screen.findByRole('button', { name: 'Take 7 days' })).click();
    await screen.findByText('There');
    expect(calls.map(({ path }) => path)).toContain('/api/user/invitations/accept');
  });

  it('with a dead invite says so and still signs in', async () => {
    stubNetwork(() => problem(404, 'invalid_invite'));
    visit('?inviteToken=t1');
    await screen.findByText(/no longer valid/);
    screen.getByRole('heading', { name: 'Sign in to Headhaul' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue with Google' }).disabled).toBe(false);
  });

  it('keeps the pricing dialog for after the sign-in', async () => {
    visit('?pricing-modal=pro');
    await screen.findByRole('heading', { name: 'Sign in to Headhaul' });
    expect(readStored(storageKeys.pricingModal)).toBe('pro');
  });

  it('joins nothing for who is signed in before they press the button: any page can send a browser here', async () => {
    setSession(testSession);
    const calls = stubNetwork(({ path }) => {
      if (path === '/api/users/me') return json(200, testUser);
      const isPreview = path.startsWith('/api/user/invitations/preview');
      return json(
        200,
        isPreview ? { inviterName: 'Ann', companyName: 'Northline', email: null } : { companyId: testUser.companyId, companyName: 'x' },
      );
    });
    const router = visit('?inviteToken=t1');
    const join = await screen.findByRole('button', { name: 'Join Northline' });
    expect(calls.map(({ path }) => path.split('?')[0])).toEqual(['/api/user/invitations/preview']);
    join.click();
    await screen.findByText('There');
    expect(calls.map(({ path }) => path.split('?')[0]).slice(1)).toEqual(['/api/user/team-members/join-by-link', '/api/users/me']);
    expect(router.state.location.pathname).toBe('/dispatcher/extension');
  });

  it('lets who is signed in stay where they are', async () => {
    setSession(testSession);
    const calls = stubNetwork(() => json(200, { inviterName: 'Ann', companyName: 'Northline', email: null }));
    const router = visit('?token=t1');
    (await screen.findByRole('button', { name: /^Stay in/ })).click();
    await screen.findByText('There');
    expect(calls.every(({ path }) => path.startsWith('/api/user/invitations/preview'))).toBe(true);
    expect(router.state.location.pathname).toBe('/dispatcher/extension');
  });
});
