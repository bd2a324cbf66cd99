import type { Size } from './view.ts';

/** A label that needs a place beside its marker. */
export interface LabelWish {
  key: string;
  text: string;
  x: number;
  y: number;
  /** How far the marker reaches from its center. */
  reach: number;
}

export interface LabelPlace {
  key: string;
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'end' | 'middle';
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

// The width of a letter of Inter 600 at 12 px, a little above the average, so that labels never touch.
const letterWidth = 6.9;
const halfHeight = 8;
const gap = 5;

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function boxAround({ x, y, anchor }: Pick<LabelPlace, 'x' | 'y' | 'anchor'>, width: number): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - halfHeight, bottom: y + halfHeight };
}

function outside(box: Box, { width, height }: Size): number {
  const sideways = Math.max(0, 2 - box.left) + Math.max(0, box.right - width + 2);
  const upright = Math.max(0, 2 - box.top) + Math.max(0, box.bottom - height + 2);
  return (sideways + upright) * 50;
}

/**
 * Puts each label to the right of its marker, or else left, below or above it, where it covers the least. A label that would lie on another
 * label is left out, because the map's text names the place anyway.
 */
export function placeLabels(wishes: readonly LabelWish[], size: Size): LabelPlace[] {
  const markers = wishes.map(({ x, y, reach }) => ({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }));
  const taken: Box[] = [];
  const places: LabelPlace[] = [];
  for (const { key, text, x, y, reach } of wishes) {
    const width = text.length * letterWidth;
    const candidates: Pick<LabelPlace, 'x' | 'y' | 'anchor'>[] = [
      { x: x + reach + gap, y, anchor: 'start' },
      { x: x - reach - gap, y, anchor: 'end' },
      { x, y: y + reach + gap + 7, anchor: 'middle' },
      { x, y: y - reach - gap - 7, anchor: 'middle' },
    ];
    let best: { cost: number; box: Box; spot: Pick<LabelPlace, 'x' | 'y' | 'anchor'> } | undefined;
    for (const spot of candidates) {
      const box = boxAround(spot, width);
      const onMarkers = markers.reduce((sum, marker) => sum + overlap(box, marker), 0);
      const onLabels = taken.reduce((sum, other) => sum + overlap(box, other), 0);
      const cost = onMarkers + onLabels * 100 + outside(box, size);
      if (best === undefined || cost < best.cost) best = { cost, box, spot };
    }
    if (best === undefined || taken.some((other) => overlap(best.box, other) > 0)) continue;
    taken.push(best.box);
    places.push({ key, text, ...best.spot });
  }
  return places;
}
