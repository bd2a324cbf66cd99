import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoardField, type BoardLoad, boardFields } from './board-load.ts';
import { postedCents } from './figures.ts';
import { type FieldTexts, readBoardLoad } from './read-load.ts';
import { transformNames } from './transforms.ts';

const row = { board: 'dat', layout: 'compact', rowKey: 'DS3hdKBc', today: '2026-11-17' } as const;
const line = 'V | 25k lbs | 53 ft | Full';
const texts: FieldTexts = {
  origin: { text: 'Milwaukee, WI', as: 'cityState' },
  destination: { text: 'Conley, GA', as: 'cityState' },
  rateTotal: { text: '$2,500', as: 'usd' },
  ratePerMile: { text: '$3.03*/mi', as: 'usdPerMile' },
  tripMiles: { text: ' 824 ', as: 'miles' },
  deadheadOrigin: { text: '(12)', as: 'miles' },
  deadheadDestination: { text: '–', as: 'miles' },
  pickup: { text: '11/18 - 11/19', as: 'dateRange' },
  equipment: { text: line, as: 'text', part: 0 },
  weight: { text: line, as: 'pounds', part: 1 },
  length: { text: line, as: 'feet', part: 2 },
  size: { text: line, as: 'text', part: 3 },
  company: { text: 'Harbor & Plains', as: 'text' },
  mc: { text: 'MC# 467725', as: 'mc' },
  creditScore: { text: '100 CS', as: 'creditScore' },
  daysToPay: { text: '24 DTP', as: 'dtp' },
  email: { text: 'mailto:beth.olsen@harborplains.example', as: 'mailto' },
  phone: { text: 'tel:+13125557725', as: 'tel' },
  comments: { text: 'No touch. Email beth.olsen@harborplains.example or loads@other.example.', as: 'text' },
  age: { text: '2m', as: 'age' },
  commodity: { text: null, as: 'text' },
};

describe('a load from the texts of its row', () => {
  const load = readBoardLoad(texts, row);

  it('takes no text of which nobody can tell whether it is meant', () => {
    const { read, broker } = readBoardLoad({ ...texts, company: { text: 'Harbor & Plains', as: 'text', isAmbiguous: true } }, row);
    expect(load.broker.name).toBe('Harbor & Plains');
    expect(broker.name).toBeNull();
    expect(read.failed).toEqual(['company']);
  });

  it('reads the same text anew on another day and on another board', () => {
    const on = (today: string) => readBoardLoad({ pickup: { text: 'Tomorrow', as: 'dateRange' } }, { ...row, today }).pickup.earliest;
    expect([on('2026-11-17'), on('2026-11-18'), on('2026-11-17')]).toEqual(['2026-11-18', '2026-11-19', '2026-11-18']);
    const at = (board: 'dat' | 'other') => readBoardLoad({ equipment: { text: 'V', as: 'text' } }, { ...row, board }).equipment.classes;
    expect([at('dat'), at('other'), at('dat')]).toEqual([['VAN'], [], ['VAN']]);
  });

  it('has what the row shows', () => {
    expect(load).toMatchObject({
      board: 'dat',
      rowKey: 'DS3hdKBc',
      origin: { city: 'Milwaukee', state: 'WI', country: 'US', raw: 'Milwaukee, WI' },
      destination: { city: 'Conley', state: 'GA' },
      rate: { total: { cents: 250_000, currency: 'USD' }, perMileCents: 303, basis: 'FLAT', origin: 'POSTED' },
      tripMiles: 824,
      deadheadOrigin: 12,
      deadheadDestination: null,
      pickup: { earliest: '2026-11-18', latest: '2026-11-19', raw: '11/18 - 11/19' },
      equipment: { raw: 'V', classes: ['VAN'] },
      weightLb: 25_000,
      lengthFt: 53,
      size: 'FULL',
      broker: { name: 'Harbor & Plains', mc: '467725', creditScore: 100, daysToPay: 24 },
      ageMinutes: 2,
      commodity: null,
      reference: null,
    });
  });

  it('marks an address that is only in the comments', () => {
    expect(load.contact).toEqual({
      name: null,
      emails: [
        { address: 'beth.olsen@harborplains.example', from: 'contact' },
        { address: 'loads@other.example', from: 'comments' },
      ],
      phones: [{ e164: '+13125557725', extension: null }],
    });
  });

  it('says of every field what became of it', () => {
    const { ok, missing, failed } = load.read;
    expect(new Set([...ok, ...missing, ...failed])).toEqual(new Set(boardFields));
    expect(ok.length + missing.length + failed.length).toBe(boardFields.length);
    expect(failed).toEqual([]);
    expect(missing).toEqual(expect.arrayContaining(['deadheadDestination', 'commodity', 'reference', 'delivery']));
    expect(ok).toContain('origin');
  });

  it.each<[string, BoardField, FieldTexts]>([
    ['a text that is no place', 'origin', { origin: { text: 'Milwaukee, WIConley, GA', as: 'cityState' } }],
    ['a rate that is none', 'rateTotal', { rateTotal: { text: 'Call', as: 'usd' } }],
    ['a trip without miles', 'tripMiles', { tripMiles: { text: '0', as: 'miles' } }],
    ['a code that nobody knows', 'equipment', { equipment: { text: 'QQ', as: 'text' } }],
    ['a size that is none', 'size', { size: { text: 'Huge', as: 'text' } }],
    ['one stop', 'stops', { stops: { text: '1', as: 'intIn' } }],
    ['a field that is read as something else', 'weight', { weight: { text: '42,000 lbs', as: 'miles' } }],
  ])('%s fails and is null', (_, field, change) => {
    const changed = readBoardLoad({ ...texts, ...change }, row);
    expect(changed.read.failed).toContain(field);
    expect(changed.read.ok).not.toContain(field);
  });

  it('takes neither rate nor miles when the shown rate per mile contradicts them', () => {
    const changed = readBoardLoad({ ...texts, tripMiles: { text: '113', as: 'miles' } }, row);
    expect(changed.read.failed).toEqual(['tripMiles', 'rateTotal', 'ratePerMile']);
    expect(changed).toMatchObject({ tripMiles: null, rate: { total: null, perMileCents: null, basis: 'UNKNOWN' } });
  });

  it('an estimate of the board is said to be one', () => {
    const changed = readBoardLoad({ ...texts, rateTotal: { text: 'est. $2,500', as: 'usd' } }, row);
    expect(changed.rate).toMatchObject({ total: { cents: 250_000 }, origin: 'BOARD_ESTIMATE' });
  });

  it.each<[string, BoardLoad['rate']['origin'], number | null]>([
    ['$3.03*/mi', 'BOARD_ESTIMATE', null],
    ['$3.03/mi', 'POSTED', 303 * 824],
  ])('a rate per mile of %j without a total is %s', (text, origin, cents) => {
    for (const total of ['–', 'Call']) {
      const changed = readBoardLoad({ ...texts, rateTotal: { text: total, as: 'usd' }, ratePerMile: { text, as: 'usdPerMile' } }, row);
      expect(changed.rate).toMatchObject({ total: null, perMileCents: 303, basis: 'PER_MILE', origin });
      expect(postedCents(changed)).toBe(cents);
    }
  });

  it('never throws, whatever a page shows and a configuration says', () => {
    const field = fc.record({
      text: fc.option(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 250 }), fc.constantFrom('$1', '–', line, '11/16', 'WI', 'a@b.example')),
      ),
      as: fc.constantFrom(...transformNames),
      part: fc.option(fc.integer({ min: -2, max: 5 }), { nil: undefined }),
    });
    const record = fc.dictionary(fc.constantFrom(...boardFields), field);
    fc.assert(
      fc.property(record, (given) => {
        const read = readBoardLoad(given as FieldTexts, row);
        return read.read.ok.length + read.read.missing.length + read.read.failed.length === boardFields.length;
      }),
      { numRuns: 1_000 },
    );
  });
});
