import type { LoadNet } from '@headhaul/contracts/profit';
import { formatDollars } from '@headhaul/domain/format-money';
import { formatBefore, formatMissing } from '@headhaul/domain/profit/format-profit';
import classes from './net-per-day.module.css';
import { profitApi } from './profit.api.ts';

/** More cards than this are asked for in several calls. */
const askedAtOnce = 50;

interface NetPerDayProps {
  loadId: string;
  /** All loads of the list, in its order. The cards of a list share one request. */
  listIds: readonly string[];
}

/** "$688 a day" for a card in a list. Where the net isn't known, it says what is missing. Empty while it is computed. */
export function NetPerDay({ loadId, listIds }: NetPerDayProps) {
  const at = Math.max(listIds.indexOf(loadId), 0);
  const first = at - (at % askedAtOnce);
  const loadIds = listIds.slice(first, first + askedAtOnce);
  const { net } = profitApi.useFindNetsQuery(
    { body: { loadIds } },
    {
      skip: loadIds.length === 0,
      selectFromResult: ({ data }) => ({ net: data?.nets.find((one) => one.loadId === loadId) }),
    },
  );
  return net === undefined ? null : <NetLine net={net} />;
}

/** The nets of open loads as if this driver took them. Loads whose net isn't there yet are left out. */
export function useNetsWith(driverId: string, loadIds: readonly string[]): ReadonlyMap<string, LoadNet> {
  const [first, second] = [loadIds.slice(0, askedAtOnce), loadIds.slice(askedAtOnce, 2 * askedAtOnce)];
  const { currentData: some } = profitApi.useFindNetsQuery({ body: { loadIds: first, driverId } }, { skip: first.length === 0 });
  const { currentData: more } = profitApi.useFindNetsQuery({ body: { loadIds: second, driverId } }, { skip: second.length === 0 });
  return new Map([...(some?.nets ?? []), ...(more?.nets ?? [])].map((net) => [net.loadId, net]));
}

export function NetLine({ net: { netPerDayCents, before, missing } }: { net: LoadNet }) {
  if (netPerDayCents === null) {
    const wanted = missing.filter((fact) => fact !== 'TOLLS' && fact !== 'FIXED_COST').map(formatMissing);
    const words = wanted.length === 0 ? 'Net not known' : `Net not known: ${wanted.join(', ')} missing`;
    return (
      <span className={classes.unknown} title={words}>
        Net not known
      </span>
    );
  }
  return (
    <span className={classes.net} data-below={netPerDayCents < 0 || undefined} title={`Net a day${formatBefore(before)}`}>
      <b>{formatDollars(netPerDayCents)}</b> a day
    </span>
  );
}
