import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Corner = [x: number, y: number];

const requireOfWeb = createRequire(new URL('../../apps/web/package.json', import.meta.url));
const { merge, mesh } = requireOfWeb('topojson-client');
const atlas = requireOfWeb('us-atlas/states-albers-10m.json');

/** The FIPS codes of Alaska, Hawaii and the islands. */
const elsewhere = new Set(['02', '15', '60', '66', '69', '72', '78']);
const geometries = atlas.objects.states.geometries.filter(({ id }: { id: unknown }) => !elsewhere.has(String(id)));
/** In units of the atlas, about three miles each. */
const tolerance = 0.6;
const smallestIsland = 6;
/** The paths have whole numbers, so they are drawn at a fifth. `outlineScale` in the panel says the same. */
const perUnit = 5;

/** Leaves out the corners that are closer than the tolerance to the line without them. */
function simplify(line: Corner[]): Corner[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || line.length < 3) return line;
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy);
  let farthest = { at: 0, distance: 0 };
  for (const [at, [x, y]] of line.entries()) {
    const distance = length === 0 ? Math.hypot(x - first[0], y - first[1]) : Math.abs(dx * (first[1] - y) - (first[0] - x) * dy) / length;
    if (distance > farthest.distance) farthest = { at, distance };
  }
  if (farthest.distance <= tolerance) return [first, last];
  return [...simplify(line.slice(0, farthest.at + 1)).slice(0, -1), ...simplify(line.slice(farthest.at))];
}

function areaOf(ring: Corner[]): number {
  const sum = ring.reduce((before, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [0, 0];
    return before + x * nextY - nextX * y;
  }, 0);
  return Math.abs(sum / 2);
}

function writeLine(line: Corner[], end: string): string {
  const [start, ...rest] = line.map(([x, y]): Corner => [Math.round(x * perUnit), Math.round(y * perUnit)]);
  if (start === undefined) return '';
  let [x, y] = start;
  const numbers: number[] = [];
  for (const [nextX, nextY] of rest) {
    if (nextX !== x || nextY !== y) numbers.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  const steps = numbers.map((value, at) => (at === 0 || value < 0 ? `${value}` : ` ${value}`)).join('');
  return `M${start[0]} ${start[1]}l${steps}${end}`;
}

const coasts: Corner[][] = merge(atlas, geometries).coordinates.map(([ring]: [Corner[]]) => ring);
const borders: Corner[][] = mesh(
  atlas,
  { type: 'GeometryCollection', geometries },
  (one: object, other: object) => one !== other,
).coordinates;
const land = coasts
  .filter((ring) => areaOf(ring) > smallestIsland)
  .map((ring) => writeLine(simplify(ring), 'z'))
  .join('');
const outline = { land, borders: borders.map((line) => writeLine(simplify(line), '')).join('') };
writeFileSync(new URL('../../packages/domain/src/map/us-outline.json', import.meta.url), `${JSON.stringify(outline)}\n`);
