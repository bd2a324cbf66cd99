import type { Company } from '@headhaul/contracts/company';
import { formatWeekRule, weekStart } from '@headhaul/domain/time/weeks';
import { addDays, dayAt } from '@headhaul/domain/time/zoned-time';
import { atMost } from '../../../shared/format/known-miles.ts';
import { formatMoney, formatMoneyShort, formatRpmMoney, rpmOf } from '../../../shared/format/money.ts';
import { analyticsApi } from '../../analytics/analytics.api.ts';
import page from './page.module.css';
import classes from './weeks.module.css';

const shownWeeks = 8;

interface DriverWeeksProps {
  driverId: string;
  company: Pick<Company, 'timeZone' | 'weekStartsOn' | 'weekCountsBy'>;
  nowMs: number;
}

/** Gross by week. The bar of the current week is pale, and every bar has its figure as text. */
export function DriverWeeks({ driverId, company, nowMs }: DriverWeeksProps) {
  const thisWeek = weekStart(dayAt(nowMs, company.timeZone), company.weekStartsOn);
  const from = addDays(thisWeek, -7 * (shownWeeks - 1));
  const { data, isError, refetch } = analyticsApi.useGetLoadStatsQuery({ query: { from, to: addDays(thisWeek, 6), driverId: [driverId] } });
  const most = Math.max(1, ...(data?.parts.map(({ grossCents }) => grossCents) ?? []));
  const miles = (data?.totals.loadedMiles ?? 0) + (data?.totals.deadheadMiles ?? 0);

  return (
    <section className={page.card}>
      <div className={page.head}>
        <h2>Gross by week</h2>
        {data === undefined ? null : <span>{formatMoney(data.totals.grossCents)}</span>}
      </div>
      {isError && data === undefined ? (
        <p className={page.note}>
          Couldn’t load the figures.{' '}
          <button type="button" className={classes.again} onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <>
          <ol className={classes.weeks} aria-busy={data === undefined}>
            {data?.parts.map(({ start, grossCents }) => (
              <li key={start} data-running={start === thisWeek || undefined}>
                <span className={classes.value}>{grossCents === 0 ? '–' : formatMoneyShort(grossCents)}</span>
                <span className={classes.bar} style={{ height: `${((grossCents / most) * 100).toFixed(1)}%` }} />
                <span className={classes.day}>
                  {Number(start.slice(5, 7))}/{Number(start.slice(8))}
                </span>
              </li>
            ))}
          </ol>
          <p className={classes.rule}>
            {data === undefined
              ? 'Getting the figures…'
              : `${data.totals.loads === 1 ? '1 load' : `${data.totals.loads} loads`}, ${atMost(formatRpmMoney(rpmOf(data.totals.grossCents, miles)), data.totals)} a mile; ${formatWeekRule({ startsOn: company.weekStartsOn, countsBy: company.weekCountsBy })}`}
          </p>
        </>
      )}
    </section>
  );
}
