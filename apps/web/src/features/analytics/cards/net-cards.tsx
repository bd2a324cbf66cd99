import { maxLoadsCounted, type NetFigures, type NetLane } from '@headhaul/contracts/profit';
import { formatBefore, formatMissing } from '@headhaul/domain/profit/format-profit';
import { useId } from 'react';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { profitApi } from '../../profit/profit.api.ts';
import { wholeMoney } from '../figure-labels.ts';
import type { Days } from '../filters/periods.ts';
import card from './card.module.css';
import { CardNote } from './card-note.tsx';
import classes from './net-cards.module.css';

/** Weeks that have a column of their own. The average is over all weeks of the period. */
const weeksShown = 4;

interface NetCardsProps {
  days: Days;
  driver: readonly string[];
  dispatcher: readonly string[];
}

/** What is left after all costs: by truck and week, and by lane. */
export function NetCards({ days, driver, dispatcher }: NetCardsProps) {
  const query = {
    ...days,
    ...(driver.length > 0 ? { driverId: [...driver] } : {}),
    ...(dispatcher.length > 0 ? { dispatcherId: [...dispatcher] } : {}),
  };
  const { data, isError, refetch } = profitApi.useGetNetFiguresQuery({ ...suppressToast, query });
  const figures = isError ? null : data;
  const retry = () => void refetch();
  return (
    <>
      <TrucksCard figures={figures} onRetry={retry} />
      <LanesCard figures={figures} onRetry={retry} />
    </>
  );
}

interface CardProps {
  /** Undefined while loading, null when the request failed. */
  figures: NetFigures | null | undefined;
  onRetry: () => void;
}

function TrucksCard({ figures, onRetry }: CardProps) {
  const titleId = useId();
  const trucks = figures?.trucks.filter(({ loads }) => loads > 0);
  const weeks = figures?.weeks.slice(-weeksShown) ?? [];
  return (
    <section className={card.card} aria-labelledby={titleId}>
      <header className={card.head}>
        <h2 id={titleId}>Net per truck and week</h2>
      </header>
      {trucks?.length ? (
        <table className={card.table} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">Truck</th>
              {weeks.map((week) => (
                <th key={week} scope="col" className={`${card.number} ${card.wide}`}>
                  {formatWeek(week)}
                </th>
              ))}
              <th scope="col" className={`${card.number} ${classes.sum}`} title="Over the weeks in which the truck had a load">
                A week
              </th>
              <th scope="col" className={`${card.number} ${classes.sum}`}>
                A day
              </th>
            </tr>
          </thead>
          <tbody>
            {trucks.map(({ truckId, number, weekCents, netPerDayCents }) => (
              <tr key={truckId ?? 'none'}>
                <th scope="row">{number === null ? 'No truck' : number}</th>
                {weekCents.slice(-weeksShown).map((cents, index) => (
                  <td key={weeks[index]} className={`${card.number} ${card.wide} ${card.quiet}`}>
                    {cents === null ? '–' : wholeMoney(cents)}
                  </td>
                ))}
                <Amount cents={averageWeek(weekCents)} />
                <Amount cents={netPerDayCents} />
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <CardNote rows={figures === null ? null : trucks} onRetry={onRetry} />
      )}
      {figures == null ? null : <Honesty figures={figures} />}
    </section>
  );
}

function Amount({ cents }: { cents: number | null }) {
  return (
    <td className={`${card.number} ${card.money}`}>
      <span className={classes.amount} data-below={(cents ?? 0) < 0 || undefined}>
        {cents === null ? '–' : wholeMoney(cents)}
      </span>
    </td>
  );
}

function averageWeek(weekCents: readonly (number | null)[]): number | null {
  const known = weekCents.filter((cents) => cents !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, cents) => sum + cents, 0) / known.length);
}

/** "11/9" */
function formatWeek(week: string): string {
  const [, month, day] = week.split('-');
  return `${Number(month)}/${Number(day)}`;
}

function LanesCard({ figures, onRetry }: CardProps) {
  const titleId = useId();
  const best = figures?.bestLanes;
  return (
    <section className={card.card} aria-labelledby={titleId}>
      <header className={card.head}>
        <h2 id={titleId}>Lanes by net a day</h2>
      </header>
      {figures != null && best?.length ? (
        <table className={card.table} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">Lane</th>
              <th scope="col" className={`${card.number} ${card.wide} ${classes.loads}`}>
                Loads
              </th>
              <th scope="col" className={`${card.number} ${classes.sum}`}>
                Net
              </th>
              <th scope="col" className={`${card.number} ${classes.sum}`}>
                A day
              </th>
            </tr>
          </thead>
          <LaneRows title={figures.worstLanes.length === 0 ? null : 'Best'} lanes={best} />
          {figures.worstLanes.length === 0 ? null : <LaneRows title="Worst, lowest first" lanes={figures.worstLanes} />}
        </table>
      ) : figures != null && figures.total.loads > 0 ? (
        <p className={card.note}>No lane has two loads with a known net in these days.</p>
      ) : (
        <CardNote rows={figures === null ? null : best} onRetry={onRetry} />
      )}
    </section>
  );
}

function LaneRows({ title, lanes }: { title: string | null; lanes: readonly NetLane[] }) {
  return (
    <tbody>
      {title === null ? null : (
        <tr className={classes.group}>
          <th scope="rowgroup" colSpan={4}>
            {title}
          </th>
        </tr>
      )}
      {lanes.map((lane) => (
        <tr key={[lane.originCity, lane.originState, lane.destinationCity, lane.destinationState].join('|')}>
          <th scope="row">
            <Lane from={`${lane.originCity}, ${lane.originState}`} to={`${lane.destinationCity}, ${lane.destinationState}`} />
          </th>
          <td className={`${card.number} ${card.wide} ${card.quiet}`}>{lane.loads}</td>
          <td className={`${card.number} ${card.quiet}`}>{lane.netCents === null ? '–' : wholeMoney(lane.netCents)}</td>
          <Amount cents={lane.netPerDayCents} />
        </tr>
      ))}
    </tbody>
  );
}

/** What the figures leave out, and why. Nothing when they are complete. */
function Honesty({ figures: { total, before, missing, isCut } }: { figures: NetFigures }) {
  const why = missing.map(({ fact }) => formatMissing(fact)).join(', ');
  const sentences = [
    ...(before.length === 0 || total.loads === 0 ? [] : [`Net${formatBefore(before)}.`]),
    ...(total.unknownLoads === 0
      ? []
      : [`${total.unknownLoads === 1 ? '1 load is' : `${total.unknownLoads} loads are`} left out, net not known: ${why} missing.`]),
    ...(isCut ? [`Counted over the newest ${maxLoadsCounted.toLocaleString('en-US')} loads.`] : []),
  ];
  return sentences.length === 0 ? null : <p className={card.note}>{sentences.join(' ')}</p>;
}
