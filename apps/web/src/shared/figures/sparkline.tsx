import { sparkPoints } from './spark-points.ts';
import classes from './sparkline.module.css';

interface SparklineProps {
  /** Whole weeks only, oldest first. */
  points: readonly number[];
  /** How many of the points belong to the period before, which is gray. */
  before: number;
  /** Read out by screen readers. Without a label the line is hidden from them, because the figures are next to it. */
  label?: string;
  width?: number;
  height?: number;
}

function line(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}

/** A small line chart without axes: the period before in gray, the current period in blue with a dot at its end. */
export function Sparkline({ points, before, label, width = 88, height = 30 }: SparklineProps) {
  const places = sparkPoints(points, width, height);
  const end = places.at(-1);
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      <polyline className={classes.before} points={line(places.slice(0, before + 1))} />
      <polyline className={classes.now} points={line(places.slice(before))} />
      {end ? <circle className={classes.end} cx={end.x} cy={end.y} r={3} /> : null}
    </svg>
  );
}
