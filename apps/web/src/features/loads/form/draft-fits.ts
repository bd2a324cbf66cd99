import type { Driver } from '@headhaul/contracts/drivers';
import { type FitRow, Freight } from '@headhaul/contracts/fit';
import { useDebouncedValue } from '@mantine/hooks';
import { fitApi } from '../../fit/fit.api.ts';
import type { LoadDraft } from './draft/draft.ts';
import { readDraft } from './draft/to-input.ts';

/** A driver who may be chosen for the load. */
export interface Candidate {
  driver: Driver;
  name: string;
  /** Null while nobody can say: without a pickup time, and until the API has answered. */
  fit: FitRow | null;
}

/** A request for every letter would be too many. */
const typingPauseMs = 500;

/** The draft as the API checks it. Null until every stop has a place and a day, and the pickup a time. */
export function freightOf(draft: LoadDraft, exceptLoadId: string | null): Freight | null {
  const { input } = readDraft(draft);
  if (input.stops[0]?.time == null) return null;
  const freight: Freight = {
    equipment: draft.equipment,
    lengthFt: input.lengthFt,
    weightLb: input.weightLb,
    isTemperatureSet: input.temperatureMinF !== null || input.temperatureMaxF !== null,
    isHazmat: (input.hazmatClass ?? '').trim() !== '',
    requirements: draft.requirements,
    stops: input.stops.map(({ kind, city, state, zip, schedule, day, time, endDay, endTime, handling }) => ({
      kind,
      city,
      state,
      zip,
      schedule,
      day,
      time,
      endDay,
      endTime,
      handling,
    })),
    exceptLoadId,
  };
  return Freight.safeParse(freight).success ? freight : null;
}

const nobody: FitRow[] = [];

/** How every driver fits the load as it is typed, best first. Empty while that isn't known. */
export function useDraftFits(draft: LoadDraft, exceptLoadId: string | null): FitRow[] {
  const typed = JSON.stringify(freightOf(draft, exceptLoadId));
  const [paused] = useDebouncedValue(typed, typingPauseMs);
  const freight = JSON.parse(paused) as Freight | null;
  const { currentData } = fitApi.useFindFitsQuery({ body: { freight: freight as Freight } }, { skip: freight === null });
  return paused === typed && freight !== null ? (currentData?.rows ?? nobody) : nobody;
}

/** The drivers in the order of their fit, the others after them as they come. */
export function rankCandidates(drivers: readonly Driver[], fits: readonly FitRow[]): Candidate[] {
  const places = new Map(fits.map((fit, at) => [fit.driverId, at]));
  const placeOf = (driver: Driver) => places.get(driver.id) ?? fits.length;
  return drivers
    .filter(({ employment, deletedAt }) => employment === 'ACTIVE' && deletedAt === null)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((driver) => ({ driver, name: `${driver.name} ${driver.familyName}`.trim(), fit: fits[placeOf(driver)] ?? null }));
}

/** "At pickup 20 h early. 33 mi deadhead" */
export function formatFitLine({ fact, detail }: FitRow): string {
  return [fact, detail].filter((words) => words !== '').join('. ');
}
