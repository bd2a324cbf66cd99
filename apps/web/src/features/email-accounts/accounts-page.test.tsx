import type { WebMessage } from '@headhaul/contracts/extension-messages';
import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ToastContainer } from 'react-toastify/unstyled';
import { beforeEach, expect, it, vi } from 'vitest';
import { checkExtension } from '../../shared/extension-bridge/extension-state.ts';
import { toastSettings } from '../../shared/notify.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { planUsage } from '../../testing/billing-samples.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleAccount, sampleHealth } from '../../testing/mail-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import AccountsPage from './accounts-page.tsx';

const path = '/dispatcher/accounts';

/** Answers the page's requests: the mailboxes, and the limit of the plan. */
function read(asked: string, emailAccounts: readonly EmailAccount[], current = 1): Response {
  const limits = { emailAddresses: { current, max: 2, isUnlimited: false } };
  return asked.endsWith('/my-plan') ? json(200, planUsage({ limits })) : json(200, { emailAccounts });
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

it('without a mailbox offers the three ways, and leads to the provider', async () => {
  const assign = vi.fn();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  const calls = stubNetwork(({ method, path: asked }) =>
    method === 'GET' ? read(asked, []) : json(200, { authorizeUrl: 'https://accounts.example/consent' }),
  );
  renderWithStore(<AccountsPage />, path);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Gmail or Google Workspace' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://accounts.example/consent'));
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/email-accounts/connect', body: { accountId: null } });
});

it('tells of each mailbox what it needs', async () => {
  const lost = sampleAccount(2, {
    address: 'lost@bluffline.example',
    status: 'RECONNECT_NEEDED',
    hasValidTemplate: false,
    health: sampleHealth({ unknown: 2, lastError: { at: '2026-11-15T12:00:00Z', text: 'Access was taken back.' } }),
  });
  stubNetwork(() => json(200, { emailAccounts: [sampleAccount(1), lost] }));
  renderWithStore(<AccountsPage />, path);
  await screen.findByText('Good');
  expect(screen.getByRole('alert').textContent).toContain('Access was taken back. What waits goes out once it is connected again.');
  screen.getByRole('button', { name: 'Reconnect' });
  expect(screen.getByRole('link', { name: '2, say what happened' }).getAttribute('href')).toBe(
    `/dispatcher/emails?mailbox=${lost.id}&state=UNKNOWN`,
  );
  expect(screen.getByRole('link', { name: 'Write the template' }).getAttribute('href')).toBe(`/dispatcher/edit-template/${lost.id}`);
});

it('shares a mailbox with one press', async () => {
  const calls = stubNetwork(({ method }) =>
    method === 'GET' ? json(200, { emailAccounts: [sampleAccount(1)] }) : json(200, sampleAccount(1, { isShared: true })),
  );
  renderWithStore(<AccountsPage />, path);
  fireEvent.click(await screen.findByRole('switch'));
  await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ displayName: 'Nina Alvarez', isShared: true }));
});

it.each([
  ['ACK', 'Load boards send from dispatch@bluffline.example now'],
  ['NACK', 'The extension didn’t answer. Reload this page and try again.'],
])('makes a mailbox the one of load boards; the extension answers %s', async (type, words) => {
  const sent: WebMessage[] = [];
  const pong = { extVersion: '1.6.2', protocol: { min: 1, max: 1 }, browser: 'chrome', caps: [], sessionEpoch: 9, boards: [] };
  const sendMessage = (_id: string, message: WebMessage, done: (value: unknown) => void) => {
    sent.push(message);
    const payload =
      message.type === 'PING'
        ? { ...pong, signedInUserId: testSession.id, handoffChallenge: 'c' }
        : { id: message.id, ...(type === 'NACK' ? { code: 'INTERNAL' } : {}) };
    done({ v: 1, type: message.type === 'PING' ? 'PONG' : type, id: crypto.randomUUID(), ts: 1, src: 'ext', payload });
  };
  vi.stubGlobal('chrome', { runtime: { sendMessage } });
  stubNetwork(({ path: asked }) => read(asked, [sampleAccount(1, { address: 'dispatch@bluffline.example' })]));
  await checkExtension();
  renderWithStore(
    <>
      <AccountsPage />
      <ToastContainer {...toastSettings} />
    </>,
    path,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'What to do with dispatch@bluffline.example' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Send from it on load boards' }));
  await screen.findByText(words);
  expect(sent.at(-1)).toMatchObject({ type: 'ACCOUNT_SELECT', payload: { accountId: sampleAccount(1).id } });
});

it('shows the form in place of the choice; Escape leads back and keeps what was typed', async () => {
  stubNetwork(({ path: asked }) => read(asked, [sampleAccount(1)]));
  renderWithStore(<AccountsPage />, path);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect mailbox' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Other (SMTP)' }));
  fireEvent.change(await screen.findByLabelText('Address'), { target: { value: 'ops@bluffline.example' } });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  fireEvent.keyDown(screen.getByLabelText('Address'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByLabelText('Address')).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Other (SMTP)' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Address')).value).toBe('ops@bluffline.example');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await screen.findByText('Connect another mailbox');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('Connect another mailbox')).toBeNull());
});

it('says that the plan has no room before anything is typed', async () => {
  stubNetwork(({ path: asked }) => read(asked, [sampleAccount(1), sampleAccount(2)], 2));
  renderWithStore(<AccountsPage />, path);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect mailbox' }));
  await screen.findByText(/You have used 2 of 2 email addresses on the trial\. Disconnect one/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Connect Other (SMTP)' }).disabled).toBe(true);
});

it('says when nothing came', async () => {
  stubNetwork(() => problem(503, 'unavailable'));
  renderWithStore(<AccountsPage />, path);
  await screen.findByText('Couldn’t load your mailboxes');
});
