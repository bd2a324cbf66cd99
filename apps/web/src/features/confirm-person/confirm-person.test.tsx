import { profileEndpoints } from '@headhaul/contracts/profile';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useConfirmationAsked } from '../../shared/session/confirm-person.ts';
import { getSession, setSession } from '../../shared/session/session-store.ts';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';
import { storageKeys } from '../../shared/storage-keys.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, testSession, testUser } from '../../testing/browser-doubles.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import ConfirmEmailPage from './confirm-email-page.tsx';
import ConfirmPersonDialog from './confirm-person-dialog.tsx';
import { tellReturn } from './provider-window.ts';

function Asking() {
  const asked = useConfirmationAsked();
  return asked === null ? <p>Working</p> : <ConfirmPersonDialog purpose={asked.purpose} onAnswer={asked.answer} />;
}

let windows: string[];
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  stubLocks();
  setSession({ ...testSession, iSGoogleSignInDone: false });
  windows = [];
  vi.stubGlobal('open', (address: string) => void windows.push(address));
});

const token = btoa(JSON.stringify({ v: 1, code: 'one-time', isFirstLogin: false })).replaceAll('=', '');
const makeOwner = () => callSignedIn(profileEndpoints.deleteAccount, { body: { email: testUser.email } });

/** Refuses to delete the account until the person has confirmed. */
function stubApi(answers: Record<string, (call: SentCall) => Response>): SentCall[] {
  let isConfirmed = false;
  return stubNetwork((call) => {
    if (call.path === '/api/auth/email-code' && call.method === 'GET') return json(200, { state: 'sent' });
    if (call.path === '/api/users/me/delete') return isConfirmed ? new Response(null, { status: 204 }) : problem(403, 'sign_in_again');
    const response = answers[call.path]?.(call) ?? problem(500, 'internal');
    if (response.ok && call.path !== '/api/auth/email-code') isConfirmed = true;
    return response;
  });
}

const isQuestion = ({ method, path }: SentCall) => method === 'GET' && path === '/api/auth/email-code';
/** Without the questions whether the mail has left, which go on in the background. */
const paths = (calls: SentCall[]) => calls.filter((call) => !isQuestion(call)).map(({ path }) => path);

describe('a call that wants a fresh sign-in', () => {
  it('waits for the provider’s window and is then done by itself', async () => {
    const calls = stubApi({ '/api/auth/confirm': () => json(200, { isConfirmed: true }) });
    renderInApp([{ path: '/', Component: Asking }], '/');
    const done = makeOwner();
    const button = await screen.findByRole('button', { name: 'Continue with Microsoft' });
    screen.getByText(/^Sign in with Microsoft again to delete your account\./);
    await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    fireEvent.click(button);
    expect(windows).toEqual([expect.stringContaining('isConfirmation=true')]);
    tellReturn(`?token=${token}`);
    await done;
    expect(paths(calls)).toEqual(['/api/users/me/delete', '/api/auth/confirm', '/api/users/me/delete']);
    expect(calls[1]?.body).toEqual({ code: 'one-time', verifier: expect.stringMatching(/^[\w-]{43}$/) });
    await screen.findByText('Working');
  });

  it('says that it was another account, and can be tried again', async () => {
    stubApi({ '/api/auth/confirm': () => problem(403, 'not_allowed') });
    renderInApp([{ path: '/', Component: Asking }], '/');
    const done = makeOwner().catch((failure: Error) => failure.message);
    const button = await screen.findByRole('button', { name: 'Continue with Microsoft' });
    await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    fireEvent.click(button);
    tellReturn(`?token=${token}`);
    expect((await screen.findByRole('alert')).textContent).toMatch(/another account/);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await done).toBe('sign_in_again');
  });

  it('takes mailed digits instead', async () => {
    const calls = stubApi({
      '/api/auth/email-code': () => new Response(null, { status: 204 }),
      '/api/auth/email-code/confirm': ({ body }) =>
        (body as { digits: string }).digits === '123456'
          ? json(200, testUser)
          : problem(400, 'wrong_email_code', 'That code is wrong or too old'),
    });
    renderInApp([{ path: '/', Component: Asking }], '/');
    const done = makeOwner();
    fireEvent.click(await screen.findByRole('button', { name: 'Email me a code instead' }));
    const field = await screen.findByLabelText('Six digits');
    await vi.waitFor(() => expect(paths(calls)).toContain('/api/auth/email-code'));
    const confirm = (digits: string) => {
      fireEvent.change(field, { target: { value: digits } });
      fireEvent.submit(field);
    };
    confirm('12');
    await screen.findByText('Type the six digits from our email');
    confirm('654321');
    await screen.findByText('That code is wrong or too old');
    confirm('123 456');
    await done;
    expect(paths(calls).at(-1)).toBe('/api/users/me/delete');
  });

  it('asks for the digits by itself where the provider does not say when they signed in', async () => {
    const calls = stubApi({
      '/api/auth/confirm': () => json(200, { isConfirmed: false }),
      '/api/auth/email-code': () => new Response(null, { status: 204 }),
    });
    renderInApp([{ path: '/', Component: Asking }], '/');
    const done = makeOwner().catch((failure: Error) => failure.message);
    const button = await screen.findByRole('button', { name: 'Continue with Microsoft' });
    await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    fireEvent.click(button);
    tellReturn(`?token=${token}`);
    await screen.findByLabelText('Six digits');
    await screen.findByText(/Microsoft doesn’t tell us when you signed in/);
    await vi.waitFor(() => expect(paths(calls).at(-1)).toBe('/api/auth/email-code'));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await done).toBe('sign_in_again');
  });
});

describe('/confirm-email', () => {
  const routes = [
    { path: '/confirm-email', Component: ConfirmEmailPage },
    { path: '/login', element: <p>Sign-in page</p> },
  ];

  it('mails the digits once and goes on with the rest of the address', async () => {
    setSession({ ...testSession, isEmailProven: false });
    const calls = stubNetwork(({ path }) =>
      path === '/api/auth/email-code' ? new Response(null, { status: 204 }) : json(200, { ...testUser, isEmailProven: true }),
    );
    const router = renderInApp(routes, '/confirm-email?inviteToken=i');
    const field = await screen.findByLabelText('Six digits');
    await vi.waitFor(() => expect(paths(calls)).toEqual(['/api/auth/email-code']));
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Confirm' }).hasAttribute('disabled')).toBe(false));
    fireEvent.change(field, { target: { value: '123456' } });
    fireEvent.submit(field);
    await screen.findByText('Sign-in page');
    expect(router.state.location.search).toBe('?inviteToken=i');
    expect(getSession()?.isEmailProven).toBe(true);
    expect(paths(calls)).toEqual(['/api/auth/email-code', '/api/auth/email-code/confirm']);
  });

  it('sends no second mail after a reload, and says that the digits were mailed', async () => {
    setSession({ ...testSession, isEmailProven: false });
    const calls = stubNetwork(() => new Response(null, { status: 204 }));
    renderInApp(routes, '/confirm-email');
    await screen.findByText(/^We emailed six digits/);
    cleanup();
    renderInApp(routes, '/confirm-email');
    await screen.findByText(/^We emailed six digits/);
    expect(paths(calls)).toEqual(['/api/auth/email-code']);
  });

  it('does not say that digits were mailed when that failed, and tries again after a reload', async () => {
    setSession({ ...testSession, isEmailProven: false });
    const calls = stubNetwork(() => problem(503, 'unavailable', 'Please try again in a moment'));
    renderInApp(routes, '/confirm-email');
    await screen.findByText('Please try again in a moment');
    expect(screen.getByText(/^We email six digits/)).toBeTruthy();
    cleanup();
    renderInApp(routes, '/confirm-email');
    await vi.waitFor(() => expect(calls).toHaveLength(2));
  });

  it('says when the mail could not be sent for a reason of ours', async () => {
    setSession({ ...testSession, isEmailProven: false });
    stubNetwork((call) => (isQuestion(call) ? json(200, { state: 'failed' }) : new Response(null, { status: 204 })));
    renderInApp(routes, '/confirm-email');
    await screen.findByText('We couldn’t send the code. The problem is on our side. Try again in a few minutes.');
    expect(screen.queryByText(/Check the address/)).toBeNull();
    expect(screen.getByText(/^We email six digits/)).toBeTruthy();
  });

  it('says when the address was refused, and mails again when asked', async () => {
    setSession({ ...testSession, isEmailProven: false });
    let state = 'refused';
    const calls = stubNetwork((call) => (isQuestion(call) ? json(200, { state }) : new Response(null, { status: 204 })));
    renderInApp(routes, '/confirm-email');
    await screen.findByText(`We couldn’t mail the code to ${testSession.email}. Check the address or try again.`);
    expect(screen.getByText(/^We email six digits/)).toBeTruthy();
    expect(sessionStorage.getItem(storageKeys.emailCodeSentAt.name)).toBeNull();
    state = 'sent';
    fireEvent.click(screen.getByRole('button', { name: 'send new digits' }));
    await screen.findByText(/^We emailed six digits/);
    await vi.waitFor(() => expect(calls.filter(isQuestion)).toHaveLength(3));
    expect(paths(calls)).toEqual(['/api/auth/email-code', '/api/auth/email-code']);
    expect(screen.queryByText(/couldn’t mail/)).toBeNull();
  });

  it('mails nothing when a page load that was cut short has sent the digits', async () => {
    setSession({ ...testSession, isEmailProven: false });
    const calls = stubNetwork((call) => (isQuestion(call) ? json(200, { state: 'sending' }) : new Response(null, { status: 204 })));
    renderInApp(routes, '/confirm-email');
    await screen.findByText(/^We emailed six digits/);
    expect(paths(calls)).toEqual([]);
  });

  it('asks once more after a reload, when the mail was lost in between', async () => {
    setSession({ ...testSession, isEmailProven: false });
    sessionStorage.setItem(storageKeys.emailCodeSentAt.name, String(Date.now()));
    const calls = stubNetwork((call) => (isQuestion(call) ? json(200, { state: 'failed' }) : new Response(null, { status: 204 })));
    renderInApp(routes, '/confirm-email');
    await screen.findByText(/^We couldn’t send the code/);
    expect(paths(calls)).toEqual([]);
  });

  it('leads on who is proved already', async () => {
    renderInApp(routes, '/confirm-email');
    await screen.findByText('Sign-in page');
  });
});
