import type { Point } from '../places/distance.ts';

/** About 36 feet: more exact than any line we draw. */
const unitsPerDegree = 10_000;

/** A line as text: differences between the points, latitude first, in Google's polyline coding. A tenth of the same line as JSON. */
export function writePolyline(points: readonly Point[]): string {
  let text = '';
  let before = { lat: 0, lng: 0 };
  for (const { lat, lng } of points) {
    const at = { lat: Math.round(lat * unitsPerDegree), lng: Math.round(lng * unitsPerDegree) };
    text += writeNumber(at.lat - before.lat) + writeNumber(at.lng - before.lng);
    before = at;
  }
  return text;
}

/** Five bits a character, the lowest first; the sign is the lowest bit. */
function writeNumber(difference: number): string {
  let rest = difference < 0 ? ~(difference << 1) : difference << 1;
  let text = '';
  for (; rest >= 32; rest >>= 5) text += String.fromCharCode((32 | (rest & 31)) + 63);
  return text + String.fromCharCode(rest + 63);
}

/** Visits the numbers of a coded text in their order. */
export function readNumbers(text: string, visit: (value: number) => void): void {
  let value = 0;
  let shift = 0;
  for (let at = 0; at < text.length; at += 1) {
    const bits = text.charCodeAt(at) - 63;
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits >= 32) continue;
    visit(value & 1 ? ~(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
}

export function readPolyline(text: string): Point[] {
  const numbers: number[] = [];
  readNumbers(text, (value) => numbers.push(value));
  const points: Point[] = [];
  let lat = 0;
  let lng = 0;
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    lat += numbers[at] ?? 0;
    lng += numbers[at + 1] ?? 0;
    points.push({ lat: lat / unitsPerDegree, lng: lng / unitsPerDegree });
  }
  return points;
}
