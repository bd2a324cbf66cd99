export interface Point {
  lat: number;
  lng: number;
}

/** The Earth's mean radius. */
const earthRadiusMiles = 3_958.7613;
/** Roads are longer than the straight line. The last resort, where our highways don't reach (roads/miles.ts). */
const roadFactor = 1.2;

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Straight-line miles by the haversine formula, which is also exact for points that nearly coincide. */
export function greatCircleMiles(a: Point, b: Point): number {
  const acrossLat = Math.sin(toRadians(b.lat - a.lat) / 2) ** 2;
  const acrossLng = Math.sin(toRadians(b.lng - a.lng) / 2) ** 2;
  const chord = acrossLat + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * acrossLng;
  // For points at opposite ends of the Earth, rounding can give slightly more than 1.
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** Whole miles on the road through all points in their order; 0 for one point or none. */
export function estimateRoadMiles(points: readonly Point[]): number {
  let miles = 0;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before) miles += greatCircleMiles(before, point);
  }
  return Math.round(miles * roadFactor);
}
