import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RoadsData } from '../packages/domain/src/roads/network.ts';
import { addLinks } from '../tools/roads/lay-links.ts';
import { setLengths } from '../tools/roads/lengths.ts';
import { type Link, readLinks, readTowns } from '../tools/roads/links.ts';
import { fileOf } from '../tools/roads/road-map.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const towns = readTowns(read('apps/api/migrations/places.tsv'));
const base = JSON.parse(read('tools/roads/base.json')) as RoadsData;
const committed = read('packages/domain/src/roads/us-roads.json');

/** How many nodes one can drive to from the first one. */
function reachable({ nodeLng, from, to }: RoadsData): number {
  const next = nodeLng.map((): number[] => []);
  for (const [road, start] of from.entries()) {
    next[start]?.push(to[road] ?? -1);
    next[to[road] ?? -1]?.push(start);
  }
  const seen = new Set([0]);
  for (const node of seen) for (const other of next[node] ?? []) seen.add(other);
  return seen.size;
}

const metersOf = ({ meters, kind }: RoadsData, wanted: number) =>
  meters.filter((_, road) => kind[road] === wanted).reduce((sum, one) => sum + one, 0);

describe('the highway network', () => {
  it('is what the tool makes of base.json, lengths.txt and links.txt', () => {
    const { roads } = addLinks(setLengths(base, read('tools/roads/lengths.txt')), readLinks(read('tools/roads/links.txt'), towns));
    const isMade = fileOf(roads) === committed;
    expect(isMade, 'run `node tools/roads/add-links.ts`').toBe(true);
  });

  it('leads from everywhere to everywhere', () => {
    const roads = JSON.parse(committed) as RoadsData;
    expect(reachable(roads)).toBe(roads.nodeLng.length);
  });

  it('is the base if there is nothing to add', () => {
    expect(fileOf(addLinks(base, []).roads)).toBe(read('tools/roads/base.json'));
  });
});

describe('links.txt', () => {
  it.each<[string, string]>([
    ['US-1|2|1.1|Portland ME|Nowhere ME', 'there is no town Nowhere ME'],
    ['US-1|2|1.1|Boston MA|Miami FL', 'from Boston MA to Miami FL are 1258 miles'],
    ['US-1|3|1.1|Boston MA|Lowell MA', 'the kind is 0, 1 or 2, not 3'],
    ['US-1|2|0.9|Boston MA|Lowell MA', 'the factor is 1 to 1.8, not 0.9'],
    ['US-1|2|1.1|Boston MA|Boston MA', 'Boston MA stands twice'],
  ])('refuses %s', (row, fault) => {
    expect(() => readLinks(row, towns)).toThrow(fault);
  });
});

describe('lengths.txt', () => {
  it.each<[string, string]>([
    ['US-1|1.2|10,10|11,11', '0 roads of the base lead from 10,10 to 11,11'],
    ['US-460|1.01|37.2856,-79.9231|37.3612,-79.1833', 'the line of the base is longer than 1.01 times the straight line'],
    ['US-460|far|37.2856,-79.9231|37.3612,-79.1833', 'the line of the base is longer than far times the straight line'],
  ])('refuses %s', (row, fault) => {
    expect(() => setLengths(base, row)).toThrow(fault);
  });

  it('sets the length of one road and of no other', () => {
    const { meters } = setLengths(base, 'US-460|1.5|37.3612,-79.1833|37.2856,-79.9231');
    const changed = meters.flatMap((one, road) => (one === base.meters[road] ? [] : [one]));
    expect(changed).toHaveLength(1);
    expect(changed[0]).toBeCloseTo(1.5 * 41 * 1_609.344, -3);
  });
});

describe('addLinks', () => {
  // A road of one degree along the equator, with two points between its ends.
  const road: RoadsData = { nodeLng: [0, 10_000], nodeLat: [0, 0], from: [0], to: [1], meters: [112_001], kind: [0], line: ['ioE?ioE?'] };
  const town = (id: string, lng: number, lat: number) => ({ id, spot: { lng, lat } });
  const link = (from: Link['from'], to: Link['to']): Link => ({ highway: 'test', kind: 2, factor: 1.1, from, to });

  it('splits both where a link crosses a road, and keeps the length of each', () => {
    const { roads, added } = addLinks(road, [link(town('south', 5_000, -3_000), town('north', 5_000, 3_000))]);
    expect(added).toHaveLength(1);
    expect(roads.nodeLng).toHaveLength(5);
    expect(roads.kind).toEqual([0, 0, 2, 2]);
    expect(metersOf(roads, 0)).toBe(112_001);
    expect(metersOf(roads, 2)).toBe(Math.round(0.6 * 111_194.93 * 1.1));
    expect(Math.abs((roads.meters[2] ?? 0) - (roads.meters[3] ?? 0))).toBeLessThanOrEqual(1);
  });

  it('joins a town to a road that passes it', () => {
    const { roads } = addLinks(road, [link(town('near', 5_000, 400), town('north', 5_000, 3_000))]);
    expect(metersOf(roads, 0)).toBe(112_001);
    expect(metersOf(roads, 2)).toBe(Math.round(0.26 * 111_194.93 * 1.1) + Math.round(0.04 * 111_194.93 * 1.2));
    expect(reachable(roads)).toBe(roads.nodeLng.length);
  });

  it('leaves out a link beside a road', () => {
    const beside = [town('west', 1_000, 100), town('east', 9_000, 100)] as const;
    expect(addLinks(road, [link(...beside)])).toEqual({ roads: road, added: [] });
  });

  it('makes one road of the links through a town where nothing else meets them', () => {
    const [a, b, c] = [town('a', 5_000, 150), town('b', 5_000, 3_000), town('c', 5_500, 6_000)];
    const { roads } = addLinks(road, [link(a, b), link(b, c)]);
    expect(roads.kind).toEqual([0, 0, 2]);
    expect(roads.line.at(-1)).not.toBe('');
  });
});
