import { z } from 'zod';
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

export const maxRoutesMeasured = 20;
export const maxRouteStops = 25;

export const MeasuredRoute = z.object({
  miles: z.int(),
  source: MilesSource,
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
    body: z.strictObject({
      routes: z
        .array(z.strictObject({ stops: z.array(RouteStop).min(2).max(maxRouteStops) }))
        .min(1)
        .max(maxRoutesMeasured),
    }),
    cost: ({ body }: { body: { routes: { stops: unknown[] }[] } }) => 1 + body.routes.reduce((sum, { stops }) => sum + stops.length, 0) / 2,
    /** In the order of the routes. */
    reply: z.object({ routes: z.array(MeasuredRoute) }),
  },
});
