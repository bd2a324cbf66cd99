import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignBoxes } from './row-boxes.ts';

const none = new Map<string, number>();

test('a line keeps its box, one that comes takes the box of one that went', () => {
  const first = assignBoxes(none, ['a', 'b', 'c']);
  expect([...first]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
  ]);
  expect([...assignBoxes(first, ['c', 'd', 'b'])]).toEqual([
    ['c', 2],
    ['d', 0],
    ['b', 1],
  ]);
});

test('no two lines ever share a box, and no box is made while one is free', () => {
  const window = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(window), (windows) => {
      let last: ReadonlyMap<string, number> = none;
      for (const lines of windows) {
        const boxes = assignBoxes(last, lines);
        expect(new Set(boxes.values()).size).toBe(lines.length);
        for (const line of lines) if (last.has(line)) expect(boxes.get(line)).toBe(last.get(line));
        const made = [...boxes.values()].filter((box) => ![...last.values()].includes(box)).length;
        expect(made).toBe(Math.max(0, lines.length - last.size));
        last = boxes;
      }
    }),
  );
});
