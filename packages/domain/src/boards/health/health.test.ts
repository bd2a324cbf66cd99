import { describe, expect, it } from 'vitest';
import type { BoardField } from '../board-load.ts';
import { createLoopGuard } from './loop-guard.ts';
import { createPageHealth } from './page-health.ts';
import { hasQuorum } from './row-quorum.ts';

const report = (ok: BoardField[]) => ({ ok });
const quorum = { required: ['origin', 'destination'], requiredAny: ['rateTotal', 'tripMiles'] } as const;

describe('a row’s quorum', () => {
  it.each<[string, BoardField[], boolean]>([
    ['all', ['origin', 'destination', 'rateTotal', 'tripMiles'], true],
    ['one of the any', ['origin', 'destination', 'tripMiles'], true],
    ['none of the any', ['origin', 'destination', 'company'], false],
    ['no destination', ['origin', 'rateTotal'], false],
    ['nothing', [], false],
  ])('%s', (_, ok, expected) => expect(hasQuorum(report(ok), quorum)).toBe(expected));

  it('needs none of an empty list', () => {
    expect(hasQuorum(report(['origin']), { required: ['origin'], requiredAny: [] })).toBe(true);
  });
});

describe('a page', () => {
  const limits = { minRows: 3, quorumPct: 70, fieldFloor: {} };
  const row = (isRead: boolean) => ({ isRead, fields: [], lost: [] });

  it('is not judged by too few rows', () => {
    const health = createPageHealth(limits);
    health.note('a', row(false));
    health.note('b', row(false));
    expect(health.isDegraded()).toBe(false);
    health.note('c', row(false));
    expect(health.isDegraded()).toBe(true);
  });

  it('says how many rows it is judged by, and how many of them were read', () => {
    const health = createPageHealth(limits);
    expect(health.judged()).toEqual({ rows: 0, quorumPct: 100 });
    for (let at = 0; at < 4; at += 1) health.note(`k${at}`, row(at < 3));
    expect(health.judged()).toEqual({ rows: 4, quorumPct: 75 });
  });

  it('is degraded below the share and not at it', () => {
    const health = createPageHealth(limits);
    for (let at = 0; at < 10; at += 1) health.note(`k${at}`, row(at < 7));
    expect(health.isDegraded()).toBe(false);
    health.note('k6', row(false));
    expect(health.isDegraded()).toBe(true);
    health.note('k6', row(true));
    expect(health.isDegraded()).toBe(false);
  });

  it('is judged by its last rows, each load once', () => {
    const health = createPageHealth(limits);
    for (let at = 0; at < 200; at += 1) health.note(`old${at}`, row(true));
    for (let at = 0; at < 300; at += 1) health.note(`new${at % 10}`, row(false));
    expect(health.isDegraded()).toBe(false);
    for (let at = 10; at < 16; at += 1) health.note(`new${at}`, row(false));
    expect(health.isDegraded()).toBe(true);
    health.forget();
    expect(health.isDegraded()).toBe(false);
  });
});

describe('a field of a page', () => {
  const limits = { minRows: 3, quorumPct: 70, fieldFloor: { rateTotal: 40, tripMiles: 90 } };
  const row = (...lost: BoardField[]) => ({ isRead: true, fields: ['rateTotal', 'tripMiles', 'age'] as const, lost });
  const fill = (count: number, ...lost: BoardField[]) => {
    const health = createPageHealth(limits);
    for (let at = 0; at < count; at += 1) health.note(`k${at}`, row(...lost));
    return health;
  };
  const both: BoardField[] = ['rateTotal', 'tripMiles'];
  const fine = { unread: [], unsure: [] };

  it('is not sure before ten rows, and one without a floor is never asked about', () => {
    expect(createPageHealth(limits).doubts()).toEqual({ unread: [], unsure: both });
    expect(fill(9).doubts()).toEqual({ unread: [], unsure: both });
    expect(fill(9, ...both, 'age').doubts()).toEqual({ unread: [], unsure: both });
    expect(fill(10, ...both, 'age').doubts()).toEqual({ unread: both, unsure: [] });
    expect(fill(10, 'age').doubts()).toEqual(fine);
    expect(fill(10, ...both).isDegraded()).toBe(false);
  });

  it('is trusted at its floor, not sure under it, and can’t be read when nearly no row has it', () => {
    const health = fill(20);
    const lose = (from: number, to: number) => {
      for (let at = from; at < to; at += 1) health.note(`k${at}`, row('rateTotal'));
      return health.doubts();
    };
    const before = lose(0, 12);
    expect(before).toEqual(fine);
    expect(health.doubts()).toBe(before);
    expect(lose(12, 13)).toEqual({ unread: [], unsure: ['rateTotal'] });
    expect(lose(13, 15)).toEqual({ unread: [], unsure: ['rateTotal'] });
    expect(lose(15, 16)).toEqual({ unread: ['rateTotal'], unsure: [] });
    health.note('k15', row());
    expect(health.doubts()).toEqual({ unread: [], unsure: ['rateTotal'] });
  });

  it('is judged by the last rows, and only by those whose layout has it', () => {
    const health = fill(50);
    for (let at = 0; at < 20; at += 1) health.note(`late${at}`, row('rateTotal'));
    expect(health.doubts()).toEqual({ unread: ['rateTotal'], unsure: [] });
    for (let at = 0; at < 10; at += 1) health.note(`other${at}`, { isRead: true, fields: ['tripMiles'], lost: [] });
    expect(health.doubts()).toEqual({ unread: ['rateTotal'], unsure: [] });
    health.note('another', { isRead: true, fields: ['tripMiles'], lost: [] });
    expect(health.doubts()).toEqual({ unread: [], unsure: ['rateTotal'] });
    health.forget();
    expect(health.doubts()).toEqual({ unread: [], unsure: both });
  });
});

describe('the loop guard', () => {
  it('pauses after a hundred rounds in two seconds without anybody doing something', () => {
    const guard = createLoopGuard();
    for (let at = 0; at < 100; at += 1) expect(guard.noteRound(at * 10)).toBe(0);
    expect(guard.noteRound(1_010)).toBe(5_000);
    expect(guard.noteRound(6_020)).toBe(0);
  });

  it('lets a user scroll as long as they like', () => {
    const guard = createLoopGuard();
    for (let at = 0; at < 1_000; at += 1) {
      if (at % 50 === 0) guard.noteInput();
      expect(guard.noteRound(at * 10)).toBe(0);
    }
  });

  it('does not count what is slower', () => {
    const guard = createLoopGuard();
    for (let at = 0; at < 1_000; at += 1) expect(guard.noteRound(at * 25)).toBe(0);
  });
});
