import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseParser, type SseMessage } from './sse-parser.ts';

function parse(pieces: readonly string[]): { messages: SseMessage[]; retries: number[] } {
  const messages: SseMessage[] = [];
  const retries: number[] = [];
  const parser = createSseParser({ onMessage: (message) => messages.push(message), onRetry: (ms) => retries.push(ms) });
  for (const piece of pieces) parser.push(piece);
  return { messages, retries };
}

describe('the event stream parser', () => {
  it('reads our server’s frames', () => {
    const stream =
      'retry: 2000\n\nid: 4\nevent: ready\ndata: {}\n\n: still here\n\nid: 5\nevent: change\ndata: {"type":"team.changed"}\n\n';
    expect(parse([stream])).toEqual({
      messages: [
        { id: '4', name: 'ready', data: '{}' },
        { id: '5', name: 'change', data: '{"type":"team.changed"}' },
      ],
      retries: [2_000],
    });
  });

  it.each(['\n', '\r\n', '\r'])('takes %j as the end of a line', (end) => {
    expect(parse([['id: 1', 'data: a', 'data: b', '', 'data: c', '', ''].join(end), end]).messages).toEqual([
      { id: '1', name: 'message', data: 'a\nb' },
      { id: '1', name: 'message', data: 'c' },
    ]);
  });

  it('gives nothing for a frame that was cut off, a frame without data and an unknown field', () => {
    expect(parse(['data: half\n']).messages).toEqual([]);
    expect(parse(['event: ready\nid: 9\n\n']).messages).toEqual([]);
    expect(parse(['weather: rain\ndata: a\n\n']).messages).toHaveLength(1);
  });

  it('keeps colons and one leading space of the data, forgets the name after each message, skips a byte order mark', () => {
    expect(parse(['\uFEFFevent: x\ndata:  a: b\n\ndata:c\n\n']).messages).toEqual([
      { id: '', name: 'x', data: ' a: b' },
      { id: '', name: 'message', data: 'c' },
    ]);
  });

  it('ignores an id with a null in it and a retry that is no number', () => {
    expect(parse(['id: 1\ndata: a\n\nid: 2\0\nretry: soon\ndata: b\n\n'])).toEqual({
      messages: [
        { id: '1', name: 'message', data: 'a' },
        { id: '1', name: 'message', data: 'b' },
      ],
      retries: [],
    });
  });

  it('gives the same messages however the stream is cut into pieces', () => {
    const line = fc.constantFrom('data: a', 'data', 'event: e', 'id: 3', ': c', '', '', 'retry: 5');
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const stream = fc.array(fc.tuple(line, end), { maxLength: 20 }).map((lines) => `${lines.flat().join('')}\n\n`);
    fc.assert(
      fc.property(stream, fc.array(fc.nat(40), { maxLength: 12 }), (text, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % text.length), text.length].sort((a, b) => a - b);
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(parse(pieces)).toEqual(parse([text]));
      }),
    );
  });
});
