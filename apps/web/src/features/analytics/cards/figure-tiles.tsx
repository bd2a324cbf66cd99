import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { Sparkline } from '../../../shared/figures/sparkline.tsx';
import { type Change, changeOf, type Metric, metricLabel, metrics, sparkOf } from '../figure-labels.ts';
import type { Analytics } from '../use-analytics.ts';
import classes from './figure-tiles.module.css';

/** The four main figures, each with its formula, its last weeks and its change. */
export function FigureTiles({ data }: { data: Analytics }) {
  return (
    <dl className={classes.tiles}>
      {metrics.map((metric) => (
        <Tile key={metric.key} metric={metric} data={data} />
      ))}
    </dl>
  );
}

function Tile({ metric, data }: { metric: Metric; data: Analytics }) {
  const { totals, totalsBefore, weeks, days, today, beforeLabel } = data;
  const value = metric.valueOf(totals);
  const spark = sparkOf(metric, weeks, days.from, today);
  const change = totalsBefore && changeOf(metric, totals, totalsBefore, { isRunning: days.to >= today, beforeLabel });
  return (
    <div className={classes.tile}>
      <dt title={metric.formula}>{metricLabel(metric, totals)}</dt>
      <dd className={classes.figure}>{value === null ? '–' : metric.format(value)}</dd>
      {spark.points.length > 1 ? (
        <dd className={classes.spark}>
          <Sparkline {...spark} />
        </dd>
      ) : null}
      {change === undefined ? null : <ChangeLine change={change} />}
    </div>
  );
}

function ChangeLine({ change: { amount, direction, tone, isEarly, before } }: { change: Change }) {
  const Arrow = direction === 'up' ? IconArrowUpRight : IconArrowDownRight;
  return (
    <dd className={classes.change} title={isEarly ? 'The period still runs' : undefined}>
      {amount === null ? null : (
        <span className={classes.amount} data-tone={tone}>
          <Arrow size={13} stroke={2} aria-hidden="true" />
          <span className={classes.spoken}>{direction === 'up' ? 'Up' : 'Down'}</span>
          {amount}
          {isEarly ? <span className={classes.spoken}>so far</span> : null}
        </span>
      )}
      {before}
    </dd>
  );
}
