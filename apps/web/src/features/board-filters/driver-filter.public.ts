import type { BoardFilter } from '@headhaul/contracts/boards/filters';
import type { Driver } from '@headhaul/contracts/drivers';
import { type DriverFilter, makeDriverFilter } from '@headhaul/domain/boards/filters/driver-filter';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { useNavigate } from 'react-router';
import { notify } from '../../shared/notify.ts';
import { notifyUndo } from '../../shared/notify-undo.tsx';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { boardFiltersApi } from './board-filters.api.ts';
import { smartFilterPath } from './paths.public.ts';

/** What is known about the driver, turned into rules. Days are those of the team's time zone. */
function filterForDriver(driver: Driver, nowMs: number, timeZone: string): DriverFilter {
  const { readyCity: city, readyState: state, readyAt } = driver;
  return makeDriverFilter(
    {
      ...driver,
      hasLicense: [driver.cdlNumber, driver.cdlClass, driver.cdlExpiresOn].some((part) => part !== null),
      isTeam: driver.teamPartnerId !== null,
      place: city === null || state === null ? null : { city, state },
      readyOn: readyAt === null ? null : dayAt(readyAt, driver.readyZone ?? timeZone),
    },
    dayAt(nowMs, timeZone),
  );
}

/** What the toast says besides: from where to search, and what was not known. */
function describeMade({ searchFrom, missing }: DriverFilter): string {
  const search = searchFrom === null ? '' : `Search the board from ${searchFrom}.`;
  const unknown = missing.length === 0 ? '' : `Not known: ${missing.join(', ')}.`;
  return [search, unknown].filter((part) => part !== '').join(' ');
}

/**
 * Makes a filter for a driver with one click, uses it on this person's boards from now on, and opens it. If there is one by the driver's
 * name, its rules are made anew, which can be undone.
 */
export function useDriverFilter(): { make: (driver: Driver) => Promise<void>; isBusy: boolean } {
  const navigate = useNavigate();
  const timeZone = useOfficeZone();
  const [list, listing] = boardFiltersApi.useLazyListBoardFiltersQuery();
  const [create, creating] = boardFiltersApi.useCreateBoardFilterMutation();
  const [update, updating] = boardFiltersApi.useUpdateBoardFilterMutation();
  const [choose] = boardFiltersApi.useChooseBoardFilterMutation();

  const renew = async (before: BoardFilter, made: DriverFilter, rules: BoardFilter['rules']): Promise<BoardFilter | undefined> => {
    const { id, version, name, onUnknown, action, isForEveryone, isAdjustable } = before;
    const body = { name, onUnknown, action, isForEveryone, isAdjustable };
    const { data } = await update({ params: { id }, body: { ...body, rules, version } });
    if (data === undefined) return undefined;
    await choose({ body: { filterId: id, isOn: true } });
    notifyUndo({
      title: `“${name}” updated and in use on your boards`,
      line: describeMade(made),
      onUndo: () => void update({ params: { id }, body: { ...body, rules: before.rules, version: data.version } }),
    });
    return data;
  };

  const make = async (driver: Driver): Promise<void> => {
    const made = filterForDriver(driver, Date.now(), timeZone);
    const { rules, onUnknown } = made.set;
    if (rules.length === 0) return notify('warning', `Add ${made.name}’s equipment, location or preferences first.`);
    const { data } = await list();
    // The list's own page shows why it can't be loaded.
    if (data === undefined) return notify('error', 'Couldn’t load your filters. Try again.');
    const before = data.filters.find(({ isShared, name }) => !isShared && name.toLowerCase() === made.name.toLowerCase());
    const plain = structuredClone(rules) as BoardFilter['rules'];
    if (before !== undefined) {
      const renewed = await renew(before, made, plain);
      if (renewed !== undefined) void navigate(smartFilterPath(renewed.id));
      return;
    }
    const answer = await create({ body: { name: made.name, rules: plain, onUnknown, action: 'DIM', isChosen: true } });
    if (answer.data === undefined) return;
    notify('success', [`“${made.name}” created and in use on your boards.`, describeMade(made)].join(' ').trim());
    void navigate(smartFilterPath(answer.data.id));
  };

  return { make, isBusy: listing.isFetching || creating.isLoading || updating.isLoading };
}
