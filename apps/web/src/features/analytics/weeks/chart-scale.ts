export interface Axis {
  bottom: number;
  top: number;
  /** From the bottom up, five of them. */
  ticks: number[];
}

const intervals = 4;
/** How far up the highest bar reaches: the line has its room above. */
const barRoom = 0.78;
/** Between the top of a bar and the line over it. */
const gap = 0.12;
const niceSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8];
const topStep = 0.1;
const lineSteps = [0.05, 0.1, 0.2, 0.25, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 10];

function axis(bottom: number, step: number): Axis {
  const ticks = Array.from({ length: intervals + 1 }, (_, index) => round(bottom + index * step));
  return { bottom: round(bottom), top: round(bottom + intervals * step), ticks };
}

/** Steps are decimal; their sums must not show what a computer makes of them. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** From zero to a round figure that leaves the upper part free. In dollars. */
export function barAxis(values: readonly number[]): Axis {
  const highest = Math.max(0, ...values);
  if (highest === 0) return axis(0, 1_000);
  const least = highest / barRoom / intervals;
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const step = (niceSteps.find((one) => one * magnitude >= least) ?? 10) * magnitude;
  return axis(0, step);
}

/**
 * Laid so that the line stays above the bars: of the round steps the smallest that does it, which shows the most of how the line
 * moves. When none does, the axis starts at zero like the bars'.
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

/** Which weeks are named: the last one always, and as many before it as have room. */
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
