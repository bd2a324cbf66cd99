import type { LiveEvent } from '@headhaul/contracts/live-events';
import { createParser } from 'eventsource-parser';
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
    const parser = createParser({
      onEvent: ({ id, event = '', data }) => received.push({ id: Number(id), name: event, data: JSON.parse(data) }),
    });
    const decoder = new TextDecoder();
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
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
