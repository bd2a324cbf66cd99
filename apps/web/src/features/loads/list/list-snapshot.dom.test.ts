import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { testSession } from '../../../testing/browser-doubles.ts';
import { loadRow } from '../../../testing/load-rows.ts';
import { keepSnapshot, readSnapshot } from './list-snapshot.ts';

const page = { loads: [loadRow()], nextCursor: null };
const savedAt = '2026-11-12T16:42:00.000Z';

beforeEach(() => setSession(testSession));

describe('the copy of the last list', () => {
  it('is there for the same list of the same company, and for no other', () => {
    keepSnapshot({ status: ['BOOKED'] }, page, savedAt);
    expect(readSnapshot({ status: ['BOOKED'] })).toEqual({ savedAt, page });
    expect(readSnapshot({ status: ['PAID'] })).toBeNull();
    setSession({ ...testSession, companyId: '0190a000-0000-7000-8000-0000000000c9' });
    expect(readSnapshot({ status: ['BOOKED'] })).toBeNull();
  });
});
