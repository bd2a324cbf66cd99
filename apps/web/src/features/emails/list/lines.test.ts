import { expect, it, vi } from 'vitest';
import { sampleEmail } from '../../../testing/mail-samples.ts';
import { stateLine } from './lines.ts';

// The user's computer is in another time zone than the office.
vi.hoisted(() => vi.stubEnv('TZ', 'Europe/Berlin'));

const now = Date.parse('2026-11-16T05:24:00Z');

it.each([
  [{ sentAt: '2026-11-16T05:23:00Z' }, '23:23 CST'],
  [{ state: 'QUEUED' as const, leavesAt: '2026-11-16T05:24:30Z' }, 'Leaves in a moment'],
  [{ state: 'QUEUED' as const, leavesAt: '2026-11-16T05:50:00Z' }, 'Leaves today 23:50 CST'],
  [{ state: 'QUEUED' as const, leavesAt: '2026-11-16T12:10:00Z' }, 'Leaves tomorrow 06:10 CST'],
  [{ state: 'QUEUED' as const, leavesAt: '2026-11-18T12:10:00Z' }, 'Leaves Nov 18, 06:10 CST'],
])('a mail with %j says %s', (differs, words) => {
  expect(stateLine(sampleEmail(1, differs), now, 'America/Chicago').words).toBe(words);
});
