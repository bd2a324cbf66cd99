import { describe, expect, it } from 'vitest';
import { fingerprintTextOf } from './freight.ts';
import { mergeTexts, readOpenedLoad } from './merge-texts.ts';
import { type FieldTexts, readBoardLoad } from './read-load.ts';

const source = { board: 'dat', layout: 'compact', rowKey: 'DS3hdKBc', today: '2026-11-18' } as const;
const read = (row: FieldTexts, detail: FieldTexts) => readBoardLoad(mergeTexts(row, detail, source), source);

const mail = (address: string) => ({ email: { text: `mailto:${address}`, as: 'mailto' } }) satisfies FieldTexts;

describe('a row and its opened load', () => {
  it('tell together what each of them tells alone', () => {
    const load = read(
      { tripMiles: { text: '824', as: 'miles' } },
      { ...mail('dana@tallpine.example'), tripMiles: { text: '–', as: 'miles' } },
    );
    expect([load.tripMiles, load.contact.emails]).toEqual([824, [{ address: 'dana@tallpine.example', from: 'contact' }]]);
  });

  it.each<[string, FieldTexts, FieldTexts]>([
    ['a weight', { weight: { text: 'V | 25k lbs', as: 'pounds', part: 1 } }, { weight: { text: '25,000 lbs', as: 'pounds' } }],
    ['a trailer', { equipment: { text: 'V', as: 'text' } }, { equipment: { text: 'Van', as: 'text' } }],
    [
      'a place with its ZIP code',
      { origin: { text: 'Milwaukee, WI', as: 'cityState' } },
      { origin: { text: 'Milwaukee, WI 53204', as: 'cityState' } },
    ],
    ['a phone', { phone: { text: '(414) 555-0142', as: 'phone' } }, { phone: { text: 'tel:+14145550142', as: 'tel' } }],
    ['an address', mail('dana@tallpine.example'), mail('Dana@TallPine.example')],
  ])('agree on %s that they write differently', (_, row, detail) => {
    const load = read(row, detail);
    expect([load.read.ok, load.read.failed]).toEqual([Object.keys(row), []]);
  });

  it.each<[string, FieldTexts, FieldTexts]>([
    ['address', mail('dana@tallpine.example'), mail('lee@gatewayarc.example')],
    ['origin', { origin: { text: 'Milwaukee, WI', as: 'cityState' } }, { origin: { text: 'Joliet, IL', as: 'cityState' } }],
    ['rate', { rateTotal: { text: '$2,500', as: 'usd' } }, { rateTotal: { text: '$2,100', as: 'usd' } }],
    ['trailer', { equipment: { text: 'V', as: 'text' } }, { equipment: { text: 'R', as: 'text' } }],
    ['reference', { reference: { text: 'TP-1', as: 'text' } }, { reference: { text: 'TP-2', as: 'text' } }],
    ['phone', { phone: { text: '(414) 555-0142', as: 'phone' } }, { phone: { text: 'tel:+14145550143', as: 'tel' } }],
  ])('with two different values of one %s leave it unknown', (_, row, detail) => {
    const [field] = Object.keys(row);
    const load = read(row, detail);
    expect([load.read.ok, load.read.failed]).toEqual([[], [field]]);
    expect(load.contact.emails).toEqual([]);
  });

  it('are as doubtful as either of them', () => {
    const doubtful = { email: { text: 'mailto:dana@tallpine.example', as: 'mailto', isAmbiguous: true } } satisfies FieldTexts;
    expect(read(doubtful, mail('dana@tallpine.example')).read.failed).toEqual(['email']);
    expect(read(mail('dana@tallpine.example'), doubtful).read.failed).toEqual(['email']);
    expect(read(doubtful, {}).read.failed).toEqual(['email']);
  });

  it('an address of the comments stays one of the comments', () => {
    const load = read({}, { comments: { text: 'Write to dana@tallpine.example', as: 'text' } });
    expect(load.contact.emails).toEqual([{ address: 'dana@tallpine.example', from: 'comments' }]);
  });
});

describe('the fingerprint of an opened load', () => {
  const row: FieldTexts = {
    origin: { text: 'Milwaukee, WI', as: 'cityState' },
    destination: { text: 'Conley, GA', as: 'cityState' },
    company: { text: 'Lakeshore Freight', as: 'text' },
  };
  const fingerprintOf = (own: FieldTexts, inside: FieldTexts) => fingerprintTextOf(readOpenedLoad(own, inside, source));

  it.each<[string, FieldTexts]>([
    ['nothing', {}],
    ['an MC number', { mc: { text: 'MC 428816', as: 'mc' } }],
    ['an address', mail('dana@tallpine.example')],
    ['its miles', { tripMiles: { text: '824', as: 'miles' } }],
    ['its day', { pickup: { text: '11/20', as: 'dateRange' } }],
  ])('is its row’s when %s is inside', (_, inside) => {
    expect(fingerprintOf(row, inside)).toBe('milwaukee|wi|conley|ga|||name:lakeshore freight|');
  });

  it('is by what is inside when the row doesn’t say whose it is: others have loads of this lane too', () => {
    const { company: _, ...nobodys } = row;
    expect(fingerprintOf(nobodys, mail('dana@tallpine.example'))).toBe('milwaukee|wi|conley|ga|||mail:tallpine.example|');
  });

  it('is by what is inside when the row has none', () => {
    expect(fingerprintOf({}, { reference: { text: 'TP-1', as: 'text' } })).toBe('posting|dat|TP-1|');
  });
});
