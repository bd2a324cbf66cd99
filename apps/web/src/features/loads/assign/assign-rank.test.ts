import { expect, it } from 'vitest';
import { sampleDriver } from '../../../testing/office-samples.ts';
import { formatCandidate, rankDrivers } from './assign-rank.ts';

const now = Date.parse('2026-11-12T16:42:00Z');
const omaha = { lat: 41.26, lng: -95.94 };
const unknown = { readyAt: null, readyCity: null, readyState: null, readyLat: null, readyLng: null, currentLoad: null, nextLoad: null };
const denver = { readyAt: null, readyCity: 'Denver', readyState: 'CO', readyLat: 39.74, readyLng: -104.99, currentLoad: null };

it('a driver of whom nobody said where they are is ranked from home, and that is said', () => {
  const away = sampleDriver(1, { ...denver, name: 'Away' });
  const home = sampleDriver(2, { ...unknown, name: 'Home', homeCity: 'Omaha', homeState: 'NE' });
  const nowhere = sampleDriver(3, { ...unknown, name: 'Nowhere', homeCity: null, homeState: null });
  const pickup = { point: omaha, endsAt: '2026-11-14T16:00:00Z' };
  const ranked = rankDrivers([nowhere, away, home], pickup, { 'Omaha, NE': omaha });
  expect(ranked.map(({ driver }) => driver.name)).toEqual(['Home', 'Away', 'Nowhere']);
  expect(ranked.map((candidate) => formatCandidate(candidate, now))).toEqual([
    'Empty now, Home: Omaha, NE · 0 mi',
    expect.stringMatching(/^Empty now, Denver CO · \d+ mi$/),
    'Empty now',
  ]);
});
