import { ExtensionEvent } from '@headhaul/contracts/live-events';
import { createParser } from 'eventsource-parser';
import { pauseAfterMs } from './retry.ts';

/** The API sends something every 15 s. After 45 s of silence the connection is dead, for example after a laptop was asleep. */
const silenceMs = 45_000;
const pauses = { first: 2_000, longest: 60_000 };

export interface LiveStreamParts {
  /** The API's answer, to go on after this event. Null when there is none now. */
  open(lastEventId: string | null, signal: AbortSignal): Promise<Response | null>;
  /** What happened since the last event follows. With `isGap` nobody knows what was missed. */
  onUp(isGap: boolean): void;
  onDown(): void;
  onEvent(event: ExtensionEvent): void;
}

function parseEvent(data: string): ExtensionEvent | null {
  try {
    return ExtensionEvent.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

/** Ends at once when nobody needs the stream any more. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
}

/** Reads the company's events until `signal` is aborted. It connects again after every loss and goes on after the last event. */
export async function readLiveStream({ open, onUp, onDown, onEvent }: LiveStreamParts, signal: AbortSignal): Promise<void> {
  let lastEventId: string | null = null;
  let failures = 0;

  function take({ id, event, data }: { id?: string | undefined; event?: string | undefined; data: string }): void {
    const isFirst = lastEventId === null;
    // Our API gives every message an id. What has none can't be gone on after.
    if (id === undefined || signal.aborted) return;
    lastEventId = id;
    failures = 0;
    const parsed = event === 'change' ? parseEvent(data) : null;
    if (event === 'ready' || event === 'reset') onUp(isFirst || event === 'reset');
    else if (parsed !== null) onEvent(parsed);
  }

  async function readOnce(): Promise<void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      const response = await open(lastEventId, AbortSignal.any([signal, silence.signal]));
      if (response?.body == null) return;
      const parser = createParser({ onEvent: take });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        parser.feed(piece.value);
      }
    } catch {
      // The network went away, the stream fell silent, or nobody needs it any more.
    } finally {
      clearTimeout(timer);
      if (!signal.aborted) onDown();
    }
  }

  while (!signal.aborted) {
    failures += 1;
    await readOnce();
    await pause(pauseAfterMs(failures, pauses, Math.random()), signal);
  }
}
