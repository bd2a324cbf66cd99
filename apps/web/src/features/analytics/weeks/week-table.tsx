import { deadheadShareOf, type LoadFigures, loadedRpmOf, rpmOf } from '@headhaul/domain/loads/money';
import { atLeastMiles, atMost } from '../../../shared/format/known-miles.ts';
import {
  formatCutSum,
  formatPaySum,
  formatRpmText,
  formatShareText,
  formatUnknowns,
  hasUnknowns,
  isOver,
  wholeMoney,
} from '../figure-labels.ts';
import { formatDays, shortDay } from '../filters/periods.ts';
import type { Analytics } from '../use-analytics.ts';
import classes from './week-table.module.css';

const whole = new Intl.NumberFormat('en-US');

interface Column {
  title: string;
  hint?: string;
  words: (figures: LoadFigures) => string;
}

function formatMilesSum(figures: LoadFigures): string {
  return atLeastMiles(whole.format(figures.loadedMiles + figures.deadheadMiles), figures);
}

const usualColumns: readonly Column[] = [
  { title: 'Loads', words: ({ loads }) => whole.format(loads) },
  { title: 'Gross', words: ({ grossCents }) => wholeMoney(grossCents) },
  { title: 'RPM', hint: 'Gross divided by loaded and deadhead miles', words: (figures) => atMost(formatRpmText(rpmOf(figures)), figures) },
  {
    title: 'Loaded RPM',
    hint: 'Gross divided by loaded miles, TONU loads left out',
    words: (figures) => atMost(formatRpmText(loadedRpmOf(figures)), figures),
  },
  { title: 'Miles', hint: 'Loaded and deadhead', words: formatMilesSum },
  { title: 'Deadhead', words: (figures) => atMost(formatShareText(deadheadShareOf(figures)), figures) },
  { title: 'Driver pay', words: formatPaySum },
  { title: 'Your cut', hint: 'Gross less driver pay, fees to the driver and factoring', words: formatCutSum },
];

/** Only where something is missing. */
const unknownColumn: Column = {
  title: 'Missing',
  hint: 'Driver pay, factor fees and loaded miles that aren’t known are not in the sums. Enter them on the loads.',
  words: formatUnknowns,
};

/** The weeks as a table, newest first, below the sums of the period and of the period before. */
export function WeekTable({ data }: { data: Analytics }) {
  const shown = [data.totals, ...(data.totalsBefore ? [data.totalsBefore] : []), ...data.weeks];
  const columns = shown.some(hasUnknowns) ? [...usualColumns, unknownColumn] : usualColumns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling area must be reachable by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label="Gross and RPM by week as a table">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            {columns.map(({ title, hint }) => (
              <th key={title} scope="col" title={hint}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="These days" title={formatDays(data.days)} figures={data.totals} columns={columns} isTotal />
          {data.totalsBefore ? (
            <Row name="Before" title={formatDays(data.before)} figures={data.totalsBefore} columns={columns} isTotal />
          ) : null}
          {data.weeks.toReversed().map((week) => (
            <Row
              key={week.start}
              name={`${shortDay(week.start, data.today.slice(0, 4))}${isOver(week.start, data.today) ? '' : ', so far'}`}
              figures={week}
              columns={columns}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  name: string;
  title?: string;
  figures: LoadFigures;
  columns: readonly Column[];
  isTotal?: boolean;
}

function Row({ name, title, figures, columns, isTotal = false }: RowProps) {
  return (
    <tr data-total={isTotal || undefined}>
      <th scope="row" title={title}>
        {name}
      </th>
      {columns.map(({ title, words }) => (
        <td key={title}>{words(figures)}</td>
      ))}
    </tr>
  );
}
