/** One message of a `text/event-stream`. `id` is the last one seen so far, as the standard says. */
export interface SseMessage {
  id: string;
  name: string;
  data: string;
}

interface SseListener {
  onMessage: (message: SseMessage) => void;
  /** The server asks to wait this long before a new connection. */
  onRetry: (retryMs: number) => void;
}

/**
 * Reads an event stream piece by piece, by the rules of the HTML standard. The browser's own `EventSource` can't be used: it
 * sends no `Authorization` header.
 */
export function createSseParser({ onMessage, onRetry }: SseListener): { push: (text: string) => void } {
  let rest = '';
  let isFirst = true;
  let id = '';
  let name = '';
  let data: string[] = [];

  const dispatch = () => {
    if (data.length > 0) onMessage({ id, name: name || 'message', data: data.join('\n') });
    name = '';
    data = [];
  };

  const readLine = (line: string) => {
    if (line === '') return dispatch();
    const colon = line.indexOf(':');
    // A line that starts with a colon is a comment: our server's sign of life.
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  };

  return {
    push(text) {
      let ready = rest + text;
      if (isFirst && ready !== '') {
        isFirst = false;
        ready = ready.replace(/^\uFEFF/, '');
      }
      // A trailing CR may be the first half of CRLF: it waits for what follows.
      const held = ready.endsWith('\r') ? '\r' : '';
      const lines = ready.slice(0, ready.length - held.length).split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? '') + held;
      for (const line of lines) readLine(line);
    },
  };
}
