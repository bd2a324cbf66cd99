import { render, screen } from '@testing-library/react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '../../shared/session/session-store.ts';
import { readStored, storageKeys, writeStored } from '../../shared/storage-keys.ts';
import { json, problem, stubNetwork, stubViewport, testUser } from '../../testing/browser-doubles.ts';
import { finishSignInLoader } from './oauth-callback.loader.ts';
import OauthCallbackPage from './oauth-callback-page.tsx';

const verifier = 'v'.repeat(43);

function tokenOf(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const goodToken = tokenOf({ v: 1, code: 'one-time', isFirstLogin: false });

const routes: RouteObject[] = [
  { path: '/oauth/callback', loader: finishSignInLoader, Component: OauthCallbackPage, HydrateFallback: () => null },
  { path: '/dispatcher/extension', element: <p>Extension screen</p> },
];

function visit(query: string) {
  window.history.replaceState(null, '', `/oauth/callback${query}`);
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [`/oauth/callback${query}`] })} />);
}

async function expectErrorPage(caption: RegExp) {
  expect((await screen.findByRole('heading')).textContent).toBe('Something went wrong!');
  screen.getByText('Please go back to the login page or contact support');
  expect(screen.getByRole('link', { name: 'To login page' }).getAttribute('href')).toBe('/login');
  screen.getByText(caption);
  expect(getSession()).toBeNull();
  expect(window.location.search).toBe('');
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  stubViewport(1440);
  stubNetwork(() => problem(500, 'internal'));
  writeStored(storageKeys.signInAttempt, { verifier, provider: 'google' });
});

describe('/oauth/callback', () => {
  it('redeems the code once, cleans the address and goes to the extension screen', async () => {
    const calls = stubNetwork(() => json(200, { token: { accessToken: 'a', refreshToken: 'r' }, user: testUser }));
    visit(`?token=${goodToken}`);
    await screen.findByText('Extension screen');
    expect(calls).toEqual([{ method: 'POST', path: '/api/auth/exchange', bearer: null, body: { code: 'one-time', verifier } }]);
    expect(getSession()).toMatchObject({ email: testUser.email, token: { accessToken: 'a', refreshToken: 'r' } });
    expect(window.location.search).toBe('');
    expect(readStored(storageKeys.signInAttempt)).toBeNull();
  });

  it('forgets why the last session ended', async () => {
    const ended = {
      reason: 'removed',
      at: '2026-11-16T16:31:00.000Z',
      companyName: 'Acme',
      byName: 'Nina',
      worksElsewhere: false,
    } as const;
    const { id: userId, companyId, email } = testUser;
    writeStored(storageKeys.sessionEnd, { ...ended, person: { userId, companyId, email }, keptAt: Date.now() });
    stubNetwork(() => json(200, { token: { accessToken: 'a', refreshToken: 'r' }, user: testUser }));
    visit(`?token=${goodToken}`);
    await screen.findByText('Extension screen');
    expect(localStorage.getItem(storageKeys.sessionEnd.name)).toBeNull();
  });

  it('goes to the extension screen on a phone too when nobody invited', async () => {
    stubViewport(390);
    stubNetwork(() => json(200, { token: { accessToken: 'a', refreshToken: 'r' }, user: testUser }));
    visit(`?token=${goodToken}`);
    await screen.findByText('Extension screen');
  });

  it('shows what the provider said', async () => {
    visit('?error=account_on_hold');
    await expectErrorPage(/^Google said: account_on_hold$/);
  });

  it('says that the person canceled', async () => {
    visit('?error=access_denied');
    await expectErrorPage(/^You canceled sign-in\.$/);
  });

  it('says when the token is missing', async () => {
    visit('');
    await expectErrorPage(/incomplete/);
  });

  it.each([
    ['garbled', '%%%'],
    ['not JSON', 'bm90IGpzb24'],
    ['of another version', tokenOf({ v: 2, code: 'x', isFirstLogin: false })],
  ])('says when the token is %s', async (_, token) => {
    visit(`?token=${encodeURIComponent(token)}`);
    await expectErrorPage(/incomplete/);
  });

  it('says when the sign-in was started elsewhere', async () => {
    sessionStorage.clear();
    visit(`?token=${goodToken}`);
    await expectErrorPage(/another tab or browser/);
  });

  it('says why the exchange was refused', async () => {
    stubNetwork(() => problem(400, 'invalid_code', 'This sign-in link was already used or is too old'));
    visit(`?token=${goodToken}`);
    await expectErrorPage(/already used or is too old/);
  });

  it('says when the network is down', async () => {
    stubNetwork(() => {
      throw new TypeError('Failed to fetch');
    });
    visit(`?token=${goodToken}`);
    await expectErrorPage(/No answer from Headhaul/);
  });
});
