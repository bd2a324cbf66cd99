import { z } from 'zod';
import { endpoints, events } from './endpoint.ts';

/** Something that happened in the company; sent to every open screen. Each feature adds its kinds here. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.changed'), userId: z.uuid() }),
  z.object({ type: z.literal('company.changed') }),
  z.object({ type: z.literal('team.changed') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const liveEventEndpoints = endpoints({
  streamEvents: {
    method: 'GET',
    path: '/events',
    summary: 'Live events of the company; resumes after `Last-Event-ID`; `reset` means: fetch anew',
    reply: events,
  },
});
