import type { BoardLoad } from './board-load.ts';

type RateFacts = Pick<BoardLoad, 'rate' | 'tripMiles' | 'deadheadOrigin'>;

/** What the broker offers for the whole trip, in US cents. Null without an offer: an estimate of the board and Canadian dollars are none. */
export function postedCents({ rate, tripMiles }: Pick<RateFacts, 'rate' | 'tripMiles'>): number | null {
  if (rate.origin !== 'POSTED') return null;
  if (rate.total !== null) return rate.total.currency === 'USD' ? rate.total.cents : null;
  return rate.perMileCents === null || tripMiles === null ? null : rate.perMileCents * tripMiles;
}

/** The miles that a rate per mile counts: the trip, or the trip and the empty miles to it. */
export function countedMiles({ tripMiles, deadheadOrigin }: RateFacts, basis: 'LOADED' | 'ALL_IN'): number | null {
  if (tripMiles === null || (basis === 'ALL_IN' && deadheadOrigin === null)) return null;
  return basis === 'LOADED' ? tripMiles : tripMiles + (deadheadOrigin ?? 0);
}

/** Cents a mile, unrounded. Null while the rate or the miles aren't known. */
export function centsPerMile(load: RateFacts, basis: 'LOADED' | 'ALL_IN'): number | null {
  const [cents, miles] = [postedCents(load), countedMiles(load, basis)];
  return cents === null || miles === null || miles === 0 ? null : cents / miles;
}
