import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { expect, test } from 'vitest';
import type { RowRead } from '../../board/read/read-row.ts';
import { load, nowMs } from '../testing/panel-world.ts';
import { createSeenRows } from './seen-rows.ts';

const reading = { state: 'READING', hasFilter: true } as const;

function open() {
  const clock = { ms: nowMs };
  /** By key: what the filter says. */
  const verdicts = new Map<string, 'PASS' | 'FAIL' | 'UNKNOWN'>();
  const seen = createSeenRows({
    judge({ key }) {
      const verdict = verdicts.get(key) ?? 'PASS';
      const mark = verdict === 'PASS' ? 'match' : verdict === 'FAIL' ? 'dim' : null;
      return { mark, verdict, perMile: '2.97', heldBy: () => (verdict === 'FAIL' ? `rule ${key.slice(0, 1)}` : null) };
    },
    contextOf: () => ({ today: '2026-11-18', isEmailed: null, isFactorable: null, unread: [] }),
    brokerOf: () => null,
    mailOf: ({ rowKey }) => (rowKey === 'a1' ? '✓ Emailed 2 min ago · Ann' : ''),
    nowMs: () => clock.ms,
  });
  const readOf = (key: string, change: Partial<BoardLoad> = {}): RowRead =>
    ({ key, isRead: true, load: { ...load, rowKey: key, ...change } }) as RowRead;
  const note = (key: string, change: Partial<BoardLoad> = {}) => {
    clock.ms += 1_000;
    seen.note(readOf(key, change));
  };
  const keys = (order: 'NEW' | 'RPM' | 'RATE') => seen.answer(order, reading).rows.map((row) => row.load.rowKey);
  return { clock, seen, verdicts, note, keys, readOf };
}

const rate = (dollars: number | null): Partial<BoardLoad> => ({
  rate: { ...load.rate, total: dollars === null ? null : { cents: dollars * 100, currency: 'USD' }, perMileCents: null },
});

test('rows that were scrolled away stay listed, with what is known about them', () => {
  const { note, seen } = open();
  note('a1');
  note('a2');
  expect(seen.answer('NEW', reading)).toMatchObject({
    state: 'READING',
    sinceMs: nowMs + 1_000,
    hasFilter: true,
    seen: 2,
    matched: 2,
    unknown: 0,
    rows: [
      { seenAtMs: nowMs + 2_000, perMile: '2.97', mail: '' },
      { seenAtMs: nowMs + 1_000, mail: '✓ Emailed 2 min ago · Ann' },
    ],
    calls: [{}, {}],
    heldBack: [],
  });
});

test('a row that was read again counts once, with its new rate and its first time', () => {
  const { note, seen } = open();
  note('a1', rate(2_000));
  note('a1', rate(2_500));
  const answer = seen.answer('NEW', reading);
  expect([answer.seen, answer.rows[0]?.seenAtMs, answer.rows[0]?.load.rate.total?.cents]).toEqual([1, nowMs + 1_000, 250_000]);
});

test('who can be called is listed, without an address first; nobody whom the filter holds back', () => {
  const { note, seen, verdicts } = open();
  const { emails, phones } = load.contact;
  note('mailed');
  note('onlyPhone', { contact: { name: null, emails: [], phones } });
  note('inComments', { contact: { name: null, emails: [{ address: 'a@b.example', from: 'comments' }], phones } });
  note('noPhone', { contact: { name: null, emails, phones: [] } });
  note('held');
  verdicts.set('held', 'FAIL');
  note('unknown');
  verdicts.set('unknown', 'UNKNOWN');
  expect(seen.answer('RATE', reading).calls.map((row) => row.load.rowKey)).toEqual(['inComments', 'onlyPhone', 'unknown', 'mailed']);
});

test('in the wanted order, and what has no figure last', () => {
  const { note, keys } = open();
  note('cheap', { ...rate(1_000), tripMiles: 200 });
  note('none', rate(null));
  note('dear', { ...rate(3_000), tripMiles: 1_500 });
  expect(keys('NEW')).toEqual(['dear', 'none', 'cheap']);
  expect(keys('RATE')).toEqual(['dear', 'cheap', 'none']);
  expect(keys('RPM')).toEqual(['cheap', 'dear', 'none']);
});

test('what no rule can say is counted apart, and what holds others back is named, the most first', () => {
  const { note, seen, verdicts } = open();
  for (const key of ['u1', 'a1', 'b1', 'b2']) note(key);
  verdicts.set('u1', 'UNKNOWN');
  for (const key of ['a1', 'b1', 'b2']) verdicts.set(key, 'FAIL');
  expect(seen.answer('NEW', reading)).toMatchObject({
    seen: 4,
    matched: 0,
    unknown: 1,
    rows: [],
    heldBack: [
      { rule: 'rule b', loads: 2 },
      { rule: 'rule a', loads: 1 },
    ],
  });
});

test('rows that were not read well enough are no loads', () => {
  const { seen, readOf } = open();
  seen.note({ ...readOf('a1'), isRead: false });
  seen.note({ ...readOf('a2'), load: null } as RowRead);
  expect(seen.answer('NEW', reading)).toMatchObject({ seen: 0, sinceMs: null });
});

test('the oldest are forgotten, and all of them when the user starts over', () => {
  const { note, seen } = open();
  for (let at = 0; at < 700; at += 1) note(`a${at}`);
  const answer = seen.answer('NEW', reading);
  expect([answer.seen, answer.matched, answer.rows.length, answer.rows[0]?.load.rowKey]).toEqual([600, 600, 100, 'a699']);
  seen.forget();
  expect(seen.answer('NEW', reading)).toMatchObject({ seen: 0, matched: 0, sinceMs: null });
});

test('rules that nobody uses yet are counted on what was seen, each alone and all together', () => {
  const { note, seen } = open();
  note('a1', { ...rate(2_500), deadheadOrigin: 12 });
  note('a2', { ...rate(1_000), deadheadOrigin: 12 });
  note('a3', { ...rate(2_500), deadheadOrigin: 96 });
  note('a4', { ...rate(null), deadheadOrigin: 12 });
  const rules = [
    { kind: 'MIN_RATE' as const, cents: 200_000 },
    { kind: 'MAX_DEADHEAD' as const, miles: 75 },
  ];
  expect(seen.countRules(rules)).toEqual({
    seen: 4,
    each: [
      { pass: 2, unknown: 1, fail: 1 },
      { pass: 3, unknown: 0, fail: 1 },
    ],
    all: { pass: 1, unknown: 1, fail: 2 },
  });
  seen.forget();
  expect(seen.countRules([])).toEqual({ seen: 0, each: [], all: { pass: 0, unknown: 0, fail: 0 } });
});
