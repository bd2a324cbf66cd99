import type { BrokerDetails } from '@headhaul/contracts/brokers';
import type { Load } from '@headhaul/contracts/loads/record';
import { useNow } from '../../../shared/time/use-now.ts';
import { brokersApi } from '../../brokers/brokers.api.ts';
import { profitApi } from '../../profit/profit.api.ts';
import { useCalendar } from '../use-calendar.ts';
import { type DetentionClaim, detentionClaims, type StopView, stopViews, usualTerms } from './stops/stops.ts';

export interface LoadFacts {
  /** The office's time zone, for times that don't belong to a stop. */
  zone: string;
  broker: BrokerDetails | undefined;
  views: StopView[];
  claims: DetentionClaim[];
  /** How long a truck waits at this broker's docks before detention is paid. */
  freeMinutes: number;
}

/** What follows from a load at this moment, under the broker's detention terms, or the company's rate where the broker has none. */
export function useLoadFacts(load: Load): LoadFacts {
  const now = useNow();
  const { zone } = useCalendar(now);
  const { data: broker } = brokersApi.useGetBrokerQuery({ params: { id: load.brokerId } });
  const { data: rates } = profitApi.useGetRatesQuery();
  const usualPerHour = rates?.detentionPerHourCents ?? null;
  const terms =
    broker?.id === load.brokerId
      ? { freeMinutes: broker.detentionFreeMinutes, perHourCents: broker.detentionPerHourCents ?? usualPerHour }
      : { ...usualTerms, perHourCents: usualPerHour };
  return { zone, broker, views: stopViews(load, terms, now), claims: detentionClaims(load, terms, now), freeMinutes: terms.freeMinutes };
}
