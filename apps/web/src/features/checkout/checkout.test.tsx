import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { checkoutLoader } from './checkout.loader.ts';

function Loading() {
  return <p>Loading</p>;
}

function visit(query: string) {
  const router = createMemoryRouter(
    [
      { path: '/checkout', loader: checkoutLoader, element: null, HydrateFallback: Loading },
      { path: '*', element: <p>There</p> },
    ],
    { initialEntries: [`/checkout${query}`] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  stubViewport(1440);
  stubLocks();
});

describe('/checkout', () => {
  it('shows a loading view, then goes to login when nobody is signed in', async () => {
    const router = visit('?plan=pro&period=monthly');
    screen.getByText('Loading');
    await screen.findByText('There');
    expect(router.state.location.pathname).toBe('/login');
  });

  it('goes to login when the sign-in that led here failed', async () => {
    setSession(testSession);
    const router = visit('?error=access_denied&plan=pro');
    await screen.findByText('There');
    expect(router.state.location.pathname).toBe('/login');
  });

  it('asks for the plan, and goes on when the checkout cannot be opened', async () => {
    setSession(testSession);
    const calls = stubNetwork(() => problem(404, 'not_found'));
    const router = visit('?plan=unlimited-pro&period=yearly');
    await screen.findByText('There');
    expect(calls).toMatchObject([{ path: '/api/billing/checkout', body: { subscriptionType: 'UNLIMITED_PRO_YEARLY' } }]);
    expect(router.state.location.pathname).toBe('/dispatcher/extension');
  });

  it('renews an old access token on the way', async () => {
    setSession(testSession);
    const calls = stubNetwork(({ path, bearer }) => {
      if (path === '/api/auth/refresh-token') return json(200, { accessToken: 'access-2', refreshToken: 'refresh-2' });
      return bearer === 'access-2' ? problem(404, 'not_found') : problem(401, 'session_expired');
    });
    visit('?plan=pro');
    await screen.findByText('There');
    expect(calls.map(({ path, bearer }) => [path, bearer])).toEqual([
      ['/api/billing/checkout', 'access-1'],
      ['/api/auth/refresh-token', null],
      ['/api/billing/checkout', 'access-2'],
    ]);
  });

  it('after the payment sends a first-time user to setup', async () => {
    setSession({ ...testSession, createAt: 1_790_000_000_000 });
    const router = visit('?successfulPayment=true');
    await screen.findByText('There');
    expect(router.state.location.pathname).toBe('/dispatcher/setup');
  });
});
