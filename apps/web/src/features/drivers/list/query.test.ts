import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DriverListState,
  driverListQuery,
  driverViews,
  openSavedView,
  readDriverState,
  savedDriverQuery,
  writeDriverState,
} from './query.ts';

const nina = '0190a000-0000-7000-8000-000000000001';
const anyState: fc.Arbitrary<DriverListState> = fc
  .record({
    base: fc.constantFrom(...driverViews.map(({ key }) => key)),
    saved: fc.option(fc.constant(nina)),
    search: fc.string({ maxLength: 20 }),
    whose: fc.constantFrom('mine' as const, 'all' as const, [nina]),
    statuses: fc.subarray(['READY', 'HOME', 'ON_LOAD'] as const).map((some) => [...some]),
    sort: fc.constantFrom('EMPTY' as const, 'NAME' as const),
  })
  .map(({ saved, ...rest }) => ({ ...rest, view: saved ?? rest.base }));

describe('the address of the list', () => {
  it('reads back as it was written', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom('mine' as const, 'all' as const), (state, usual) => {
        expect(readDriverState(new URLSearchParams(writeDriverState(state, usual).toString()), usual)).toEqual(state);
      }),
    );
  });

  it('is short where nothing is chosen', () => {
    const state = readDriverState(new URLSearchParams(), 'mine');
    expect(writeDriverState(state, 'mine').toString()).toBe('');
    expect(state).toMatchObject({ view: 'empty', whose: 'mine', sort: 'EMPTY' });
  });

  it('leaves out what it doesn’t know', () => {
    const state = readDriverState(new URLSearchParams('view=nonsense&dispatcher=x,y&status=READY,FLYING'), 'all');
    expect(state).toMatchObject({ view: 'empty', whose: 'all', statuses: ['READY'] });
  });

  it('a saved view opens as it was saved', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const opened = openSavedView({ id: nina, query: savedDriverQuery(state, 'mine') }, 'mine');
        expect(opened).toEqual({ ...state, view: nina });
      }),
    );
  });
});

describe('what the server is asked', () => {
  const state = readDriverState(new URLSearchParams('view=off&status=HOME,READY&q=114'), 'mine');

  it('a filter narrows the view and never widens it', () => {
    expect(driverListQuery(state, [nina])).toEqual({
      search: '114',
      status: ['HOME'],
      dispatcherId: [nina],
      employment: 'ACTIVE',
      sort: 'EMPTY',
      limit: 500,
    });
  });

  it('the archive has everyone who is in it', () => {
    const archived = readDriverState(new URLSearchParams('view=archived'), 'all');
    expect(driverListQuery(archived, null)).toEqual({ deleted: 'true', sort: 'EMPTY', limit: 500 });
  });
});
