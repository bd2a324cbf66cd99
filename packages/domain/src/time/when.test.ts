import { expect, it } from 'vitest';
import { formatNearDay, formatNearTime, formatSince } from './when.ts';

const chicago = 'America/Chicago';
const now = Date.parse('2026-11-16T16:42:00Z');

it.each([
  ['2026-11-16T22:00:00Z', 'today', 'today 16:00', '16:00 CST'],
  ['2026-11-17T14:00:00Z', 'Tue', 'Tue 08:00', 'Tue 08:00 CST'],
  ['2026-11-15T14:00:00Z', 'Sun', 'Sun 08:00', 'Sun 08:00 CST'],
  ['2026-11-26T14:00:00Z', 'Nov 26', 'Nov 26 08:00', 'Nov 26 08:00 CST'],
  ['2026-07-04T14:00:00Z', 'Jul 4', 'Jul 4 09:00', 'Jul 4 09:00 CDT'],
])('%s is %s in Chicago on Monday, Nov 16', (instant, day, time, since) => {
  const ms = Date.parse(instant);
  expect([formatNearDay(ms, chicago, now), formatNearTime(ms, chicago, now), formatSince(ms, chicago, now)]).toEqual([day, time, since]);
});
