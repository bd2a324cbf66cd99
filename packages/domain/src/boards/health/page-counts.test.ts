import { describe, expect, it } from 'vitest';
import { type CountedRow, createPageCounter, highestCount } from './page-counts.ts';

const wide = { id: 'wide', fields: { origin: 1, rateTotal: 1, age: 1 } };
const row = (change: Partial<CountedRow> = {}): CountedRow => ({
  layout: wide,
  read: { ok: ['origin'], missing: ['rateTotal', 'commodity'], failed: ['age'] },
  isRead: true,
  ...change,
});

describe('a page’s counts', () => {
  it('are none before anything happens, and none again after they were taken', () => {
    const counter = createPageCounter();
    expect(counter.take()).toBeNull();
    counter.noteRow(row());
    expect(counter.take()).not.toBeNull();
    expect(counter.take()).toBeNull();
  });

  it('are kept by layout, without fields that the layout doesn’t have', () => {
    const counter = createPageCounter();
    counter.noteRow(row());
    counter.noteRow(row({ read: { ok: ['origin', 'rateTotal', 'age'], missing: [], failed: [] } }));
    counter.noteRow(row({ isRead: false }));
    counter.noteRow({ layout: null, read: null, isRead: false });
    expect(counter.take()?.layouts).toEqual([
      {
        layout: 'wide',
        rowsSeen: 3,
        rowsRead: 2,
        fields: {
          origin: { ok: 3, missing: 0, failed: 0 },
          rateTotal: { ok: 1, missing: 2, failed: 0 },
          age: { ok: 1, missing: 0, failed: 2 },
        },
      },
      { layout: null, rowsSeen: 1, rowsRead: 0, fields: {} },
    ]);
  });

  it('say how long the list and the rounds took, and what went wrong', () => {
    const counter = createPageCounter();
    counter.noteAttached(120.4);
    for (let at = 1; at <= 100; at += 1) counter.noteRound(at / 10);
    counter.noteStorms(2);
    counter.noteMissingContainer();
    expect(counter.take()).toEqual({ layouts: [], attachMs: 121, flushP95Ms: 10, mutationStorms: 2, missingContainers: 1 });
  });

  it('of rounds alone are none: an idle page has nothing to tell', () => {
    const counter = createPageCounter();
    counter.noteRound(1);
    expect(counter.take()).toBeNull();
  });

  it('stop at the highest count', () => {
    const counter = createPageCounter();
    for (let at = 0; at < highestCount + 10; at += 1) counter.noteRow(row());
    counter.noteStorms(highestCount + 1);
    const counts = counter.take();
    expect(counts?.layouts[0]).toMatchObject({ rowsSeen: highestCount, rowsRead: highestCount, fields: { origin: { ok: highestCount } } });
    expect(counts?.mutationStorms).toBe(highestCount);
  });

  it('judge the last rounds', () => {
    const counter = createPageCounter();
    counter.noteRow(row());
    for (let at = 0; at < 300; at += 1) counter.noteRound(at < 100 ? 50 : 2);
    expect(counter.take()?.flushP95Ms).toBe(2);
  });
});
