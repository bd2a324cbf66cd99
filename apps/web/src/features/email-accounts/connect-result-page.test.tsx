import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleAccount } from '../../testing/mail-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import ConnectResultPage from './connect-result-page.tsx';

const failed = '/dispatcher/google-connect/error';
const mailbox = sampleAccount(1);

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

it('tries the same provider again, for the mailbox it was for', async () => {
  const assign = vi.fn();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  const calls = stubNetwork(() => json(200, { authorizeUrl: 'https://accounts.example/consent' }));
  renderWithStore(<ConnectResultPage />, `${failed}?error=access_denied&from=google.${mailbox.id}`);
  expect(screen.queryByRole('button', { name: 'Try Microsoft again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try Google again' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://accounts.example/consent'));
  expect(calls.at(-1)).toMatchObject({ path: '/api/email-accounts/connect', body: { accountId: mailbox.id } });
});

it('leads to the mailboxes where it is not known what was tried', () => {
  renderWithStore(<ConnectResultPage />, `${failed}?error=expired`);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to email accounts' }).getAttribute('href')).toBe('/dispatcher/accounts');
});

it('says how the permission is taken back', async () => {
  stubNetwork(() => json(200, { emailAccounts: [mailbox] }));
  renderWithStore(<ConnectResultPage />, `/dispatcher/google-connect/success?accountId=${mailbox.id}`);
  await screen.findByText(
    /press Disconnect at this mailbox under Email accounts, or remove Headhaul from the connected apps of your Google account/,
  );
});
