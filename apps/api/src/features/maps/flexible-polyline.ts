import type { Point } from '@headhaul/domain/places/distance';

const signs = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map((sign, value) => [sign, value]));
const version = 1;
/** More decimals than any map has. */
const mostDecimals = 9;
/** In characters: the longest way across the continent has about a third. A longer text is refused before it costs time. */
const longestLine = 600_000;

/** The points of HERE's flexible polyline. A height is left out. Throws for a text that is none. */
export function readFlexiblePolyline(text: string): Point[] {
  if (text.length > longestLine) throw new Error('a line that is too long');
  let at = 0;
  /** Five bits a sign, the lowest first; 32 says that more follow. */
  function next(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 32) {
      const bits = signs.get(text.charAt(at++));
      if (bits === undefined || scale > 2 ** 45) throw new Error('no flexible polyline');
      value += (bits % 32) * scale;
      if (bits < 32) return value;
    }
  }
  /** The sign is the lowest bit. */
  function nextDifference(): number {
    const value = next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  if (next() !== version) throw new Error('another version of the flexible polyline');
  const header = next();
  const decimals = header % 16;
  if (decimals > mostDecimals) throw new Error('no flexible polyline');
  const hasHeight = Math.floor(header / 16) % 8 !== 0;
  const unitsPerDegree = 10 ** decimals;
  const points: Point[] = [];
  let [lat, lng] = [0, 0];
  while (at < text.length) {
    lat += nextDifference();
    lng += nextDifference();
    if (hasHeight) nextDifference();
    points.push({ lat: lat / unitsPerDegree, lng: lng / unitsPerDegree });
  }
  return points;
}

/** The line with about `most` points: those that lie too close to the one before are left out. Its ends stay. */
export function thinLine(points: readonly Point[], most: number): Point[] {
  const lengths = points.map((point, index) => distance(points[index - 1] ?? point, point));
  const least = lengths.reduce((sum, length) => sum + length, 0) / most;
  const line = points.slice(0, 1);
  for (const point of points.slice(1, -1)) {
    if (distance(line.at(-1) ?? point, point) >= least) line.push(point);
  }
  return [...line, ...points.slice(1).slice(-1)];
}

/** In degrees of latitude. Exact enough to choose points of a line. */
function distance(a: Point, b: Point): number {
  return Math.hypot(b.lat - a.lat, (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180));
}
