import type { Point } from '../places/distance.ts';
import type { PlanePoint } from './view.ts';

const radians = Math.PI / 180;
/** The parallels along which the map of the lower 48 is true. */
const [south, north] = [Math.sin(29.5 * radians), Math.sin(45.5 * radians)];
const cone = (south + north) / 2;
const base = 1 + south * (2 * cone - south);
const meridian = -96;

function project(lat: number, lng: number): PlanePoint {
  const radius = Math.sqrt(base - 2 * cone * Math.sin(lat * radians)) / cone;
  const angle = (lng - meridian) * radians * cone;
  return [radius * Math.sin(angle), radius * Math.cos(angle)];
}

const scale = 1_300;
const [middleX, middleY] = [487.5, 305];
const [centerX, centerY] = project(38.7, meridian - 0.6);

/** A place on the plane of `us-outline.json` and of the atlas it was made of: 975 by 610, Albers' equal-area projection. */
export function toPlane({ lat, lng }: Point): PlanePoint {
  const [x, y] = project(lat, lng);
  return [middleX + scale * (x - centerX), middleY + scale * (y - centerY)];
}
