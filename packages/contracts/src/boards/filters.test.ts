import type { BoardRule as DomainRule, RuleKind } from '@headhaul/domain/boards/filters/rules';
import { describe, expect, it } from 'vitest';
import { BoardRule, filterLimits, NewBoardFilter } from './filters.ts';

const nobody = { mcs: [], names: [], emailDomains: [] };

/** One of each kind. A new kind in the domain does not compile without its line here. */
const each: { [K in RuleKind]: Extract<DomainRule, { kind: K }> } = {
  MIN_RPM: { kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' },
  MIN_RATE: { kind: 'MIN_RATE', cents: 150_000 },
  MAX_DEADHEAD: { kind: 'MAX_DEADHEAD', miles: 75 },
  MILES_BETWEEN: { kind: 'MILES_BETWEEN', min: 500, max: null },
  EQUIPMENT: { kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: ['TEAM'] },
  MAX_WEIGHT: { kind: 'MAX_WEIGHT', lb: 44_000 },
  MAX_LENGTH: { kind: 'MAX_LENGTH', ft: 53 },
  MIN_CREDIT: { kind: 'MIN_CREDIT', score: 80 },
  MAX_DAYS_TO_PAY: { kind: 'MAX_DAYS_TO_PAY', days: 45 },
  FACTORABLE_ONLY: { kind: 'FACTORABLE_ONLY' },
  BROKER_BLOCK: { kind: 'BROKER_BLOCK', mcs: ['991120'], names: ['Quickturn'], emailDomains: ['quickturn.example'] },
  BROKER_PREFER: { kind: 'BROKER_PREFER', ...nobody, mcs: ['428816'] },
  KEYWORDS: { kind: 'KEYWORDS', none: ['TWIC'], any: [], in: ['comments'] },
  DESTINATION_STATES: { kind: 'DESTINATION_STATES', allow: [], block: ['NY'] },
  MAX_AGE: { kind: 'MAX_AGE', minutes: 60 },
  PICKUP_WITHIN: { kind: 'PICKUP_WITHIN', days: 0 },
  HIDE_EMAILED: { kind: 'HIDE_EMAILED' },
};
const filter = { name: 'Van, Southeast', rules: Object.values(each), onUnknown: 'KEEP', action: 'DIM' };

describe('a rule', () => {
  it.each(Object.values(each))('may be %j', (rule) => expect(BoardRule.parse(rule)).toEqual(rule));

  it.each([
    { kind: 'NONE' },
    { ...each.MIN_RPM, cents: 0 },
    { ...each.MIN_RPM, cents: 240.5 },
    { ...each.MIN_RPM, basis: 'SOME' },
    { ...each.MIN_RPM, extra: 1 },
    { ...each.MAX_DEADHEAD, miles: -1 },
    { ...each.MILES_BETWEEN, min: null },
    { ...each.MILES_BETWEEN, min: 500, max: 499 },
    { ...each.EQUIPMENT, anyOf: ['SPACESHIP'] },
    { ...each.EQUIPMENT, anyOf: [], withoutModifiers: [] },
    { ...each.BROKER_BLOCK, ...nobody },
    { ...each.BROKER_BLOCK, mcs: ['12x'] },
    { ...each.BROKER_BLOCK, emailDomains: ['no domain'] },
    { ...each.BROKER_BLOCK, names: Array(filterLimits.brokers + 1).fill('A') },
    { ...each.KEYWORDS, none: [] },
    { ...each.KEYWORDS, none: [' '] },
    { ...each.KEYWORDS, in: [] },
    { ...each.DESTINATION_STATES, block: [] },
    { ...each.DESTINATION_STATES, block: ['XX'] },
    { ...each.PICKUP_WITHIN, days: 366 },
  ])('may not be %j', (rule) => expect(BoardRule.safeParse(rule).success).toBe(false));

  it('takes numbers and domains as people paste them', () => {
    const pasted = { ...each.BROKER_BLOCK, mcs: ['MC-0991120'], emailDomains: ['@QuickTurn.example'] };
    expect(BoardRule.parse(pasted)).toEqual(each.BROKER_BLOCK);
  });
});

describe('a filter', () => {
  it('may have one of each rule', () => expect(NewBoardFilter.safeParse(filter).success).toBe(true));

  it.each<[string, object]>([
    ['no name', { name: ' ' }],
    ['no rule', { rules: [] }],
    ['too many rules', { rules: Array(filterLimits.rules + 1).fill(each.HIDE_EMAILED) }],
    ['rows that collapse', { action: 'COLLAPSE' }],
    ['one person’s for everyone', { isForEveryone: true }],
    ['the team’s as a copy', { isShared: true, basedOnId: crypto.randomUUID() }],
    [
      'rules that are too long together',
      {
        rules: Array(filterLimits.rules).fill({ ...each.BROKER_BLOCK, names: Array(filterLimits.brokers).fill('A'.repeat(80)) }),
      },
    ],
  ])('with %s is refused', (_, wrong) => expect(NewBoardFilter.safeParse({ ...filter, ...wrong }).success).toBe(false));
});
