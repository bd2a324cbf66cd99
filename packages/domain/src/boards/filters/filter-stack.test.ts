import { describe, expect, it } from 'vitest';
import { boardLoad, postedRate } from '../../testing/board-load.ts';
import { compileStack, type FilterPart } from './filter-stack.ts';
import type { BoardRule } from './rules.ts';

const context = { today: '2026-11-17', isEmailed: null, isFactorable: null, unread: [] };
const list = { isVirtual: true };
const own = (rules: BoardRule[], said: Partial<FilterPart> = {}): FilterPart => ({
  rules,
  onUnknown: 'KEEP',
  action: 'DIM',
  isForEveryone: false,
  ...said,
});
const forAll = (rules: BoardRule[], said: Partial<FilterPart> = {}) => own(rules, { isForEveryone: true, ...said });

const block: BoardRule = { kind: 'BROKER_BLOCK', mcs: ['991120'], names: [], emailDomains: [] };
const prefer: BoardRule = { kind: 'BROKER_PREFER', mcs: ['428816'], names: [], emailDomains: [] };
const dear: BoardRule = { kind: 'MIN_RATE', cents: 200_000 };
const light: BoardRule = { kind: 'MAX_WEIGHT', lb: 40_000 };
const by = (mc: string | null, dollars: number | null = 2_500) =>
  boardLoad({ broker: { ...boardLoad().broker, mc }, ...(dollars === null ? {} : { rate: postedRate(dollars) }) });

describe('filters that run together', () => {
  it.each([
    ['no filter at all', [], by('428816'), { verdict: null, mark: null }],
    ['my filter, and it fits', [own([dear])], by('428816'), { verdict: 'PASS', mark: 'HIGHLIGHT' }],
    ['a filter for all alone marks no match', [forAll([block])], by('428816'), { verdict: 'PASS', mark: null }],
    ['a filter for all takes away', [forAll([block]), own([dear])], by('991120'), { verdict: 'FAIL', mark: 'DIM' }],
    ['both let it through', [forAll([block]), own([dear])], by('428816'), { verdict: 'PASS', mark: 'HIGHLIGHT' }],
    ['one can’t say', [forAll([block]), own([dear])], by(null), { verdict: 'UNKNOWN', mark: null }],
    [
      'dim what isn’t said is mine alone',
      [forAll([block]), own([dear], { onUnknown: 'DIM' })],
      by(null),
      { verdict: 'UNKNOWN', mark: null },
    ],
    ['dim what isn’t said', [forAll([block]), own([dear], { onUnknown: 'DIM' })], by('428816', null), { verdict: 'UNKNOWN', mark: 'DIM' }],
    [
      'mine only marks; the team’s takes away all the same',
      [forAll([dear]), own([light], { action: 'HIGHLIGHT_ONLY' })],
      by('428816', 900),
      { verdict: 'FAIL', mark: 'DIM' },
    ],
    ['mine only marks', [own([dear], { action: 'HIGHLIGHT_ONLY' })], by('428816', 900), { verdict: 'FAIL', mark: null }],
    ['preferred brokers alone mark theirs', [own([prefer])], by('428816'), { verdict: null, mark: 'HIGHLIGHT', isPreferred: true }],
    ['and nobody else’s', [own([prefer])], by('77'), { verdict: null, mark: null, isPreferred: false }],
    ['preferred beats not known', [own([prefer, dear])], by('428816', null), { verdict: 'UNKNOWN', mark: 'HIGHLIGHT' }],
    [
      'blocked by one beats preferred by another',
      [forAll([{ ...block, mcs: ['428816'] }]), own([prefer])],
      by('428816'),
      { verdict: 'FAIL', mark: 'DIM', isPreferred: false },
    ],
  ] as const)('%s', (_, parts, load, expected) => {
    expect(compileStack(parts).judge(load, context, list)).toMatchObject(expected);
  });

  it('says which rule decided, and what all the others found', () => {
    const stack = compileStack([forAll([block]), own([light, dear])]);
    expect(stack.judge(by('428816', 900), context, list).because?.rule).toEqual(dear);
    expect(stack.explain(by('428816', 900), context).map(({ rule, verdict }) => [rule.kind, verdict])).toEqual([
      ['MIN_RATE', 'FAIL'],
      ['MAX_WEIGHT', 'UNKNOWN'],
      ['BROKER_BLOCK', 'PASS'],
    ]);
  });

  it('names a failing rule although an earlier filter can’t say', () => {
    const { verdict, because } = compileStack([forAll([light]), own([dear])]).judge(by('1', 900), context, list);
    expect([verdict, because?.rule.kind]).toEqual(['FAIL', 'MIN_RATE']);
  });
});
