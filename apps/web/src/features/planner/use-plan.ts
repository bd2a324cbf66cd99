import type { LoadRow } from '@headhaul/contracts/loads/record';
import type { WeekRule } from '@headhaul/domain/time/weeks';
import { useEffect, useMemo } from 'react';
import { analyticsApi } from '../analytics/analytics.api.ts';
import { driversApi } from '../drivers/drivers.api.ts';
import type { Crew } from '../loads/assign/use-assign.public.tsx';
import { loadsApi } from '../loads/loads.api.ts';
import { plannedStatuses, planRows } from './grid/rows.ts';
import { planWeek } from './week.ts';

interface PlanQuery {
  day: string;
  rule: Pick<WeekRule, 'startsOn' | 'timeZone'>;
  /** Only drivers and loads of these dispatchers. Empty for all. */
  dispatchers: readonly string[];
  nowMs: number;
  /** Assignments that the server hasn't answered yet. */
  pending: ReadonlyMap<string, Crew | null>;
}

/** All data of a week's plan, kept up to date. */
export function usePlan({ day, rule, dispatchers, nowMs, pending }: PlanQuery) {
  const { startsOn, timeZone } = rule;
  const week = useMemo(() => planWeek(day, { startsOn, timeZone }), [day, startsOn, timeZone]);
  const from = week.days[0] ?? day;
  const to = week.days[6] ?? day;

  const drivers = driversApi.useListDriversQuery({ query: { employment: 'ACTIVE', sort: 'NAME', limit: 500 } });
  const loads = loadsApi.useListLoadsInfiniteQuery({ status: plannedStatuses, onRoadFrom: from, onRoadTo: to, limit: 200 });
  const gross = analyticsApi.useGetLoadStatsByDriversQuery({ query: { from, to } });

  // With only some of its loads, a plan would show busy trucks as empty, so load all pages.
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = loads;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);

  const all = useMemo(() => {
    const rows = loads.data?.pages.flatMap((page) => page.loads);
    return rows?.map((load) => withPending(load, pending));
  }, [loads.data, pending]);
  const whose = dispatchers.join();
  const everyone = drivers.data?.drivers;
  const rows = useMemo(() => {
    if (everyone === undefined || all === undefined) return undefined;
    return planRows({ drivers: everyone.filter(({ dispatcherId }) => isOf(whose, dispatcherId)), loads: all, week, nowMs });
  }, [everyone, all, week, nowMs, whose]);
  const shelf = useMemo(
    () =>
      all?.filter(
        (load) => load.driverId === null && load.status === 'BOOKED' && (load.dispatcherId === null || isOf(whose, load.dispatcherId)),
      ),
    [all, whose],
  );

  const grossOf = new Map(gross.data?.drivers.map(({ driverId, grossCents }) => [driverId, grossCents]));
  return {
    week,
    rows,
    shelf,
    grossOf: (ids: readonly string[]) => ids.reduce((sum, id) => sum + (grossOf.get(id) ?? 0), 0),
    drivers,
    loads,
  };
}

/** `whose` holds ids joined by commas. Empty means everyone's. */
function isOf(whose: string, dispatcherId: string | null): boolean {
  return whose === '' || (dispatcherId !== null && whose.includes(dispatcherId));
}

function withPending(load: LoadRow, pending: ReadonlyMap<string, Crew | null>): LoadRow {
  const crew = pending.get(load.id);
  return crew === undefined
    ? load
    : { ...load, driverId: crew?.driverId ?? null, coDriverId: crew?.coDriverId ?? null, driverName: crew?.name ?? null };
}
