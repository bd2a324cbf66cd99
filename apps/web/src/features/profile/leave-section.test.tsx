import type { Session } from '@headhaul/contracts/session';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getSession, setSession } from '../../shared/session/session-store.ts';
import { loadDraftKey, readStored, storageKeys } from '../../shared/storage-keys.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { sampleDeparture, sampleTeam, teamIds } from '../../testing/team-samples.ts';
import { LeaveSection } from './leave-section.tsx';

vi.mock('../../shared/notify.ts', () => ({ notify: vi.fn() }));

const session = { ...testSession, id: teamIds.jay.userId, isTeamOwner: false };
const draft = loadDraftKey({ userId: session.id, companyId: session.companyId }, 'new').name;

function visit(answer: () => Response) {
  const calls = stubNetwork(({ method, path }) => {
    if (path.endsWith('/departure')) return json(200, sampleDeparture());
    return method === 'POST' ? answer() : json(200, { members: sampleTeam('Jay'), nextCursor: null, working: 3, invited: 1, seats: 5 });
  });
  renderWithStore(<LeaveSection session={session} />, '/dispatcher/profile');
  return { calls, sent: () => calls.filter(({ method }) => method === 'POST') };
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(session);
  localStorage.setItem(draft, '{}');
});

it('leaving asks the same of oneself, suggests the owner, and leaves nothing in the browser', async () => {
  localStorage.setItem(storageKeys.offlineQueue.name, JSON.stringify([{ userId: session.id }]));
  const { calls, sent } = visit(() => new Response(null, { status: 204 }));
  fireEvent.click(screen.getByRole('button', { name: 'Leave team' }));
  await screen.findByText('Your mailboxes');
  screen.getByText('Your work');
  screen.getByText(/^You can’t open Bluff Line Logistics any more from the moment you leave\./);
  screen.getByText('3 emails in dispatch2@bluffline.example are waiting to send. They won’t be sent.');
  screen.getByText('Nina has to sign in to dispatch2@bluffline.example before it sends again.');
  screen.getByText('1 status change isn’t saved yet. It’s lost if you go on.');
  expect(calls.some(({ path }) => path === `/api/user/team-members/${teamIds.jay.id}/departure`)).toBe(true);
  fireEvent.change(screen.getByRole('combobox', { name: 'Who takes over 4 active loads, 1 driver' }), {
    target: { value: teamIds.ann.userId },
  });
  fireEvent.click(screen.getAllByRole('button', { name: 'Leave team' }).at(-1) as HTMLElement);
  await screen.findByText('Elsewhere');
  expect(sent()).toMatchObject([
    {
      path: '/api/user/team-members/leave',
      body: {
        mailboxes: [{ id: sampleDeparture().mailboxes[0]?.id, toUserId: teamIds.nina.userId }],
        loadsToUserId: teamIds.ann.userId,
      },
    },
  ]);
  expect(getSession()).toBeNull();
  expect([localStorage.getItem(draft), localStorage.getItem(storageKeys.offlineQueue.name)]).toEqual([null, null]);
  expect(readStored(storageKeys.sessionEnd)).toMatchObject({ reason: 'left', companyName: session.companyName });
});

it('a refused leave says why and changes nothing', async () => {
  visit(() => problem(403, 'not_allowed', 'You own this company.'));
  fireEvent.click(screen.getByRole('button', { name: 'Leave team' }));
  await screen.findByText('Your mailboxes');
  fireEvent.click(screen.getAllByRole('button', { name: 'Leave team' }).at(-1) as HTMLElement);
  expect((await screen.findByRole('alert')).textContent).toBe('You own this company.');
  expect(getSession()?.id).toBe(session.id);
  expect(localStorage.getItem(draft)).not.toBeNull();
});

it('a deleted account leaves nothing in the browser but the reason', async () => {
  visit(() => new Response(null, { status: 204 }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  fireEvent.change(dialog.getByLabelText(`Type ${session.email} to confirm`), { target: { value: session.email } });
  fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await waitFor(() => expect(localStorage.getItem(draft)).toBeNull());
  expect(getSession()).toBeNull();
  expect(readStored(storageKeys.sessionEnd)).toMatchObject({ reason: 'deleted', companyName: null });
});

describe('the dialog that deletes an account', () => {
  const open = async (working: number, over: Partial<Session>) => {
    stubNetwork(() => json(200, { members: [], nextCursor: null, working, invited: 0, seats: 5 }));
    renderWithStore(<LeaveSection session={{ ...session, ...over }} />, '/dispatcher/profile');
    fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
    return screen.findByRole('dialog');
  };

  it('starts on Cancel, and says what is deleted and when', async () => {
    const dialog = await open(3, {});
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    for (const said of ['Right away: you’re signed out everywhere', 'Within a day: your name, email and phone', 'This can’t be undone.']) {
      expect(dialog.textContent).toContain(said);
    }
  });

  it('says that the company goes with an owner who is alone', async () => {
    await open(1, { isTeamOwner: true });
    const dialog = await screen.findByRole('dialog', { name: `Delete your account and ${session.companyName}?` });
    expect(dialog.textContent).toContain(
      `everything in ${session.companyName} is deleted, with its loads, drivers, brokers, documents and emails`,
    );
    within(dialog).getByRole('button', { name: 'Delete account and company' });
  });

  it('is closed to an owner with a team', async () => {
    const dialog = await open(3, { isTeamOwner: true });
    await waitFor(() => expect(dialog.textContent).toContain('2 more people work there. Make one of them the owner first.'));
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete account' }).disabled).toBe(true);
  });
});
