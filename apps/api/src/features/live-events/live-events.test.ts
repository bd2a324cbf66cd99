import { sessionEndpoints } from '@headhaul/contracts/session';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EventReader, openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

async function open(client: TestClient, lastEventId?: number | string): Promise<EventReader> {
  const reader = await openEvents(client, lastEventId);
  readers.push(reader);
  return reader;
}

async function tell(client: TestClient, count = 1, on = api): Promise<void> {
  for (let i = 0; i < count; i++) {
    await on.platform.db.withTenant(client.user.companyId, async (tx) => tx.publish({ type: 'company.changed' }));
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const ids = (reader: EventReader) => reader.changes().map(({ id }) => id);

/** An app whose timers run only when the test moves the clock forward. */
async function withStoppedClock(env: Record<string, string>, work: (app: TestApp) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const app = await startTestApp({ env });
  try {
    await work(app);
  } finally {
    for (const reader of readers.splice(0)) reader.close();
    await app.close();
    vi.useRealTimers();
  }
}

describe('GET /events', () => {
  it('401 without a session', async () => {
    expect((await api.fetch('/api/events')).status).toBe(401);
  });

  it('200 as an event stream that no proxy keeps or holds back', async () => {
    const client = await api.signUp();
    const closing = new AbortController();
    const { headers } = await client.fetch('/api/events', { signal: closing.signal, headers: { origin: 'http://localhost:5173' } });
    closing.abort();
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': 'http://localhost:5173',
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
  });

  it('gives a company’s events to all its screens and to nobody else', async () => {
    const [own, other] = [await api.signUp(), await api.signUp()];
    const [first, second, foreign] = [await open(own), await open(own), await open(other)];
    expect(first.received).toEqual([{ id: 0, name: 'ready', data: {} }]);
    await tell(own, 3);
    await Promise.all([first.untilChanges(3), second.untilChanges(3)]);
    expect([ids(first), ids(second)]).toEqual([range(1, 3), range(1, 3)]);
    expect(first.changes()[0]?.data).toEqual({ type: 'company.changed' });
    await tell(other);
    await foreign.untilChanges(1);
    expect(foreign.changes()).toHaveLength(1);
    expect(first.changes()).toHaveLength(3);
  });

  it('tells nothing of a transaction that was rolled back', async () => {
    const client = await api.signUp();
    const reader = await open(client);
    await api.platform.db
      .withTenant(client.user.companyId, async (tx) => {
        tx.publish({ type: 'company.changed' });
        throw new Error('no');
      })
      .catch(() => {});
    await tell(client);
    await reader.untilChanges(1);
    expect(ids(reader)).toEqual([1]);
  });

  it('resumes after Last-Event-ID without a gap or a double', async () => {
    const client = await api.signUp();
    const before = await open(client);
    await tell(client, 4);
    await before.untilChanges(4);
    before.close();
    await tell(client, 3);
    const after = await open(client, 4);
    await tell(client, 2);
    await after.untilChanges(5);
    expect(after.received[0]).toEqual({ id: 4, name: 'ready', data: {} });
    expect(ids(after)).toEqual(range(5, 9));
  });

  it('resumes without a gap while others read on and events pour in', async () => {
    const client = await api.signUp();
    await tell(client, 20);
    await open(client);
    const pouring = Promise.all(Array.from({ length: 5 }, () => tell(client, 12)));
    const late: EventReader[] = [];
    for (let i = 0; i < 12; i++) late.push(await open(client, 1 + i));
    await pouring;
    for (const [i, reader] of late.entries()) {
      await reader.untilChanges(79 - i);
      expect(ids(reader)).toEqual(range(2 + i, 80));
    }
  });

  it.each([
    ['too old', '0'],
    ['from the future', '99'],
    ['not a number', 'yesterday'],
    ['not whole', '8.5'],
  ])('says reset when Last-Event-ID is %s', async (_name, lastEventId) => {
    const client = await api.signUp();
    await tell(client, 10);
    await api.admin.query('delete from live_events where company_id = $1 and seq <= 5', [client.user.companyId]);
    const reader = await open(client, lastEventId);
    expect(reader.received[0]).toEqual({ id: 10, name: 'reset', data: {} });
    await tell(client);
    await reader.untilChanges(1);
    expect(ids(reader)).toEqual([11]);
  });

  it('says reset when all events after Last-Event-ID are gone, and ready when none were missed', async () => {
    const client = await api.signUp();
    await tell(client, 4);
    await api.admin.query('delete from live_events where company_id = $1', [client.user.companyId]);
    expect((await open(client, 2)).received[0]).toMatchObject({ id: 4, name: 'reset' });
    expect((await open(client, 4)).received[0]).toMatchObject({ id: 4, name: 'ready' });
  });

  it('says reset when what was missed is more than a screen needs to read', async () => {
    const client = await api.signUp();
    const ids = Array.from({ length: 200 }, () => client.user.id);
    for (let count = 0; count < 20; count++) {
      await api.platform.db.withTenant(client.user.companyId, async (tx) =>
        tx.publish({ type: 'loads.changed', ids, byUserId: client.user.id }),
      );
    }
    const after = await open(client, 0);
    await eventually(async () => expect(after.received.map(({ name }) => name)).toContain('reset'));
    await tell(client);
    await after.untilChanges(1);
  });

  it('429 for more streams than a person has tabs, whatever session they are of', async () => {
    const [one, other] = [await api.signUp('tabs@example.test'), await api.signUp('tabs@example.test')];
    for (let count = 0; count < 10; count++) await Promise.all([open(one), open(other)]);
    const { status } = await other.fetch('/api/events');
    expect(status).toBe(429);
  });

  it('gives 200 events of parallel transactions once each, in order', async () => {
    const client = await api.signUp();
    const reader = await open(client);
    await Promise.all(Array.from({ length: 20 }, () => tell(client, 10)));
    await reader.untilChanges(200);
    // An event delivered twice would have arrived before this one.
    await tell(client);
    await reader.untilChanges(201);
    expect(ids(reader)).toEqual(range(1, 201));
  });

  it('ends with the logout, and another person’s stays', async () => {
    await withStoppedClock({}, async (app) => {
      const [leaver, stayer] = [await app.signUp(), await app.signUp()];
      const [leaving, staying] = [await open(leaver), await open(stayer)];
      await leaver.call(sessionEndpoints.logout, {});
      await leaving.ended;
      await tell(stayer, 1, app);
      await staying.untilChanges(1);
      expect(staying.hasEnded()).toBe(false);
    });
  });

  it('counts the open streams', async () => {
    const client = await api.signUp();
    const count = async () => (await api.platform.metrics.liveConnections.get()).values[0]?.value ?? 0;
    // The streams of earlier tests are closed, but the server notices a little later.
    await eventually(async () => expect(await count()).toBe(0));
    const reader = await open(client);
    await eventually(async () => expect(await count()).toBe(1));
    reader.close();
    await eventually(async () => expect(await count()).toBe(0));
  });
});

describe('GET /events while Redis is away', () => {
  it('gives each event within a second, and ends within a second after logout', async () => {
    await withStoppedClock({ REDIS_URL: `redis://127.0.0.1:${await findFreePort()}` }, async (app) => {
      const client = await app.signUp();
      const reader = await open(client);
      for (let seq = 1; seq <= 4; seq++) {
        await tell(client, 1, app);
        await vi.advanceTimersByTimeAsync(1_000);
        await eventually(() => expect(ids(reader)).toEqual(range(1, seq)));
      }
      await client.call(sessionEndpoints.logout, {});
      await vi.advanceTimersByTimeAsync(1_000);
      await reader.ended;
    });
  });
});
