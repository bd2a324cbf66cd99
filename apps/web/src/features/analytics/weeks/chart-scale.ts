export interface Axis {
  bottom: number;
  top: number;
  /** Five of them, from the bottom up. */
  ticks: number[];
}

const intervals = 4;
/** The highest bar reaches this share of the height. The line needs the room above it. */
const barRoom = 0.78;
/** The least distance between the top of a bar and the line, as a share of the height. */
const gap = 0.12;
const niceSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8];
const topStep = 0.1;
const lineSteps = [0.05, 0.1, 0.2, 0.25, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 10];

function axis(bottom: number, step: number): Axis {
  const ticks = Array.from({ length: intervals + 1 }, (_, index) => round(bottom + index * step));
  return { bottom: round(bottom), top: round(bottom + intervals * step), ticks };
}

/** Removes the floating-point error of adding decimal steps. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** In dollars. From zero to a round figure that leaves the upper part free for the line. */
export function barAxis(values: readonly number[]): Axis {
  const highest = Math.max(0, ...values);
  if (highest === 0) return axis(0, 1_000);
  const least = highest / barRoom / intervals;
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const step = (niceSteps.find((one) => one * magnitude >= least) ?? 10) * magnitude;
  return axis(0, step);
}

/**
 * Places the line above the bars. It takes the smallest round step that does this, because a small step shows most of how the line moves.
 * When no step does, the axis starts at zero like the axis of the bars.
 */
export function lineAxis(line: readonly (number | null)[], bars: readonly number[], barTop: number): Axis {
  const known = line.flatMap((value) => (value === null ? [] : [value]));
  if (known.length === 0) return axis(0, 1);
  const highest = Math.max(...known);
  // Tenths at the top keep the figures round and waste less room than whole steps would.
  const top = Math.ceil(round(highest / topStep)) * topStep;
  const fits = (step: number) => {
    const bottom = round(top - intervals * step);
    const isAbove = line.every((value, index) => {
      const bar = (bars[index] ?? 0) / barTop;
      return value === null || (value - bottom) / (top - bottom) >= Math.min(bar + gap, 1);
    });
    return bottom >= 0 && isAbove ? axis(bottom, step) : null;
  };
  for (const step of lineSteps) {
    const found = fits(step);
    if (found !== null) return found;
  }
  return axis(0, lineSteps.find((step) => step * intervals >= highest) ?? Math.ceil(highest / intervals));
}

/** The weeks that get a label: the last one, and back from there every n-th one that leaves enough room. */
export function labelledIndexes(count: number, slotPx: number, labelPx: number): Set<number> {
  const every = Math.max(Math.ceil(labelPx / slotPx), 1);
  return new Set(Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0));
}

/** "$15k", "$7.5k", "$500" */
export function tickMoney(dollars: number): string {
  if (dollars === 0) return '0';
  if (dollars < 1_000) return `$${dollars}`;
  return dollars < 1_000_000 ? `$${dollars / 1_000}k` : `$${dollars / 1_000_000}M`;
}
