import { boardFields } from '@headhaul/domain/boards/board-load';
import { boardFreightOf } from '@headhaul/domain/boards/freight';
import { type FieldTexts, readBoardLoad } from '@headhaul/domain/boards/read-load';
import { transformNames } from '@headhaul/domain/boards/transforms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoardLoad } from './board-load.ts';

const row = { board: 'demo', layout: 'wide', rowKey: 'DS3hdKBc', today: '2026-11-17' } as const;

describe('a load that the extension read', () => {
  it('is what a mail can be about', () => {
    const texts: FieldTexts = {
      origin: { text: 'Milwaukee, WI 53202', as: 'cityState' },
      destination: { text: 'Conley, GA', as: 'cityState' },
      rateTotal: { text: '$2,200', as: 'usd' },
      tripMiles: { text: '812', as: 'miles' },
      equipment: { text: 'VR', as: 'text' },
      mc: { text: 'MC 428816', as: 'mc' },
      email: { text: 'Kelly.Brandt@lakeshorefreight.example', as: 'mailto' },
    };
    expect(BoardLoad.parse(boardFreightOf(readBoardLoad(texts, row)))).toMatchObject({
      board: 'demo',
      origin: { city: 'Milwaukee', state: 'WI', zip: '53202' },
      equipment: ['VAN', 'REEFER'],
      rateCents: 220_000,
      brokerMc: '428816',
      emails: [{ address: 'kelly.brandt@lakeshorefreight.example', from: 'contact' }],
    });
  });

  it('is accepted whatever the page shows', () => {
    const samples = [
      '$2,500',
      '824',
      '11/16',
      'Milwaukee, WI',
      'a@b.example c@d.example',
      '42k lbs',
      'MC 1',
      'x'.repeat(190),
      'word '.repeat(500),
    ];
    const field = fc.record({
      text: fc.oneof(fc.constantFrom(...samples), fc.string({ unit: 'grapheme', maxLength: 250 })),
      as: fc.constantFrom(...transformNames),
    });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...boardFields), field), (texts) => {
        expect(BoardLoad.safeParse(boardFreightOf(readBoardLoad(texts as FieldTexts, row))).error?.issues ?? []).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
