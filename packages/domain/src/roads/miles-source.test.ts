import { expect, it } from 'vitest';
import { formatMilesNote, type MilesFacts } from './miles-source.ts';

const now: MilesFacts = { source: 'PROVIDER', week: '2026-11-16', isOlder: false, notAsked: null };

it.each<[Partial<MilesFacts>, string | null]>([
  [{}, 'by the maps service'],
  [{ week: '2026-11-09', isOlder: true }, 'by the maps service, week of Nov 9'],
  [{ source: 'NETWORK', week: null }, null],
  [{ source: 'NETWORK', week: null, notAsked: 'DAY_LIMIT' }, 'highway miles: your maps limit for today is used up'],
  [{ source: 'ESTIMATE', week: null, notAsked: 'PLAN_ENDED' }, 'straight line: your plan has ended'],
  [{ source: 'OWN_LOADS', notAsked: 'DAY_LIMIT' }, null],
])('after miles with %j it says %s', (facts, note) => {
  expect(formatMilesNote({ ...now, ...facts })).toBe(note);
});
