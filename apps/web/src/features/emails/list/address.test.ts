import { expect, it } from 'vitest';
import { emailQueryOf, isNarrowed, noFilters, readEmailList, writeEmailList } from './address.ts';

const mailbox = '0190b000-0000-7000-8000-000000000001';
const calendar = { today: '2026-11-12', startsOn: 'MONDAY' } as const;

it('the address holds the whole state of the list', () => {
  const params = new URLSearchParams({ q: 'carla', mailbox, state: 'UNKNOWN', answer: 'NONE', days: '2026-11-01..', email: mailbox });
  const state = readEmailList(params);
  expect(writeEmailList(state).toString()).toBe(params.toString());
  expect(emailQueryOf(state, calendar)).toEqual({
    search: 'carla',
    accountId: mailbox,
    state: 'UNKNOWN',
    answer: 'NONE',
    from: '2026-11-01',
  });
});

it('names of days move with the office’s calendar', () => {
  const state = readEmailList(new URLSearchParams({ days: 'last-week' }));
  expect(isNarrowed(state)).toBe(true);
  expect(emailQueryOf(state, calendar)).toEqual({ from: '2026-11-02', to: '2026-11-08' });
});

it('what nobody knows is left out', () => {
  const state = readEmailList(new URLSearchParams({ mailbox: '1; drop', state: 'LOST', answer: 'MAYBE', days: 'never' }));
  expect(isNarrowed(state)).toBe(false);
  expect(emailQueryOf(state, calendar)).toEqual({});
  expect(state).toEqual({ ...noFilters, open: null });
});
