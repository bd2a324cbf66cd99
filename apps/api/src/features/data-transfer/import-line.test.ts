import { describe, expect, it } from 'vitest';
import { createImportLine } from './import-line.ts';

describe('createImportLine', () => {
  it('lets companies begin in the order in which they came, however often one asks', () => {
    const line = createImportLine(() => 0);
    expect(line.mayBegin('a', false)).toBe(true);
    for (const company of ['b', 'a', 'c', 'a', 'b']) expect(line.mayBegin(company, true)).toBe(false);
    expect(['a', 'c', 'b', 'c', 'a', 'c'].map((company) => line.mayBegin(company, false))).toEqual([false, false, true, false, true, true]);
  });

  it('keeps nobody waiting for one that does not come back', () => {
    let time = 0;
    const line = createImportLine(() => time);
    line.mayBegin('b', true);
    expect([line.mayBegin('a', false), line.hasOthers('a')]).toEqual([false, true]);
    time = 6_001;
    expect([line.hasOthers('a'), line.mayBegin('a', false)]).toEqual([false, true]);
  });

  it('counts nobody as another of itself', () => {
    const line = createImportLine(() => 0);
    line.mayBegin('a', true);
    expect([line.hasOthers('a'), line.hasOthers('b')]).toEqual([false, true]);
  });
});
