import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { JsonAnswer } from '../json-service/json-server.ts';
import { encodeFlexiblePolyline } from '../roads/polyline.ts';
import { findRoadRoute, isReachable, type Point, type RoadRoute, type Toll } from '../roads/road-route.ts';
import { type HereRequest, readHereRequest } from './here-request.ts';

const metersPerMile = 1_609.344;
const milesPerHour = { truck: 54, car: 63 } as const;
/** Who pays in cash pays more, as on most of these roads. */
const cashFactor = 1.35;
/** What a toll for five axles is for a car. */
const carShare = 0.3;

export interface HereOddities {
  /** Tolls were asked for, but could not be calculated. The route is there all the same. */
  tollsUnavailable?: boolean | undefined;
}

/** The same name for the same thing in each run. */
function idOf(...parts: (string | number)[]): string {
  const hash = createHash('sha256').update(parts.join(' ')).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-');
}

const round = (amount: number) => Number(amount.toFixed(2));

function dollarsOf({ dollars }: Toll, { transportMode, axleCount }: HereRequest): number {
  return round(transportMode === 'car' ? dollars * carShare : (dollars * axleCount) / 5);
}

function presentToll(toll: Toll, systems: readonly string[], request: HereRequest) {
  const price = dollarsOf(toll, request);
  const reference = systems.indexOf(toll.system);
  const fare = (value: number, paymentMethods: string[]) => ({
    id: idOf(toll.system, value, ...paymentMethods),
    name: toll.system,
    price: { type: 'value', currency: 'USD', value },
    reason: 'toll',
    paymentMethods,
  });
  return {
    countryCode: 'USA',
    tollSystemRef: reference,
    tollSystem: toll.system,
    tollSystems: [reference],
    fares: [fare(price, ['transponder']), fare(round(price * cashFactor), ['cash', 'creditCard'])],
    tollCollectionLocations: [toll.entry, toll.exit].map((location) => ({ name: toll.system, location })),
  };
}

function presentPlace(location: Point, time: number | undefined) {
  const at = time === undefined ? {} : { time: `${new Date(time).toISOString().slice(0, 19)}Z` };
  return { ...at, place: { type: 'place', location, originalLocation: location } };
}

function presentSection(
  road: RoadRoute,
  from: Point,
  to: Point,
  request: HereRequest,
  startMs: number | undefined,
  oddities: HereOddities,
) {
  const duration = Math.round((road.miles / milesPerHour[request.transportMode]) * 3_600);
  const wantsTolls = request.return.includes('tolls');
  const isUnavailable = wantsTolls && oddities.tollsUnavailable === true;
  const hasTolls = wantsTolls && !isUnavailable && road.tolls.length > 0;
  const systems = [...new Set(road.tolls.map(({ system }) => system))];
  const total = round(road.tolls.reduce((sum, toll) => sum + dollarsOf(toll, request), 0));
  const summary = {
    duration,
    length: Math.round(road.miles * metersPerMile),
    baseDuration: Math.round(duration * 0.97),
    ...(hasTolls && request.tollSummaries.includes('total') ? { tolls: { total: { type: 'value', currency: 'USD', value: total } } } : {}),
  };
  const notice = {
    title: 'Tolls data was requested but could not be calculated for this section',
    code: 'tollsDataUnavailable',
    severity: 'info',
  };
  return {
    id: idOf(from.lat, from.lng, to.lat, to.lng),
    type: 'vehicle',
    departure: presentPlace(from, startMs),
    arrival: presentPlace(to, startMs === undefined ? undefined : startMs + duration * 1_000),
    ...(request.return.includes('summary') ? { summary } : {}),
    ...(request.return.includes('travelSummary') ? { travelSummary: summary } : {}),
    ...(request.return.includes('polyline') ? { polyline: encodeFlexiblePolyline(road.line) } : {}),
    ...(isUnavailable ? { notices: [notice] } : {}),
    ...(hasTolls
      ? {
          tollSystems: systems.map((name) => ({ id: idOf(name), name })),
          tolls: road.tolls.map((toll) => presentToll(toll, systems, request)),
        }
      : {}),
    transport: { mode: request.transportMode },
  };
}

function notFound(code: string, title: string): JsonAnswer {
  return { status: 200, body: { notices: [{ title, code, severity: 'critical' }], routes: [] } };
}

function answerRoute(request: HereRequest, oddities: HereOddities): JsonAnswer {
  const { origin, destination, via, departureTime, avoidFeatures } = request;
  if (!isReachable(origin)) return notFound('couldNotMatchOrigin', "Couldn't match origin");
  if (!isReachable(destination)) return notFound('couldNotMatchDestination', "Couldn't match destination");
  let timeMs = departureTime === 'any' ? undefined : Date.parse(departureTime ?? new Date().toISOString());
  const sections: ReturnType<typeof presentSection>[] = [];
  let from = origin;
  for (const to of [...via, destination]) {
    const road = findRoadRoute(from, to, { avoidTolls: avoidFeatures.includes('tollRoad') });
    if (road === undefined) return notFound('noRouteFound', "Couldn't find a route");
    const section = presentSection(road, from, to, request, timeMs, oddities);
    sections.push(section);
    if (section.arrival.time !== undefined) timeMs = Date.parse(section.arrival.time);
    from = to;
  }
  return { status: 200, body: { routes: [{ id: idOf(...sections.map(({ id }) => id)), sections }] } };
}

function presentError(status: number, title: string, code: string, cause: string, action: string): JsonAnswer {
  return { status, body: { title, status, code, cause, action, correlationId: randomUUID(), traceId: randomUUID() } };
}

/** HERE's Routing API v8, with tolls. `key` is the API key it accepts. */
export function answerHere(key: string, oddities: HereOddities, method: string | undefined, { pathname, searchParams }: URL): JsonAnswer {
  const given = searchParams.get('apiKey') ?? searchParams.get('apikey') ?? '';
  const unauthorized = (error_description: string) => ({ status: 401, body: { error: 'Unauthorized', error_description } });
  if (given === '') return unauthorized('No credentials found');
  if (given !== key) return unauthorized('apiKey invalid. apiKey not found.');
  if (method !== 'GET' || pathname !== '/v8/routes')
    return presentError(404, 'Not found', 'E605404', 'The sandbox serves only GET /v8/routes.', 'Ask for a route.');
  try {
    return answerRoute(readHereRequest(searchParams), oddities);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const cause = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    return presentError(400, 'Malformed request', 'E605001', cause, 'Please check the request parameters.');
  }
}

export function hereErrorBody(status: number): unknown {
  if (status === 429) return { error: 'Too Many Requests', error_description: 'Rate limit for this service has been reached' };
  if (status === 401) return { error: 'Unauthorized', error_description: 'apiKey invalid. apiKey not found.' };
  if (status === 403) return { error: 'Forbidden', error_description: 'These credentials do not authorize access' };
  return presentError(status, 'Internal error', `E605${status}`, `The sandbox was told to answer ${status}.`, 'Try again.').body;
}
