import type { FitRow } from '@headhaul/contracts/fit';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { usualAssumptions } from '@headhaul/domain/fit/assumptions';
import type { FitLoad, PlannedLoad } from '@headhaul/domain/fit/facts';
import { type Fit, fitOf, legsToMeasure } from '@headhaul/domain/fit/fit';
import { formatBrief } from '@headhaul/domain/fit/format-brief';
import { type FormatContext, formatFit, formatReason } from '@headhaul/domain/fit/format-reason';
import { actionFor } from '@headhaul/domain/fit/reasons';
import { formatNearTime, formatSince } from '@headhaul/domain/time/when';
import { createBreather } from '../../lib/breathe.ts';
import { type Leg, measureLegs } from '../roads/legs.service.ts';
import type { FitDriver } from './fit-trucks.ts';

/** One driver and one load, with the other loads of the driver that matter. */
export interface FitPair {
  driver: FitDriver;
  load: FitLoad;
  loads: readonly PlannedLoad[];
}

/** Every question whether a driver can take a load is answered here, so that all screens give the same answer. */
export async function fitPairs<Pair extends FitPair>(pairs: readonly Pair[], nowMs: number): Promise<(Pair & { fit: Fit })[]> {
  const breathe = createBreather();
  const legs: Leg[] = [];
  for (const { driver, load, loads } of pairs) {
    legs.push(...legsToMeasure(driver.truck, load, loads, usualAssumptions, nowMs));
    await breathe();
  }
  const measure = await measureLegs(legs);
  const rows: (Pair & { fit: Fit })[] = [];
  for (const pair of pairs) {
    const { driver, load, loads } = pair;
    rows.push({ ...pair, fit: fitOf(driver.truck, load, { loads, measure }, usualAssumptions, nowMs) });
    await breathe();
  }
  return rows;
}

type FitAnswer = Omit<FitRow, 'driverId' | 'name' | 'truckNumber' | 'teamPartnerId' | 'ownStatus'>;

export function toAnswer({ driver: { truck }, loads, fit }: FitPair & { fit: Fit }, context: FormatContext): FitAnswer {
  const { deadhead, pickup, delivery, empty, segments, slackMinutes } = fit;
  const [first] = fit.reasons;
  return {
    verdict: fit.verdict,
    ...formatFit(fit, context),
    brief: formatBrief(fit, context),
    reasons: fit.reasons.map((reason) => ({
      kind: reason.kind,
      words: formatReason(reason, context),
      minutes: 'minutes' in reason ? Math.round(reason.minutes) : null,
      ...(reason.kind === 'ON_LOAD' ? { loadNumber: reason.loadNumber } : {}),
    })),
    conflict: findConflict(fit, loads, context),
    action: first === undefined ? null : actionFor(first),
    slackMinutes,
    deadhead: deadhead && { miles: Math.round(deadhead.miles), source: deadhead.source },
    driveMinutesLeft: pickup === null ? null : Math.floor(pickup.clocks.driveMinutes),
    isAfterRest: segments.some(({ kind, endMs }) => (kind === 'REST' || kind === 'RESTART') && endMs <= (pickup?.arriveMs ?? 0)),
    from: formatFrom(truck, fit, context),
    pickupAt: toInstant(pickup?.arriveMs),
    deliveryAt: toInstant(delivery?.arriveMs),
    empty: empty && { at: new Date(empty.atMs).toISOString(), city: empty.place.city, state: empty.place.state },
  };
}

/** The load that the first such reason is about. */
function findConflict({ reasons }: Fit, loads: readonly PlannedLoad[], { nowMs }: FormatContext): FitAnswer['conflict'] {
  const reason = reasons.find(({ kind }) => kind === 'ON_LOAD' || kind === 'NEXT_LATE');
  if (reason?.kind !== 'ON_LOAD' && reason?.kind !== 'NEXT_LATE') return null;
  const load = loads.find(({ loadNumber }) => loadNumber === reason.loadNumber);
  const [pickup, delivery] = [load?.stops[0], load?.stops.at(-1)];
  if (pickup === undefined || delivery === undefined) return null;
  const about = {
    loadNumber: reason.loadNumber,
    startsAt: toInstant(pickup.closesMs),
    endsAt: toInstant(delivery.opensMs),
    timeZone: pickup.timeZone,
  };
  if (reason.kind === 'ON_LOAD') {
    const until = delivery.opensMs === null ? '' : `, delivers ${formatSince(delivery.opensMs, delivery.timeZone, nowMs)}`;
    return { ...about, arriveAt: null, miles: null, words: `${pickup.city} to ${delivery.city}${until}` };
  }
  const { arriveMs, dueMs, timeZone, miles } = reason;
  const stop = reason.stop === 'PICKUP' ? pickup : delivery;
  const arrival = `In ${stop.city}, ${stop.state} ${formatNearTime(arriveMs, timeZone, nowMs)}`;
  return {
    ...about,
    arriveAt: toInstant(arriveMs),
    miles: miles && Math.round(miles.miles),
    words: `${arrival}, ${reason.stop.toLowerCase()} is ${formatSince(dueMs, timeZone, nowMs)}`,
  };
}

function formatFrom({ equipment, trailerLengthFt }: FitDriver['truck'], { from }: Fit, { nowMs, companyZone }: FormatContext): string {
  const trailer =
    equipment === null ? '' : `${equipmentLabels[equipment].toLowerCase()}${trailerLengthFt === null ? '' : ` ${trailerLengthFt}`}`;
  if (from.city === null) return trailer;
  const place = `${from.city}, ${from.state ?? ''}`;
  if (from.atMs === null) return place;
  return from.atMs <= nowMs ? `empty in ${place}` : `${place}, ${formatNearTime(from.atMs, companyZone, nowMs)}`;
}

function toInstant(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString();
}
