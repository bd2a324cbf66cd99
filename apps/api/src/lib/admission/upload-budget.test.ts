import { describe, expect, it } from 'vitest';
import { holdUploads } from './upload-budget.ts';

const mb = 1024 * 1024;

function hold(holder: string) {
  const state = { isEnded: false };
  const own = holdUploads(holder, () => {
    state.isEnded = true;
  });
  return { ...own, state };
}

describe('when uploads fill the room', () => {
  it('who holds most gives way, by their largest, to who holds less', () => {
    const [large, small] = [hold('a'), hold('a')];
    const others = [hold('b'), hold('c'), hold('d')];
    expect([large.take(24 * mb), small.take(8 * mb), ...others.map((other) => other.take(21 * mb))]).not.toContain(false);
    const late = hold('e');
    expect(late.take(4 * mb)).toBe(true);
    expect([large, small, ...others].map(({ state }) => state.isEnded)).toEqual([true, false, false, false, false]);
    // An upload that was ended gets no more memory.
    expect(large.take(1)).toBe(false);
    for (const one of [large, small, ...others, late]) one.release();
  });

  it('nobody gives way to who would hold as much', () => {
    const others = ['a', 'b', 'c'].map(hold);
    for (const other of others) expect(other.take(32 * mb)).toBe(true);
    const late = hold('d');
    expect(late.take(32 * mb)).toBe(false);
    expect(others.some(({ state }) => state.isEnded)).toBe(false);
    for (const one of [...others, late]) one.release();
  });

  it('what has come whole stays', () => {
    const others = ['a', 'b', 'c'].map(hold);
    for (const other of others) {
      expect(other.take(32 * mb)).toBe(true);
      other.keep();
    }
    expect(hold('d').take(1)).toBe(false);
    for (const other of others) other.release();
  });
});
