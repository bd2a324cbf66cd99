import { setImmediate } from 'node:timers/promises';
import { ExtensionEvent } from '@headhaul/contracts/live-events';
import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import type { Actor, Actors } from '../../lib/auth/actor.ts';
import { wakeChannel } from '../../lib/live/live-events.ts';
import type { Platform } from '../../lib/platform.ts';

/** One open stream. `seq` is the last event it was sent. */
export interface LiveClient {
  actor: Actor;
  seq: number;
  write(frame: string): void;
  end(): void;
}

const lookWithRedisMs = 10_000;
const lookWithoutRedisMs = 1_000;
const heartbeatMs = 15_000;
/** A client further behind than this, in events or characters, reloads its data instead, which is faster. */
const maxBacklog = 100;
const maxBacklogCharacters = 100_000;
/** After this many clients in a row, and after each who needs frames of its own, other work gets a turn. */
const clientsAtOnce = 50;

/** Every screen that opens runs this query, in one round trip to the database. */
const spanText = `select (select seq from live_event_heads where company_id = $1),
  (select seq from live_events where company_id = $1 order by seq limit 1)`;

export interface LiveHub {
  join(client: LiveClient, lastEventId: number | undefined): Promise<void>;
  leave(client: LiveClient): void;
  close(): void;
}

interface KeptEvent {
  seq: number;
  text: string;
  /** The person whose session this event changed, if any. */
  userId: string | null;
}

/** The extension runs beside other sites' pages, so it hears only what its rows show. */
function keepForExtension(events: readonly KeptEvent[]): KeptEvent[] {
  return events.flatMap((event) => {
    const parsed = ExtensionEvent.safeParse(JSON.parse(event.text));
    return parsed.success && parsed.data.fingerprints?.length !== 0 ? [{ ...event, text: JSON.stringify(parsed.data) }] : [];
  });
}

/** Empty when this audience hears nothing of them. */
function writeFramesFor(audience: Actor['audience'], events: readonly KeptEvent[]): string {
  return writeFrames(audience === 'extension' ? keepForExtension(events) : events);
}

function writeFrames(events: readonly KeptEvent[]): string {
  const frames = events.map(({ seq, text }) => `id: ${seq}\nevent: change\ndata: ${text}\n\n`).join('');
  return frames.length > maxBacklogCharacters ? `id: ${events.at(-1)?.seq}\nevent: reset\ndata: {}\n\n` : frames;
}

/** Sends each company's events to its open streams, in order, none twice and none left out. */
export function createLiveHub(platform: Platform, actors: Actors): LiveHub {
  const rooms = new Map<string, { clients: Set<LiveClient>; reading: Promise<void>; again: boolean }>();
  const subscriber: Redis = platform.redis.duplicate({ enableOfflineQueue: false });
  subscriber.on('error', () => {});
  // After a reconnect ioredis subscribes again. Events missed meanwhile are read from Postgres.
  subscriber.on('ready', () => {
    for (const companyId of rooms.keys()) {
      void subscriber.subscribe(wakeChannel(companyId)).catch(() => {});
      look(companyId);
    }
  });
  subscriber.on('message', (channel: string) => look(channel.slice(wakeChannel('').length)));

  let lastLook = performance.now();
  const timer = setInterval(() => {
    const dueMs = subscriber.status === 'ready' ? lookWithRedisMs : lookWithoutRedisMs;
    // Allow half an interval of leeway: a timer that fires slightly early must not wait for the next interval.
    if (performance.now() - lastLook < dueMs - lookWithoutRedisMs / 2) return;
    lastLook = performance.now();
    for (const companyId of rooms.keys()) look(companyId);
  }, lookWithoutRedisMs);
  const heartbeat = setInterval(() => {
    for (const { clients } of rooms.values()) {
      for (const client of clients) {
        client.write(': still here\n\n');
        void endIfGone(client);
      }
    }
  }, heartbeatMs);

  /** Ends the stream of a session that has ended or now works in another company. */
  async function endIfGone(client: LiveClient): Promise<void> {
    await actors.load(client.actor.sessionId, client.actor.audience).then(
      ({ companyId }) => {
        if (companyId !== client.actor.companyId) client.end();
      },
      (error: { status?: number }) => {
        if (error.status === 401) client.end();
      },
    );
  }

  /** One read at a time per company. Wake-ups during a read cause exactly one more read. */
  function look(companyId: string): void {
    const room = rooms.get(companyId);
    if (!room) return;
    if (room.again) return;
    room.again = true;
    room.reading = room.reading.then(async () => {
      room.again = false;
      await deliver(companyId, room.clients).catch((error: unknown) => platform.log.warn({ err: error }, 'live events could not be read'));
    });
  }

  async function deliver(companyId: string, clients: Set<LiveClient>): Promise<void> {
    if (clients.size === 0) return;
    const from = Math.min(...[...clients].map((client) => client.seq));
    const events = await readEvents(companyId, from);
    const head = events.at(-1)?.seq;
    if (head === undefined) return;
    // Most streams are at the same event, so the frames after it are written once for all of them.
    const framesAfter = new Map<string, string>();
    let written = 0;
    for (const client of clients) {
      // A client that joined during the read and is further behind gets its own read, because this one would leave a gap.
      if (client.seq < from || client.seq >= head) continue;
      const before = client.seq;
      const { audience } = client.actor;
      const after = `${audience} ${before}`;
      const known = framesAfter.get(after);
      const frames =
        known ??
        writeFramesFor(
          audience,
          events.filter(({ seq }) => seq > before),
        );
      framesAfter.set(after, frames);
      client.seq = head;
      if (frames !== '') client.write(frames);
      if (events.some(({ seq, userId }) => seq > before && userId === client.actor.userId)) {
        actors.forget(client.actor.sessionId);
        void endIfGone(client);
      }
      written += 1;
      if (known === undefined || written % clientsAtOnce === 0) await setImmediate();
    }
    if (events.length === maxBacklog) look(companyId);
  }

  function readEvents(companyId: string, after: number): Promise<KeptEvent[]> {
    return platform.db.withTenant(companyId, async (tx) => {
      const rows = await tx.db
        .selectFrom('live_events')
        .where('company_id', '=', companyId)
        .where('seq', '>', String(after))
        .orderBy('seq')
        .limit(maxBacklog)
        .select('seq')
        .select(sql<string>`event::text`.as('text'))
        .select(sql<string | null>`case when event ->> 'type' = 'session.changed' then event ->> 'userId' end`.as('user_id'))
        .execute();
      return rows.map(({ seq, text, user_id: userId }) => ({ seq: Number(seq), text, userId }));
    });
  }

  /** The company's newest event number, and the oldest event still kept. If none is kept, the next one will be the oldest. */
  async function readSpan(companyId: string): Promise<{ head: number; oldest: number }> {
    const [row] = await platform.db.readAsTenant(companyId, { name: 'live_span', text: spanText, values: [companyId] });
    const head = Number(row?.[0] ?? 0);
    return { head, oldest: Number(row?.[1] ?? head + 1) };
  }

  return {
    async join(client, lastEventId) {
      const { companyId } = client.actor;
      const { head, oldest } = await readSpan(companyId);
      const resumable =
        lastEventId !== undefined &&
        Number.isSafeInteger(lastEventId) &&
        lastEventId <= head &&
        head - lastEventId <= maxBacklog &&
        (lastEventId === head || lastEventId >= oldest - 1);
      client.seq = resumable ? lastEventId : head;
      client.write(`id: ${client.seq}\nevent: ${lastEventId === undefined || resumable ? 'ready' : 'reset'}\ndata: {}\n\n`);
      let room = rooms.get(companyId);
      if (!room) {
        room = { clients: new Set(), reading: Promise.resolve(), again: false };
        rooms.set(companyId, room);
        void subscriber.subscribe(wakeChannel(companyId)).catch(() => {});
      }
      room.clients.add(client);
      platform.metrics.liveConnections.inc();
      look(companyId);
    },
    leave(client) {
      const room = rooms.get(client.actor.companyId);
      if (!room?.clients.delete(client)) return;
      platform.metrics.liveConnections.dec();
      if (room.clients.size > 0) return;
      rooms.delete(client.actor.companyId);
      void subscriber.unsubscribe(wakeChannel(client.actor.companyId)).catch(() => {});
    },
    close() {
      clearInterval(timer);
      clearInterval(heartbeat);
      for (const { clients } of rooms.values()) for (const client of clients) client.end();
      subscriber.disconnect();
    },
  };
}
