import type { Point } from './road-route.ts';

const precision = 5;

/** The differences from point to point, latitude before longitude, in units of 0.00001 degrees. */
function differencesOf(line: readonly Point[]): number[] {
  const scaled = line.map(({ lat, lng }) => [Math.round(lat * 10 ** precision), Math.round(lng * 10 ** precision)] as const);
  return scaled.flatMap(([lat, lng], index) => {
    const [lastLat, lastLng] = scaled[index - 1] ?? [0, 0];
    return [lat - lastLat, lng - lastLng];
  });
}

/** Numbers of either sign as numbers from 0: the lowest bit is the sign. */
const withoutSign = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);

/** Groups of five bits, the lowest first. All but the last are marked with 32. */
function groupsOf(value: number): number[] {
  const groups: number[] = [];
  let rest = value;
  while (rest >= 32) {
    groups.push(32 + (rest % 32));
    rest = Math.floor(rest / 32);
  }
  return [...groups, rest];
}

/** Google's encoded polyline. */
export function encodePolyline(line: readonly Point[]): string {
  const groups = differencesOf(line).flatMap((value) => groupsOf(withoutSign(value)));
  return String.fromCharCode(...groups.map((group) => group + 63));
}

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const flexibleVersion = 1;

/** HERE's flexible polyline of points without a height. It starts with its version and the number of decimals. */
export function encodeFlexiblePolyline(line: readonly Point[]): string {
  const values = [flexibleVersion, precision, ...differencesOf(line).map(withoutSign)];
  return values
    .flatMap(groupsOf)
    .map((group) => signs[group])
    .join('');
}
