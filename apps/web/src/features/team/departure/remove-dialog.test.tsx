import type { Departure, TeamMember } from '@headhaul/contracts/team';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../../shared/notify.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { sampleDeparture, sampleMember, sampleTeam, teamIds } from '../../../testing/team-samples.ts';
import { RemoveDialog } from './remove-dialog.tsx';

vi.mock('../../../shared/notify.ts', () => ({ notify: vi.fn() }));

const { jay, ann, nina } = teamIds;
const path = `/api/user/team-members/${jay.id}`;
const onClose = vi.fn();
let departure: Departure;
let team: TeamMember[];

function open(removed: (call: SentCall) => Response | Promise<Response> = () => new Response(null, { status: 204 })) {
  const calls = stubNetwork((call) => {
    if (call.path.endsWith('/departure')) return json(200, departure);
    return call.method === 'POST' ? removed(call) : json(200, { members: team, nextCursor: null, working: 3, invited: 1, seats: 5 });
  });
  renderWithStore(<RemoveDialog member={sampleMember(jay)} onClose={onClose} />, '/dispatcher/account-team');
  return { calls, sent: () => calls.filter(({ method }) => method === 'POST') };
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Remove Jay' });
const choice = (address: string) => within(screen.getByRole('group', { name: `What happens to ${address}` }));
const radio = (address: string, name: string) => choice(address).getByRole<HTMLInputElement>('radio', { name });

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  vi.clearAllMocks();
  setSession(testSession);
  departure = sampleDeparture();
  team = sampleTeam();
});

describe('the suggestions', () => {
  it('give what can be handed over to who removes, and say what becomes of all else', async () => {
    const { sent } = open();
    await screen.findByText('2 mailboxes');
    expect(screen.getByRole('dialog', { name: 'Remove Jay Ortiz?' }).textContent).toContain(
      'Jay can’t sign in to Bluff Line Logistics from the moment you confirm.',
    );
    expect(radio('dispatch2@bluffline.example', 'Hand over').checked).toBe(true);
    screen.getByText('Company mailbox, 3 to send');
    screen.getByText('Personal Google account');
    screen.getByText('3 emails in dispatch2@bluffline.example are waiting to send. They go out under your name.');
    expect(screen.queryByText(/has to sign in to/)).toBeNull();
    expect(
      screen
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.replace(/Nina.*$/, ''))
        .slice(2),
    ).toEqual([
      '4 active loads, 1 driverHand over to',
      '2 templates, 1 shared viewStay with the company',
      '2 own filtersKept in case they return. Nobody else can use them',
      '3 sign-ins, 1 extensionEnded. The extension deletes your company’s data on that computer',
    ]);
    fireEvent.click(button());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toMatchObject([
      {
        path: `${path}/remove`,
        body: { mailboxes: [{ id: departure.mailboxes[0]?.id, toUserId: nina.userId }], loadsToUserId: nina.userId },
      },
    ]);
    expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'Jay Ortiz was removed');
  });

  it('offer only people who work here and stay', async () => {
    open();
    const select = await screen.findByRole('combobox', { name: 'Who takes over dispatch2@bluffline.example' });
    expect([...select.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['Nina Alvarez', 'Ann Doyle']);
  });

  it('a personal mailbox can only be disconnected', async () => {
    open();
    await screen.findByText('Personal, can’t be handed over');
    expect(radio('jay@mail.example', 'Hand over').disabled).toBe(true);
    expect(radio('jay@mail.example', 'Disconnect').checked).toBe(true);
    expect(screen.queryByRole('combobox', { name: 'Who takes over jay@mail.example' })).toBeNull();
  });
});

it('sends exactly what was chosen', async () => {
  const { sent } = open();
  fireEvent.change(await screen.findByRole('combobox', { name: 'Who takes over dispatch2@bluffline.example' }), {
    target: { value: ann.userId },
  });
  screen.getByText('3 emails in dispatch2@bluffline.example are waiting to send. They go out under Ann’s name.');
  fireEvent.change(screen.getByRole('combobox', { name: 'Who takes over 4 active loads, 1 driver' }), { target: { value: ann.userId } });
  fireEvent.click(button());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    mailboxes: [{ id: departure.mailboxes[0]?.id, toUserId: ann.userId }],
    loadsToUserId: ann.userId,
  });
});

it('names no mailbox that is disconnected, and says that its mail stays unsent', async () => {
  departure = { ...departure, activeLoads: 0, drivers: 0 };
  const { sent } = open();
  await screen.findByText('2 mailboxes');
  fireEvent.click(radio('dispatch2@bluffline.example', 'Disconnect'));
  screen.getByText('3 emails in dispatch2@bluffline.example are waiting to send. They won’t be sent.');
  expect(screen.queryByRole('combobox')).toBeNull();
  fireEvent.click(button());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ mailboxes: [], loadsToUserId: null });
});

it('says which copies of the team’s email end', async () => {
  const copies = [
    { address: 'sam@mail.example', templates: 2 },
    { address: 'books@mail.example', templates: 1 },
  ];
  departure = sampleDeparture({ mailboxes: [], activeLoads: 0, drivers: 0, copies });
  open();
  await screen.findByText('2 templates copy email to sam@mail.example. That ends.');
  screen.getByText('1 template copies email to books@mail.example. That ends.');
});

it('names one own filter, and no extension that there is not', async () => {
  departure = sampleDeparture({ ownFilters: 1, extensions: 0 });
  open();
  await screen.findByText('Kept in case they return. Nobody else can use it');
  screen.getByText('Ended');
});

it('is short when there is nothing to hand over', async () => {
  departure = sampleDeparture({ mailboxes: [], activeLoads: 0, drivers: 0 });
  const { sent } = open();
  await screen.findByText(/Jay is signed out everywhere at once/);
  expect(screen.queryByRole('listitem')).toBeNull();
  fireEvent.click(button());
  await waitFor(() => expect(sent()[0]?.body).toEqual({ mailboxes: [], loadsToUserId: null }));
});

it('removes nobody before it knows what there is to hand over; a failure can be tried again', async () => {
  let answer = () => problem(500, 'internal');
  const calls = stubNetwork(({ path: asked }) => {
    if (!asked.endsWith('/departure')) return json(200, { members: team, nextCursor: null, working: 3, invited: 1, seats: 5 });
    return answer();
  });
  renderWithStore(<RemoveDialog member={sampleMember(jay)} onClose={onClose} />, '/dispatcher/account-team');
  expect(button().disabled).toBe(true);
  await screen.findByText('Couldn’t load what there is to hand over.');
  expect(button().disabled).toBe(true);
  answer = () => json(200, departure);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('2 mailboxes');
  expect(button().disabled).toBe(false);
  expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  expect(notify).not.toHaveBeenCalled();
});

it('stays open with its choices when the server says no', async () => {
  open(() => problem(403, 'not_allowed', 'Who takes this over is not on your team. Choose somebody else.'));
  await screen.findByText('2 mailboxes');
  fireEvent.click(radio('dispatch2@bluffline.example', 'Disconnect'));
  fireEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe('Who takes this over is not on your team. Choose somebody else.');
  expect(radio('dispatch2@bluffline.example', 'Disconnect').checked).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  expect(notify).not.toHaveBeenCalled();
});

it('begins with the focus on Cancel', async () => {
  open();
  await screen.findByText('2 mailboxes');
  expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('data-autofocus')).toBe(true);
});
