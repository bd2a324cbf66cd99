import type { Answer } from '@headhaul/contracts/http/endpoint';
import type { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import type { LoadFigures } from '@headhaul/domain/loads/money';
import type { WeekRule } from '@headhaul/domain/time/weeks';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { suppressToast } from '../../shared/api/api-failure.ts';
import { companyApi } from '../company/company.api.ts';
import { loadsApi } from '../loads/loads.api.ts';
import { analyticsApi } from './analytics.api.ts';
import type { AnalyticsState } from './filters/address.ts';
import { chartDays, type Days, daysBefore, daysOf, formatBefore } from './filters/periods.ts';

type Reply<K extends keyof typeof loadStatsEndpoints> = Answer<(typeof loadStatsEndpoints)[K]>;
export type WeekFigures = Reply<'getLoadStats'>['parts'][number];
export type DriverFigures = Reply<'getLoadStatsByDrivers'>['drivers'][number];
export type LaneFigures = Reply<'getTopLanes'>['lanes'][number];
export type BrokerFigures = Reply<'getTopBrokers'>['brokers'][number];

export interface Analytics {
  days: Days;
  before: Days;
  beforeLabel: string;
  today: string;
  rule: Pick<WeekRule, 'startsOn' | 'countsBy'>;
  totals: LoadFigures;
  totalsBefore: LoadFigures | undefined;
  weeks: readonly WeekFigures[];
  /** Undefined while loading, null when the request failed. */
  drivers: readonly DriverFigures[] | null | undefined;
  lanes: readonly LaneFigures[] | null | undefined;
  brokers: readonly BrokerFigures[] | null | undefined;
}

interface AnalyticsAnswer {
  /** Null while loading, or when the request failed. */
  data: Analytics | null;
  fetchedAt: number | undefined;
  error: unknown;
  isFetching: boolean;
  /** The figures on screen still belong to the state before. */
  isChanging: boolean;
  /** The office has no loads at all. */
  isFirstUse: boolean;
  retry: () => void;
}

const usualRule = { timeZone: 'America/Chicago', weekStartsOn: 'MONDAY', weekCountsBy: 'DELIVERY' } as const;

/** All figures of the screen for a state. The earlier figures stay until the new ones have loaded. */
export function useAnalytics(state: AnalyticsState, now: number): AnalyticsAnswer {
  const company = companyApi.useGetMyCompanyQuery();
  const { data: counts } = loadsApi.useGetLoadCountsQuery();
  const { timeZone, weekStartsOn: startsOn, weekCountsBy: countsBy } = company.data ?? usualRule;
  const today = dayAt(now, timeZone);
  const days = daysOf(state.period, today, startsOn);
  const before = daysBefore(state.period, days);
  const filters = {
    ...(state.dispatcher.length > 0 ? { dispatcherId: state.dispatcher } : {}),
    ...(state.driver.length > 0 ? { driverId: state.driver } : {}),
  };
  const skip = company.data === undefined;
  const ask = (period: Days) => ({ ...suppressToast, query: { ...period, ...filters } });

  const stats = analyticsApi.useGetLoadStatsQuery(ask(days), { skip });
  const weeks = analyticsApi.useGetLoadStatsQuery(ask(chartDays(days, startsOn)), { skip });
  const earlier = analyticsApi.useGetLoadStatsQuery(ask(before), { skip: skip || !state.isCompared });
  const drivers = analyticsApi.useGetLoadStatsByDriversQuery(ask(days), { skip });
  const lanes = analyticsApi.useGetTopLanesQuery(ask(days), { skip });
  const brokers = analyticsApi.useGetTopBrokersQuery(ask(days), { skip });
  const all = [stats, weeks, earlier, drivers, lanes, brokers];

  const hasFailed = stats.isError || weeks.isError;
  return {
    data:
      stats.data === undefined || weeks.data === undefined || hasFailed
        ? null
        : {
            days,
            before,
            beforeLabel: formatBefore(state.period, before),
            today,
            rule: { startsOn, countsBy },
            totals: stats.data.totals,
            totalsBefore: state.isCompared ? earlier.data?.totals : undefined,
            weeks: weeks.data.parts,
            drivers: drivers.isError ? null : drivers.data?.drivers,
            lanes: lanes.isError ? null : lanes.data?.lanes,
            brokers: brokers.isError ? null : brokers.data?.brokers,
          },
    fetchedAt: stats.fulfilledTimeStamp,
    error: company.data === undefined && company.isError ? company.error : (stats.error ?? weeks.error),
    isFetching: company.isFetching || all.some((query) => query.isFetching),
    isChanging: stats.currentData === undefined || weeks.currentData === undefined,
    isFirstUse: counts?.all === 0,
    retry: () => {
      if (company.isError) void company.refetch();
      if (!skip) for (const query of all) if (query.isError) void query.refetch();
    },
  };
}
