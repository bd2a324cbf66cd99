import { describe, expect, it } from 'vitest';
import { describeRule, describeRules } from './describe-rules.ts';
import type { BoardRule } from './rules.ts';

const nobody = { mcs: [], names: [], emailDomains: [] };

describe('a rule in few words', () => {
  it.each<[string, BoardRule]>([
    ['$2.40 a mile, all miles', { kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' }],
    ['$2.05 a mile, loaded miles', { kind: 'MIN_RPM', cents: 205, basis: 'LOADED' }],
    ['$1,500 or more', { kind: 'MIN_RATE', cents: 150_000 }],
    ['DH 75 mi', { kind: 'MAX_DEADHEAD', miles: 75 }],
    ['500 to 1,400 mi', { kind: 'MILES_BETWEEN', min: 500, max: 1_400 }],
    ['up to 1,400 mi', { kind: 'MILES_BETWEEN', min: null, max: 1_400 }],
    ['from 500 mi', { kind: 'MILES_BETWEEN', min: 500, max: null }],
    ['Flatbed, Step deck, no tarps', { kind: 'EQUIPMENT', anyOf: ['FLATBED', 'STEPDECK'], withoutModifiers: ['TARPS'] }],
    ['Van, Reefer, Flatbed +1', { kind: 'EQUIPMENT', anyOf: ['VAN', 'REEFER', 'FLATBED', 'RGN'], withoutModifiers: [] }],
    ['no team', { kind: 'EQUIPMENT', anyOf: [], withoutModifiers: ['TEAM'] }],
    ['up to 44,000 lb', { kind: 'MAX_WEIGHT', lb: 44_000 }],
    ['up to 48 ft', { kind: 'MAX_LENGTH', ft: 48 }],
    ['credit 80+', { kind: 'MIN_CREDIT', score: 80 }],
    ['pays in 45 days', { kind: 'MAX_DAYS_TO_PAY', days: 45 }],
    ['pays in 1 day', { kind: 'MAX_DAYS_TO_PAY', days: 1 }],
    ['factor approves', { kind: 'FACTORABLE_ONLY' }],
    ['blocks 9 brokers and 2 mail domains', { kind: 'BROKER_BLOCK', mcs: Array(8).fill('1'), names: ['A'], emailDomains: ['a.b', 'c.d'] }],
    ['prefers 1 broker', { kind: 'BROKER_PREFER', ...nobody, mcs: ['1'] }],
    ['comment has no: TWIC, team', { kind: 'KEYWORDS', none: ['TWIC', 'team'], any: [], in: ['comments'] }],
    ['comment has: drop', { kind: 'KEYWORDS', none: [], any: ['drop'], in: ['comments'] }],
    ['not to NY, NJ, CA', { kind: 'DESTINATION_STATES', allow: [], block: ['NY', 'NJ', 'CA'] }],
    ['to GA', { kind: 'DESTINATION_STATES', allow: ['GA'], block: [] }],
    ['picks up today', { kind: 'PICKUP_WITHIN', days: 0 }],
    ['picks up within 3 days', { kind: 'PICKUP_WITHIN', days: 3 }],
    ['not emailed yet', { kind: 'HIDE_EMAILED' }],
  ])('%s', (words, rule) => expect(describeRule(rule)).toBe(words));

  it('and a whole filter in one line', () => {
    expect(describeRules([{ kind: 'MAX_WEIGHT', lb: 44_000 }, { kind: 'HIDE_EMAILED' }])).toBe('Up to 44,000 lb, not emailed yet');
    expect(describeRules([])).toBe('');
  });
});
