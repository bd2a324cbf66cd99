import { describe, expect, it } from 'vitest';
import { boardLoad, postedRate } from '../../testing/board-load.ts';
import type { BoardLoad } from '../board-load.ts';
import { compileFilter, rowMarkOf } from './filter.ts';
import { formatNote, formatResult, ruleLabel } from './format-result.ts';
import type { BoardRule, FilterContext, RuleKind, Verdict } from './rules.ts';

const context: FilterContext = { today: '2026-11-17', isEmailed: false, isFactorable: true, unread: [] };
const place = (state: string) => ({ city: 'Conley', state, zip: null, country: 'US' as const, raw: '' });
const days = (earliest: string, latest = earliest) => ({ earliest, latest, raw: '' });
const van = { raw: 'V', classes: ['VAN' as const], modifiers: [] };
const brokerOf = (said: Partial<BoardLoad['broker']>): BoardLoad['broker'] => ({ ...boardLoad().broker, ...said });
const contactOf = (address: string, from: 'contact' | 'comments' = 'contact') => ({ name: null, phones: [], emails: [{ address, from }] });
const nobody = { mcs: [], names: [], emailDomains: [] };

function verdictOf(rule: BoardRule, load: Partial<BoardLoad>, given: Partial<FilterContext> = {}): Verdict {
  return compileFilter({ rules: [rule] }).judge(boardLoad(load), { ...context, ...given }).verdict;
}

const trip = { tripMiles: 800, deadheadOrigin: 25 };
const allIn: BoardRule = { kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' };
const words: BoardRule = { kind: 'KEYWORDS', none: ['TWIC', 'in-bond', 'team'], any: [], in: ['comments'] };
const wantsKeyword: BoardRule = { kind: 'KEYWORDS', none: [], any: ['drop trailer'], in: ['comments', 'commodity'] };
const blocked: BoardRule = {
  kind: 'BROKER_BLOCK',
  mcs: ['0991120'],
  names: ['Quickturn Freight Desk, LLC'],
  emailDomains: ['quickturn.example'],
};

describe('each rule', () => {
  it.each<[BoardRule, Partial<BoardLoad>, Verdict]>([
    [allIn, { ...trip, rate: postedRate(1_980) }, 'PASS'],
    [allIn, { ...trip, rate: postedRate(1_979) }, 'FAIL'],
    [allIn, { ...trip, deadheadOrigin: null, rate: postedRate(1_980) }, 'UNKNOWN'],
    [allIn, trip, 'UNKNOWN'],
    [allIn, { ...trip, rate: { ...postedRate(9_000), origin: 'BOARD_ESTIMATE' } }, 'UNKNOWN'],
    [allIn, { ...trip, rate: { ...postedRate(9_000), total: { cents: 900_000, currency: 'CAD' } } }, 'UNKNOWN'],
    [{ ...allIn, basis: 'LOADED' }, { ...trip, deadheadOrigin: null, rate: postedRate(1_920) }, 'PASS'],
    [{ ...allIn, basis: 'LOADED' }, { ...trip, rate: { total: null, perMileCents: 239, basis: 'PER_MILE', origin: 'POSTED' } }, 'FAIL'],
    [{ kind: 'MIN_RATE', cents: 100_000 }, { rate: postedRate(1_000) }, 'PASS'],
    [{ kind: 'MIN_RATE', cents: 100_000 }, { rate: postedRate(999) }, 'FAIL'],
    [{ kind: 'MIN_RATE', cents: 100_000 }, {}, 'UNKNOWN'],
    [{ kind: 'MAX_DEADHEAD', miles: 75 }, { deadheadOrigin: 75 }, 'PASS'],
    [{ kind: 'MAX_DEADHEAD', miles: 75 }, { deadheadOrigin: 0 }, 'PASS'],
    [{ kind: 'MAX_DEADHEAD', miles: 75 }, { deadheadOrigin: 76 }, 'FAIL'],
    [{ kind: 'MAX_DEADHEAD', miles: 75 }, {}, 'UNKNOWN'],
    [{ kind: 'MILES_BETWEEN', min: 300, max: 900 }, { tripMiles: 300 }, 'PASS'],
    [{ kind: 'MILES_BETWEEN', min: 300, max: 900 }, { tripMiles: 901 }, 'FAIL'],
    [{ kind: 'MILES_BETWEEN', min: 300, max: null }, { tripMiles: 299 }, 'FAIL'],
    [{ kind: 'MILES_BETWEEN', min: null, max: 900 }, {}, 'UNKNOWN'],
    [{ kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: ['TEAM'] }, { equipment: van }, 'PASS'],
    [{ kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: [] }, { equipment: { ...van, classes: ['REEFER', 'VAN'] } }, 'PASS'],
    [{ kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: [] }, { equipment: { ...van, classes: ['REEFER'] } }, 'FAIL'],
    [{ kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: ['TEAM'] }, { equipment: { ...van, modifiers: ['TEAM'] } }, 'FAIL'],
    [{ kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: [] }, {}, 'UNKNOWN'],
    [{ kind: 'EQUIPMENT', anyOf: [], withoutModifiers: ['HAZMAT'] }, {}, 'PASS'],
    [{ kind: 'MAX_WEIGHT', lb: 44_000 }, { weightLb: 44_000 }, 'PASS'],
    [{ kind: 'MAX_WEIGHT', lb: 44_000 }, { weightLb: 44_001 }, 'FAIL'],
    [{ kind: 'MAX_WEIGHT', lb: 44_000 }, {}, 'UNKNOWN'],
    [{ kind: 'MAX_LENGTH', ft: 48 }, { lengthFt: 53 }, 'FAIL'],
    [{ kind: 'MAX_LENGTH', ft: 53 }, { lengthFt: 53 }, 'PASS'],
    [{ kind: 'MAX_LENGTH', ft: 53 }, {}, 'UNKNOWN'],
    [{ kind: 'MIN_CREDIT', score: 80 }, { broker: brokerOf({ creditScore: 80 }) }, 'PASS'],
    [{ kind: 'MIN_CREDIT', score: 80 }, { broker: brokerOf({ creditScore: 0 }) }, 'FAIL'],
    [{ kind: 'MIN_CREDIT', score: 80 }, { broker: brokerOf({ creditGrade: 'A' }) }, 'UNKNOWN'],
    [{ kind: 'MAX_DAYS_TO_PAY', days: 45 }, { broker: brokerOf({ daysToPay: 45 }) }, 'PASS'],
    [{ kind: 'MAX_DAYS_TO_PAY', days: 45 }, { broker: brokerOf({ daysToPay: 58 }) }, 'FAIL'],
    [{ kind: 'MAX_DAYS_TO_PAY', days: 45 }, {}, 'UNKNOWN'],
    [blocked, { broker: brokerOf({ mc: '991120', name: 'Somebody' }) }, 'FAIL'],
    [blocked, { broker: brokerOf({ name: 'QUICKTURN  Freight Desk Inc.' }) }, 'FAIL'],
    [blocked, { contact: contactOf('rex@quickturn.example') }, 'FAIL'],
    [blocked, { contact: contactOf('rex@quickturn.example', 'comments') }, 'UNKNOWN'],
    [blocked, { broker: brokerOf({ mc: '428816' }) }, 'PASS'],
    [blocked, { broker: brokerOf({ name: 'Lakeshore Freight' }) }, 'PASS'],
    [blocked, {}, 'UNKNOWN'],
    [{ kind: 'BROKER_BLOCK', ...nobody }, {}, 'PASS'],
    [{ kind: 'BROKER_PREFER', ...nobody, mcs: ['1'] }, {}, 'PASS'],
    [words, { comments: 'No touch freight' }, 'PASS'],
    [words, { comments: 'Driver needs twic card' }, 'FAIL'],
    [words, { comments: 'INBOND freight' }, 'FAIL'],
    [words, { comments: 'in bond' }, 'FAIL'],
    [words, { comments: 'teamwork' }, 'PASS'],
    [words, { comments: 'steam cleaner' }, 'PASS'],
    [words, {}, 'UNKNOWN'],
    [wantsKeyword, { comments: 'Drop-trailer ok', commodity: null }, 'PASS'],
    [wantsKeyword, { comments: 'live load', commodity: 'Paper' }, 'FAIL'],
    [wantsKeyword, { comments: 'live load', commodity: null }, 'UNKNOWN'],
    [{ kind: 'DESTINATION_STATES', allow: [], block: ['NY', 'NJ'] }, { destination: place('GA') }, 'PASS'],
    [{ kind: 'DESTINATION_STATES', allow: [], block: ['NY', 'NJ'] }, { destination: place('NJ') }, 'FAIL'],
    [{ kind: 'DESTINATION_STATES', allow: ['GA'], block: [] }, { destination: place('FL') }, 'FAIL'],
    [{ kind: 'DESTINATION_STATES', allow: ['GA'], block: [] }, {}, 'UNKNOWN'],
    [{ kind: 'MAX_AGE', minutes: 30 }, { ageMinutes: 30 }, 'PASS'],
    [{ kind: 'MAX_AGE', minutes: 30 }, { ageMinutes: 31 }, 'FAIL'],
    [{ kind: 'MAX_AGE', minutes: 30 }, {}, 'FAIL'],
    [{ kind: 'PICKUP_WITHIN', days: 2 }, { pickup: days('2026-11-19') }, 'PASS'],
    [{ kind: 'PICKUP_WITHIN', days: 2 }, { pickup: days('2026-11-20') }, 'FAIL'],
    [{ kind: 'PICKUP_WITHIN', days: 2 }, { pickup: days('2026-11-16', '2026-11-17') }, 'PASS'],
    [{ kind: 'PICKUP_WITHIN', days: 2 }, { pickup: days('2026-11-16') }, 'FAIL'],
    [{ kind: 'PICKUP_WITHIN', days: 2 }, {}, 'UNKNOWN'],
  ])('%j of %j: %s', (rule, load, verdict) => {
    expect(verdictOf(rule, load)).toBe(verdict);
  });

  it.each<[RuleKind, Partial<FilterContext>, Verdict]>([
    ['FACTORABLE_ONLY', { isFactorable: true }, 'PASS'],
    ['FACTORABLE_ONLY', { isFactorable: false }, 'FAIL'],
    ['FACTORABLE_ONLY', { isFactorable: null }, 'UNKNOWN'],
    ['HIDE_EMAILED', { isEmailed: false }, 'PASS'],
    ['HIDE_EMAILED', { isEmailed: true }, 'FAIL'],
    ['HIDE_EMAILED', { isEmailed: null }, 'UNKNOWN'],
  ])('%s with %j: %s', (kind, given, verdict) => {
    expect(verdictOf({ kind } as BoardRule, {}, given)).toBe(verdict);
  });
});

describe('a set of rules', () => {
  const deadhead: BoardRule = { kind: 'MAX_DEADHEAD', miles: 75 };
  const judge = (rules: readonly BoardRule[], load: Partial<BoardLoad>) => compileFilter({ rules }).judge(boardLoad(load), context);

  it('fails if one rule fails, and can’t say if none fails and one can’t', () => {
    expect(judge([], {}).verdict).toBe('PASS');
    expect(judge([allIn, deadhead], { deadheadOrigin: 90 })).toMatchObject({ verdict: 'FAIL', because: { rule: deadhead, value: 90 } });
    expect(judge([allIn, deadhead], { deadheadOrigin: 10 })).toMatchObject({ verdict: 'UNKNOWN', because: { rule: allIn } });
    expect(judge([deadhead], { deadheadOrigin: 10 })).toMatchObject({ verdict: 'PASS', because: null });
  });

  it('names a blocked broker first, and blocked beats preferred', () => {
    const prefer: BoardRule = { kind: 'BROKER_PREFER', ...nobody, mcs: ['991120'] };
    const broker = brokerOf({ mc: '991120', name: 'Quickturn' });
    expect(judge([deadhead, prefer, blocked], { deadheadOrigin: 90, broker })).toMatchObject({
      because: { rule: blocked },
      isPreferred: false,
    });
    expect(judge([deadhead, prefer], { deadheadOrigin: 90, broker })).toMatchObject({ verdict: 'FAIL', isPreferred: true });
  });

  it('explains every rule: no first, then unknown, then yes', () => {
    const rules: BoardRule[] = [{ kind: 'MAX_WEIGHT', lb: 44_000 }, allIn, deadhead, words];
    const results = compileFilter({ rules }).explain(boardLoad({ ...trip, rate: postedRate(1_864), weightLb: 38_500 }), context);
    expect(results.map((result) => [ruleLabel(result.rule), result.verdict, formatResult(result)])).toEqual([
      ['Rate per mile, all miles', 'FAIL', '2.25, at least 2.40'],
      ['Comment', 'UNKNOWN', 'not shown on the row'],
      ['Deadhead to pickup', 'PASS', '25 mi, at most 75'],
      ['Weight', 'PASS', '38,500 lb, at most 44,000'],
    ]);
  });

  it.each<[Verdict, 'KEEP' | 'DIM', 'DIM' | 'COLLAPSE' | 'HIGHLIGHT_ONLY', boolean, string | null]>([
    ['PASS', 'KEEP', 'DIM', true, 'HIGHLIGHT'],
    ['FAIL', 'KEEP', 'DIM', true, 'DIM'],
    ['FAIL', 'KEEP', 'COLLAPSE', true, 'DIM'],
    ['FAIL', 'KEEP', 'COLLAPSE', false, 'COLLAPSE'],
    ['FAIL', 'KEEP', 'HIGHLIGHT_ONLY', true, null],
    ['UNKNOWN', 'KEEP', 'DIM', true, null],
    ['UNKNOWN', 'DIM', 'DIM', true, 'DIM'],
    ['UNKNOWN', 'DIM', 'HIGHLIGHT_ONLY', true, null],
  ])('%s with unknown %s and %s, virtual %j: %j', (verdict, onUnknown, action, isVirtual, mark) => {
    expect(rowMarkOf(verdict, { action, onUnknown }, { isVirtual })).toBe(mark);
  });
});

describe('the words on the row', () => {
  const note = (rule: BoardRule, load: Partial<BoardLoad>, given: Partial<FilterContext> = {}) => {
    const { because } = compileFilter({ rules: [rule] }).judge(boardLoad(load), { ...context, ...given });
    return because && formatNote(because);
  };

  it.each<[string | null, BoardRule, Partial<BoardLoad>]>([
    ['Under 2.40 a mile', allIn, { ...trip, rate: postedRate(1_500) }],
    ['No rate posted', allIn, trip],
    ['Deadhead 88 mi, max 75', { kind: 'MAX_DEADHEAD', miles: 75 }, { deadheadOrigin: 88 }],
    ['Reefer, want van', { kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: [] }, { equipment: { ...van, classes: ['REEFER'] } }],
    ['Asks for team', { kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: ['TEAM'] }, { equipment: { ...van, modifiers: ['TEAM'] } }],
    ['Pays in 58 days, max 45', { kind: 'MAX_DAYS_TO_PAY', days: 45 }, { broker: brokerOf({ daysToPay: 58 }) }],
    ['Comment says TWIC', words, { comments: 'twic needed' }],
    ['Comment not shown', words, {}],
    ['Goes to NJ', { kind: 'DESTINATION_STATES', allow: [], block: ['NJ'] }, { destination: place('NJ') }],
    ['Posted 1 h 5 min ago, max 30 min', { kind: 'MAX_AGE', minutes: 30 }, { ageMinutes: 65 }],
    ['Age not shown', { kind: 'MAX_AGE', minutes: 30 }, {}],
    ['Picks up Nov 25', { kind: 'PICKUP_WITHIN', days: 2 }, { pickup: days('2026-11-25') }],
    ['You blocked Quickturn', blocked, { broker: brokerOf({ mc: '991120', name: 'Quickturn' }) }],
    [null, { kind: 'MAX_DEADHEAD', miles: 75 }, { deadheadOrigin: 8 }],
  ])('%j', (text, rule, load) => {
    expect(note(rule, load)).toBe(text);
  });
});
