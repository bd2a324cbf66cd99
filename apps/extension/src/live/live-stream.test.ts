import type { ExtensionEvent } from '@headhaul/contracts/live-events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readLiveStream } from './live-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
const stopping: AbortController[] = [];
afterEach(() => {
  for (const one of stopping.splice(0)) one.abort();
  vi.useRealTimers();
});

/** An API whose streams the test writes. */
function listen() {
  const stop = new AbortController();
  stopping.push(stop);
  const api = { isAway: false as boolean, asked: [] as (string | null)[], events: [] as ExtensionEvent[], states: [] as string[] };
  let current: ReadableStreamDefaultController<Uint8Array> | undefined;
  const done = readLiveStream(
    {
      async open(lastEventId, signal) {
        api.asked.push(lastEventId);
        if (api.isAway) throw new TypeError('Failed to fetch');
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            current = controller;
            signal.addEventListener('abort', () => controller.error(signal.reason));
          },
        });
        return new Response(body);
      },
      onUp: (isGap) => void api.states.push(isGap ? 'up, ask all' : 'up'),
      onDown: () => void api.states.push('down'),
      onEvent: (event) => void api.events.push(event),
    },
    stop.signal,
  );
  const write = async (text: string) => {
    current?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(1);
  };
  const end = async () => {
    current?.close();
    await vi.advanceTimersByTimeAsync(1);
  };
  const ready = (id: number, name = 'ready') => write(`id: ${id}\nevent: ${name}\ndata: {}\n\n`);
  const tell = (id: number, data: object) => write(`id: ${id}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`);
  return { api, write, end, ready, tell, stop, done };
}

it('reads events, also in pieces, and leaves out what it doesn’t know', async () => {
  const { api, ready, tell, write } = listen();
  await vi.advanceTimersByTimeAsync(1);
  await ready(4);
  await tell(5, { type: 'emails.changed', fingerprints: ['a'] });
  await tell(6, { type: 'loads.changed', ids: null });
  await write('id: 7\nevent: change\ndata: {"type":"emails.chan');
  await write('ged","fingerprints":null}\n\n: still here\n\nid: 8\nevent: change\ndata: not json\n\n');
  expect(api.events).toEqual([
    { type: 'emails.changed', fingerprints: ['a'] },
    { type: 'emails.changed', fingerprints: null },
  ]);
  expect(api.states).toEqual(['up, ask all']);
});

it('goes on after the last event, and says when nobody knows what was missed', async () => {
  const { api, end, ready, tell } = listen();
  await vi.advanceTimersByTimeAsync(1);
  await ready(4);
  await tell(5, { type: 'emails.changed', fingerprints: ['a'] });
  await end();
  await vi.advanceTimersByTimeAsync(2_000);
  await ready(5);
  await tell(6, { type: 'emails.changed', fingerprints: ['b'] });
  await end();
  await vi.advanceTimersByTimeAsync(2_000);
  await ready(300, 'reset');
  expect(api.asked).toEqual([null, '5', '6']);
  expect(api.states).toEqual(['up, ask all', 'down', 'up', 'down', 'up, ask all']);
});

it('waits longer after each failure, at most a minute, and two seconds at most once it was heard', async () => {
  const { api, ready, end } = listen();
  api.isAway = true;
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  // At least half a minute between two, and the first few faster.
  expect(api.asked.length).toBeLessThanOrEqual(36);
  expect(api.asked.length).toBeGreaterThanOrEqual(15);
  api.isAway = false;
  const away = api.asked.length;
  // A connection that stays silent for 45 seconds after it is back is dropped again.
  while (api.asked.length === away) await vi.advanceTimersByTimeAsync(1_000);
  await ready(1);
  const before = api.asked.length;
  await end();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(api.asked).toHaveLength(before + 1);
});

it('a connection that says nothing for 45 seconds is dropped', async () => {
  const { api, ready, write } = listen();
  await vi.advanceTimersByTimeAsync(1);
  await ready(1);
  for (let turn = 0; turn < 6; turn += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    await write(': still here\n\n');
  }
  expect(api.asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(47_100);
  expect([api.asked.length, api.states]).toEqual([2, ['up, ask all', 'down']]);
});

it('stops when it is told to, and says nothing after', async () => {
  const { api, ready, stop, done } = listen();
  await vi.advanceTimersByTimeAsync(1);
  await ready(1);
  stop.abort();
  await done;
  await vi.advanceTimersByTimeAsync(120_000);
  expect([api.asked.length, api.states]).toEqual([1, ['up, ask all']]);
});
