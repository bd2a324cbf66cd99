import type { Driver } from '@headhaul/contracts/drivers';
import type { FitRow } from '@headhaul/contracts/fit';
import type { Load } from '@headhaul/contracts/loads/record';
import { placeLabel } from '@headhaul/contracts/places';
import type { PayTerms } from '@headhaul/domain/drivers/pay';
import { isTonu } from '@headhaul/domain/loads/money';
import { useMemo } from 'react';
import { driversApi } from '../../drivers/drivers.api.ts';
import { useLocatedPlaces } from '../../places/places.api.ts';
import { profitApi } from '../../profit/profit.api.ts';
import { useMeasuredRoute } from '../../roads/roads.api.ts';
import type { LoadDraft } from './draft/draft.ts';
import { readPlace } from './draft/read.ts';
import { type Candidate, rankCandidates, useDraftFits } from './draft-fits.ts';
import { type FormFigures, formFigures, pointOfDriver } from './figures.ts';

export interface FormFacts {
  figures: FormFigures;
  zones: string[];
  lastCity: string | null;
  /** How every driver fits the load as it is typed, best first. Empty while that isn't known. */
  fits: FitRow[];
  candidates: Candidate[];
  driver: Driver | null;
  /** How the driver is paid for this load. */
  payTerms: PayTerms | null;
  /** The best driver who can make it. Null when the load has a driver, and when nobody can or that isn't known. */
  suggested: FitRow | null;
}

/** Every active driver. All driver pickers use the same query, so it is sent only once. */
export const everyDriver = { query: { employment: 'ACTIVE', sort: 'EMPTY', limit: 500 } } as const;
const noDrivers: Driver[] = [];

/** What follows from the typed load: places, time zones, miles, money, and who could haul it. */
export function useFormFacts(draft: LoadDraft, edited: Load | null, companyZone: string): FormFacts {
  const { data: list } = driversApi.useListDriversQuery(everyDriver);
  // The page has asked for them. A second question after a failure would make the page wait again.
  const { data: rates } = profitApi.endpoints.getRates.useQueryState();
  const drivers = useMemo(() => (list?.drivers ?? noDrivers).map((driver) => beforeLoad(driver, edited)), [list, edited]);
  const places = draft.stops.map(({ place }) => readPlace(place));
  const labels = places.map((place) => (place === null ? null : placeLabel(place)));
  const asked = [...new Set(labels.flatMap((label) => label ?? []))];
  const located = useLocatedPlaces(asked);

  const stops = draft.stops.map(({ id, place }, index) => {
    const known = edited?.stops.find((stop) => stop.id === id && placeLabel(stop) === place);
    const label = labels[index] ?? null;
    const found = known ?? (label === null ? undefined : located[label]);
    return { city: places[index]?.city ?? '', state: places[index]?.state ?? '', at: found ?? null };
  });
  const points = stops.map(({ at }) => (at === null || at.lat === null || at.lng === null ? null : { lat: at.lat, lng: at.lng }));
  const zones = stops.map(({ at }) => at?.timeZone ?? companyZone);

  const pickup = points[0] ?? null;
  const fits = useDraftFits(draft, edited?.id ?? null);
  const candidates = rankCandidates(drivers, fits);
  const driver = drivers.find(({ id }) => id === draft.driverId) ?? null;
  // The load's own driver stays with the terms by which the pay was saved.
  const ownTerms = edited !== null && edited.driverId === draft.driverId ? edited.payTerms : null;
  const payTerms = driver === null ? null : (ownTerms ?? driver.pay ?? rates?.driverPay ?? null);
  const suggested = draft.driverId === null ? (fits.find(({ verdict }) => verdict === 'CAN') ?? null) : null;

  // The miles of a load whose first or last stop isn't on the map would say little.
  const isWhole = points[0] != null && points.at(-1) != null;
  const known = stops.flatMap(({ city, state }, index) => {
    const at = points[index];
    return at == null ? [] : [{ city, state, ...at }];
  });
  const isUnused = edited !== null && isTonu(edited);
  const loaded = useMeasuredRoute(isWhole && !isUnused ? known : [], draft.equipment);
  const from = driver === null ? null : pointOfDriver(driver);
  const measured = useMeasuredRoute(from === null || pickup === null ? [] : [from, pickup], draft.equipment);
  const planned = fits.find(({ driverId }) => driverId === draft.driverId)?.deadhead ?? null;
  // A load that was saved without a deadhead stays so for its driver: what is measured now would change the pay that nobody touched.
  const isKept = edited !== null && edited.deadheadMiles === 0 && edited.driverId === draft.driverId;
  const found =
    planned === null ? (measured ?? null) : ({ miles: planned.miles, source: planned.source === 'ROAD' ? 'NETWORK' : 'ESTIMATE' } as const);

  return {
    figures: formFigures(draft, { loaded: loaded ?? null, deadhead: isKept ? null : found, payTerms, isUnused }),
    zones,
    lastCity: stops.at(-1)?.city || null,
    fits,
    candidates,
    driver,
    payTerms,
    suggested,
  };
}

/** The next empty place of this load's own driver follows from the load itself. Where the driver comes from isn't known any more. */
function beforeLoad(driver: Driver, load: Load | null): Driver {
  if (load === null || ![load.driverId, load.coDriverId].includes(driver.id)) return driver;
  const unknown = { readyAt: null, readyCity: null, readyState: null, readyZone: null, readyLat: null, readyLng: null };
  return { ...driver, ...unknown, homeCity: null, homeState: null };
}
