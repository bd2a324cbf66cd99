import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equipmentTypes } from '../../equipment.ts';
import { type DriverFacts, makeDriverFilter } from './driver-filter.ts';

const today = '2026-11-17';
const nobodySaid: DriverFacts = {
  name: 'Carla',
  familyName: 'Dunn',
  equipment: null,
  trailerLengthFt: null,
  maxWeightLb: null,
  minRpmCents: null,
  avoidedStates: [],
  endorsements: [],
  hasLicense: false,
  gear: [],
  isTeam: false,
  place: null,
  readyOn: null,
};
const carla: DriverFacts = {
  ...nobodySaid,
  equipment: 'REEFER',
  trailerLengthFt: 53,
  maxWeightLb: 43_500,
  minRpmCents: 225,
  avoidedStates: ['NY', 'NJ'],
  hasLicense: true,
  place: { city: 'Milwaukee', state: 'WI' },
  readyOn: '2026-11-18',
};

describe('a filter for a driver', () => {
  it('is made of truck, place, time and wishes', () => {
    expect(makeDriverFilter(carla, today)).toEqual({
      name: 'Carla Dunn',
      searchFrom: 'Milwaukee, WI',
      missing: [],
      set: {
        onUnknown: 'KEEP',
        action: 'DIM',
        rules: [
          { kind: 'MIN_RPM', cents: 225, basis: 'ALL_IN' },
          { kind: 'MAX_DEADHEAD', miles: 100 },
          { kind: 'EQUIPMENT', anyOf: ['VAN', 'REEFER'], withoutModifiers: ['HAZMAT', 'TEAM'] },
          { kind: 'MAX_WEIGHT', lb: 43_500 },
          { kind: 'MAX_LENGTH', ft: 53 },
          { kind: 'DESTINATION_STATES', allow: [], block: ['NY', 'NJ'] },
          { kind: 'PICKUP_WITHIN', days: 2 },
        ],
      },
    });
  });

  it('makes no rule of what nobody said, and says what is missing', () => {
    const { set, missing, searchFrom } = makeDriverFilter(nobodySaid, today);
    expect(set.rules).toEqual([{ kind: 'EQUIPMENT', anyOf: [], withoutModifiers: ['TEAM'] }]);
    expect(missing).toEqual(['equipment', 'place', 'time empty', 'lowest rate per mile', 'highest weight']);
    expect(searchFrom).toBeNull();
    expect(makeDriverFilter({ ...nobodySaid, isTeam: true }, today).set.rules).toEqual([]);
  });

  const modifiersOf = (said: Partial<DriverFacts>) => {
    const [rule] = makeDriverFilter({ ...nobodySaid, ...said }, today).set.rules;
    return rule?.kind === 'EQUIPMENT' ? rule.withoutModifiers : [];
  };
  it.each<[string, Partial<DriverFacts>, string[]]>([
    ['nobody asked for a license', {}, ['TEAM']],
    ['a license without hazmat', { hasLicense: true }, ['HAZMAT', 'TEAM']],
    ['hazmat', { endorsements: ['H'] }, ['TEAM']],
    ['hazmat with tank', { endorsements: ['X', 'T'], hasLicense: true }, ['TEAM']],
    ['other endorsements', { endorsements: ['N'] }, ['HAZMAT', 'TEAM']],
    ['a team', { isTeam: true }, []],
    ['gear without tarps', { gear: ['Straps', '12 chains'] }, ['TEAM', 'TARPS', 'LIFTGATE']],
    ['tarps', { gear: ['2 Tarps', 'chains', 'Lift gate'] }, ['TEAM']],
  ])('%s: without %j', (_, said, expected) => expect(modifiersOf(said)).toEqual(expected));

  it.each([
    ['2026-11-10', 1],
    [today, 1],
    ['2026-11-20', 4],
    ['2031-01-01', 365],
  ])('empty on %s: pickups within %i days', (readyOn, days) => {
    expect(makeDriverFilter({ ...nobodySaid, readyOn }, today).set.rules.at(-1)).toEqual({ kind: 'PICKUP_WITHIN', days });
  });

  it('of every trailer that is known takes its own kind, and power only for a truck alone', () => {
    for (const equipment of equipmentTypes) {
      const [rule] = makeDriverFilter({ ...nobodySaid, equipment }, today).set.rules;
      const kinds = rule?.kind === 'EQUIPMENT' ? rule.anyOf : [];
      expect(kinds.includes('POWER_ONLY'), equipment).toBe(equipment === 'POWER_ONLY');
      expect(kinds.length > 0, equipment).toBe(equipment !== 'OTHER');
    }
  });

  it('has a name that fits', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), fc.string({ maxLength: 100 }), (name, familyName) => {
        const made = makeDriverFilter({ ...nobodySaid, name, familyName }, today).name;
        return made.length <= 60 && made === made.trim();
      }),
    );
  });
});
