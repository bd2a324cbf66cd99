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
  const limits = { minRows: 3, quorumPct: 70 };

  it('is not judged by too few rows', () => {
    const health = createPageHealth(limits);
    health.note('a', false);
    health.note('b', false);
    expect(health.isDegraded()).toBe(false);
    health.note('c', false);
    expect(health.isDegraded()).toBe(true);
  });

  it('says how many rows it is judged by, and how many of them were read', () => {
    const health = createPageHealth(limits);
    expect(health.judged()).toEqual({ rows: 0, quorumPct: 100 });
    for (let at = 0; at < 4; at += 1) health.note(`k${at}`, at < 3);
    expect(health.judged()).toEqual({ rows: 4, quorumPct: 75 });
  });

  it('is degraded below the share and not at it', () => {
    const health = createPageHealth(limits);
    for (let at = 0; at < 10; at += 1) health.note(`k${at}`, at < 7);
    expect(health.isDegraded()).toBe(false);
    health.note('k6', false);
    expect(health.isDegraded()).toBe(true);
    health.note('k6', true);
    expect(health.isDegraded()).toBe(false);
  });

  it('is judged by its last rows, each load once', () => {
    const health = createPageHealth(limits);
    for (let at = 0; at < 200; at += 1) health.note(`old${at}`, true);
    for (let at = 0; at < 300; at += 1) health.note(`new${at % 10}`, false);
    expect(health.isDegraded()).toBe(false);
    for (let at = 10; at < 16; at += 1) health.note(`new${at}`, false);
    expect(health.isDegraded()).toBe(true);
    health.forget();
    expect(health.isDegraded()).toBe(false);
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
