import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ToastContainer } from 'react-toastify/unstyled';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import SmtpDialog from './smtp-dialog.tsx';

const refused = 'The mail server did not accept this user name and password. Some providers want a password made for apps.';
const silent = 'The mail server does not answer. Check its name, port and kind of security.';

async function signIn() {
  renderWithStore(
    <>
      <SmtpDialog account={null} onClose={() => undefined} onConnected={() => undefined} />
      <ToastContainer />
    </>,
  );
  // The dialog takes the focus shortly after it opens.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Address')));
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Address', 'ops@bluffline.example');
  type('Mail server', 'smtp.bluffline.example');
  type('User name', 'ops');
  type('Password', 'wrong');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in and connect' }));
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession({ ...testSession, id: crypto.randomUUID() });
});

it('says a refused password at its field, once', async () => {
  stubNetwork(() => problem(422, 'mailbox_refused', refused));
  await signIn();
  const note = await screen.findByText(refused);
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('aria-describedby')).toBe(note.id);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('says what the server said, and no more', async () => {
  stubNetwork(() => problem(503, 'mailbox_unavailable', silent));
  await signIn();
  await screen.findByText(silent);
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('false');
});

it('keeps what was typed but never the password, however the dialog goes away', async () => {
  stubNetwork(() => problem(503, 'mailbox_unavailable', silent));
  await signIn();
  await screen.findByText(silent);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('wrong');
  cleanup();
  renderWithStore(<SmtpDialog account={null} onClose={() => undefined} onConnected={() => undefined} />);
  expect((await screen.findByLabelText<HTMLInputElement>('Address')).value).toBe('ops@bluffline.example');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
});
