import { expect, it, vi } from 'vitest';
import { sampleAccount, sampleHealth } from '../../testing/mail-samples.ts';
import { formatBounce, formatLost, formatPause, formatRoom, mailboxState, needsAttention } from './mailbox-labels.public.ts';

// The reader is in Berlin, where the next day starts before it does in the office.
vi.hoisted(() => vi.stubEnv('TZ', 'Europe/Berlin'));

const now = Date.parse('2026-11-15T16:00:00Z');
const zone = 'America/Chicago';

it.each([
  [{}, 'Good', 'ok'],
  [{ status: 'RECONNECT_NEEDED' as const }, 'Reconnect', 'bad'],
  [{ health: sampleHealth({ pausedUntil: '2026-11-15T20:00:00Z', pauseReason: 'DAILY_CAP' }) }, 'At its limit', 'warn'],
  [{ health: sampleHealth({ pausedUntil: '2026-11-15T15:00:00Z', pauseReason: 'DAILY_CAP' }) }, 'Good', 'ok'],
  [{ health: sampleHealth({ unknown: 1 }) }, 'Needs attention', 'warn'],
  [{ health: sampleHealth({ bounced: 40 }) }, 'Many bounces', 'warn'],
  [{ health: sampleHealth({ bounced: 2, sentLast7d: 4 }) }, 'Good', 'ok'],
])('a mailbox with %j is %s', (differs, words, tone) => {
  expect(mailboxState(sampleAccount(1, differs), now)).toEqual({ words, tone });
});

it('tells the room that is left and when more frees up', () => {
  const next = (at: string) => formatRoom(sampleHealth({ nextRoom: { at, mails: 1 } }), now, zone).next;
  expect(formatRoom(sampleHealth(), now, zone)).toEqual({ room: '1,158 left today', next: 'The next 64 free up at 11:05 CST.' });
  expect(formatRoom(sampleHealth(), now, 'Europe/Berlin').next).toBe('The next 64 free up at 18:05.');
  expect(next('2026-11-16T05:23:00Z')).toBe('The next one frees up at 23:23 CST.');
  expect(next('2026-11-16T06:30:00Z')).toBe('The next one frees up at 00:30 CST tomorrow.');
  expect(formatRoom(sampleHealth({ sentLast24h: 2_000, nextRoom: null }), now, zone)).toEqual({ room: 'None left today', next: null });
});

it('says why it rests, until when, and what waits', () => {
  const health = sampleHealth({ pausedUntil: '2026-11-16T05:23:00Z', pauseReason: 'DAILY_CAP', waiting: 3 });
  expect(formatPause(sampleAccount(1, { health }), now, zone)).toBe(
    'At Gmail’s limit for 24 hours. Sends again today 23:23 CST. 3 emails wait until then.',
  );
});

it.each([
  [null, 'Gmail no longer lets us send from here. What waits goes out once it is connected again.'],
  [
    'Google no longer lets Headhaul send from this mailbox. Connect it again.',
    'Google no longer lets Headhaul send from this mailbox. What waits goes out once it is connected again.',
  ],
])('says once why it is lost: %s', (text, words) => {
  const lastError = text === null ? null : { at: '2026-11-15T12:00:00Z', text };
  expect(formatLost(sampleAccount(1, { health: sampleHealth({ lastError }) }))).toBe(words);
});

it('counts bounces of what left, and mailboxes that wait for somebody', () => {
  expect(formatBounce({ bounced: 9, sentLast7d: 1_000 })).toBe('0.9%');
  expect(formatBounce({ bounced: 0, sentLast7d: 0 })).toBeNull();
  expect(
    needsAttention([
      sampleAccount(1),
      sampleAccount(2, { status: 'RECONNECT_NEEDED' }),
      sampleAccount(3, { health: sampleHealth({ unknown: 2 }) }),
    ]),
  ).toBe(2);
});
