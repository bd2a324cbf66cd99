import { checkDraft, emptyDraft, isSameDraft, readyRules, startRule, toDraft } from '@headhaul/contracts/boards/filter-draft';
import type { BoardRule } from '@headhaul/contracts/boards/filters';
import { type RuleKind, ruleKinds } from '@headhaul/contracts/boards/rule-forms';
import { describe, expect, it } from 'vitest';
import { sampleFilter } from '../../../testing/filter-samples.ts';

/** One of each kind. */
const each: Record<RuleKind, BoardRule> = {
  MIN_RPM: { kind: 'MIN_RPM', cents: 240, basis: 'LOADED' },
  MIN_RATE: { kind: 'MIN_RATE', cents: 150_050 },
  MAX_DEADHEAD: { kind: 'MAX_DEADHEAD', miles: 75 },
  MILES_BETWEEN: { kind: 'MILES_BETWEEN', min: null, max: 1_200 },
  EQUIPMENT: { kind: 'EQUIPMENT', anyOf: ['VAN', 'REEFER'], withoutModifiers: ['TEAM'] },
  MAX_WEIGHT: { kind: 'MAX_WEIGHT', lb: 44_000 },
  MAX_LENGTH: { kind: 'MAX_LENGTH', ft: 53 },
  MIN_CREDIT: { kind: 'MIN_CREDIT', score: 80 },
  MAX_DAYS_TO_PAY: { kind: 'MAX_DAYS_TO_PAY', days: 45 },
  FACTORABLE_ONLY: { kind: 'FACTORABLE_ONLY' },
  BROKER_BLOCK: { kind: 'BROKER_BLOCK', mcs: ['991120'], names: ['Quickturn'], emailDomains: ['quickturn.example'] },
  BROKER_PREFER: { kind: 'BROKER_PREFER', mcs: ['428816'], names: [], emailDomains: [] },
  KEYWORDS: { kind: 'KEYWORDS', none: ['TWIC'], any: ['drop'], in: ['comments', 'commodity'] },
  DESTINATION_STATES: { kind: 'DESTINATION_STATES', allow: ['GA'], block: ['NY'] },
  MAX_AGE: { kind: 'MAX_AGE', minutes: 60 },
  PICKUP_WITHIN: { kind: 'PICKUP_WITHIN', days: 0 },
  HIDE_EMAILED: { kind: 'HIDE_EMAILED' },
};

describe('a draft', () => {
  it('has a form for every rule, and saves what was loaded', () => {
    expect(new Set(ruleKinds)).toEqual(new Set(Object.keys(each)));
    const rules = ruleKinds.map((kind) => each[kind]);
    const draft = toDraft(sampleFilter(1, { rules }));
    const checked = checkDraft(draft);
    expect(checked.ok && checked.input.rules).toEqual(rules);
    expect(readyRules(draft.rules)).toEqual(rules);
  });

  it('of a new rule of each kind is refused until it says something, or is whole already', () => {
    const whole = ruleKinds.filter((kind) => checkDraft({ ...emptyDraft, name: 'A', rules: [startRule(kind)] }).ok);
    expect(whole).toEqual(['FACTORABLE_ONLY', 'HIDE_EMAILED']);
  });

  it.each([
    ['$2.40', 240],
    ['2', 200],
    ['1,000.5', 100_050],
    ['2.40 a mile', null],
    ['', null],
  ])('reads %j as %j cents', (typed, cents) => {
    const rule = { ...startRule('MIN_RATE'), texts: { cents: typed } };
    expect(readyRules([rule])).toEqual(cents === null ? [] : [{ kind: 'MIN_RATE', cents }]);
  });

  it('says what is wrong at the rule it is about', () => {
    const [good, bad] = [{ ...startRule('MAX_DEADHEAD'), texts: { miles: '75' } }, startRule('MAX_WEIGHT')];
    const checked = checkDraft({ ...emptyDraft, rules: [good, bad] });
    expect(checked.ok ? null : checked.errors).toEqual({ name: 'Name the filter', rules: { [bad.key]: 'From 1 to 500,000 pounds' } });
    const none = checkDraft({ ...emptyDraft, name: 'A' });
    expect(none.ok ? null : none.errors).toEqual({ rules: {}, whole: 'Add a rule' });
  });

  it('is the same while it would save the same', () => {
    const filter = sampleFilter(1);
    expect(isSameDraft(toDraft(filter), toDraft(filter))).toBe(true);
    expect(isSameDraft(toDraft(filter), toDraft({ ...filter, onUnknown: 'DIM' }))).toBe(false);
    expect(isSameDraft(toDraft(filter), toDraft({ ...filter, rules: [...filter.rules].reverse() }))).toBe(false);
  });
});
