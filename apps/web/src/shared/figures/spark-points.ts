const margin = 4;

/** Spreads values over a box. Equal values make a line through the middle. A single value is at the right end. */
export function sparkPoints(values: readonly number[], width: number, height: number): { x: number; y: number }[] {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = values.length > 1 ? (width - 2 * margin) / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: values.length > 1 ? margin + index * step : width - margin,
    y: span === 0 ? height / 2 : height - margin - ((value - low) / span) * (height - 2 * margin),
  }));
}
