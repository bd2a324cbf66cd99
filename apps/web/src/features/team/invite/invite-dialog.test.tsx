import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../shared/api/api.ts';
import { notify } from '../../../shared/notify.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, testSession } from '../../../testing/browser-doubles.ts';
import { InviteDialog } from './invite-dialog.tsx';

vi.mock('../../../shared/notify.ts', () => ({ notify: vi.fn() }));

const link = { link: 'http://localhost:5173/oauth/login?inviteToken=t', expiresAt: new Date(Date.now() + 13.5 * 86_400_000).toISOString() };
const onClose = vi.fn();

function open(answer: (call: SentCall) => Response = () => json(200, { invited: [], alreadyHere: [] })) {
  const calls = stubNetwork((call) => (call.path.endsWith('/link') ? json(200, link) : answer(call)));
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  render(
    <Provider store={store}>
      <MantineProvider env="test">
        <InviteDialog isOpen companyName="Bluff Line Logistics" onClose={onClose} />
      </MantineProvider>
    </Provider>,
  );
  return { calls, sent: () => calls.filter(({ path }) => path === '/api/user/team-members/invite') };
}

const field = () => screen.getByLabelText<HTMLInputElement>('Email addresses');
const inviteButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Invite' });
const chips = () => screen.queryAllByRole('button', { name: /^Remove / }).map((chip) => chip.textContent);
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(field(), { key });

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  stubLocks();
  setSession(testSession);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});

describe('the chips', () => {
  it('end at Enter at once, and at a space 300 ms after the last key', () => {
    vi.useFakeTimers();
    open();
    type('ann@x.example');
    press('Enter');
    expect(chips()).toEqual(['ann@x.example']);
    type('ben@x.example ');
    act(() => vi.advanceTimersByTime(299));
    expect(chips()).toEqual(['ann@x.example']);
    act(() => vi.advanceTimersByTime(1));
    expect(chips()).toEqual(['ann@x.example', 'ben@x.example']);
    expect(field().value).toBe('');
  });

  it('take fifty pasted addresses', () => {
    open();
    const fifty = Array.from({ length: 50 }, (_, index) => `person${index}@x.example`);
    fireEvent.paste(field(), { clipboardData: { getData: () => fifty.join('\n') } });
    expect(chips()).toEqual(fifty);
    expect(inviteButton().disabled).toBe(false);
  });

  it('are removed by click and by Delete, and Backspace brings the last one back to edit', () => {
    open();
    type('ann@x.example,ben@x.example,cy@x.example');
    press('Enter');
    fireEvent.click(screen.getByRole('button', { name: 'Remove ann@x.example' }));
    expect(chips()).toEqual(['ben@x.example', 'cy@x.example']);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Remove ben@x.example' }), { key: 'Delete' });
    expect(chips()).toEqual(['cy@x.example']);
    press('Backspace');
    expect(chips()).toEqual([]);
    expect(field().value).toBe('cy@x.example');
  });

  it('that are not valid are marked, explained and in the way', () => {
    open();
    type('ann@x.example,ben@northline');
    press('Enter');
    expect(inviteButton().disabled).toBe(true);
    expect(screen.getByText(/needs an ending such as \.com/).textContent).toBe(
      'ben@northline needs an ending such as .com. Click it to remove.',
    );
    fireEvent.click(screen.getByRole('button', { name: /^Remove ben@northline/ }));
    expect(inviteButton().disabled).toBe(false);
  });
});

it('half an address is explained after leaving the field, a whole one becomes a chip', () => {
  open();
  fireEvent.focus(field());
  type('jo');
  expect(screen.queryByText(/needs an @/)).toBeNull();
  fireEvent.blur(field());
  screen.getByText(/needs an @ and a domain/);
  expect([chips(), field().value]).toEqual([[], 'jo']);
  fireEvent.focus(field());
  type('jo@x.example');
  fireEvent.blur(field());
  expect(chips()).toEqual(['jo@x.example']);
});

describe('Invite', () => {
  it('is off while there is no address or half of one, on with a whole one', () => {
    open();
    expect(inviteButton().disabled).toBe(true);
    type('jo');
    expect(inviteButton().disabled).toBe(true);
    type('jo@x.example');
    expect(inviteButton().disabled).toBe(false);
  });

  it('sends once, says so and closes', async () => {
    let answerNow: (response: Response) => void = () => undefined;
    const { sent } = open(() => new Promise<Response>((resolve) => (answerNow = resolve)) as unknown as Response);
    type('jo@x.example');
    fireEvent.click(inviteButton());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(inviteButton().disabled || inviteButton().hasAttribute('data-loading')).toBe(true);
    expect(sent()[0]?.body).toEqual({ emails: ['jo@x.example'] });
    answerNow(json(200, { invited: ['jo@x.example'], alreadyHere: [] }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'We successfully sent invitation!');
  });

  it('names who works here already', async () => {
    open(() => json(200, { invited: [], alreadyHere: ['ann@x.example'] }));
    type('ann@x.example');
    fireEvent.click(inviteButton());
    await waitFor(() => expect(notify).toHaveBeenCalledWith('info', 'Already on the team: ann@x.example'));
  });

  it('keeps the addresses when the server says no', async () => {
    const { sent } = open(() => problem(422, 'limit_reached'));
    type('ann@x.example');
    press('Enter');
    fireEvent.click(inviteButton());
    await waitFor(() => expect(sent()).toHaveLength(1));
    await waitFor(() => expect(inviteButton().disabled).toBe(false));
    expect(chips()).toEqual(['ann@x.example']);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('the link', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'ClipboardItem',
      class {
        readonly items: unknown;
        constructor(items: unknown) {
          this.items = items;
        }
      },
    );
  });

  it('is copied and says Copied! for two seconds', async () => {
    const written: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        write: async ([item]: { items: Record<string, Promise<Blob>> }[]) => {
          written.push((await (await item?.items['text/plain'])?.text()) ?? '');
        },
      },
    });
    open();
    await screen.findByText('Link works for 14 days');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    await screen.findByText('Copied!');
    expect(written).toEqual([link.link]);
    // The timer of two seconds starts in an effect, which has to run before the time advances.
    await act(async () => undefined);
    act(() => vi.advanceTimersByTime(2_000));
    expect(screen.queryByText('Copied!')).toBeNull();
  });

  it('that can’t be copied is only logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write: () => Promise.reject(new Error('denied')) } });
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(notify).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('is made anew after a question only', async () => {
    const { calls } = open((call) => (call.path.endsWith('/rotate') ? json(200, link) : problem(500, 'internal')));
    fireEvent.click(screen.getByRole('button', { name: 'Make a new link' }));
    screen.getByText('Make a new link? The old one stops working at once.');
    expect(calls.some(({ path }) => path.endsWith('/rotate'))).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Make new link' }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/rotate'))).toBe(true));
    await screen.findByRole('button', { name: 'Copy link' });
  });
});
