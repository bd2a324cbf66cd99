import { readPolyline } from '@headhaul/domain/roads/polyline';
import { describe, expect, it } from 'vitest';
import { ProviderRefusal } from '../../lib/net/providers/provider.ts';
import { readFlexiblePolyline, thinLine } from './flexible-polyline.ts';
import { readGoogleRoute } from './google-routes.ts';
import { readHereRoute } from './here.ts';
import { type MapQuestion, toQuestion } from './map-question.ts';

const dallas = { lat: 32.7767, lng: -96.797 };
const memphis = { lat: 35.1495, lng: -90.049 };
const question = toQuestion({ stops: [dallas, memphis], truck: 'TRACTOR_TRAILER' }) as MapQuestion;
/** The line of four points by which HERE documents its coding. */
const example = 'BFoz5xJ67i1B1B7PzIhaxL7Y';

describe('toQuestion', () => {
  it('rounds the stops, so that no dock is asked for', () => {
    expect(question).toEqual({
      points: [
        { lat: 32.78, lng: -96.8 },
        { lat: 35.15, lng: -90.05 },
      ],
      stops: '32.78,-96.80 35.15,-90.05',
      truck: 'TRACTOR_TRAILER',
    });
  });

  it('is none for one stop, twice the same place, another continent or too many stops', () => {
    const berlin = { lat: 52.52, lng: 13.4 };
    for (const stops of [[dallas], [dallas, { lat: 32.7768, lng: -96.7969 }], [dallas, berlin], Array(26).fill(dallas)]) {
      expect(toQuestion({ stops, truck: 'VAN' })).toBeNull();
    }
  });
});

describe('readFlexiblePolyline', () => {
  it('reads the points of HERE’s example', () => {
    expect(readFlexiblePolyline(example)).toEqual([
      { lat: 50.10228, lng: 8.69821 },
      { lat: 50.10201, lng: 8.69567 },
      { lat: 50.10063, lng: 8.6915 },
      { lat: 50.09878, lng: 8.68752 },
    ]);
  });

  it('leaves out heights', () => {
    // Version 1, five decimals, elevation without decimals: (1, 2, 3) and (1.00001, 2.00001, 4).
    expect(readFlexiblePolyline('BlBgqjGg0mMGCCC')).toEqual([
      { lat: 1, lng: 2 },
      { lat: 1.00001, lng: 2.00001 },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['another version', 'C'],
    ['other signs', '!!!'],
    ['half a point', 'BFoz5xJ67'],
    ['a number without an end', `BF${'_'.repeat(40)}`],
    ['a text that is too long', 'BF'.padEnd(700_000, 'A')],
  ])('refuses %s', (_name, text) => {
    expect(() => readFlexiblePolyline(text)).toThrow();
  });

  it('thins a line out and keeps its ends', () => {
    const line = Array.from({ length: 5_000 }, (_, index) => ({ lat: 30 + index / 1_000, lng: -90 }));
    const thin = thinLine(line, 400);
    expect(thin.length).toBeLessThanOrEqual(402);
    expect(thin.length).toBeGreaterThan(300);
    expect([thin[0], thin.at(-1)]).toEqual([line[0], line.at(-1)]);
    expect(thinLine([], 10)).toEqual([]);
    expect(thinLine(line.slice(0, 1), 10)).toHaveLength(1);
    expect(thinLine([dallas, dallas], 10)).toEqual([dallas, dallas]);
  });
});

describe('readHereRoute', () => {
  const meters = 453 * 1_609.344;
  const section = (more: object = {}) => ({ summary: { length: meters }, polyline: example, ...more });
  const read = (body: unknown, status = 200) => readHereRoute({ status, body }, question);
  const withTolls = (total: object, more: object = {}) => section({ summary: { length: meters, tolls: { total } }, tolls: [{}], ...more });

  it('reads miles and the line, and no tolls where none are named', () => {
    const route = read({ routes: [{ sections: [section()] }] });
    expect(route).toMatchObject({ miles: 453, tollsCents: 0 });
    expect(readPolyline(route?.lines?.[0] ?? '')).toHaveLength(4);
  });

  it.each([
    ['one price', withTolls({ type: 'value', currency: 'USD', value: 12.4 }), 1_240],
    ['a range', withTolls({ type: 'range', currency: 'USD', value: 12.4 }), null],
    ['another currency', withTolls({ type: 'value', currency: 'CAD', value: 12.4 }), null],
    ['tolls without a sum', section({ tolls: [{}] }), null],
    ['a notice', section({ notices: [{ code: 'tollsDataUnavailable' }] }), null],
    ['a notice about something else', section({ notices: [{ code: 'violatedVehicleRestriction' }] }), 0],
  ])('tolls of %s', (_name, one, tollsCents) => {
    expect(read({ routes: [{ sections: [one] }] })?.tollsCents).toBe(tollsCents);
  });

  it('has no lines if a leg is divided', () => {
    const half = { summary: { length: meters / 2 }, polyline: example };
    expect(read({ routes: [{ sections: [half, half] }] })).toMatchObject({ miles: 453, lines: null });
  });

  it.each(['noRouteFound', 'couldNotMatchOrigin', 'couldNotMatchDestination'])('knows no way: %s', (code) => {
    expect(read({ routes: [], notices: [{ code, title: '' }] })).toBeNull();
  });

  it.each([
    ['no way and no reason', { routes: [] }],
    ['fewer miles than the straight line', { routes: [{ sections: [section({ summary: { length: 100_000 } })] }] }],
    ['a length in words', { routes: [{ sections: [section({ summary: { length: 'far' } })] }] }],
    ['a line that is none', { routes: [{ sections: [section({ polyline: '?' })] }] }],
    ['nothing', null],
  ])('refuses %s', (_name, body) => {
    expect(() => read(body)).toThrow();
  });

  it('tells a wrong key from another error', () => {
    expect(() => read({ error: 'Unauthorized' }, 401)).toThrow(ProviderRefusal);
    expect(() => read({ title: 'Too many requests' }, 500)).toThrow('status 500');
  });

  it('takes a question that HERE refuses, or a way that is too long, for no way: HERE is well', () => {
    expect(read({ title: 'Malformed request' }, 400)).toBeNull();
    expect(read({ routes: [{ sections: [section({ summary: { length: 1e9 } })] }] })).toBeNull();
  });
});

describe('readGoogleRoute', () => {
  it('reads the miles, and neither line nor tolls', () => {
    expect(readGoogleRoute({ status: 200, body: { routes: [{ distanceMeters: 729_033 }] } })).toEqual({
      miles: 453,
      lines: null,
      tollsCents: null,
    });
    expect(readGoogleRoute({ status: 200, body: {} })).toBeNull();
  });

  it('tells a wrong key from a wrong question, though both have status 400', () => {
    const wrongKey = { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } };
    expect(() => readGoogleRoute({ status: 400, body: wrongKey })).toThrow(ProviderRefusal);
    expect(() => readGoogleRoute({ status: 403, body: {} })).toThrow(ProviderRefusal);
    expect(readGoogleRoute({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } })).toBeNull();
    expect(readGoogleRoute({ status: 200, body: { routes: [{ distanceMeters: 1e9 }] } })).toBeNull();
    expect(() => readGoogleRoute({ status: 200, body: { routes: [{ distanceMeters: 'far' }] } })).toThrow();
  });
});
