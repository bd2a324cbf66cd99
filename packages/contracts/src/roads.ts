import { z } from 'zod';
import { Equipment } from './equipment.ts';
import { endpoints } from './http/endpoint.ts';
import { MilesSource } from './loads/record.ts';

const RouteStop = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  /** With city and state of both ends, past loads of the company on this lane count. */
  city: z.string().trim().max(100).nullable().default(null),
  state: z.string().trim().max(2).nullable().default(null),
});
export type RouteStop = z.input<typeof RouteStop>;

/** Says what truck it is, if a maps service is asked for the way. */
const RouteEquipment = Equipment.nullable().default(null);

export const maxRoutesMeasured = 20;
export const maxRouteStops = 25;

export const MeasuredRoute = z.object({
  miles: z.int(),
  source: MilesSource,
  /** The Monday of the week in which the maps service gave the miles or the line. Null if it gave neither. */
  week: z.iso.date().nullable(),
  /** That week is over: the service doesn't answer now. */
  isOlder: z.boolean(),
  /** Why no maps service was asked: the company's routes of the day are used up, or its plan has ended. Otherwise null. */
  notAsked: z.enum(['DAY_LIMIT', 'PLAN_ENDED']).nullable(),
  /** Where the lines come from. A map on which HERE's are drawn must name HERE. */
  lineSource: z.enum(['HERE', 'NETWORK', 'STRAIGHT']),
  /** For each leg the line to draw, as `readPolyline` reads it. Two points where no road is known. */
  lines: z.array(z.string()),
});
export type MeasuredRoute = z.infer<typeof MeasuredRoute>;

export const roadEndpoints = endpoints({
  measureRoutes: {
    method: 'POST',
    path: '/roads/measure',
    summary: 'Road miles and lines of routes through two or more stops',
    idempotency: 'none',
    isQuestion: true,
    body: z.strictObject({
      routes: z
        .array(z.strictObject({ stops: z.array(RouteStop).min(2).max(maxRouteStops), equipment: RouteEquipment }))
        .min(1)
        .max(maxRoutesMeasured),
    }),
    cost: ({ body }: { body: { routes: { stops: unknown[] }[] } }) => 1 + body.routes.reduce((sum, { stops }) => sum + stops.length, 0) / 2,
    /** In the order of the routes. */
    reply: z.object({ routes: z.array(MeasuredRoute) }),
  },
});
