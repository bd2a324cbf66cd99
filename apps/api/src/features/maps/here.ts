import { greatCircleMiles } from '@headhaul/domain/places/distance';
import { writePolyline } from '@headhaul/domain/roads/polyline';
import { truckClasses } from '@headhaul/domain/roads/truck-class';
import { z } from 'zod';
import { createProvider, ProviderRefusal } from '../../lib/net/providers/provider.ts';
import type { ApiPlatform } from '../../lib/platform.ts';
import { readFlexiblePolyline, thinLine } from './flexible-polyline.ts';
import { type FoundRoute, isAboutQuestion, type MapQuestion, type MapsService, mostMiles } from './map-question.ts';

const metersPerMile = 1_609.344;
const centimetersPerInch = 2.54;
const kilogramsPerPound = 0.453_592_37;
/** A line of this many points is smooth on a map as wide as a screen. */
const pointsOfLine = 400;

const Notice = z.object({ code: z.string() });
/** The part of HERE's answer that we use (Routing API v8, `GET /v8/routes`). A part without tolls has no sum of them. */
const RouteAnswer = z.object({
  routes: z.array(
    z.object({
      sections: z
        .array(
          z.object({
            summary: z.object({
              length: z.number().min(0),
              tolls: z
                .object({ total: z.object({ type: z.string().optional(), currency: z.string(), value: z.number().min(0) }) })
                .optional(),
            }),
            polyline: z.string(),
            notices: z.array(Notice).default([]),
            tolls: z.array(z.unknown()).default([]),
          }),
        )
        .min(1),
    }),
  ),
  notices: z.array(Notice).default([]),
});
type Section = z.infer<typeof RouteAnswer>['routes'][number]['sections'][number];

/** HERE's ways for trucks. Undefined without a key. */
export function createHere(platform: ApiPlatform): MapsService | undefined {
  const { HERE_API_BASE: base, HERE_API_KEY: key } = platform.env;
  if (!key) return undefined;
  // HERE allows 10 a second on its smallest plan.
  const here = createProvider(platform, {
    name: 'here',
    base,
    timeoutMs: 3_000,
    patienceMs: 4_000,
    perMinute: 500,
    companyLimit: 'routes',
  });
  return {
    route(companyId, question) {
      const { axles, grossWeightLb, heightIn, widthIn, lengthFt } = truckClasses[question.truck];
      const [origin = '', ...rest] = question.stops.split(' ');
      const centimeters = (inches: number) => String(Math.round(inches * centimetersPerInch));
      return here.ask({
        companyId,
        account: 'ours',
        path: '/v8/routes',
        query: {
          transportMode: 'truck',
          origin,
          via: rest.slice(0, -1),
          destination: rest.at(-1) ?? '',
          return: 'summary,polyline,tolls',
          'tolls[summaries]': 'total',
          currency: 'USD',
          // The way of a usual day, so that the same question has the same answer all week.
          departureTime: 'any',
          'vehicle[axleCount]': String(axles),
          'vehicle[grossWeight]': String(Math.round(grossWeightLb * kilogramsPerPound)),
          'vehicle[height]': centimeters(heightIn),
          'vehicle[width]': centimeters(widthIn),
          'vehicle[length]': centimeters(lengthFt * 12),
          apiKey: key,
        },
        read: (reply) => readHereRoute(reply, question),
      });
    },
  };
}

export function readHereRoute({ status, body }: { status: number; body: unknown }, { points }: MapQuestion): FoundRoute | null {
  if (status === 401 || status === 403) throw new ProviderRefusal(`status ${status}`);
  if (isAboutQuestion(status)) return null;
  if (status !== 200) throw new Error(`status ${status}`);
  const { routes, notices } = RouteAnswer.parse(body);
  const sections = routes[0]?.sections;
  if (!sections) {
    // The point or the truck is the reason, such as `noRouteFound` or `couldNotMatchOrigin`. Without a reason it is no answer.
    if (notices.length > 0) return null;
    throw new Error('neither a way nor a reason');
  }
  const miles = sections.reduce((sum, { summary }) => sum + summary.length, 0) / metersPerMile;
  const straight = points.reduce((sum, point, index) => sum + greatCircleMiles(points[index - 1] ?? point, point), 0);
  // HERE moves a point to the nearest road, by a few miles at most.
  if (miles < straight * 0.95 - 10 * points.length) throw new Error('miles that no way has');
  if (miles > mostMiles) return null;
  return { miles: Math.round(miles), lines: linesOf(sections, points.length - 1), tollsCents: tollsOf(sections) };
}

/** Null if a leg is divided, by a ferry for example. */
function linesOf(sections: readonly Section[], legs: number): string[] | null {
  if (sections.length !== legs) return null;
  return sections.map(({ polyline }) => writePolyline(thinLine(readFlexiblePolyline(polyline), pointsOfLine)));
}

/** The sum of the cheapest fares. Null if a part of the way has tolls without one price in dollars, or if HERE says that it can't tell. */
function tollsOf(sections: readonly Section[]): number | null {
  let cents = 0;
  for (const { summary, notices, tolls } of sections) {
    const { type = 'value', currency, value } = summary.tolls?.total ?? { currency: 'USD', value: 0 };
    const isUnknown = notices.some(({ code }) => /^tolls?/i.test(code)) || (tolls.length > 0 && summary.tolls === undefined);
    if (isUnknown || type !== 'value' || currency !== 'USD') return null;
    cents += Math.round(value * 100);
  }
  return cents;
}
