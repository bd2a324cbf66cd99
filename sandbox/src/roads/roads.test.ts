import { describe, expect, it } from 'vitest';
import { encodeFlexiblePolyline, encodePolyline } from './polyline.ts';
import { findRoadRoute, isReachable, straightMiles } from './road-route.ts';

const places = {
  allentown: { lat: 40.6, lng: -75.47 },
  charlotte: { lat: 35.23, lng: -80.84 },
  chicago: { lat: 41.85, lng: -87.69 },
  conley: { lat: 33.65, lng: -84.33 },
  dallas: { lat: 32.78, lng: -96.8 },
  denver: { lat: 39.74, lng: -104.98 },
  elizabeth: { lat: 40.66, lng: -74.21 },
  fontana: { lat: 34.09, lng: -117.46 },
  harrisburg: { lat: 40.27, lng: -76.88 },
  joliet: { lat: 41.53, lng: -88.06 },
  joplin: { lat: 37.08, lng: -94.51 },
  lakeland: { lat: 28.04, lng: -81.95 },
  laredo: { lat: 27.51, lng: -99.51 },
  memphis: { lat: 35.15, lng: -90.05 },
  miami: { lat: 25.77, lng: -80.2 },
  milwaukee: { lat: 43.04, lng: -87.91 },
  orlando: { lat: 28.54, lng: -81.38 },
  phoenix: { lat: 33.45, lng: -112.07 },
  saltLake: { lat: 40.76, lng: -111.89 },
  stockton: { lat: 37.97, lng: -121.31 },
  toledo: { lat: 41.65, lng: -83.54 },
  tulsa: { lat: 36.15, lng: -95.99 },
  wichita: { lat: 37.69, lng: -97.34 },
  kansasCity: { lat: 39.1, lng: -94.58 },
  buffalo: { lat: 42.89, lng: -78.88 },
  albany: { lat: 42.65, lng: -73.76 },
} as const;
type Place = keyof typeof places;

function route(from: Place, to: Place, options: { avoidTolls?: boolean } = {}) {
  const found = findRoadRoute(places[from], places[to], options);
  if (!found) throw new Error(`no way from ${from} to ${to}`);
  return found;
}

describe('findRoadRoute', () => {
  // Miles as dispatchers know them.
  it.each([
    ['milwaukee', 'conley', 815],
    ['laredo', 'joliet', 1_352],
    ['dallas', 'denver', 795],
    ['joliet', 'harrisburg', 655],
    ['elizabeth', 'lakeland', 1_115],
    ['stockton', 'saltLake', 700],
    ['conley', 'toledo', 690],
    ['toledo', 'milwaukee', 335],
    ['charlotte', 'allentown', 550],
    ['fontana', 'phoenix', 325],
    ['phoenix', 'dallas', 1_066],
    ['joplin', 'dallas', 366],
    ['dallas', 'memphis', 453],
    ['tulsa', 'chicago', 690],
  ] as [Place, Place, number][])('%s to %s is about %i miles, the same both ways', (from, to, miles) => {
    expect(Math.abs(route(from, to).miles / miles - 1)).toBeLessThan(0.06);
    expect(route(to, from).miles).toBeCloseTo(route(from, to).miles, 6);
  });

  it('is never shorter than the straight line, and its own line leads from end to end in steps of 20 miles', () => {
    const names = Object.keys(places) as Place[];
    for (const from of names) {
      for (const to of names.filter((name) => name > from)) {
        const { miles, line } = route(from, to);
        expect(miles).toBeGreaterThanOrEqual(straightMiles(places[from], places[to]));
        expect([line[0], line.at(-1)]).toEqual([places[from], places[to]]);
        for (const [index, point] of line.slice(1).entries()) expect(straightMiles(line[index] ?? point, point)).toBeLessThan(20.5);
      }
    }
  });

  it.each([
    ['chicago', 'milwaukee', ['Illinois Tollway']],
    ['joliet', 'harrisburg', ['Indiana Toll Road', 'Ohio Turnpike']],
    ['elizabeth', 'lakeland', ['New Jersey Turnpike', 'Delaware Turnpike']],
    ['albany', 'buffalo', ['New York State Thruway', 'New York State Thruway']],
    ['tulsa', 'joplin', ['Will Rogers Turnpike']],
    ['wichita', 'kansasCity', ['Kansas Turnpike']],
    ['orlando', 'miami', ["Florida's Turnpike"]],
    ['laredo', 'dallas', ['Texas SH 130']],
    ['phoenix', 'dallas', []],
  ] as [Place, Place, string[]][])('%s to %s pays %j', (from, to, systems) => {
    const { tolls } = route(from, to);
    expect(tolls.map(({ system }) => system)).toEqual(systems);
    for (const { dollars } of tolls) expect(dollars).toBeGreaterThan(5);
  });

  it('avoidTolls takes a longer way without any', () => {
    const [paid, free] = [route('joliet', 'harrisburg'), route('joliet', 'harrisburg', { avoidTolls: true })];
    expect(free.tolls).toEqual([]);
    expect(free.miles).toBeGreaterThan(paid.miles);
    expect(free.miles).toBeLessThan(paid.miles * 1.15);
  });

  it('no way over the sea, or from a place that is not in the contiguous states', () => {
    const [honolulu, anchorage] = [
      { lat: 21.31, lng: -157.86 },
      { lat: 61.22, lng: -149.9 },
    ];
    expect(isReachable(honolulu)).toBe(false);
    expect(findRoadRoute(honolulu, places.chicago)).toBeUndefined();
    expect(findRoadRoute(places.chicago, anchorage)).toBeUndefined();
  });
});

describe('polylines', () => {
  it('Google’s, by the example of its documentation', () => {
    const line = [
      { lat: 38.5, lng: -120.2 },
      { lat: 40.7, lng: -120.95 },
      { lat: 43.252, lng: -126.453 },
    ];
    expect(encodePolyline(line)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@');
  });

  it('HERE’s flexible one, by the example of its documentation', () => {
    const line = [
      { lat: 50.1022829, lng: 8.6982122 },
      { lat: 50.1020076, lng: 8.6956695 },
      { lat: 50.1006313, lng: 8.691496 },
      { lat: 50.09878, lng: 8.6875156 },
    ];
    expect(encodeFlexiblePolyline(line)).toBe('BFoz5xJ67i1B1B7PzIhaxL7Y');
  });
});
