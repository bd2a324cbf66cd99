import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSessionFor } from '../../shared/session/session-end.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { loadDraftKey, readStored, storageKeys } from '../../shared/storage-keys.ts';
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

  it('names a company once that stands for an inviter without a name', async () => {
    stubNetwork(() => json(200, { inviterName: 'Northline Logistics', companyName: 'Northline Logistics', email: null }));
    visit('?inviteToken=t1');
    await screen.findByText('Northline Logistics invited you');
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

describe('/login after a session that somebody ended', () => {
  const ended = { at: new Date().toISOString(), companyName: 'Acme', byName: 'Nina', worksElsewhere: false };
  const owner = { userId: testSession.id, companyId: testSession.companyId };

  it.each([
    ['left', /^You left Acme\.$/],
    ['deleted', /^Your account is deleted\.$/],
    ['ended_by_owner', /^Your session was ended by Nina .* ?at \d\d:\d\d .+\.$/],
    ['ended_by_you', /^You ended this session on another device .* ?at /],
  ] as const)('says one sentence over the sign-in: %s', async (reason, sentence) => {
    setSession(testSession);
    endSessionFor({ ...ended, reason }, testSession);
    visit('');
    await screen.findByText(sentence);
    screen.getByRole('heading', { name: 'Sign in to Headhaul' });
  });

  it('says who removed the person, what is gone and what stays', async () => {
    setSession(testSession);
    localStorage.setItem(loadDraftKey(owner, 'new').name, JSON.stringify({ draft: { broker: 'Lakeshore Freight' } }));
    endSessionFor({ ...ended, reason: 'removed' }, testSession);
    visit('');
    await screen.findByRole('heading', { name: 'You’re no longer on Acme' });
    screen.getByText(/^Nina removed you .* ?at \d\d:\d\d /);
    screen.getByText(`${testSession.email} still works`);
    screen.getByText('Broker: Lakeshore Freight');
    screen.getByText(/^A mistake\? Ask Nina for a new invite\./);
    expect(localStorage.getItem(loadDraftKey(owner, 'new').name)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Start your own company' }));
    await screen.findByRole('heading', { name: 'Sign in to Headhaul' });
    expect(readStored(storageKeys.sessionEnd)).toBeNull();
    expect(screen.queryByText(/Lakeshore/)).toBeNull();
  });

  it('never shows what somebody else was typing', async () => {
    setSession(testSession);
    localStorage.setItem(loadDraftKey(owner, 'new').name, JSON.stringify({ draft: { broker: 'Lakeshore Freight' } }));
    endSessionFor({ ...ended, reason: 'removed' }, testSession);
    // The next person in this browser was removed too, and another tab learned it.
    const other = { ...owner, userId: '0190a000-0000-7000-8000-00000000000f', email: 'other@bluffline.example' };
    const kept = { ...readStored(storageKeys.sessionEnd), person: other };
    localStorage.setItem(storageKeys.sessionEnd.name, JSON.stringify(kept));
    visit('');
    await screen.findByText(`${other.email} still works`);
    expect(screen.queryByText(/Lakeshore/)).toBeNull();
  });

  it('offers the other team to a removed person who has one', async () => {
    setSession(testSession);
    endSessionFor({ ...ended, reason: 'removed', worksElsewhere: true }, testSession);
    visit('');
    await screen.findByRole('button', { name: 'Sign in to your other team' });
    expect(screen.queryByRole('button', { name: 'Start your own company' })).toBeNull();
  });

  it('takes a pasted invite link, and says when it is none', async () => {
    stubNetwork(() => json(200, { inviterName: 'Ann', companyName: 'Northline Logistics', email: testSession.email }));
    setSession(testSession);
    endSessionFor({ ...ended, reason: 'removed' }, testSession);
    visit('');
    fireEvent.click(await screen.findByRole('button', { name: 'I have an invite' }));
    const field = screen.getByLabelText('Invite link');
    fireEvent.change(field, { target: { value: 'northline' } });
    fireEvent.submit(field);
    expect((await screen.findByRole('alert')).textContent).toMatch(/isn’t an invite link/);
    fireEvent.change(field, { target: { value: 'https://app.headhaul.example/login?token=t9' } });
    fireEvent.submit(field);
    await screen.findByText('Ann invited you to Northline Logistics');
    expect(readStored(storageKeys.referralToken)).toBe('t9');
  });

  it('shows an invite before all that', async () => {
    stubNetwork(() => json(200, { inviterName: 'Ann', companyName: 'Northline Logistics', email: null }));
    setSession(testSession);
    endSessionFor({ ...ended, reason: 'removed' }, testSession);
    visit('?inviteToken=t1');
    await screen.findByText('Ann invited you to Northline Logistics');
    expect(screen.queryByText(/no longer on/)).toBeNull();
  });
});

describe('/login with an invite for another address, signed in', () => {
  const preview = {
    inviterName: 'Ann',
    companyName: 'Northline Logistics',
    email: 'dana@northline.example',
    expiresAt: '2026-11-28T18:00:00.000Z',
  };

  it('names both addresses, and asks the team once', async () => {
    setSession(testSession);
    const calls = stubNetwork(({ method }) => json(200, method === 'POST' ? { isSent: true, askedName: 'Ann' } : preview));
    visit('?token=t1');
    await screen.findByRole('heading', { name: 'This invite is for another email' });
    screen.getByText('Ann invited you to Northline Logistics.');
    screen.getByText('dana@northline.example');
    expect(screen.getAllByText(testSession.email).length).toBeGreaterThanOrEqual(1);
    screen.getByText(/^Nothing has changed yet\. The invite works until Nov 28/);
    fireEvent.click(screen.getByRole('button', { name: `Ask Ann to invite ${testSession.email}` }));
    await screen.findByText('We emailed Ann.');
    expect(screen.queryByRole('button', { name: /^Ask Ann/ })).toBeNull();
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/user/invitations/ask']);
  });

  it('offers both providers for the switch, and keeps the session until then', async () => {
    setSession(testSession);
    stubNetwork(() => json(200, preview));
    visit('?inviteToken=t1');
    fireEvent.click(await screen.findByRole('button', { name: 'Switch to dana@northline.example' }));
    for (const name of ['Google', 'Microsoft']) screen.getByRole('button', { name: `Continue with ${name}` });
    expect(readStored(storageKeys.session)?.id).toBe(testSession.id);
  });

  it('lets the person stay where they are', async () => {
    setSession(testSession);
    stubNetwork(() => json(200, preview));
    const router = visit('?token=t1');
    await screen.findByRole('heading', { name: 'This invite is for another email' });
    fireEvent.click(screen.getByRole('button', { name: `Stay in ${testSession.companyName}` }));
    await screen.findByText('There');
    expect([router.state.location.pathname, readStored(storageKeys.referralToken)]).toEqual(['/dispatcher', null]);
  });

  it('asks to join as before when the invite is for this address in other letters', async () => {
    setSession(testSession);
    stubNetwork(() => json(200, { ...preview, email: testSession.email.toUpperCase() }));
    visit('?token=t1');
    await screen.findByRole('button', { name: 'Join Northline Logistics' });
  });
});

describe('/login with an invite that ended, signed in', () => {
  it.each([
    ['used', 'This invite to Northline was already used.'],
    ['expired', 'This invite to Northline has expired.'],
    ['withdrawn', 'This invite to Northline was withdrawn.'],
    ['replaced', 'A newer invite to Northline was sent. Use the link in the newest email.'],
  ])('says that it is %s, and offers to ask', async (state, sentence) => {
    setSession(testSession);
    stubNetwork(({ path, method }) => {
      if (path.endsWith('/preview')) return problem(404, 'invalid_invite');
      return json(200, method === 'POST' ? { isSent: false, askedName: 'Ann' } : { state, inviterName: 'Ann', companyName: 'Northline' });
    });
    visit('?token=t1');
    await screen.findByRole('heading', { name: 'This invite no longer works' });
    screen.getByText(sentence);
    fireEvent.click(screen.getByRole('button', { name: 'Ask Ann for a new invite' }));
    await screen.findByText('Ann was already asked today. You can ask again tomorrow.');
  });

  it('says only that for a link that nobody knows', async () => {
    setSession(testSession);
    stubNetwork(() => problem(404, 'invalid_invite'));
    visit('?token=t1');
    await screen.findByText('It was used, withdrawn or has expired.');
    expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull();
  });
});
