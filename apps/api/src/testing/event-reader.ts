import type { LiveEvent } from '@headhaul/contracts/live-events';
import { eventually } from './eventually.ts';
import type { TestClient } from './test-app.ts';

export interface ReceivedEvent {
  id: number;
  name: string;
  data: LiveEvent | Record<string, never>;
}

/** An open screen: reads the stream as a browser's EventSource does. */
export interface EventReader {
  received: ReceivedEvent[];
  /** The changes alone, without `ready` and `reset`. */
  changes(): ReceivedEvent[];
  ended: Promise<void>;
  hasEnded(): boolean;
  untilChanges(count: number): Promise<void>;
  close(): void;
}

export async function openEvents(client: TestClient, lastEventId?: number | string): Promise<EventReader> {
  const closing = new AbortController();
  const response = await client.fetch('/api/events', {
    signal: closing.signal,
    ...(lastEventId === undefined ? {} : { headers: { 'last-event-id': String(lastEventId) } }),
  });
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`);
  const received: ReceivedEvent[] = [];
  let isOver = false;
  const read = async (body: ReadableStream<Uint8Array>) => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const fields = new Map(frame.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]));
        if (fields.has('id')) {
          received.push({ id: Number(fields.get('id')), name: fields.get('event') ?? '', data: JSON.parse(fields.get('data') ?? '') });
        }
      }
    }
  };
  const ended = read(response.body)
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  const reader: EventReader = {
    received,
    changes: () => received.filter(({ name }) => name === 'change'),
    ended,
    hasEnded: () => isOver,
    untilChanges: (count) =>
      eventually(() => {
        if (reader.changes().length < count) throw new Error(`${reader.changes().length} of ${count} changes arrived`);
      }),
    close: () => closing.abort(),
  };
  await eventually(() => {
    if (received.length === 0) throw new Error('the stream does not start');
  });
  return reader;
}
