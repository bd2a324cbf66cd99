// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDemoBoard } from './testing/demo-board.ts';
import { demo, endRun, eventually, expectTrue, hostOf, labelOf, openRoots, over240, start, truthOf } from './testing/demo-run.ts';

beforeEach(openRoots);
afterEach(endRun);

/** The list has at least so many rows. */
const shown = 12;

async function open() {
  const board = await openDemoBoard('wide', { shown });
  start(over240);
  await eventually(() => expectTrue(board));
  const [one, other, ...rest] = board.rows() as [Element, Element, ...Element[]];
  return { board, one, other, rest };
}

const lanes = (rows: readonly Element[]) => rows.map((row) => labelOf(row)?.split(':')[0]);

it('two loads under one key: neither row says anything, the others do, and the panel gets neither', async () => {
  const { board, one, other, rest } = await open();
  const before = lanes(rest);
  const key = one.id;
  other.id = key;
  await eventually(() => expect([hostOf(one), hostOf(other)]).toEqual([null, null]));
  expect([one, other].some((row) => row.hasAttribute('data-hh'))).toBe(false);
  expect(lanes(rest)).toEqual(before);
  expect(demo.run?.readKey(key.slice('row-'.length))).toMatchObject({ state: 'READING', load: null });
  board.redraw();
  await eventually(() => expect(lanes(rest)).toEqual(before));
  expect([hostOf(one), hostOf(other)]).toEqual([null, null]);
});

it('both rows say what is true of them again when one gets a key of its own, or has gone', async () => {
  const { board, one, other } = await open();
  const own = other.id;
  other.id = one.id;
  await eventually(() => expect(hostOf(one)).toBeNull());
  other.id = own;
  await eventually(() => expectTrue(board));
  other.id = one.id;
  await eventually(() => expect(hostOf(one)).toBeNull());
  const { origin } = truthOf(board, one);
  other.remove();
  await eventually(() => expect(labelOf(one)).toContain(origin));
});

it('a load that the board draws twice is one load', async () => {
  const { one } = await open();
  const copy = one.cloneNode(true) as Element;
  one.after(copy);
  await eventually(() => expect(labelOf(copy)).toBe(labelOf(one)));
  expect(labelOf(one)).not.toBeNull();
});
