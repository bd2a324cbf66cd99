// @vitest-environment happy-dom
import { fingerprintTextOf } from '@headhaul/domain/boards/freight';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAfterMs } from '../../board/draw/meant-presses.ts';
import type { FromPanelMail, MailQuestion, RowMail } from '../../mail/messages.ts';
import { createReactPage } from '../../testing/react-page.ts';
import type { PanelView, RowView } from '../messages.ts';
import { load, nowMs } from '../testing/panel-world.ts';
import { HostProvider, type PanelHost } from '../view/panel-host.ts';
import { AskMailButton } from './ask-mail.tsx';

// The browser's own takes its time, which these clocks don't have.
vi.mock('../../mail/fingerprint-hash.ts', () => ({ hashFingerprint: async (text: string) => text }));

const opId = '0190a000-0000-7000-8000-000000000001';
const key = '0190a000-0000-7000-8000-000000000002';
const question: MailQuestion = {
  title: 'This email asks $2,600',
  to: 'carla@lakeshore.example',
  isToChosen: true,
  from: 'dispatch@northline.example',
  driver: null,
  subject: 'Milwaukee, WI to Conley, GA',
  beginning: 'We can do it for $2,600.',
  warnings: [],
  blocked: null,
  sendLabel: 'Send',
};
const asks = (change: Partial<MailQuestion> = {}) => ({ kind: 'ASKS', opId, key, question: { ...question, ...change } });

const shown: RowView = { board: 'demo', load, readAtMs: nowMs - 7_500_000, state: 'HERE' };

const page = createReactPage();
let told: FromPanelMail[];
let answers: unknown[];
let row: RowMail | null;
let isWhole: boolean;
/** What the worker says about the row at the click. */
let view: PanelView | null;
/** Time passes for whoever reads by the presses alone. */
let readMs = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => readMs);
  [told, answers, row, isWhole] = [[], [], null, true];
  view = { standing: 'READY', row: shown };
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function show(change: Partial<typeof load> = {}): Promise<void> {
  const fingerprint = fingerprintTextOf(load) ?? '';
  const host = {
    ask: async () => view,
    async mail(message: FromPanelMail) {
      if (message.type === 'mail:rows') return { mails: row === null ? {} : { [fingerprint]: row }, isWhole };
      told.push(message);
      return answers.shift() ?? null;
    },
  } as unknown as PanelHost;
  await page.draw(
    <HostProvider value={host}>
      <AskMailButton row={{ ...shown, load: { ...load, ...change } }} askCents={260_000} />
    </HostProvider>,
  );
  await untilAnswered();
}

/** The worker, which answers at once here, has been asked and has answered. */
const untilAnswered = () => act(() => new Promise<void>((resolve) => setImmediate(resolve)));
const text = () => document.body.textContent ?? '';
const find = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name) as HTMLButtonElement;
const pressAtOnce = async (name: string) => {
  await act(async () => find(name).click());
  await untilAnswered();
};
const press = (name: string) => {
  readMs += readAfterMs;
  return pressAtOnce(name);
};

describe('asking for a rate by mail', () => {
  it('shows the mail before it leaves, sends what was read and offers to undo it', async () => {
    answers = [asks(), { kind: 'ROW', mail: { kind: 'SENDING', opId, undoUntilMs: nowMs + 10_000 } }, { kind: 'NOTHING' }];
    await show();
    await press('Email at $2,600');
    expect(told).toMatchObject([{ type: 'mail:ask', askCents: 260_000, load: { reference: 'HP-0001', rateCents: 245_000 } }]);
    for (const words of [question.title, question.to, question.from, question.subject, question.beginning]) expect(text()).toContain(words);
    expect(document.activeElement?.textContent).toBe(question.title);
    await press('Send');
    expect(told[1]).toEqual({ type: 'mail:confirm', opId, key });
    expect(text()).toContain('Sending…');
    expect(document.activeElement).toBe(find('Undo 10 s'));
    await press('Undo 10 s');
    expect(told[2]).toEqual({ type: 'mail:undo', opId });
    expect(find('Email at $2,600')).toBeDefined();
  });

  it('names the driver, who can be left out', async () => {
    const driver = 'Nate Ferris, empty Dallas';
    answers = [asks({ driver }), asks(), { kind: 'NOTHING' }];
    await show();
    await press('Email at $2,600');
    expect(text()).toContain(driver);
    expect(find('Leave out').getAttribute('aria-label')).toBe(`Leave out ${driver}`);
    await press('Leave out');
    expect(told[1]).toEqual({ type: 'mail:without-driver', opId });
    expect(text()).not.toContain(driver);
    expect(find('Send')).toBeDefined();
  });

  it('is about the row as it is at the click', async () => {
    answers = [asks()];
    await show();
    const moved = { ...load, rate: { ...load.rate, total: { cents: 230_000, currency: 'USD' as const } } };
    view = { standing: 'READY', row: { ...shown, load: moved } };
    await press('Email at $2,600');
    expect(told).toMatchObject([{ type: 'mail:ask', load: { rateCents: 230_000 } }]);
    expect(text()).not.toContain('The posting may have changed.');
  });

  it.each<[string, () => PanelView | null]>([
    ['isn’t on the screen', () => ({ standing: 'READY', row: { ...shown, state: 'AWAY' } })],
    ['is on a page where nothing is read', () => ({ standing: 'READY', row: { ...shown, state: 'DEGRADED' } })],
    ['can’t be asked for, because the worker was stopped', () => null],
  ])('warns that the posting may have changed when its row %s', async (_, at) => {
    answers = [asks({ warnings: [{ tone: 'bad', text: 'Another domain' }] }), asks({ title: 'Ben has just written' })];
    await show();
    view = at();
    await press('Email at $2,600');
    const warnings = () => [...document.querySelectorAll('.warnings li')].map(({ textContent }) => textContent);
    expect(warnings()).toEqual(['Read 2 h ago. The posting may have changed.', 'Another domain']);
    // Also when something else is asked after it.
    await press('Send');
    expect(text()).toContain('Ben has just written');
    expect(warnings()).toEqual(['Read 2 h ago. The posting may have changed.']);
  });

  it('writes nothing when another row was opened meanwhile', async () => {
    await show();
    view = { standing: 'READY', row: { ...shown, load: { ...load, rowKey: 'KEY0002' } } };
    await press('Email at $2,600');
    expect(told).toEqual([]);
    expect(find('Email at $2,600')).toBeDefined();
  });

  it('takes nothing for an answer that was pressed as the question came, or by the second click of a double click', async () => {
    answers = [asks({ isToChosen: false })];
    await show();
    await press('Email at $2,600');
    const box = document.querySelector<HTMLInputElement>('input[type=checkbox]');
    await act(async () => box?.click());
    expect(box?.checked).toBe(false);
    await pressAtOnce('Cancel');
    readMs += readAfterMs;
    await act(async () => void find('Cancel').dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true })));
    expect(told).toHaveLength(1);
    expect(text()).toContain(question.title);
    await press('Cancel');
    expect(told[1]).toEqual({ type: 'mail:undo', opId });
  });

  it('says what was asked once the mail has left', async () => {
    row = { kind: 'SENDING', opId, undoUntilMs: nowMs + 1_500 };
    await show();
    expect(find('Undo 2 s')).toBeDefined();
    row = { kind: 'EMAILED', who: 'You', atMs: nowMs, isSure: true, postedCents: 245_000, askedCents: 260_000 };
    await act(async () => void vi.advanceTimersByTime(2_000));
    await untilAnswered();
    expect(text()).toContain('✓ You, just now, asked $2,600');
    expect(find('Email again at $2,600')).toBeDefined();
  });

  it.each<[string, RowMail, RowMail | null, string]>([
    ['was not sent', { kind: 'WAITING', opId }, { kind: 'NOT_SENT', why: 'This email asks $2,600' }, 'Not sent: This email asks $2,600'],
    [
      'has left',
      { kind: 'WAITING', opId },
      { kind: 'EMAILED', who: 'You', atMs: nowMs, isSure: true, postedCents: null, askedCents: 260_000 },
      'asked $2,600',
    ],
    ['was taken back', { kind: 'CANCELLING', opId }, null, 'Email at $2,600'],
  ])('says that the mail %s, once that is known while it waits', async (_, before, after, words) => {
    answers = [{ kind: 'ROW', mail: before }];
    await show();
    await press('Email at $2,600');
    row = before;
    await act(async () => void vi.advanceTimersByTime(5_000));
    await untilAnswered();
    expect(text()).toContain(before.kind === 'WAITING' ? 'Waiting for connection' : 'Canceling…');
    row = after;
    await act(async () => void vi.advanceTimersByTime(5_000));
    await untilAnswered();
    expect(text()).toContain(words);
    // Nothing waits any more, so nothing is asked.
    row = { kind: 'WAITING', opId };
    await act(async () => void vi.advanceTimersByTime(60_000));
    await untilAnswered();
    expect(text()).toContain(words);
    // Whoever comes back to the panel sees what is true now.
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await untilAnswered();
    expect(text()).toContain('Waiting for connection');
  });

  it('keeps what is known while Headhaul doesn’t answer', async () => {
    row = { kind: 'EMAILED', who: 'Ann', atMs: nowMs, isSure: true, postedCents: null, askedCents: null };
    await show();
    [row, isWhole] = [null, false];
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await untilAnswered();
    expect(text()).toContain('Emailed just now · Ann');
  });

  it('is given up with Escape, and the focus is on the button again', async () => {
    answers = [asks(), { kind: 'NOTHING' }];
    await show();
    await press('Email at $2,600');
    await act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    expect(told[1]).toEqual({ type: 'mail:undo', opId });
    expect(document.activeElement).toBe(find('Email at $2,600'));
  });

  it('is not sent to an address from the comments until it is chosen', async () => {
    answers = [asks({ isToChosen: false })];
    await show();
    await press('Email at $2,600');
    expect(find('Send').disabled).toBe(true);
    readMs += readAfterMs;
    await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
    expect(find('Send').disabled).toBe(false);
  });

  it('leads to what is in the way', async () => {
    answers = [asks({ blocked: { text: 'Reconnect the mailbox', place: 'MAILBOXES' } }), { kind: 'NOTHING' }];
    await show();
    await press('Email at $2,600');
    expect(find('Send')).toBeUndefined();
    await press('Open mailboxes');
    expect(told[1]).toEqual({ type: 'mail:open', place: 'MAILBOXES' });
    answers = [{ kind: 'REFUSED', text: 'You’re signed out', place: 'SIGN_IN' }, { kind: 'NOTHING' }];
    await press('Email at $2,600');
    expect(text()).toContain('You’re signed out');
    await press('Sign in');
    expect(told.at(-1)).toEqual({ type: 'mail:open', place: 'SIGN_IN' });
  });

  it('tells the same click again when the worker was stopped, and says so when nobody answers', async () => {
    const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
    answers = [null, asks()];
    await show();
    await press('Email at $2,600');
    await wait(1_000);
    expect(told).toHaveLength(2);
    expect(told[0]).toEqual(told[1]);
    await press('Send');
    await wait(60_000);
    expect(text()).toContain('Not sent: Close and open this panel');
  });

  it('offers nothing for a load without an address', async () => {
    await show({ contact: { ...load.contact, emails: [] } });
    expect(text()).toBe('No email address on this load');
  });
});
