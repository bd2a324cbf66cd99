import { z } from 'zod';
import type { Point } from '../roads/road-route.ts';

const transportModes = ['car', 'truck'] as const;
const returnValues = ['summary', 'travelSummary', 'polyline', 'tolls', 'actions', 'instructions'] as const;

/** `41.53,-88.06`, with options like `;sideOfStreetHint=…` or `!stopDuration=…` after it. */
const Waypoint = z.string().transform((text, context): Point => {
  const [, lat, lng] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:[;!].*)?$/.exec(text) ?? [];
  const point = { lat: Number(lat), lng: Number(lng) };
  if (lat === undefined || Math.abs(point.lat) > 90 || Math.abs(point.lng) > 180) {
    context.addIssue(`'${text}' is not a latitude and a longitude`);
    return z.NEVER;
  }
  return point;
});

const list = <Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)));

const Request = z.object({
  transportMode: z.enum(transportModes, "parameter 'transportMode' must be car or truck here"),
  origin: Waypoint,
  destination: Waypoint,
  via: z.array(Waypoint),
  return: list(returnValues).default(['summary']),
  departureTime: z.union([z.literal('any'), z.iso.datetime({ offset: true, local: true })]).optional(),
  currency: z.literal('USD', 'the sandbox knows tolls only in USD').optional(),
  tollSummaries: list(['total', 'tollSystem', 'country']).default([]),
  avoidFeatures: z
    .string()
    .transform((text) => text.split(','))
    .default([]),
  axleCount: z.coerce.number().int().min(2).max(20).default(5),
});
export type HereRequest = z.infer<typeof Request>;

/** The parameters that change the sandbox's answer. It accepts the others without a look. Throws a ZodError. */
export function readHereRequest(query: URLSearchParams): HereRequest {
  const given = (...names: string[]) => names.map((name) => query.get(name)).find((value) => value !== null) ?? undefined;
  return Request.parse({
    transportMode: given('transportMode'),
    origin: given('origin'),
    destination: given('destination'),
    via: query.getAll('via'),
    return: given('return'),
    departureTime: given('departureTime'),
    currency: given('currency'),
    tollSummaries: given('tolls[summaries]'),
    avoidFeatures: given('avoid[features]'),
    // HERE renamed its parameters of trucks, and still reads the old ones.
    axleCount: given('vehicle[axleCount]', 'truck[axleCount]'),
  });
}
