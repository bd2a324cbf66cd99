import { expect, test } from 'vitest';
import { countForced, readSteps, type TraceEvent } from './board-trace.ts';

const ours = { data: { url: 'chrome-extension://abc/content-scripts/board.js' } };
const event = (name: string, ts: number, dur: number, over: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ph: 'X',
  pid: 1,
  tid: 2,
  ts,
  dur,
  ...over,
});

test('styles and layouts inside of our calls were forced by us', () => {
  const calls = [event('FunctionCall', 1_000, 500, { args: ours }), event('EvaluateScript', 5_000, 100, { args: ours })];
  const inside = [event('Layout', 1_100, 50), event('UpdateLayoutTree', 1_499, 10), event('Layout', 5_000, 10)];
  const outside = [event('Layout', 1_500, 50), event('UpdateLayoutTree', 900, 50), event('Layout', 1_100, 50, { tid: 3 })];
  expect(countForced([...calls, ...inside, ...outside])).toEqual({ calls: 2, forced: 3, all: 6 });
  expect(countForced([...calls, ...outside]).forced).toBe(0);
});

test('calls of the page are not ours', () => {
  const page = { data: { url: 'http://localhost/board/board.js' } };
  expect(countForced([event('FunctionCall', 0, 500, { args: page }), event('Layout', 100, 50)])).toEqual({ calls: 0, forced: 0, all: 1 });
});

/** In milliseconds of the thread. */
const marks = (...texts: [text: string, atMs: number][]): TraceEvent[] =>
  texts.map(([text, atMs]) =>
    event('TimeStamp', atMs * 1_000, 0, { ph: 'I', tts: atMs * 1_000, args: { data: { message: `hh ${text}` } } }),
  );

test('a round tells how long its reading took, and its last row', () => {
  const { rows, rounds, draws } = readSteps(
    marks(
      ['round', 0],
      ['clock', 1],
      ['row', 1.5],
      ['clock', 1.5],
      ['clock', 3],
      ['row', 3.25],
      ['clock', 5.5],
      ['draw', 6],
      ['draw', 6.25],
      ['clock', 7],
      ['draw', 7.5],
      ['clock', 7.75],
      ['rounded', 8],
    ),
  );
  expect(rows).toEqual([1.5, 2.25]);
  expect(rounds).toEqual([{ readMs: 4.5, lastMs: 2.5, rows: 2, drawMs: 2.5 }]);
  expect(draws).toEqual([0.25, 0.75]);
});
