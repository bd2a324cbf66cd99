import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeReadings, readEmptyNear } from './read-empty-near.ts';
import { at, nowMs } from './testing/samples.ts';

const zone = 'America/Chicago';
const read = (text: string) => readEmptyNear(text, nowMs, zone);
const inADay = nowMs + 24 * 3_600_000;

describe('empty near', () => {
  it.each([
    ['empty near dallas 100 van by tue 8a', 'dallas', 100, 'DRY_VAN', at('tue 08:00'), ''],
    ['empty near 76106 by 6pm', '76106', 100, null, at('mon 18:00'), ''],
    ['empty near Fort Worth, TX', 'Fort Worth, TX', 100, null, inADay, ''],
    ['empty van near st. louis within 50 miles', 'st. louis', 50, 'DRY_VAN', inADay, ''],
    ['by tomorrow empty reefers 250mi near Dallas', 'Dallas', 250, 'REEFER', at('tue 23:59'), ''],
    ['who is empty around waco by noon', 'waco', 100, null, at('mon 12:00'), ''],
    ['empty step deck near houston by nov 18', 'houston', 100, 'STEP_DECK', at('wed 23:59'), ''],
    ['empty near van nuys van 75', 'van nuys', 75, 'DRY_VAN', inADay, ''],
    ['empty near dallas van asap', 'dallas', 100, 'DRY_VAN', inADay, 'asap'],
    ['asap empty near dallas by whenever', 'dallas', 100, null, inADay, 'asap by whenever'],
    ['empty near', null, 100, null, inADay, ''],
    ['empty 75201', '75201', 100, null, inADay, ''],
    ['empty near dallas near waco', 'dallas', 100, null, inADay, 'waco'],
    ['empty near dallas by tue 20 mi', 'dallas', 20, null, at('tue 23:59'), ''],
  ])('%s', (text, place, radiusMiles, equipment, byMs, ignored) => {
    expect(read(text)).toEqual({ place, radiusMiles, equipment, byMs, ignored: ignored.split(' ').filter((word) => word !== '') });
  });

  it.each([
    ['tomorrow', 'tue 23:59'],
    ['tom 8am', 'tue 08:00'],
    ['tue', 'tue 23:59'],
    ['wednesday 8:30 pm', 'wed 20:30'],
    ['8am', 'tue 08:00'],
    ['08:00', 'tue 08:00'],
    ['0800', 'tue 08:00'],
    ['today 17:00', 'mon 17:00'],
    ['tonight', 'mon 23:59'],
    ['nov 18', 'wed 23:59'],
    ['11/18 6am', 'wed 06:00'],
    ['nov 18th 14:00', 'wed 14:00'],
    ['6', 'mon 18:00'],
    ['mon 15:00', 'mon 15:00'],
    ['midnight', 'mon 23:59'],
  ])('by %s, said on Monday at 10:42, is %s', (words, expected) => {
    expect(read(`empty near dallas by ${words}`)).toMatchObject({ place: 'dallas', byMs: at(expected), ignored: [] });
  });

  it('a weekday whose time is over is next week’s, and a date that is over is next year’s', () => {
    expect(read('empty near dallas by mon 8am')?.byMs).toBe(at('mon 08:00') + 7 * 24 * 3_600_000);
    expect(new Date(read('empty near dallas by nov 3')?.byMs ?? 0).getUTCFullYear()).toBe(2027);
  });

  it('another search is not for us', () => {
    expect([read('24835'), read('dallas'), read('')]).toEqual([null, null, null]);
  });

  it('a place that isn’t found can be tried without its last words', () => {
    const reading = read('empty near fort worth asap 50');
    expect(reading && placeReadings(reading)).toEqual([
      { place: 'fort worth asap', ignored: [] },
      { place: 'fort worth', ignored: ['asap'] },
      { place: 'fort', ignored: ['worth', 'asap'] },
    ]);
    expect(placeReadings({ ...(reading ?? ({} as never)), place: null })).toEqual([]);
  });

  it('reads anything without failing, and always gives a number of miles and a time', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        'near',
        'by',
        'tue',
        'nov',
        '31',
        '0',
        '99999',
        '8a',
        '25:00',
        'van',
        'step',
        'deck',
        'mi',
        '2/30',
        'within',
        'now',
        '12am',
        ',',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const reading = read(['empty', ...words].join(' '));
        expect(reading?.radiusMiles).toBeGreaterThan(0);
        expect(Number.isFinite(reading?.byMs)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
