import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { locate } from '../geocoder/locate.ts';
import type { JsonAnswer } from '../json-service/json-server.ts';
import { encodePolyline } from '../roads/polyline.ts';
import { findRoadRoute, type Point, type RoadRoute } from '../roads/road-route.ts';
import { readBody } from '../web/answer.ts';
import { applyMask, MaskError, parseMask } from './field-mask.ts';

const path = '/directions/v2:computeRoutes';
const largestBodyBytes = 64 * 1024;
const metersPerMile = 1_609.344;
const milesPerHour = 63;
/** Google knows only the tolls of cars. This is what a toll for five axles is for a car. */
const carShare = 0.3;

export interface GoogleRoutesOddities {
  /** Google knows that there are tolls on the route, but not how much. */
  tollPriceUnknown?: boolean | undefined;
}

const LatLng = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) });
const Waypoint = z.union([z.object({ location: z.object({ latLng: LatLng }) }), z.object({ address: z.string().min(1) })]);
const RouteRequest = z.object({
  origin: Waypoint,
  destination: Waypoint,
  intermediates: z.array(Waypoint).max(25).default([]),
  travelMode: z.enum(['DRIVE', 'TRAVEL_MODE_UNSPECIFIED']).optional(),
  extraComputations: z
    .array(z.enum(['TOLLS', 'FUEL_CONSUMPTION', 'TRAFFIC_ON_POLYLINE', 'HTML_FORMATTED_NAVIGATION_INSTRUCTIONS']))
    .default([]),
  routeModifiers: z.object({ avoidTolls: z.boolean().default(false) }).default({ avoidTolls: false }),
  polylineEncoding: z.enum(['ENCODED_POLYLINE', 'GEO_JSON_LINESTRING']).default('ENCODED_POLYLINE'),
});
type RouteRequest = z.infer<typeof RouteRequest>;

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

function errorBody(code: number, message: string, reason?: string): { error: object } {
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata: { service: 'routes.googleapis.com' },
  };
  return { error: { code, message, status: statuses[code] ?? 'UNKNOWN', ...(reason === undefined ? {} : { details: [info] }) } };
}

function refuse(code: number, message: string, reason?: string): JsonAnswer {
  return { status: code, body: errorBody(code, message, reason) };
}

function placeOf(waypoint: RouteRequest['origin']): Point | undefined {
  if ('address' in waypoint) return locate(waypoint.address)?.geometry.location;
  const { latitude, longitude } = waypoint.location.latLng;
  return { lat: latitude, lng: longitude };
}

const toLatLng = ({ lat, lng }: Point) => ({ latitude: lat, longitude: lng });
const durationOf = (miles: number) => `${Math.round((miles / milesPerHour) * 3_600)}s`;

/** Google's Money: whole units as a string, and billionths. A part that is zero is left out. */
function moneyOf(dollars: number) {
  const units = Math.trunc(dollars);
  const nanos = Math.round((dollars - units) * 100) * 10_000_000;
  return { currencyCode: 'USD', ...(units === 0 ? {} : { units: String(units) }), ...(nanos === 0 ? {} : { nanos }) };
}

function tollsOf(roads: readonly RoadRoute[], request: RouteRequest, { tollPriceUnknown }: GoogleRoutesOddities) {
  const tolls = roads.flatMap((road) => road.tolls);
  if (!request.extraComputations.includes('TOLLS') || tolls.length === 0) return undefined;
  if (tollPriceUnknown === true) return { tollInfo: {} };
  const dollars = tolls.reduce((sum, toll) => sum + toll.dollars, 0) * carShare;
  return { tollInfo: { estimatedPrice: [moneyOf(Number(dollars.toFixed(2)))] } };
}

function lineOf(line: readonly Point[], { polylineEncoding }: RouteRequest) {
  if (polylineEncoding === 'ENCODED_POLYLINE') return { encodedPolyline: encodePolyline(line) };
  return { geoJsonLinestring: { type: 'LineString', coordinates: line.map(({ lat, lng }) => [lng, lat]) } };
}

function presentRoute(roads: readonly RoadRoute[], request: RouteRequest, oddities: GoogleRoutesOddities) {
  const miles = roads.reduce((sum, road) => sum + road.miles, 0);
  const line = roads.flatMap((road, index) => (index === 0 ? road.line : road.line.slice(1)));
  const of = (pick: (point: Point) => number, choose: (...values: number[]) => number) => choose(...line.map(pick));
  const measures = (ofMiles: number) => ({
    distanceMeters: Math.round(ofMiles * metersPerMile),
    duration: durationOf(ofMiles),
    staticDuration: durationOf(ofMiles),
  });
  return {
    routeLabels: ['DEFAULT_ROUTE'],
    legs: roads.map((road) => ({
      ...measures(road.miles),
      polyline: lineOf(road.line, request),
      startLocation: { latLng: toLatLng(road.line[0] as Point) },
      endLocation: { latLng: toLatLng(road.line.at(-1) as Point) },
      travelAdvisory: tollsOf([road], request, oddities),
    })),
    ...measures(miles),
    polyline: lineOf(line, request),
    description: 'Interstates',
    warnings: roads.some(({ tolls }) => tolls.length > 0) ? ['This route has tolls.'] : undefined,
    viewport: {
      low: { latitude: of(({ lat }) => lat, Math.min), longitude: of(({ lng }) => lng, Math.min) },
      high: { latitude: of(({ lat }) => lat, Math.max), longitude: of(({ lng }) => lng, Math.max) },
    },
    travelAdvisory: tollsOf(roads, request, oddities),
  };
}

function computeRoutes(request: RouteRequest, oddities: GoogleRoutesOddities): JsonAnswer | { routes: object[] } {
  const stops = [request.origin, ...request.intermediates, request.destination].map(placeOf);
  const roads: RoadRoute[] = [];
  for (const [index, to] of stops.entries()) {
    if (to === undefined) return refuse(404, 'Requested entity was not found.');
    const from = stops[index - 1];
    if (from === undefined) continue;
    const road = findRoadRoute(from, to, { avoidTolls: request.routeModifiers.avoidTolls });
    // Google answers with an empty object when there is no route.
    if (road === undefined) return { status: 200, body: {} };
    roads.push(road);
  }
  return { routes: [presentRoute(roads, request, oddities)] };
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function readRequest(request: IncomingMessage): Promise<RouteRequest | JsonAnswer> {
  const text = await readBody(request, largestBodyBytes);
  if (text === undefined) return refuse(400, 'Request payload size exceeds the limit.');
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return refuse(400, 'Invalid JSON payload received. Unexpected token.');
  }
  const read = RouteRequest.safeParse(sent);
  if (read.success) return read.data;
  return refuse(400, `Invalid value at ${read.error.issues.map(({ path: at, message }) => `'${at.join('.')}': ${message}`).join('; ')}`);
}

/** Google's Routes API: `computeRoutes` for cars, with tolls. `key` is the API key it accepts. */
export async function answerGoogleRoutes(
  key: string,
  oddities: GoogleRoutesOddities,
  request: IncomingMessage,
  { pathname, searchParams }: URL,
): Promise<JsonAnswer> {
  if (request.method !== 'POST' || decodeURIComponent(pathname) !== path) return refuse(404, 'Method not found.');
  const given = headerOf(request, 'x-goog-api-key') ?? searchParams.get('key') ?? '';
  if (given === '')
    return refuse(
      403,
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    );
  if (given !== key) return refuse(400, 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID');
  const mask = headerOf(request, 'x-goog-fieldmask') ?? searchParams.get('$fields') ?? searchParams.get('fields') ?? '';
  if (mask.trim() === '')
    return refuse(
      400,
      'FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters#definitions on how to provide it.',
    );
  try {
    const fields = parseMask(mask);
    const read = await readRequest(request);
    if ('status' in read) return read;
    const answer = computeRoutes(read, oddities);
    return 'status' in answer ? answer : { status: 200, body: applyMask(answer, fields) };
  } catch (error) {
    if (error instanceof MaskError) return refuse(400, error.message);
    throw error;
  }
}

export function googleErrorBody(status: number): unknown {
  if (status === 429)
    return errorBody(
      429,
      "Quota exceeded for quota metric 'ComputeRoutes requests' of service 'routes.googleapis.com'.",
      'RATE_LIMIT_EXCEEDED',
    );
  return errorBody(status, `The sandbox was told to answer ${status}.`);
}
