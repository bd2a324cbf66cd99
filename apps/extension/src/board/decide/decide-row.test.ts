import type { BoardField } from '@headhaul/domain/boards/board-load';
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

function decide(
  over: FieldTexts,
  filter: FilterSet | null = set,
  config = demoConfig,
  isEmailed: boolean | null = null,
  blocked: string | null = null,
  unread: BoardField[] = [],
  isShown = false,
) {
  const load = readBoardLoad({ ...texts, ...over }, { board: 'demo', layout: 'wide', rowKey: 'K', today });
  const stack = filter === null ? null : compileStack([{ ...filter, isForEveryone: false }]);
  return decideRow(load, stack, config, { today, isEmailed, isFactorable: null, unread, blocked, isShown, marks });
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
      isBlocked: false,
      reasons: [{ verdict: 'FAIL', rule: 'Rate per mile, all miles', found: '2.00, at least 2.40' }],
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

  it.each<[string, FieldTexts]>([
    ['Rate not read', { rateTotal: { text: '$2,000 - $2,400', as: 'usd' } }],
    ['Rate not read', { rateTotal: { text: null, as: 'usd', isAmbiguous: true } }],
    ['Trip miles not read', { tripMiles: { text: '900', as: 'miles', isAmbiguous: true } }],
    ['Deadhead not read', { deadheadOrigin: { text: null, as: 'miles', isAmbiguous: true } }],
    [
      'No miles shown',
      { rateTotal: { text: '–', as: 'usd' }, ratePerMile: { text: '$2.40/mi', as: 'usdPerMile' }, tripMiles: { text: '–', as: 'miles' } },
    ],
  ])('says that something isn’t posted only where the board says so: %s', (note, over) => {
    expect(decide(over)).toMatchObject({ mark: null, verdict: 'UNKNOWN', perMile: null, stands: null, note });
    expect(decide(over, null)).toMatchObject({ note });
  });

  it('with a field that can’t be read is neither dimmed nor called a match for it', () => {
    const dim: FilterSet = { ...set, onUnknown: 'DIM' };
    const over: FieldTexts = { rateTotal: { text: null, as: 'usd', isAmbiguous: true }, age: { text: null, as: 'age', isAmbiguous: true } };
    const rate = decide(over, dim, demoConfig, null, null, ['rateTotal']);
    expect(rate).toMatchObject({ mark: null, verdict: 'UNKNOWN', note: 'Rate not read' });
    expect(rate.reasons()).toEqual([{ verdict: 'UNKNOWN', rule: 'Rate per mile, all miles', found: 'not read on the row' }]);
    expect(decide({ rateTotal: { text: '–', as: 'usd' } }, dim)).toMatchObject({ mark: 'dim', note: 'No rate posted' });
    const fresh: FilterSet = { ...dim, rules: [{ kind: 'MAX_AGE', minutes: 30 }] };
    expect(decide(over, fresh, demoConfig, null, null, ['age'])).toMatchObject({ mark: null, verdict: 'UNKNOWN', note: 'Age not read' });
    expect(decide({}, fresh)).toMatchObject({ mark: 'dim', verdict: 'FAIL', note: 'Age not shown' });
    const solo: FilterSet = { ...dim, rules: [{ kind: 'EQUIPMENT', anyOf: [], withoutModifiers: ['TEAM'] }] };
    expect(decide({}, solo)).toMatchObject({ verdict: 'PASS' });
    expect(decide({}, solo, demoConfig, null, null, ['equipment'])).toMatchObject({ mark: null, verdict: 'UNKNOWN' });
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

  it('of a blocked broker steps back with the reason, whatever filter runs and whoever prefers it', () => {
    const prefer: FilterSet = { ...set, rules: [{ kind: 'BROKER_PREFER', mcs: ['428816'], names: [], emailDomains: [] }] };
    const fits: FieldTexts = { rateTotal: { text: '$2,400', as: 'usd' }, mc: { text: 'MC 428816', as: 'mc' } };
    const why = 'Blocked: double brokered';
    for (const filter of [null, set, prefer, { ...set, action: 'HIGHLIGHT_ONLY' as const }]) {
      const decision = decide(fits, filter, demoConfig, null, why);
      expect(decision).toMatchObject({ mark: 'dim', verdict: 'FAIL', note: why, perMile: '2.40', isBlocked: true });
      expect([decision.reasons()[0], decision.heldBy()]).toEqual([{ verdict: 'FAIL', rule: why, found: '' }, 'Blocked by your team']);
      expect(decide(fits, filter, demoConfig, null, why, [], true)).toMatchObject({ mark: null, verdict: 'FAIL', note: why });
    }
    expect(decide(fits, set, { ...demoConfig, features: { filters: false } }, null, why)).toMatchObject({ mark: null, verdict: null });
  });

  it('that the user wants to see stands like the others, and says the same', () => {
    expect(decide({}, set, demoConfig, null, null, [], true)).toMatchObject({ mark: null, verdict: 'FAIL', note: 'Under 2.40 a mile' });
    expect(decide({ rateTotal: { text: '$2,400', as: 'usd' } }, set, demoConfig, null, null, [], true)).toMatchObject({ mark: 'match' });
  });

  it('is never hidden', () => {
    expect(decide({}, { ...set, action: 'COLLAPSE' }, { ...demoConfig, virtualised: false }).mark).toBe('dim');
  });
});
