import type { Load } from '@headhaul/contracts/loads/record';
import type { LoadProfit } from '@headhaul/contracts/profit';
import { formatDollars } from '@headhaul/domain/format-money';
import { formatBefore } from '@headhaul/domain/profit/format-profit';
import { useEffect, useRef } from 'react';
import { DrawerSection } from '../../shared/drawer/side-drawer.tsx';
import { type Figure, FigureStrip } from '../../shared/figures/figure-strip.tsx';
import { formatShare } from '../../shared/format/distance.ts';
import classes from './load-profit.module.css';
import { profitApi } from './profit.api.ts';
import { ProfitBody, ProfitError, ProfitSkeleton } from './profit-parts.public.tsx';

/** Gross, RPM and cut have their own strip above. */
function netFigures({ netCents, netPerDayCents, grossCents, before, trip }: LoadProfit): Figure[] {
  const share = netCents === null || grossCents === null || grossCents === 0 ? undefined : `${formatShare(netCents / grossCents)} of gross`;
  return [
    { label: 'Net a day', value: netPerDayCents === null ? '–' : formatDollars(netPerDayCents), basis: trip },
    {
      label: `Net${formatBefore(before)}, whole trip`,
      value: netCents === null ? '–' : formatDollars(netCents),
      ...(share === undefined ? {} : { basis: share }),
    },
  ];
}

/** What a saved load brings after everything it costs. Nothing for a load in the trash. */
export function LoadProfitSection({ load }: { load: Pick<Load, 'id' | 'version' | 'deletedAt'> }) {
  const isGone = load.deletedAt !== null;
  const { currentData: profit, isError, refetch } = profitApi.useGetLoadProfitQuery({ params: { id: load.id } }, { skip: isGone });
  // A change of this person's own is put into the load at once, without telling other queries.
  const shown = useRef({ id: load.id, version: load.version });
  useEffect(() => {
    const isSame = shown.current.id === load.id;
    const isNewer = isSame && shown.current.version !== load.version;
    shown.current = { id: load.id, version: load.version };
    if (isNewer && !isGone) void refetch();
  }, [load.id, load.version, isGone, refetch]);
  if (isGone) return null;
  return (
    <DrawerSection title="Profit" note={profit?.basis} isFlush>
      {profit !== undefined ? (
        <>
          <FigureStrip figures={netFigures(profit)} />
          {profit.isCounted ? <ProfitBody profit={profit} /> : <p className={classes.none}>This load counts as zero.</p>}
        </>
      ) : isError ? (
        <ProfitError onRetry={() => void refetch()} />
      ) : (
        <ProfitSkeleton />
      )}
    </DrawerSection>
  );
}
