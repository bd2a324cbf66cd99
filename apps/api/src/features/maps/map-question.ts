import { greatCircleMiles, type Point } from '@headhaul/domain/places/distance';
import type { TruckClass } from '@headhaul/domain/roads/truck-class';
import { weekStart } from '@headhaul/domain/time/weeks';
import { addDays, dayAt } from '@headhaul/domain/time/zoned-time';
import type { ProviderAnswer } from '../../lib/net/providers/provider.ts';

/** What a maps service is asked: a way through points that are rounded to about 0.7 miles, so that no dock and no truck is in the question. */
export interface MapQuestion {
  points: Point[];
  /** The rounded points as text. With the truck's class it is the key of a kept answer. */
  stops: string;
  truck: TruckClass;
}

/** A way as a maps service describes it. */
export interface FoundRoute {
  miles: number;
  /** One for each leg, as `readPolyline` reads them. Null if the line must not be drawn, or if there is none for each leg. */
  lines: string[] | null;
  /** Null if the service can't say. */
  tollsCents: number | null;
}

export interface MapsService {
  /** `answered` with null if the service knows no way. */
  route(companyId: string, question: MapQuestion): Promise<ProviderAnswer<FoundRoute | null>>;
}

const mostStops = 25;
/** The column that holds miles has the same limit. */
export const mostMiles = 20_000;
/** In straight lines. No load is as long, and a service's answer could pass `mostMiles`. */
const mostStraightMiles = 8_000;
/** An answer of an earlier week is used if the service does not answer now. */
const weeksUsed = 4;

/** North America without its far north. Nobody who dispatches trucks asks for other places. */
function isOnContinent({ lat, lng }: Point): boolean {
  return lat >= 14 && lat <= 72 && lng >= -170 && lng <= -50;
}

/** Null for ways that are not asked for: too many stops, two neighboring stops in one place, another continent, or too far. */
export function toQuestion({ stops, truck }: { stops: readonly Point[]; truck: TruckClass }): MapQuestion | null {
  if (stops.length < 2 || stops.length > mostStops || !stops.every(isOnContinent)) return null;
  const texts = stops.map(({ lat, lng }) => `${lat.toFixed(2)},${lng.toFixed(2)}`);
  if (texts.some((text, index) => text === texts[index - 1])) return null;
  const points = stops.map(({ lat, lng }) => ({ lat: Number(lat.toFixed(2)), lng: Number(lng.toFixed(2)) }));
  const straight = points.reduce((sum, point, index) => sum + greatCircleMiles(points[index - 1] ?? point, point), 0);
  return straight > mostStraightMiles ? null : { points, stops: texts.join(' '), truck };
}

/**
 * A refusal of this one question: the service knows no way for it. It is no fault of the service, or one company's odd question would make
 * the service rest for all companies.
 */
export function isAboutQuestion(status: number): boolean {
  return status === 400 || status === 404 || status === 422;
}

/** The Monday of this week, by which answers are kept. */
export function thisWeek(): string {
  return weekStart(dayAt(Date.now(), 'UTC'), 'MONDAY');
}

export function oldestWeekUsed(): string {
  return addDays(thisWeek(), -7 * weeksUsed);
}
