import { liveEventEndpoints } from '@headhaul/contracts/live-events';
import { AppError } from '../../lib/errors.ts';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { createLiveHub, type LiveClient } from './live-hub.ts';

/** A client with this much unsent data is gone or asleep. It resumes when it comes back. */
const maxUnsentBytes = 256 * 1024;

/** A person has a few tabs open, a company a few hundred. More streams than this are a mistake or an attack. */
const maxStreamsPerPerson = 20;
const maxStreamsPerCompany = 300;

export function liveEventRoutes(app: App): void {
  const hub = createLiveHub(app.platform, app.actors);
  const streams = new Map<string, number>();
  app.server.addHook('preClose', async () => hub.close());

  implement(app, liveEventEndpoints, {
    streamEvents: signedIn(async ({ ctx, request, reply }) => {
      const { userId, companyId } = ctx.actor;
      const countOf = (key: string) => streams.get(key) ?? 0;
      if (countOf(userId) >= maxStreamsPerPerson || countOf(companyId) >= maxStreamsPerCompany) {
        throw new AppError('too_many_requests', { retryAfterSeconds: 60 });
      }
      for (const key of [userId, companyId]) streams.set(key, countOf(key) + 1);
      reply.hijack();
      const stream = reply.raw;
      const headers = reply.getHeaders() as Record<string, string>;
      stream.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      stream.write('retry: 2000\n\n');
      const client: LiveClient = {
        actor: ctx.actor,
        seq: 0,
        write(frame) {
          if (stream.writableLength > maxUnsentBytes) stream.destroy();
          else stream.write(frame);
        },
        end: () => stream.end(),
      };
      stream.on('close', () => {
        hub.leave(client);
        for (const key of [userId, companyId]) {
          const left = countOf(key) - 1;
          if (left <= 0) streams.delete(key);
          else streams.set(key, left);
        }
      });
      const lastEventId = request.headers['last-event-id'];
      await hub.join(client, lastEventId === undefined ? undefined : Number(lastEventId)).catch((error: unknown) => {
        request.log.warn({ err: error }, 'live events could not start');
        stream.destroy();
      });
      if (stream.destroyed) hub.leave(client);
    }),
  });
}
