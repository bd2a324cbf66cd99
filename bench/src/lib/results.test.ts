import { describe, expect, it } from 'vitest';
import { asLines, assess, findFaults, type Result } from './results.ts';

const good: Result = {
  id: 'B1',
  promise: 'bare list query ÷ GET /loads',
  figure: 0.23,
  samples: { taken: 750, wanted: 750 },
  bar: { atLeast: 0.22 },
  detail: '',
};
const quiet = { before: 0.4, most: 2.1 };

describe('findFaults', () => {
  it('finds nothing wrong with a figure that has all its samples', () => {
    expect(findFaults([good, { ...good, figure: 0, bar: null }])).toEqual([]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('names a figure of %s', (figure) => {
    expect(findFaults([good, { ...good, id: 'B3', promise: 'by driver', figure }])).toEqual([`B3 by driver: the figure is ${figure}.`]);
  });

  it('names a figure with fewer samples than the form states', () => {
    const few = { ...good, id: 'P-01', promise: 'change a status by 1', samples: { taken: 39, wanted: 40 } };
    expect(findFaults([few])).toEqual(['P-01 change a status by 1: measured 39 times, not 40.']);
  });

  it.each([0, Number.NaN])('names a figure with %s samples, even if the form states none', (taken) => {
    expect(findFaults([{ ...good, samples: { taken, wanted: 0 } }])).toEqual([
      `B1 bare list query ÷ GET /loads: measured ${taken} times, not 1.`,
    ]);
  });

  it('takes no figures at all for a fault', () => {
    expect(findFaults([])).toEqual(['The bench has no figure at all.']);
  });
});

describe('assess', () => {
  const missed = { ...good, figure: 0.1 };
  const unmeasured = { ...good, figure: Number.NaN };

  it('judges counts and sizes in the tiny form too', () => {
    const rows: Result = { ...good, id: 'B-04', promise: 'stale rows', figure: 1, bar: { atMost: 0 }, isCount: true };
    expect(assess('tiny', [missed, rows], quiet)).toMatchObject({
      isGood: false,
      remarks: [expect.stringContaining('only counts and sizes'), 'B-04 stale rows: missed.'],
    });
    expect(assess('tiny', [missed, { ...rows, figure: 0 }], quiet).isGood).toBe(true);
    const [time, count] = asLines('tiny', [missed, rows]);
    expect(time).not.toContain('FAIL');
    expect(count).toContain('FAIL');
  });

  it('lets the tiny form miss the bar of a time, and says so', () => {
    const { isGood, isForDocs, remarks } = assess('tiny', [missed], quiet);
    expect({ isGood, isForDocs }).toEqual({ isGood: true, isForDocs: false });
    expect(remarks).toEqual([expect.stringContaining('only counts and sizes are judged')]);
    expect(asLines('tiny', [missed]).join()).not.toContain('FAIL');
  });

  it.each(['tiny', 'short', 'full'] as const)('fails the %s form that measured nothing', (form) => {
    expect(assess(form, [unmeasured], quiet)).toMatchObject({ isGood: false, isForDocs: false });
  });

  it('fails the short form that misses a bar', () => {
    expect(assess('short', [missed], quiet)).toMatchObject({ isGood: false, remarks: ['B1 bare list query ÷ GET /loads: missed.'] });
  });

  it('fails no form for a figure without a bar', () => {
    expect(assess('short', [{ ...missed, bar: null }], quiet).isGood).toBe(true);
  });

  it('writes the full form into the docs, a missed bar too', () => {
    expect(assess('full', [good], quiet)).toEqual({ isGood: true, isForDocs: true, remarks: [] });
    expect(assess('full', [missed], quiet)).toMatchObject({ isGood: false, isForDocs: true });
  });

  it.each([3.1, 20.4, Number.NaN])('writes nothing that was measured after a load of %s, and fails', (before) => {
    const { isGood, isForDocs, remarks } = assess('full', [good], { before, most: 21 });
    expect({ isGood, isForDocs }).toEqual({ isGood: false, isForDocs: false });
    expect(remarks).toEqual([expect.stringContaining(`the load was ${before.toFixed(1)} before the run began`)]);
  });

  it('does not mind the load that the run itself makes', () => {
    expect(assess('full', [good], { before: 3, most: 9 }).isForDocs).toBe(true);
  });

  it('judges the short form at any load', () => {
    expect(assess('short', [good], { before: 20, most: 21 })).toEqual({ isGood: true, isForDocs: false, remarks: [] });
  });
});
