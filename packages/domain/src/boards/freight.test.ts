import { describe, expect, it } from 'vitest';
import { brokerKeyOf, fingerprintText, freightOfBoardLoad, freightOfLoad } from '../loads/fingerprint.ts';
import { boardLoad, postedRate } from '../testing/board-load.ts';
import type { BoardLoad } from './board-load.ts';
import { boardFingerprintText, boardFreightOf, contactAddressOf, fingerprintTextOf } from './freight.ts';

const place = (city: string, state: string) => ({ city, state, zip: null, country: 'US' as const, raw: `${city}, ${state}` });
const broker: BoardLoad['broker'] = { ...boardLoad().broker, name: 'Lakeshore Freight', mc: '428816' };
const load = boardLoad({
  origin: place('Milwaukee', 'WI'),
  destination: place('Conley', 'GA'),
  pickup: { earliest: '2026-11-18', latest: '2026-11-19', raw: '' },
  equipment: { raw: 'V', classes: ['VAN'], modifiers: [] },
  tripMiles: 812,
  rate: postedRate(2_200),
  broker,
});

describe('the fingerprint of a load on a board', () => {
  it('is the one that the API makes of the mail about it, with or without an MC number', () => {
    expect(boardFingerprintText(boardFreightOf(load))).toBe(fingerprintTextOf(load));
    const unnumbered = { ...load, broker: { ...broker, mc: null } };
    expect(boardFingerprintText(boardFreightOf(unnumbered))).toBe(fingerprintTextOf(unnumbered));
    expect(fingerprintTextOf(unnumbered)).toContain('|name:lakeshore freight|');
    const key = brokerKeyOf({ mc: '428816', email: 'kelly.brandt@lakeshorefreight.example', name: 'Lakeshore Freight' });
    expect(fingerprintTextOf(load)).toBe(fingerprintText(freightOfBoardLoad(boardFreightOf(load), key)));
    expect(fingerprintTextOf(load)).toBe('milwaukee|wi|conley|ga|2026-11-18|VAN|mc:428816|810');
  });

  it('is the one of the load that was booked of it', () => {
    const stops = [
      { kind: 'PICKUP', city: 'Milwaukee', state: 'WI', day: '2026-11-18' },
      { kind: 'DELIVERY', city: 'Conley', state: 'GA', day: '2026-11-20' },
    ];
    expect(fingerprintText(freightOfLoad({ stops, equipment: 'DRY_VAN', loadedMiles: 812 }, 'mc:428816'))).toBe(fingerprintTextOf(load));
  });

  it('stays the same when the load is posted again', () => {
    const again = { ...load, rowKey: 'other', boardLoadId: 'x', reference: 'y', ageMinutes: 1, rate: postedRate(2_400), tripMiles: 808 };
    expect(fingerprintTextOf(again)).toBe(fingerprintTextOf(load));
  });

  it('is by the contact’s domain without an MC number, never by an address in the comments', () => {
    const emails = [
      { address: 'x@other.example', from: 'comments' as const },
      { address: 'kelly@lakeshore.example', from: 'contact' as const },
    ];
    const contact = { name: null, emails, phones: [] };
    expect(fingerprintTextOf({ ...load, broker: { ...broker, mc: null }, contact })).toContain('|mail:lakeshore.example|');
    expect(contactAddressOf({ emails })).toBe('kelly@lakeshore.example');
    expect(contactAddressOf({ emails: emails.slice(0, 1) })).toBeNull();
  });

  it('is by the posting’s number without both cities; a reference counts for its broker', () => {
    const nowhere = boardLoad({ boardLoadId: ' DS3hdKBc ', reference: 'L77120', broker });
    expect(fingerprintTextOf(nowhere)).toBe('posting|demo|DS3hdKBc');
    expect(fingerprintTextOf({ ...nowhere, boardLoadId: null })).toBe('posting|demo|L77120|mc:428816');
    expect(fingerprintTextOf({ ...nowhere, boardLoadId: ' ', broker: { ...broker, mc: '1' } })).toBe('posting|demo|L77120|mc:1');
  });

  it('is none without cities and numbers', () => {
    expect(fingerprintTextOf(boardLoad({ boardLoadId: null, reference: null }))).toBeNull();
  });
});

describe('the shape for mails', () => {
  it('has no rate where the board only estimates', () => {
    expect(boardFreightOf(load).rateCents).toBe(220_000);
    expect(boardFreightOf({ ...load, rate: { ...load.rate, origin: 'BOARD_ESTIMATE' } }).rateCents).toBeNull();
  });
});
