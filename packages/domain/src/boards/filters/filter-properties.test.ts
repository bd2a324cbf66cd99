import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardLoad, postedRate } from '../../testing/board-load.ts';
import { cpuCost } from '../../testing/cpu-cost.ts';
import type { BoardLoad } from '../board-load.ts';
import { plainCompanyName } from './company-name.ts';
import { compileFilter } from './filter.ts';
import { hasKeyword, squash, toWordText } from './keywords.ts';
import type { BoardRule } from './rules.ts';

const context = { today: '2026-11-17', isEmailed: false, isFactorable: true, unread: [] };

/** One of each usual rule: twelve. */
const rules: BoardRule[] = [
  { kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' },
  { kind: 'MIN_RATE', cents: 80_000 },
  { kind: 'MAX_DEADHEAD', miles: 75 },
  { kind: 'MILES_BETWEEN', min: 200, max: 1_200 },
  { kind: 'EQUIPMENT', anyOf: ['VAN', 'REEFER'], withoutModifiers: ['TEAM', 'HAZMAT'] },
  { kind: 'MAX_WEIGHT', lb: 44_000 },
  { kind: 'MIN_CREDIT', score: 80 },
  { kind: 'MAX_DAYS_TO_PAY', days: 45 },
  { kind: 'BROKER_BLOCK', mcs: ['991120'], names: ['Quickturn Freight Desk'], emailDomains: ['quickturn.example'] },
  { kind: 'KEYWORDS', none: ['TWIC', 'team', 'in-bond'], any: [], in: ['comments'] },
  { kind: 'DESTINATION_STATES', allow: [], block: ['NY', 'NJ', 'CA'] },
  { kind: 'PICKUP_WITHIN', days: 3 },
];

const state = fc.constantFrom('GA', 'NJ', 'TX');
const load: fc.Arbitrary<BoardLoad> = fc
  .record({
    dollars: fc.option(fc.integer({ min: 50, max: 9_000 })),
    tripMiles: fc.option(fc.integer({ min: 1, max: 3_000 })),
    deadheadOrigin: fc.option(fc.integer({ min: 0, max: 300 })),
    weightLb: fc.option(fc.integer({ min: 100, max: 60_000 })),
    kind: fc.option(fc.constantFrom('VAN' as const, 'FLATBED' as const)),
    creditScore: fc.option(fc.integer({ min: 0, max: 100 })),
    daysToPay: fc.option(fc.integer({ min: 0, max: 90 })),
    mc: fc.option(fc.constantFrom('991120', '428816')),
    comments: fc.option(fc.constantFrom('TWIC needed', 'No touch', 'team only', 'steam')),
    state: fc.option(state),
    day: fc.option(fc.constantFrom('2026-11-16', '2026-11-17', '2026-11-22')),
  })
  .map(({ dollars, kind, creditScore, daysToPay, mc, state: to, day, ...said }) =>
    boardLoad({
      ...said,
      ...(dollars === null ? {} : { rate: postedRate(dollars) }),
      equipment: { raw: '', classes: kind === null ? [] : [kind], modifiers: [] },
      broker: { ...boardLoad().broker, creditScore, daysToPay, mc },
      destination: { ...boardLoad().destination, state: to },
      pickup: { earliest: day, latest: day, raw: '' },
    }),
  );
const someRules = fc.subarray(rules);

describe('filters', () => {
  it('judge as their explanation says', () => {
    fc.assert(
      fc.property(load, someRules, (one, some) => {
        const filter = compileFilter({ rules: some });
        const verdicts = filter.explain(one, context).map(({ verdict }) => verdict);
        const expected = verdicts.includes('FAIL') ? 'FAIL' : verdicts.includes('UNKNOWN') ? 'UNKNOWN' : 'PASS';
        return filter.judge(one, context).verdict === expected;
      }),
    );
  });

  it('don’t depend on the order of their rules', () => {
    fc.assert(
      fc.property(load, fc.shuffledSubarray(rules), (one, some) => {
        const turned = compileFilter({ rules: [...some].reverse() }).judge(one, context).verdict;
        return compileFilter({ rules: some }).judge(one, context).verdict === turned;
      }),
    );
  });

  it('one more rule never lets a load through that did not pass', () => {
    const rank = { FAIL: 0, UNKNOWN: 1, PASS: 2 };
    fc.assert(
      fc.property(load, someRules, fc.constantFrom(...rules), (one, some, more) => {
        const before = compileFilter({ rules: some }).judge(one, context).verdict;
        return rank[compileFilter({ rules: [...some, more] }).judge(one, context).verdict] <= rank[before];
      }),
    );
  });

  it('what the board doesn’t show never turns into a no, apart from the age', () => {
    const filter = compileFilter({ rules });
    expect(filter.explain(boardLoad(), context).map(({ verdict }) => verdict)).toEqual(rules.map(() => 'UNKNOWN'));
  });

  it('cost as much for each load, however many there are', () => {
    const filter = compileFilter({ rules });
    const loads = fc.sample(load, { numRuns: 2_000, seed: 15 });
    const costOf = (count: number) => cpuCost(() => loads.slice(0, count).map((one) => filter.judge(one, context)));
    // Twenty times as many. If each cost as much as there are others, it would be 400.
    expect(costOf(2_000) / costOf(100)).toBeLessThan(80);
  });
});

describe('keywords', () => {
  it.each([
    ['in-bond', 'In bond freight', true],
    ['inbond', 'in-bond', true],
    ['in bond', 'INBOND', true],
    ['team', 'teams only', false],
    ['team', 'steam', false],
    ['drop trailer', 'Drop/trailer', true],
    ['a', 'b a', true],
    ['', 'anything', false],
    ['!!', 'wow!!', false],
    ['in bond', 'within bonds', false],
  ])('%j in %j: %j', (keyword, text, isThere) => {
    expect(hasKeyword(toWordText(text), squash(keyword))).toBe(isThere);
  });

  it('a word of the text is always found, and costs no more than the text is long', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 }), fc.nat(), (list, at) =>
        hasKeyword(toWordText(list.join(' - ')), list[at % list.length] ?? ''),
      ),
    );
    const costOf = (length: number) => cpuCost(() => hasKeyword(toWordText('a '.repeat(length)), squash('aaaaaaab')));
    expect(costOf(20_000) / costOf(2_000)).toBeLessThan(25);
  });
});

describe('names of companies', () => {
  it.each([
    ['Lakeshore Freight, L.L.C.', 'LAKESHORE FREIGHT'],
    ['LAKESHORE FREIGHT LLC', 'LAKESHORE FREIGHT'],
    ['Northgate Load Co.', 'NORTHGATE LOAD'],
    ['Harbor & Plains Logistics, Inc', 'HARBOR PLAINS LOGISTICS'],
    ['Lakeshore Freight Group LLC', 'LAKESHORE FREIGHT GROUP'],
    ['CO', 'CO'],
    ['', ''],
    ['Acme Co Ltd', 'ACME'],
  ])('%j is %j', (name, plain) => {
    expect(plainCompanyName(name)).toBe(plain);
  });
});
