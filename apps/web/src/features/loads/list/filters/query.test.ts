import { DateBasis, LoadSort } from '@headhaul/contracts/loads/list';
import { equipmentTypes, stateCodes } from '@headhaul/domain/equipment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DaySpan, datePresets, daysOf, formatSpan, readSpan, writeSpan } from '../../../../shared/time/day-span.ts';
import {
  filterQueryOf,
  groupings,
  hasFilters,
  type ListState,
  listQueryOf,
  openSavedView,
  readListState,
  savedQueryOf,
  writeListState,
} from './query.ts';
import { standingView, standingViews } from './views.ts';

const calendar = { today: '2026-11-12', startsOn: 'MONDAY' as const };
const at = (query: string) => readListState(new URLSearchParams(query));

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const span: fc.Arbitrary<DaySpan> = fc.oneof(
  fc.constantFrom(...(Object.keys(datePresets) as (keyof typeof datePresets)[])),
  fc.record({ from: fc.option(day), to: day }),
  fc.record({ from: day, to: fc.option(day) }),
);

const anyState: fc.Arbitrary<ListState> = fc.tuple(fc.constantFrom(...standingViews), fc.option(fc.uuid())).chain(([view, savedId]) =>
  fc.record<ListState>({
    view: fc.constant(savedId ?? view.key),
    base: fc.constant(view.key),
    mode: fc.constantFrom('list', 'board'),
    search: fc.string({ maxLength: 20 }),
    status: fc.uniqueArray(fc.constantFrom(...view.statuses)),
    driver: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
    withoutDriver: fc.boolean(),
    dispatcher: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
    broker: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
    equipment: fc.uniqueArray(fc.constantFrom(...equipmentTypes)),
    origin: fc.uniqueArray(fc.constantFrom(...stateCodes), { maxLength: 4 }),
    destination: fc.uniqueArray(fc.constantFrom(...stateCodes), { maxLength: 4 }),
    tag: fc.string({ maxLength: 10 }),
    dates: view.todayBy === undefined ? fc.option(fc.record({ by: fc.constantFrom(...DateBasis.options), span })) : fc.constant(null),
    sort: fc.constantFrom(...LoadSort.options),
    order: fc.constantFrom('asc', 'desc'),
    group: fc.constantFrom(...(Object.keys(groupings) as (keyof typeof groupings)[])),
    isBin: fc.boolean(),
  }),
);

describe('the address of a list', () => {
  it('reads back as the state it was written from', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(readListState(writeListState(state))).toEqual(state);
      }),
    );
  });

  it('is empty for what everybody sees first', () => {
    expect(writeListState(at('')).toString()).toBe('');
    expect(at('')).toMatchObject({ view: 'active', base: 'active', mode: 'list', group: 'next', sort: 'PICKUP', order: 'asc' });
  });

  it.each([
    ['view=nonsense', { view: 'active' }],
    ['status=BOOKED,NONSENSE,BOOKED', { status: ['BOOKED'] }],
    ['view=invoice&status=BOOKED', { status: [] }],
    ['driver=me', { driver: [] }],
    ['dates=someday', { dates: null }],
    ['view=pickups&dates=this-week', { dates: null }],
    ['sort=colour', { sort: 'PICKUP' }],
    ['group=mood', { group: 'next' }],
    ['view=all', { group: 'none' }],
  ])('%s leaves out what it does not know', (query, expected) => {
    expect(at(query)).toMatchObject(expected);
  });
});

describe('a saved view', () => {
  it('keeps everything but the tab, and opens under its own', () => {
    fc.assert(
      fc.property(anyState, fc.uuid(), (state, id) => {
        const opened = openSavedView({ id, query: savedQueryOf(state) });
        expect(opened).toEqual({ ...state, view: id });
        expect(savedQueryOf(opened)).toBe(savedQueryOf(state));
      }),
    );
  });
});

describe('what the server is asked for', () => {
  it('is the view’s own question when nothing is filtered', () => {
    expect(filterQueryOf(at(''), calendar)).toEqual({ status: [...standingView('active').statuses] });
    expect(filterQueryOf(at('view=needs'), calendar)).toEqual({ needsAttention: 'true' });
    expect(filterQueryOf(at('view=all'), calendar)).toEqual({});
    expect(filterQueryOf(at('view=deliveries'), calendar)).toMatchObject({ dateBy: 'DELIVERY', from: '2026-11-12', to: '2026-11-12' });
  });

  it('has each filter that is set', () => {
    expect(
      listQueryOf(at('view=all&status=BOOKED&equipment=DRY_VAN,REEFER&dates=this-week&q= 248 &nodriver=1&sort=gross.desc'), calendar),
    ).toEqual({
      status: ['BOOKED'],
      equipment: ['DRY_VAN', 'REEFER'],
      dateBy: 'PICKUP',
      from: '2026-11-09',
      to: '2026-11-15',
      search: '248',
      withoutDriver: 'true',
      sort: 'GROSS',
      order: 'desc',
      limit: 100,
    });
  });

  it('knows when something is filtered', () => {
    expect(hasFilters(at('view=needs&sort=gross&group=driver&mode=board'))).toBe(false);
    expect(hasFilters(at('tag=hot'))).toBe(true);
  });
});

describe('days', () => {
  it('weeks start as the office says', () => {
    expect(daysOf('this-week', '2026-11-15', 'MONDAY')).toEqual({ from: '2026-11-09', to: '2026-11-15' });
    expect(daysOf('this-week', '2026-11-15', 'SUNDAY')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(daysOf('last-week', '2026-11-15', 'SATURDAY')).toEqual({ from: '2026-11-07', to: '2026-11-13' });
  });

  it('months have their own ends', () => {
    expect(daysOf('last-month', '2028-03-31', 'MONDAY')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(daysOf('this-month', '2026-12-31', 'MONDAY')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  it('are written and read as the same', () => {
    fc.assert(
      fc.property(span, (some) => {
        expect(readSpan(writeSpan(some))).toEqual(some);
      }),
    );
  });

  it.each([
    ['this-week', 'This week'],
    ['2026-11-01..2026-11-15', '11/1 to 11/15'],
    ['2025-12-30..', 'from 12/30/25'],
    ['..2026-11-15', 'until 11/15'],
    ['2026-11-15..2026-11-15', '11/15'],
  ])('%s is said as %s', (text, words) => {
    const some = readSpan(text);
    expect(some === null ? null : formatSpan(some, '2026-11-12')).toBe(words);
  });
});
