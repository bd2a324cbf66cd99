import { rpmOf } from '@headhaul/domain/loads/money';
import { addDays } from '@headhaul/domain/time/zoned-time';
import { useElementSize } from '@mantine/hooks';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { atMost, formatWithoutMiles } from '../../../shared/format/known-miles.ts';
import { formatRpmText, isOver, wholeMoney } from '../figure-labels.ts';
import { type Days, formatDays, shortDay } from '../filters/periods.ts';
import type { WeekFigures } from '../use-analytics.ts';
import { type Axis, barAxis, labelledIndexes, lineAxis, tickMoney } from './chart-scale.ts';
import classes from './week-chart.module.css';

const plot = { top: 8, height: 206, left: 62, right: 64 };
const floor = plot.top + plot.height;
const heightPx = floor + 34;
const maxBarPx = 30;
const labelPx = 44;

interface WeekChartProps {
  weeks: readonly WeekFigures[];
  today: string;
  onWeek: (days: Days) => void;
}

interface Column {
  week: WeekFigures;
  days: Days;
  rpm: number | null;
  isRunning: boolean;
  /** The middle of the column. */
  x: number;
  barTop: number;
  lineY: number | null;
}

/** Bars for gross, and a line above them for RPM. The arrow keys move between weeks, and Enter opens one. */
export function WeekChart({ weeks, today, onWeek }: WeekChartProps) {
  const { ref, width } = useElementSize();
  const bars = useRef<SVGSVGElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const [focusable, setFocusable] = useState(weeks.length - 1);

  const dollars = weeks.map(({ grossCents }) => grossCents / 100);
  const rpms = weeks.map((week) => rpmOf(week));
  const left = barAxis(dollars);
  const right = lineAxis(rpms, dollars, left.top);
  const slot = Math.max((width - plot.left - plot.right) / Math.max(weeks.length, 1), 1);
  const columns = weeks.map((week, index): Column => {
    const rpm = rpms[index] ?? null;
    return {
      week,
      days: { from: week.start, to: addDays(week.start, 6) },
      rpm,
      isRunning: !isOver(week.start, today),
      x: plot.left + slot * (index + 0.5),
      barTop: floor - (plot.height * Math.max(week.grossCents, 0)) / 100 / left.top,
      lineY: rpm === null ? null : floor - (plot.height * (rpm - right.bottom)) / (right.top - right.bottom),
    };
  });
  const barWidth = Math.min(maxBarPx, slot * 0.64);
  // When there are fewer weeks than before, the last one takes the focus.
  const stop = Math.min(focusable, weeks.length - 1);

  const walk = (event: KeyboardEvent<SVGGElement>, index: number) => {
    const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: weeks.length - 1 };
    const to = steps[event.key];
    const column = columns[index];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (column) onWeek(column.days);
    }
    if (to === undefined || to < 0 || to >= weeks.length) return;
    event.preventDefault();
    setFocusable(to);
    bars.current?.querySelector<SVGGElement>(`[data-index="${to}"]`)?.focus();
  };

  const tooltip = shown === null ? undefined : columns[shown];
  return (
    <div ref={ref} className={classes.chart} style={{ height: heightPx }}>
      {width === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset element.
        <svg ref={bars} width={width} height={heightPx} role="group" aria-label="Weeks; arrows walk them, Enter shows one">
          <Grid left={left} right={right} width={width} />
          {columns.map((column, index) => (
            // biome-ignore lint/a11y/useSemanticElements: SVG has no button element.
            <g
              key={column.week.start}
              className={classes.column}
              role="button"
              data-index={index}
              tabIndex={index === stop ? 0 : -1}
              aria-label={formatColumn(column)}
              onClick={() => onWeek(column.days)}
              onKeyDown={(event) => walk(event, index)}
              onMouseEnter={() => setShown(index)}
              onMouseLeave={() => setShown(null)}
              onFocus={() => setShown(index)}
              onBlur={() => setShown(null)}
            >
              <rect className={classes.hit} x={column.x - slot / 2} y={plot.top} width={slot} height={plot.height} />
              <path className={classes.bar} data-running={column.isRunning || undefined} d={barPath(column, barWidth)} />
            </g>
          ))}
          <Over columns={columns} named={labelledIndexes(weeks.length, slot, labelPx)} hasDots={slot >= 12} />
        </svg>
      )}
      {tooltip === undefined ? null : <WeekTip column={tooltip} isAtRight={tooltip.x > width / 2} widthPx={width} />}
    </div>
  );
}

function Grid({ left, right, width }: { left: Axis; right: Axis; width: number }) {
  return left.ticks.map((tick, index) => {
    const y = floor - (plot.height * index) / (left.ticks.length - 1);
    return (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: Nothing inside can get the focus.
      <g key={tick} aria-hidden="true">
        <line className={classes.grid} x1={plot.left} x2={width - plot.right} y1={y + 0.5} y2={y + 0.5} />
        <text className={classes.tick} x={plot.left - 18} y={y + 4} textAnchor="end">
          {tickMoney(tick)}
        </text>
        <text className={classes.tick} x={width - plot.right + 18} y={y + 4}>
          {formatRpmText(right.ticks[index] ?? null)}
        </text>
      </g>
    );
  });
}

/** The line and the labels of the weeks. They lie over the bars and take no mouse events. */
function Over({ columns, named, hasDots }: { columns: readonly Column[]; named: ReadonlySet<number>; hasDots: boolean }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: Nothing inside can get the focus.
    <g aria-hidden="true" className={classes.over}>
      <path className={classes.line} d={linePath(columns)} />
      {columns.map(({ week, x, lineY }, index) => (
        <Fragment key={week.start}>
          {hasDots && lineY !== null ? <circle className={classes.dot} cx={x} cy={lineY} r={3.25} /> : null}
          {named.has(index) ? (
            <text className={classes.tick} x={x} y={floor + 26} textAnchor="middle">
              {shortDay(week.start)}
            </text>
          ) : null}
        </Fragment>
      ))}
    </g>
  );
}

/** A bar with rounded top corners. An empty string when the bar has no height. */
function barPath({ x, barTop }: Column, width: number): string {
  const height = floor - barTop;
  if (height <= 0) return '';
  const radius = Math.min(3, height, width / 2);
  const start = x - width / 2;
  return `M${start} ${floor}v${radius - height}q0 ${-radius} ${radius} ${-radius}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}v${height - radius}z`;
}

/** A straight line from week to week. A week without RPM leaves a gap. */
function linePath(columns: readonly Column[]): string {
  let isDown = false;
  return columns
    .map(({ x, lineY }) => {
      if (lineY === null) {
        isDown = false;
        return '';
      }
      const step = `${isDown ? 'L' : 'M'}${x.toFixed(1)} ${lineY.toFixed(1)}`;
      isDown = true;
      return step;
    })
    .join('');
}

export function formatColumn({ week, days, rpm, isRunning }: Pick<Column, 'week' | 'days' | 'rpm' | 'isRunning'>): string {
  const loads = `${week.loads} ${week.loads === 1 ? 'load' : 'loads'}`;
  const without = formatWithoutMiles(week);
  return `${formatDays(days)}${isRunning ? ', so far' : ''}: gross ${wholeMoney(week.grossCents)}, RPM ${atMost(formatRpmText(rpm), week)}, ${loads}${without === null ? '' : `, ${without}`}`;
}

function WeekTip({ column, isAtRight, widthPx }: { column: Column; isAtRight: boolean; widthPx: number }) {
  const { week, days, rpm, isRunning, x } = column;
  const without = formatWithoutMiles(week);
  const place = isAtRight ? { right: widthPx - x + 22 } : { left: x + 22 };
  return (
    <div className={classes.tip} style={place} aria-hidden="true">
      <b>{formatDays(days)}</b>
      {isRunning ? <span className={classes.soFar}>Week so far</span> : null}
      <dl>
        <dt>Gross</dt>
        <dd>{wholeMoney(week.grossCents)}</dd>
        <dt>RPM, all miles</dt>
        <dd>{atMost(formatRpmText(rpm), week)}</dd>
        <dt>Loads</dt>
        <dd>{week.loads}</dd>
      </dl>
      {without === null ? null : <span className={classes.soFar}>{without}</span>}
    </div>
  );
}
