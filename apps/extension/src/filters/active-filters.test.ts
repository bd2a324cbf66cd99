import type { ActiveBoardFilter, ActiveBoardFilters } from '@headhaul/contracts/boards/filters';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Called, MailApi } from '../mail/mail-api.ts';
import { createArea, oneAtATime } from '../testing/storage.ts';
import { createActiveFilters } from './active-filters.ts';
import { createFilterPoll, filterAlarm } from './filter-poll.ts';

const ann = { userId: 'ann', companyId: 'bluffline' };
const filter: ActiveBoardFilter = {
  id: '01a1e732-83f6-7226-9353-0c09da009b8c',
  name: 'Van, Southeast',
  isForEveryone: false,
  isShared: true,
  rules: [{ kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' }],
  onUnknown: 'KEEP',
  action: 'DIM',
};

function open() {
  const local = createArea();
  const world: { person: typeof ann | null; answer: Called<ActiveBoardFilters>; whileAsked(): void } = {
    person: ann,
    answer: { ok: true, value: { revision: 3, filters: [filter] } },
    whileAsked: () => undefined,
  };
  const asked: (number | undefined)[] = [];
  const ask = (async (_userId: string, _endpoint: unknown, { query }: { query?: { since?: number } }) => {
    asked.push(query?.since);
    world.whileAsked();
    return world.answer;
  }) as MailApi;
  const onChanged = vi.fn(async () => undefined);
  const filters = createActiveFilters({ ask, local, readPerson: async () => world.person, onChanged, withLock: oneAtATime() });
  return { local, world, asked, onChanged, filters };
}

let office: ReturnType<typeof open>;
beforeEach(() => {
  office = open();
});
const answer = (revision: number, filters: ActiveBoardFilter[] | null) => {
  office.world.answer = { ok: true, value: { revision, filters } };
};

describe('the filters of this browser', () => {
  it('are none until Headhaul has answered, then kept and asked about by revision', async () => {
    expect(await office.filters.read()).toEqual([]);
    await office.filters.refresh();
    expect(await office.filters.read()).toEqual([filter]);
    answer(3, null);
    await office.filters.refresh();
    expect(office.asked).toEqual([undefined, 3]);
    expect(office.onChanged).toHaveBeenCalledTimes(1);
    expect(await office.filters.read()).toEqual([filter]);
  });

  it('are taken over when they change, and told to the boards', async () => {
    await office.filters.refresh();
    answer(4, []);
    await office.filters.refresh();
    expect([await office.filters.read(), office.onChanged.mock.calls.length]).toEqual([[], 2]);
  });

  it('that only have a new number are no news for a board', async () => {
    await office.filters.refresh();
    answer(5, [filter]);
    await office.filters.refresh();
    answer(5, null);
    await office.filters.refresh();
    expect([office.asked, office.onChanged.mock.calls.length]).toEqual([[undefined, 3, 5], 1]);
  });

  it('are not asked for when the web app names a revision that is here', async () => {
    await office.filters.refresh();
    await office.filters.refresh(3);
    await office.filters.refresh(2);
    expect(office.asked).toHaveLength(1);
    await office.filters.refresh(4);
    expect(office.asked).toEqual([undefined, 3]);
  });

  it.each<Called<never>>([
    { ok: false, failure: 'UNREACHABLE' },
    { ok: false, failure: 'SIGNED_OUT' },
  ])('stay while Headhaul doesn’t answer: %j', async (failed) => {
    await office.filters.refresh();
    office.world.answer = failed;
    await office.filters.refresh();
    expect(await office.filters.read()).toEqual([filter]);
  });

  it('never go back to an older revision', async () => {
    answer(7, [filter]);
    await office.filters.refresh();
    answer(6, []);
    await office.filters.refresh();
    expect(await office.filters.read()).toEqual([filter]);
  });

  it('are a person’s in a company: nobody else uses them, and another company counts anew', async () => {
    answer(7, [filter]);
    await office.filters.refresh();
    office.world.person = { ...ann, companyId: 'other' };
    expect(await office.filters.read()).toEqual([]);
    answer(1, []);
    await office.filters.refresh();
    expect(office.asked).toEqual([undefined, undefined]);
    office.world.person = null;
    expect(await office.filters.read()).toEqual([]);
    await office.filters.refresh();
    expect(office.asked).toHaveLength(2);
  });

  it('of an answer for somebody who has signed out meanwhile are dropped', async () => {
    office.world.whileAsked = () => {
      office.world.person = { userId: 'ben', companyId: 'bluffline' };
    };
    await office.filters.refresh();
    expect(office.local.items).toEqual({});
  });

  it('are forgotten with the session, and started anew when what is kept makes no sense', async () => {
    await office.filters.refresh();
    await office.filters.forget();
    expect([office.local.items, await office.filters.read()]).toEqual([{ filters: null }, []]);
    office.local.items.filters = { ...ann, revision: 'x' };
    expect(await office.filters.read()).toEqual([]);
    await office.filters.refresh();
    expect(await office.filters.read()).toEqual([filter]);
  });
});

describe('the poll', () => {
  function openPoll() {
    const set = new Set<string>();
    const alarms = {
      get: async (name: string) => (set.has(name) ? {} : undefined),
      create: vi.fn((name: string) => void set.add(name)),
      clear: async (name: string) => set.delete(name),
    };
    const world = { hasBoards: true };
    const refresh = vi.fn(async () => undefined);
    return { set, alarms, world, refresh, poll: createFilterPoll({ alarms, hasBoards: async () => world.hasBoards, refresh }) };
  }

  it('begins with the first board and asks at once', async () => {
    const { poll, alarms, refresh } = openPoll();
    await poll.begin();
    await poll.begin();
    expect(alarms.create).toHaveBeenCalledExactlyOnceWith(filterAlarm, { periodInMinutes: 1 });
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('asks while a board is open, and ends with the last one', async () => {
    const { poll, set, world, refresh } = openPoll();
    await poll.begin();
    await poll.run();
    world.hasBoards = false;
    await poll.run();
    expect([refresh.mock.calls.length, [...set]]).toEqual([2, []]);
  });
});
