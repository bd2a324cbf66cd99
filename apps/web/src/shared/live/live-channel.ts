import { z } from 'zod';
import { readLiveStream } from './live-stream.ts';

const SharedMessage = z.object({ id: z.string(), name: z.string(), data: z.string() });

interface LiveChannelOptions {
  /** The person and the company that listen. Tabs of another person or company don't get these messages. */
  scope: string;
  signal: AbortSignal;
  onChange: (data: string) => void;
  /** Called when events may have been missed. The caller fetches everything again. */
  onReset: () => void;
}

/**
 * One stream for the whole browser. A dispatcher keeps many tabs open, and over HTTP/1 six streams would use up every connection to our
 * origin. The tab that holds the lock reads the stream and passes each message on. When it closes, the browser gives the lock to the next
 * tab, which continues after the last message it got.
 */
export function joinLiveChannel({ scope, signal, onChange, onReset }: LiveChannelOptions): void {
  const name = `hh.live.${scope}`;
  const channel = new BroadcastChannel(name);
  let lastId: string | null = null;

  const hear = (message: z.infer<typeof SharedMessage>) => {
    lastId = message.id;
    if (message.name === 'change') onChange(message.data);
    else if (message.name === 'reset') onReset();
  };

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = SharedMessage.safeParse(data);
    if (message.success) hear(message.data);
  });

  const lead = () =>
    readLiveStream({
      signal,
      lastEventId: () => lastId,
      onMessage: (message) => {
        // Without a last id, it is unknown what happened between the first fetch and the start of the stream.
        const told = message.name === 'ready' && lastId === null ? { ...message, name: 'reset' } : message;
        hear(told);
        channel.postMessage(told);
      },
    });

  navigator.locks
    .request(name, { signal }, lead)
    .catch((failure: unknown) => {
      if (!signal.aborted) console.error('Live updates stopped', failure);
    })
    .finally(() => channel.close());
}
