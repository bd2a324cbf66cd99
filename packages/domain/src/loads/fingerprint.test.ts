import { describe, expect, it } from 'vitest';
import { boardFreight } from '../testing/board-freight.ts';
import { brokerKeyOf, fingerprintText, freightOfBoardLoad, freightOfLoad } from './fingerprint.ts';

const board = boardFreight({
  boardLoadId: 'DS3hdKBc',
  reference: 'L77120',
  origin: { city: 'Milwaukee', state: 'WI' },
  destination: { city: 'Conley', state: 'GA' },
  pickupDay: '2026-11-13',
  equipment: ['VAN'],
  tripMiles: 812,
  rateCents: 220_000,
});

describe('the fingerprint of freight', () => {
  const text = fingerprintText(freightOfBoardLoad(board, 'mc:123'));

  it('is the same after a refresh, a repost and on another board', () => {
    const again = boardFreight({
      ...board,
      boardLoadId: 'other',
      reference: null,
      rateCents: 240_000,
      tripMiles: 808,
      origin: { city: ' milwaukee ', state: 'WI' },
    });
    expect(fingerprintText(freightOfBoardLoad(again, 'mc:123'))).toBe(text);
    expect(text).toBe('milwaukee|wi|conley|ga|2026-11-13|VAN|mc:123|810');
  });

  it('is the same for the load that was booked of it', () => {
    const stops = [
      { kind: 'PICKUP', city: 'Milwaukee', state: 'WI', day: '2026-11-13' },
      { kind: 'DELIVERY', city: 'Conley', state: 'GA', day: '2026-11-15' },
    ];
    expect(fingerprintText(freightOfLoad({ stops, equipment: 'DRY_VAN', loadedMiles: 812 }, 'mc:123'))).toBe(text);
  });

  it.each([
    ['another day', { pickupDay: '2026-11-14' }],
    ['other miles', { tripMiles: 700 }],
    ['other equipment', { equipment: ['REEFER'] }],
    ['another destination', { destination: { city: 'Macon', state: 'GA' } }],
  ])('differs by %s', (_, change) => {
    expect(fingerprintText(freightOfBoardLoad({ ...board, ...change }, 'mc:123'))).not.toBe(text);
  });

  it('is none without both cities', () => {
    const nowhere = { ...board, destination: { city: null, state: 'GA' } };
    expect(fingerprintText(freightOfBoardLoad(nowhere, 'mc:123'))).toBeNull();
  });
});

describe('the broker’s key', () => {
  it.each([
    [{ mc: '0123456', email: 'a@b.example', name: 'B' }, 'mc:123456'],
    [{ mc: null, email: 'Carla@Lakeshore.example', name: 'B' }, 'mail:lakeshore.example'],
    [{ mc: '0', email: 'carla.freight@gmail.com', name: 'B' }, 'mail:carla.freight@gmail.com'],
    [{ mc: null, email: null, name: ' Lakeshore  Freight, LLC' }, 'name:lakeshore freight llc'],
    [{ mc: null, email: null, name: null }, null],
  ])('of %o is %s', (facts, key) => {
    expect(brokerKeyOf(facts)).toBe(key);
  });
});
