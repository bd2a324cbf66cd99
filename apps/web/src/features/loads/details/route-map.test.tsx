import { writePolyline } from '@headhaul/domain/roads/polyline';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, testSession } from '../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../testing/load-rows.ts';
import { sampleStop } from '../../../testing/office-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { creditOf } from '../../roads/roads.api.ts';
import { LoadMap } from './map.tsx';

const dallas = { lat: 32.78, lng: -96.8 };
const memphis = { lat: 35.15, lng: -90.05 };
const load = {
  ...wholeLoad(loadRow({ equipment: 'REEFER' }), 'BOOKED'),
  stops: [sampleStop({ ...dallas, id: 's1', kind: 'PICKUP' }), sampleStop({ ...memphis, id: 's2', kind: 'DELIVERY' })],
};

const lines = [writePolyline([dallas, { lat: 34.75, lng: -92.29 }, memphis])];

beforeEach(() => {
  stubLocks();
  setSession(testSession);
});

it('names HERE on a map with its route, which is asked for by the load’s equipment', async () => {
  const route = { miles: 453, source: 'PROVIDER', week: '2026-11-16', isOlder: false, notAsked: null, lines, lineSource: 'HERE' };
  const calls = stubNetwork(() => json(200, { routes: [route] }));
  renderWithStore(<LoadMap load={load} />);
  expect((await screen.findByText('© HERE')).tagName).toBe('SPAN');
  const asked = calls.find(({ path }) => path === '/api/roads/measure')?.body as { routes: { equipment: string; stops: unknown[] }[] };
  expect(asked.routes[0]).toMatchObject({ equipment: 'REEFER', stops: [dallas, memphis] });
});

it('names nobody for our own highways, and while the route is not known', () => {
  const own = { miles: 453, source: 'NETWORK', week: null, isOlder: false, notAsked: null, lines, lineSource: 'NETWORK' } as const;
  expect(creditOf(own)).toBeUndefined();
  expect(creditOf(undefined)).toBeUndefined();
});

it('names the week of a route that is older', () => {
  const older = { miles: 453, source: 'PROVIDER', week: '2026-11-02', isOlder: true, notAsked: null, lines, lineSource: 'HERE' } as const;
  expect(creditOf(older)).toBe('© HERE, week of Nov 2');
});
