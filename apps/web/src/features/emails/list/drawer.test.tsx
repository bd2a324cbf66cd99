import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleEmail } from '../../../testing/mail-samples.ts';
import { sampleCompany } from '../../../testing/office-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import EmailDrawer from './drawer.tsx';

// The user's computer is in another time zone than the office.
vi.hoisted(() => vi.stubEnv('TZ', 'Europe/Berlin'));

const whole = { cc: null, html: '<p>Hi</p>', text: 'Hi', messageId: '<1@x>', history: [] };

function visit(email: ReturnType<typeof sampleEmail>) {
  const calls = stubNetwork(() => json(200, { ...email, ...whole }));
  renderWithStore(<EmailDrawer emailId={email.id} onClose={() => undefined} onOpen={() => undefined} />, '/dispatcher/emails');
  return calls;
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

it('says plainly what is unknown and lets a person decide', async () => {
  const email = sampleEmail(1, { state: 'UNKNOWN', sentAt: null });
  const calls = visit(email);
  await screen.findByText('Nobody knows whether it arrived.');
  fireEvent.click(screen.getByRole('button', { name: 'It did not' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/emails/${email.id}/resolve`,
      body: { outcome: 'FAILED' },
    }),
  );
});

it('offers to send again what failed, once', async () => {
  visit(sampleEmail(1, { state: 'FAILED', reason: 'The address does not exist.' }));
  await screen.findByText('It was not sent.');
  screen.getByRole('button', { name: 'Send again' });
});

it('marks what the broker answered', async () => {
  const email = sampleEmail(1);
  const calls = visit(email);
  fireEvent.click(await screen.findByRole('button', { name: 'Answered' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path: `/api/emails/${email.id}/answer`,
      body: { answer: 'REPLIED' },
    }),
  );
});

it('tells its history by the office’s clock', async () => {
  const email = sampleEmail(1);
  const history = [{ at: '2026-11-16T05:23:00Z', state: 'SENT', note: null, userName: null }];
  stubNetwork(({ path }) => json(200, path === '/api/companies/myCompany' ? sampleCompany : { ...email, ...whole, history }));
  renderWithStore(<EmailDrawer emailId={email.id} onClose={() => undefined} onOpen={() => undefined} />, '/dispatcher/emails');
  await screen.findByText('Sun, Nov 15, 2026, 23:23 CST');
});

it('says of a private one that it is private, without an offer to try again', async () => {
  const { id } = sampleEmail(1);
  stubNetwork(() => problem(403, 'not_allowed'));
  renderWithStore(<EmailDrawer emailId={id} onClose={() => undefined} onOpen={() => undefined} />, '/dispatcher/emails');
  await screen.findByText('This email is in a teammate’s private mailbox. Only they can read it.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
