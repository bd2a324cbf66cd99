/** The visible part of the map: plane points are scaled by `scale` and then moved by `x` and `y`. */
export interface MapView {
  scale: number;
  x: number;
  y: number;
}

export type PlanePoint = readonly [x: number, y: number];

export interface Size {
  width: number;
  height: number;
}

/**
 * Shows all points with room around them. It never zooms in beyond `closest`, so that a run of forty miles still shows which part of the
 * country it is in.
 */
export function fitView(points: readonly PlanePoint[], { width, height }: Size, padding: number, closest: number): MapView {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.min(...xs);
  const right = Math.max(...xs);
  const top = Math.min(...ys);
  const bottom = Math.max(...ys);
  const scale = Math.min(
    Math.max(width - 2 * padding, 1) / Math.max(right - left, 0.01),
    Math.max(height - 2 * padding, 1) / Math.max(bottom - top, 0.01),
    closest,
  );
  return { scale, x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2 };
}

export function place([x, y]: PlanePoint, { scale, x: dx, y: dy }: MapView): { x: number; y: number } {
  return { x: x * scale + dx, y: y * scale + dy };
}
