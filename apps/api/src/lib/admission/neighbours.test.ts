import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints, file, form } from '@headhaul/contracts/http/endpoint';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { createBreather } from '../breathe.ts';
import { signedIn } from '../http/guards.ts';
import { implement } from '../http/implement.ts';

const probeEndpoints = endpoints({
  wait: { method: 'GET', path: '/probe/wait', summary: 'Ends when it is told to', reply: z.object({}) },
  heavy: { method: 'GET', path: '/probe/heavy', summary: 'The same, at a price', reply: z.object({}), cost: 10 },
  sleep: { method: 'GET', path: '/probe/sleep', summary: 'Holds a connection to the database', reply: z.object({}) },
  download: { method: 'GET', path: '/probe/download', summary: 'A file that ends when it is told to', reply: file },
  upload: {
    method: 'POST',
    path: '/probe/upload',
    summary: 'A file',
    body: form(z.object({}), ['document']),
    reply: z.object({ bytes: z.int() }),
  },
  large: { method: 'GET', path: '/probe/large', summary: 'More than a socket holds', reply: z.object({ text: z.string() }) },
  ponder: {
    method: 'POST',
    path: '/probe/ponder',
    summary: 'A question that takes an hour',
    body: z.object({}),
    cost: 10,
    idempotency: 'none',
    isQuestion: true,
    reply: z.object({}),
  },
  list: {
    method: 'POST',
    path: '/probe/list',
    summary: 'Many numbers',
    body: z.object({ ids: z.array(z.uuid()) }),
    cost: ({ body }: { body: { ids: string[] } }) => body.ids.length,
    reply: z.object({}),
  },
});

let api: TestApp;
let busy: TestClient;
let calm: TestClient;
let large = 0;
let listed = 0;
let pondering = 0;
let running: { companyId: string; end(): void }[] = [];
const held = (companyId: string) =>
  new Promise<Record<string, never>>((resolve) => {
    running.push({ companyId, end: () => resolve({}) });
  });
const runningOf = (client: TestClient) => running.filter(({ companyId }) => companyId === client.user.companyId).length;

async function start(env: Record<string, string> = {}): Promise<void> {
  api = await startTestApp({
    env,
    extend: (app) =>
      implement(app, probeEndpoints, {
        wait: signedIn(({ ctx }) => held(ctx.actor.companyId)),
        heavy: signedIn(({ ctx }) => held(ctx.actor.companyId)),
        sleep: signedIn(({ ctx }) =>
          ctx.transaction(async (tx) => {
            await sql`select set_config('application_name', 'sleeping', true)`.execute(tx.db);
            return held(tx.companyId);
          }),
        ),
        download: signedIn(({ ctx }) => ({
          content: (async function* () {
            yield 'begun';
            await held(ctx.actor.companyId);
          })(),
          contentType: 'text/plain',
          fileName: 'slow.txt',
        })),
        upload: signedIn(({ body }) => ({ bytes: body.document.content.length })),
        large: signedIn(() => {
          large += 1;
          return { text: 'x'.repeat(6_000_000) };
        }),
        ponder: signedIn(async () => {
          pondering += 1;
          const breathe = createBreather();
          const endsAt = Date.now() + 3_600_000;
          try {
            while (Date.now() < endsAt) await breathe();
            return {};
          } finally {
            pondering -= 1;
          }
        }),
        list: signedIn(() => {
          listed += 1;
          return {};
        }),
      }),
  });
  [busy, calm] = [await api.signUp(), await api.signUp()];
}

const countConnections = () => new Promise<number>((resolve) => api.app.server.server.getConnections((_error, count) => resolve(count)));

const ask = async (client: TestClient, path: string, times = 1) => {
  const asked = Array.from({ length: times }, () => client.fetch(path).then(({ status }) => status));
  return Promise.all(asked);
};

async function endAll(): Promise<void> {
  for (const one of running.splice(0)) one.end();
}

/** Waits until this many requests of the client run. */
const untilRunning = (client: TestClient, count: number) => vi.waitFor(() => expect(runningOf(client)).toBe(count), 10_000);

describe('one company', () => {
  beforeAll(() => start());
  afterAll(() => api.close());
  afterEach(() => {
    running = [];
  });

  it('has six requests worked on at once, and another company’s is worked on at once', async () => {
    const many = ask(busy, '/api/probe/wait', 12);
    await untilRunning(busy, 6);
    const one = ask(calm, '/api/probe/wait');
    await untilRunning(calm, 1);
    expect(runningOf(busy)).toBe(6);
    await endAll();
    await untilRunning(busy, 6);
    await endAll();
    expect([await many, await one]).toEqual([Array(12).fill(200), [200]]);
  });

  it('has one heavy request at a time; 429 when many wait', async () => {
    const many = Array.from({ length: 5 }, () => busy.fetch('/api/probe/heavy'));
    await untilRunning(busy, 1);
    await vi.waitFor(async () => expect((await busy.fetch('/api/probe/heavy', { signal: AbortSignal.timeout(2_000) })).status).toBe(429));
    const one = ask(calm, '/api/probe/heavy');
    await untilRunning(calm, 1);
    for (let left = 5; left > 0; left--) {
      await untilRunning(busy, 1);
      await endAll();
    }
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await one).toEqual([200]);
  });

  it('has three connections to the database, and another company’s request needs no wait', async () => {
    const many = ask(busy, '/api/probe/sleep', 6);
    await untilRunning(busy, 3);
    expect(await ask(calm, '/api/users/me', 3)).toEqual([200, 200, 200]);
    expect(runningOf(busy)).toBe(3);
    await endAll();
    await untilRunning(busy, 3);
    await endAll();
    expect(await many).toEqual(Array(6).fill(200));
  });

  it('has six files on their way; the seventh comes when one has left', async () => {
    const many = Array.from({ length: 7 }, () => busy.fetch('/api/probe/download'));
    await untilRunning(busy, 6);
    const one = calm.fetch('/api/probe/download');
    await untilRunning(calm, 1);
    running.find(({ companyId }) => companyId === busy.user.companyId)?.end();
    await untilRunning(busy, 7);
    await endAll();
    for (const response of await Promise.all([...many, one])) expect(await response.text()).toBe('begun');
  });

  it('keeps the place of an answer that nobody fetches', async () => {
    const head = `GET /api/probe/large HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${busy.token.accessToken}\r\n\r\n`;
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(new URL(api.origin).port), 'localhost');
      socket.pause();
      socket.write(head);
      return socket;
    });
    await vi.waitFor(() => expect(large).toBe(6), 10_000);
    expect(await ask(calm, '/api/users/me', 3)).toEqual([200, 200, 200]);
    expect(large).toBe(6);
    for (const socket of sockets) socket.destroy();
    // All twenty give their places back, also those that had not begun.
    await vi.waitFor(async () => expect(await ask(busy, '/api/users/me')).toEqual([200]), 15_000);
  });

  it('has its connection ended when it sends requests before earlier ones are answered', async () => {
    const socket = connect(Number(new URL(api.origin).port), 'localhost');
    const head = `GET /api/probe/wait HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${busy.token.accessToken}\r\n\r\n`;
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.write(head.repeat(3));
    await ended;
    await endAll();
    expect(await ask(calm, '/api/users/me')).toEqual([200]);
  });

  it('is not worked for when it has hung up before its turn', async () => {
    const many = Array.from({ length: 6 }, () => busy.fetch('/api/probe/wait'));
    await untilRunning(busy, 6);
    const before = large;
    const taken: Socket[] = [];
    const note = (socket: Socket) => taken.push(socket);
    api.app.server.server.on('connection', note);
    const head = `GET /api/probe/large HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${busy.token.accessToken}\r\n\r\n`;
    const asking = Array.from({ length: 5 }, () => connect(Number(new URL(api.origin).port), 'localhost'));
    for (const socket of asking) socket.write(head);
    await vi.waitFor(() => expect(taken.filter(({ bytesRead }) => bytesRead >= head.length)).toHaveLength(5));
    api.app.server.server.off('connection', note);
    for (const socket of asking) socket.destroy();
    await vi.waitFor(() => expect(taken.every(({ destroyed }) => destroyed)).toBe(true));
    await endAll();
    for (const response of await Promise.all(many)) expect(response.status).toBe(200);
    expect(await ask(busy, '/api/users/me')).toEqual([200]);
    expect(large).toBe(before);
  });

  it('is not worked for any longer when it hangs up, and what waited behind that is not begun', async () => {
    const body = '{}';
    const head = `POST /api/probe/ponder HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${busy.token.accessToken}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const asking = Array.from({ length: 3 }, () => connect(Number(new URL(api.origin).port), 'localhost'));
    const hungUp = asking.map((socket) => once(socket, 'close'));
    for (const socket of asking) socket.write(head);
    await vi.waitFor(() => expect(pondering).toBe(1), 10_000);
    const heavy = busy.fetch('/api/probe/heavy');
    for (const socket of asking) socket.destroy();
    await Promise.all(hungUp);
    await untilRunning(busy, 1);
    expect(pondering).toBe(0);
    await endAll();
    expect((await heavy).status).toBe(200);
  });

  it('is heard though it hung up: what a page says as it closes is done', async () => {
    const before = listed;
    const { limits } = api.platform;
    const { promise: letIn, resolve } = Promise.withResolvers<void>();
    const asked = vi.spyOn(limits, 'take').mockReturnValueOnce(letIn);
    const taken: Socket[] = [];
    api.app.server.server.once('connection', (socket: Socket) => taken.push(socket));
    const socket = connect(Number(new URL(api.origin).port), 'localhost');
    socket.write(
      `POST /api/probe/list HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${calm.token.accessToken}\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"ids":[]}`,
    );
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1), 10_000);
    socket.destroy();
    await vi.waitFor(() => expect(taken[0]?.destroyed).toBe(true));
    resolve();
    await vi.waitFor(() => expect(listed).toBe(before + 1));
    asked.mockRestore();
  });

  it('411 for a body that does not say its length', async () => {
    const socket = connect(Number(new URL(api.origin).port), 'localhost');
    const head = `POST /api/probe/list HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
    socket.on('error', () => {});
    socket.write(`${head}${'1\r\na\r\n'.repeat(1_000)}`);
    expect(await answer).toMatch(/^HTTP\/1\.1 411 Length Required/);
  });

  it('400 with a hundred mistakes for a body with thousands, and 413 for one with more parts than a screen sends', async () => {
    const send = (ids: unknown[]) =>
      busy.fetch('/api/probe/list', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ids }),
      });
    const refused = await send(Array(5_000).fill(1));
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { errors: unknown[] }).errors).toHaveLength(100);
    expect((await send(Array(50_000).fill(1))).status).toBe(413);
    expect((await send([Array(50_000).fill([])])).status).toBe(413);
  });
});

describe('what is paid for', () => {
  beforeAll(() => start({ RATE_LIMIT_API_PER_MINUTE: '30', RATE_LIMIT_COMPANY_PER_MINUTE: '45' }));
  afterAll(() => api.close());

  it('is counted for the person, whichever session asks', async () => {
    const person = await api.signUp('sessions@example.test');
    const again = await api.signUp('sessions@example.test');
    expect(again.user.id).toBe(person.user.id);
    expect(await ask(person, '/api/users/me', 29)).toEqual(Array(29).fill(200));
    expect(await ask(again, '/api/users/me')).toEqual([200]);
    expect([await ask(person, '/api/users/me'), await ask(again, '/api/users/me')]).toEqual([[429], [429]]);
  });

  it('is counted by its price, also where that depends on what is sent', async () => {
    const person = await api.signUp();
    const send = (count: number) =>
      person.fetch('/api/probe/list', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ids: Array(count).fill(person.user.id) }),
      });
    expect((await send(20)).status).toBe(200);
    expect((await send(20)).status).toBe(429);
  });

  it('is counted for the company, whoever asks', async () => {
    const person = await api.signUp();
    // Somebody else of the same company has used up most of it.
    await api.platform.limits.take('company', person.user.companyId, 40);
    expect(await ask(person, '/api/users/me', 5)).toEqual(Array(5).fill(200));
    expect(await ask(person, '/api/users/me')).toEqual([429]);
  });
});

describe('a body that stands still', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await start();
  });
  afterEach(async () => {
    await api.close();
    vi.useRealTimers();
  });

  /** Sends this part of a request and then nothing. `ended` gives the answer of the server. */
  function sendPart(head: string[], body: string) {
    const socket = connect(Number(new URL(api.origin).port), 'localhost');
    const received: string[] = [];
    socket.on('data', (chunk) => received.push(chunk.toString()));
    const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(received.join(''))));
    socket.on('error', () => {});
    socket.write([...head, '', body].join('\r\n'));
    return { ended, socket };
  }

  const headOf = (client: TestClient, path: string, type: string, length: number) => [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${client.token.accessToken}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
  ];

  it('408 for JSON, and the connection ends', async () => {
    const { ended } = sendPart(headOf(busy, '/api/probe/list', 'application/json', 100), '{"ids":');
    await vi.waitFor(async () => expect(await countConnections()).toBeGreaterThan(0));
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await Promise.race([ended, Promise.resolve('')])).toContain('HTTP/1.1 408 Request Timeout');
    }, 10_000);
  });

  it('408 for files; three of one company at most are waited for, and another company’s file is taken meanwhile', async () => {
    const start = '--x\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF';
    const stalled = Array.from({ length: 9 }, () =>
      sendPart(headOf(busy, '/api/probe/upload', 'multipart/form-data; boundary=x', 9_000_000), start),
    );
    const form = new FormData();
    form.set('document', new File([new Uint8Array(8_000_000)], 'b.pdf'));
    const sent = await calm.fetch('/api/probe/upload', { method: 'POST', body: form });
    expect([sent.status, await sent.json()]).toEqual([200, { bytes: 8_000_000 }]);
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      const answers = await Promise.all(stalled.map(({ ended }) => Promise.race([ended, Promise.resolve('')])));
      expect(answers.filter((answer) => answer.includes('HTTP/1.1 408'))).toHaveLength(9);
    }, 20_000);
  });

  // Twelve files of 9 MB take a busy machine longer than the usual limit.
  it('four companies whose files never end fill the room, and give way to a fifth', { timeout: 120_000 }, async () => {
    const hogs = await Promise.all(Array.from({ length: 4 }, () => api.signUp()));
    const start = `--x\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n${'x'.repeat(8_900_000)}`;
    const taken: Socket[] = [];
    const note = (socket: Socket) => taken.push(socket);
    api.app.server.server.on('connection', note);
    const bodies = hogs.flatMap((hog) =>
      Array.from({ length: 3 }, () => sendPart(headOf(hog, '/api/probe/upload', 'multipart/form-data; boundary=x', 9_000_000), start)),
    );
    // Twelve need more than the whole budget and eleven need nearly all of it, so one loses its place and the fifth company's takes another's.
    const isRead = (socket: Socket) => socket.destroyed || socket.bytesRead > start.length;
    while (taken.length < bodies.length || !taken.every(isRead)) await pause(20);
    api.app.server.server.off('connection', note);
    const form = new FormData();
    form.set('document', new File([new Uint8Array(8_000_000)], 'b.pdf'));
    const sent = await calm.fetch('/api/probe/upload', { method: 'POST', body: form });
    expect([sent.status, await sent.json()]).toEqual([200, { bytes: 8_000_000 }]);
    expect(await Promise.race(bodies.map(({ ended }) => ended))).toContain('HTTP/1.1 503');
    const answers = await Promise.all(bodies.map(({ ended }) => Promise.race([ended, Promise.resolve('')])));
    expect(answers).toContain('');
    for (const { socket } of bodies) socket.destroy();
  });
});
