import { placeLabel } from '@headhaul/contracts/places';
import type { StopDraft } from '../draft/draft.ts';
import type { TypedPlace } from '../draft/read.ts';

/** A place where the office has had a stop, as the server lists it. */
export interface OwnPlace {
  city: string;
  state: string;
  zip: string | null;
  facility: string | null;
  address: string | null;
  stops: number;
}

const shownOwnPlaces = 3;
const shownFacilities = 6;

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** Each city or ZIP once, the most used first: "You delivered here 9 times". */
export function ownPlaces(places: readonly OwnPlace[], typed: string, kind: StopDraft['kind']): { label: string; note: string }[] {
  const counts = new Map<string, number>();
  for (const place of places) {
    const label = placeLabel(place);
    counts.set(label, (counts.get(label) ?? 0) + place.stops);
  }
  const verb = kind === 'PICKUP' ? 'picked up' : 'delivered';
  return [...counts]
    .filter(
      ([label]) =>
        label.toLowerCase().startsWith(typed.toLowerCase()) ||
        label.endsWith(` ${typed}`) ||
        / \d+$/.exec(label)?.[0].trim().startsWith(typed),
    )
    .sort(([, a], [, b]) => b - a)
    .slice(0, shownOwnPlaces)
    .map(([label, count]) => ({ label, note: `You ${verb} here ${times(count)}` }));
}

export interface OwnFacility {
  key: string;
  facility: string;
  address: string | null;
  place: string;
  note: string;
}

/** Docks whose name contains the typed text, in the chosen city, or anywhere when no city is chosen yet. */
export function ownFacilities(places: readonly OwnPlace[], { typed, place }: { typed: string; place: TypedPlace | null }): OwnFacility[] {
  const words = typed.trim().toLowerCase();
  const found = new Map<string, OwnFacility & { stops: number }>();
  for (const one of places) {
    const isThere = place === null || (one.city.toLowerCase() === place.city.toLowerCase() && one.state === place.state);
    if (one.facility === null || !isThere || !one.facility.toLowerCase().includes(words)) continue;
    const key = `${one.facility} ${one.address ?? ''} ${placeLabel(one)}`;
    if (found.has(key) || one.facility === typed) continue;
    const note = place === null ? placeLabel(one) : `There ${times(one.stops)}`;
    found.set(key, { key, facility: one.facility, address: one.address, place: placeLabel(one), note, stops: one.stops });
  }
  return [...found.values()].sort((a, b) => b.stops - a.stops).slice(0, shownFacilities);
}
