import { compileStack } from '@headhaul/domain/boards/filters/filter-stack';
import type { FilterSet } from '@headhaul/domain/boards/filters/rules';
import { type FieldTexts, readBoardLoad } from '@headhaul/domain/boards/read-load';
import { describe, expect, it } from 'vitest';
import { demoConfig } from '../config/demo.ts';
import { decideRow } from './decide-row.ts';

const marks = { floorPerMileCents: 190, targetPerMileCents: 250 };
const today = '2026-11-17';
const texts: FieldTexts = {
  origin: { text: 'Milwaukee, WI', as: 'cityState' },
  destination: { text: 'Conley, GA', as: 'cityState' },
  rateTotal: { text: '$2,000', as: 'usd' },
  tripMiles: { text: '900', as: 'miles' },
  deadheadOrigin: { text: '(100)', as: 'miles' },
};
const set: FilterSet = { rules: [{ kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' }], onUnknown: 'KEEP', action: 'DIM' };

function decide(over: FieldTexts, filter: FilterSet | null = set, config = demoConfig, isEmailed: boolean | null = null) {
  const load = readBoardLoad({ ...texts, ...over }, { board: 'demo', layout: 'wide', rowKey: 'K', today });
  const stack = filter === null ? null : compileStack([{ ...filter, isForEveryone: false }]);
  return decideRow(load, stack, config, { today, isEmailed, marks });
}

describe('a row', () => {
  it('below the filter is dimmed, with the reason', () => {
    const decision = decide({});
    expect({ ...decision, reasons: decision.reasons(), heldBy: decision.heldBy() }).toEqual({
      mark: 'dim',
      verdict: 'FAIL',
      perMile: '2.00',
      stands: null,
      note: 'Under 2.40 a mile',
      lane: 'Milwaukee, WI to Conley, GA',
      reasons: ['Rate per mile, all miles: 2.00, at least 2.40'],
      heldBy: 'Rate per mile, all miles',
    });
  });

  it.each([
    ['$2,500', 'over target'],
    ['$2,499', null],
    ['$1,900', null],
    ['$1,899', 'under floor'],
    ['–', null],
  ])('with %s for 1,000 miles stands %s', (rate, stands) => {
    expect(decide({ rateTotal: { text: rate, as: 'usd' } })).toMatchObject({ stands });
  });

  it('that fits is marked', () => {
    expect(decide({ rateTotal: { text: '$2,400', as: 'usd' } })).toMatchObject({
      mark: 'match',
      verdict: 'PASS',
      perMile: '2.40',
      note: '',
    });
  });

  it.each<[string, FieldTexts]>([
    ['No rate posted', { rateTotal: { text: '–', as: 'usd' } }],
    ['No rate posted', { rateTotal: { text: 'est. $2,400', as: 'usd' } }],
    ['No miles shown', { tripMiles: { text: null, as: 'miles' } }],
    ['No deadhead shown', { deadheadOrigin: { text: null, as: 'miles' } }],
  ])('is kept as it is when nobody can say: %s', (note, over) => {
    expect(decide(over)).toMatchObject({ mark: null, verdict: 'UNKNOWN', perMile: null, note });
    expect(decide(over, null)).toMatchObject({ mark: null, verdict: null, perMile: null, note });
  });

  it('without rules, or where filters are off, has only its rate', () => {
    expect(decide({}, null)).toMatchObject({ mark: null, verdict: null, perMile: '2.00', note: '' });
    expect(decide({}, null).reasons()).toEqual([]);
    expect(decide({}, set, { ...demoConfig, features: { filters: false } })).toMatchObject({ mark: null, verdict: null });
  });

  it.each([
    [true, 'dim', 'Emailed'],
    [false, 'match', ''],
    [null, null, 'Not emailed yet not shown'],
  ] as const)('about which somebody wrote, if known: %s', (isEmailed, mark, note) => {
    expect(decide({}, { ...set, rules: [{ kind: 'HIDE_EMAILED' }] }, demoConfig, isEmailed)).toMatchObject({ mark, note });
  });

  it('of a preferred broker says so', () => {
    const prefer: FilterSet = { ...set, rules: [{ kind: 'BROKER_PREFER', mcs: ['428816'], names: [], emailDomains: [] }] };
    expect(decide({ mc: { text: 'MC 428816', as: 'mc' } }, prefer)).toMatchObject({
      mark: 'match',
      verdict: null,
      note: 'Preferred broker',
    });
    expect(decide({}, prefer)).toMatchObject({ mark: null, note: '' });
  });

  it('is never hidden', () => {
    expect(decide({}, { ...set, action: 'COLLAPSE' }, { ...demoConfig, virtualised: false }).mark).toBe('dim');
  });
});
