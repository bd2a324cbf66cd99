// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readAfterMs } from '../../board/draw/meant-presses.ts';
import type { FromPanelMail, MailQuestion, UnsentMail } from '../../mail/messages.ts';
import { createReactPage } from '../../testing/react-page.ts';
import { UnsentMails } from './unsent-mails.tsx';

const nowMs = Date.parse('2026-11-18T15:00:00Z');
const conley: UnsentMail = {
  opId: 'one',
  lane: 'Milwaukee to Conley',
  state: 'NOT_SENT',
  sinceMs: nowMs - 600_000,
  why: 'Not sent within 10 minutes',
};
const macon: UnsentMail = { opId: 'two', lane: 'Milwaukee to Macon', state: 'WAITING', sinceMs: nowMs - 120_000, why: '' };
const question: MailQuestion = {
  title: 'Ben emailed this 12 min ago',
  to: 'carla@lakeshore.example',
  isToChosen: true,
  from: 'dispatch@northline.example',
  driver: null,
  subject: 'Milwaukee, WI to Conley, GA',
  beginning: 'Is it open?',
  warnings: [],
  blocked: null,
  sendLabel: 'Send again',
};

const page = createReactPage();
let unsent: UnsentMail[];
let told: FromPanelMail[];
let answers: unknown[];
let readMs = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => readMs);
  [unsent, told, answers] = [[conley, macon], [], []];
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function tell(message: FromPanelMail): Promise<unknown> {
  if (message.type === 'mail:unsent') return { unsent };
  told.push(message);
  if (message.type === 'mail:undo') unsent = unsent.filter(({ opId }) => opId !== message.opId);
  return answers.shift() ?? { kind: 'NOTHING' };
}
async function show(): Promise<void> {
  await page.draw(<UnsentMails tell={tell} />);
}
const text = () => document.body.textContent ?? '';
const press = (name: string) => {
  readMs += readAfterMs;
  const wanted = [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
  return act(async () => wanted?.click());
};

it('says how many have not left, and asks about those that wait no more', async () => {
  await show();
  for (const words of ['2 emails not sent. Send now?', 'Milwaukee to Conley', 'Not sent within 10 minutes', 'Waiting 2 min'])
    expect(text()).toContain(words);
  unsent = [macon];
  await act(async () => vi.advanceTimersByTimeAsync(2_000));
  expect(text()).toContain('1 email not sentThey wait 10 minutes, then we ask again.');
  expect(text()).not.toContain('Send now');
});

it('says nothing when there is none', async () => {
  unsent = [];
  await show();
  expect(text()).toBe('');
});

it('sends or discards only what waits no more, and each waiting one is discarded by itself', async () => {
  await show();
  await press('Send now');
  await press('Discard');
  await press('Discard the email, Milwaukee to Macon');
  expect(told).toEqual([
    { type: 'mail:send-now', opId: 'one' },
    { type: 'mail:undo', opId: 'one' },
    { type: 'mail:undo', opId: 'two' },
  ]);
  expect(text()).toBe('');
});

it('shows what is to be read first, and sends what was read', async () => {
  answers = [{ kind: 'ASKS', opId: 'one', key: 'key', question }];
  await show();
  await press('Send now');
  expect(text()).toContain('Ben emailed this 12 min ago');
  unsent = [];
  await press('Send again');
  expect(told.at(-1)).toEqual({ type: 'mail:confirm', opId: 'one', key: 'key' });
  expect(text()).toBe('');
});

it('says what is in the way', async () => {
  answers = [{ kind: 'REFUSED', text: 'Connect a mailbox first', place: 'MAILBOXES' }];
  await show();
  await press('Send now');
  expect(text()).toContain('Connect a mailbox first');
});
