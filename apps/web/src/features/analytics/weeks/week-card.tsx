import { rpmOf } from '@headhaul/domain/loads/money';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { atMost } from '../../../shared/format/known-miles.ts';
import card from '../cards/card.module.css';
import { formatRpmText, isOver, wholeMoney } from '../figure-labels.ts';
import { type Days, shortDay } from '../filters/periods.ts';
import type { Analytics, WeekFigures } from '../use-analytics.ts';
import classes from './week-card.module.css';
import { WeekChart } from './week-chart.tsx';
import { WeekTable } from './week-table.tsx';

interface WeekCardProps {
  data: Analytics;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  /** Called when the user chooses a bar. The screen then shows that week. */
  onWeek: (days: Days) => void;
}

/** Gross and RPM by week, as a chart or as a table. */
export function WeekCard({ data, isTable, onTable, onWeek }: WeekCardProps) {
  const other = isTable ? 'Show as chart' : 'Show as table';
  const hasRunning = data.weeks.some(({ start }) => !isOver(start, data.today));
  return (
    <figure className={`${card.card} ${classes.card}`} aria-labelledby="weeks-title">
      <header className={card.head}>
        <h2 id="weeks-title">Gross and RPM by week</h2>
        {isTable ? null : (
          <ul className={classes.legend} aria-hidden="true">
            <li data-mark="bar">Gross</li>
            {hasRunning ? <li data-mark="running">Week so far</li> : null}
            <li data-mark="line">RPM, all miles</li>
          </ul>
        )}
        <Tooltip label={other}>
          <ActionIcon size={24} className={classes.switch} aria-label={other} onClick={() => onTable(!isTable)}>
            {isTable ? <IconChartBar size={16} stroke={1.75} /> : <IconTable size={16} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      </header>
      {isTable ? <WeekTable data={data} /> : <WeekChart weeks={data.weeks} today={data.today} onWeek={onWeek} />}
      <figcaption className={classes.spoken}>{summaryOf(data.weeks)}</figcaption>
    </figure>
  );
}

/** A text summary of the chart, for screen readers. */
function summaryOf(weeks: readonly WeekFigures[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) return 'There are no weeks to show.';
  const byGross = weeks.toSorted((a, b) => a.grossCents - b.grossCents);
  const [lowest, highest] = [byGross[0] ?? first, byGross.at(-1) ?? last];
  const rpms = weeks.flatMap((week) => {
    const rpm = rpmOf(week);
    return rpm === null ? [] : [{ rpm, words: atMost(formatRpmText(rpm), week) }];
  });
  const [least, most] = [rpms.toSorted((a, b) => a.rpm - b.rpm)[0], rpms.toSorted((a, b) => b.rpm - a.rpm)[0]];
  const rpm = least === undefined || most === undefined ? '' : ` RPM over all miles lies between ${least.words} and ${most.words}.`;
  return (
    `${weeks.length} weeks, from the week of ${shortDay(first.start)} to the week of ${shortDay(last.start)}. ` +
    `Gross is lowest with ${wholeMoney(lowest.grossCents)} in the week of ${shortDay(lowest.start)} and highest with ` +
    `${wholeMoney(highest.grossCents)} in the week of ${shortDay(highest.start)}.${rpm}`
  );
}
