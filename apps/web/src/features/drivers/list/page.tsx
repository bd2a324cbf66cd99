import type { Driver } from '@headhaul/contracts/drivers';
import { formatWeekRule } from '@headhaul/domain/time/weeks';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { formatMoney } from '../../../shared/format/money.ts';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { KeyHints } from '../../../shared/list/list-foot.tsx';
import { ListScreen } from '../../../shared/list/list-screen.tsx';
import { CardSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { OfflineCopy } from '../../../shared/list/list-states/offline-strip.tsx';
import { StateLine, WorkHeader } from '../../../shared/list/work-header.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { companyApi } from '../../company/company.api.ts';
import { FindLoad } from '../find-load/find-load.tsx';
import { useEmptySoon } from '../find-load/use-empty-soon.ts';
import { useGiveLoad } from '../find-load/use-give-load.tsx';
import { isNearView } from '../near/query.ts';
import { driverPaths } from '../paths.ts';
import { DriverCards } from './cards.tsx';
import { DriverFilters } from './filters.tsx';
import { type DriverListState, readDriverState, writeDriverState } from './query.ts';
import { DriversRail } from './rail.tsx';
import { DriversFailed, FirstDriver, NobodyHere, stateParts } from './states.tsx';
import { DriverTable } from './table.tsx';
import { useDriverList } from './use-driver-list.ts';
import { DriverViews } from './views.tsx';

/** The part of the address that names the driver for whom a load is looked for. */
const findParam = 'find';

const hints = [
  { keys: ['j', 'k'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['f'], does: 'find load' },
  { keys: ['n'], does: 'add' },
];

/** Loaded when somebody looks for a load, or asks who is empty near a place. */
const FindLoadDrawer = lazy(() => import('../find-load/drawer.tsx'));
const EmptyNearPage = lazy(() => import('../near/page.tsx'));

export default function DriversPage() {
  const [params] = useSearchParams();
  return isNearView(params) ? (
    <Suspense>
      <EmptyNearPage />
    </Suspense>
  ) : (
    <DriverListPage />
  );
}

function DriverListPage() {
  const { pathname } = useLocation();
  const paths = driverPaths(pathname);
  const [params, setParams] = useSearchParams();
  const state = readDriverState(params, paths.usual);
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const nowMs = useNow();
  const { data: company } = companyApi.useGetMyCompanyQuery();
  const timeZone = company?.timeZone ?? 'America/Chicago';
  const { list, dispatchers } = useDriverList(state);
  // The side panel shows all active drivers, whichever tab is open.
  const { list: working } = useDriverList({ ...state, base: 'empty', search: '', statuses: [], sort: 'EMPTY' });
  const { give, question } = useGiveLoad();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [hotId, setHotId] = useState<string | null>(null);

  const drivers = list.currentData?.drivers;
  const everyone = working.currentData?.drivers;
  const soon = useEmptySoon(everyone, nowMs);
  const hasFailed = list.isError && drivers === undefined;
  const counts = list.data?.counts;
  const show = (next: DriverListState, isReplacing = false) => setParams(writeDriverState(next, paths.usual), { replace: isReplacing });
  const change = (some: Partial<DriverListState>) => show({ ...state, ...some }, true);
  const begin = readDriverState(new URLSearchParams(), paths.usual);

  const findingId = params.get(findParam);
  const finding = [...(drivers ?? []), ...(everyone ?? [])].find(({ id }) => id === findingId);
  const setFindingId = (id: string | null) => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete(findParam);
    else next.set(findParam, id);
    setParams(next, { replace: true });
  };

  const focused = drivers?.find(({ id }) => id === focusedId);
  const step = (by: number) => {
    if (drivers === undefined || drivers.length === 0) return;
    const index = drivers.findIndex(({ id }) => id === focusedId);
    setFocusedId(drivers[Math.min(Math.max(index + by, 0), drivers.length - 1)]?.id ?? null);
  };
  const openDriver = (driver: Driver) => void navigate(`/dispatcher/my-drivers/${driver.id}`, { state: { from: paths.list } });
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    // biome-ignore lint/correctness/noComponentHookFactories: "Enter" is the name of a key, not of a component.
    Enter: () => focused && openDriver(focused),
    f: () => focused && setFindingId(focused.id),
    n: () => void navigate(paths.create),
  });

  const finder = (driver: Driver) => (
    <FindLoad driver={driver} isOpen={findingId === driver.id} onOpen={() => setFindingId(findingId === driver.id ? null : driver.id)} />
  );

  const isFirstUse =
    counts !== undefined && counts.all + counts.inactive + counts.archived === 0 && state.search === '' && dispatchers === null;
  const today = dayAt(nowMs, timeZone);
  const table = (shown: readonly Driver[] | undefined) => (
    <DriverTable
      drivers={shown}
      {...{ nowMs, today, timeZone, focusedId, hotId, finder }}
      onHot={setHotId}
      sort={state.sort}
      from={paths.list}
      onSort={(sort) => change({ sort })}
      editPath={({ id }) => `${paths.edit}/${id}`}
      onOpen={openDriver}
    />
  );

  function content(): ReactNode {
    if (hasFailed) {
      return (
        <>
          {isMobile ? null : table([])}
          <DriversFailed list={list} />
        </>
      );
    }
    if (isFirstUse) return <FirstDriver createPath={paths.create} />;
    if (drivers?.length === 0) {
      return <NobodyHere state={state} isMine={dispatchers !== null} onClear={() => show({ ...begin, whose: 'all' })} />;
    }
    if (!isMobile) return table(drivers);
    return drivers === undefined ? <CardSkeleton /> : <DriverCards {...{ drivers, nowMs, today, timeZone, finder }} />;
  }

  const rule = company && formatWeekRule({ startsOn: company.weekStartsOn, countsBy: company.weekCountsBy }).replace('weeks', 'Weeks');
  const gross = drivers?.reduce((sum, { weekGrossCents }) => sum + weekGrossCents, 0);
  const rail = (
    <DriversRail
      drivers={everyone}
      {...soon}
      {...{ nowMs, hotId }}
      onHot={setHotId}
      onChoose={give}
      onFind={({ id }) => setFindingId(id)}
    />
  );
  const foot = (
    <KeyHints
      hints={hints}
      totals={[
        ...(list.data?.nextCursor ? [{ value: `First ${drivers?.length}; find or filter for the others` }] : []),
        ...(rule ? [{ value: rule }] : []),
        ...(gross === undefined || hasFailed ? [] : [{ label: 'Gross', value: formatMoney(gross) }]),
      ]}
    />
  );

  return (
    <ListScreen
      label="Drivers"
      head={
        <>
          <OfflineCopy fetchedAt={list.fulfilledTimeStamp} />
          <WorkHeader
            title={paths.title}
            state={<StateLine parts={stateParts({ drivers: everyone, counts, nowMs, isError: hasFailed, onEmpty: () => show(begin) })} />}
          >
            {isMobile ? null : (
              <Button component={Link} to={paths.create} leftSection={<IconPlus size={16} stroke={2} />}>
                Add driver
              </Button>
            )}
          </WorkHeader>
          <DriverViews state={state} usual={paths.usual} counts={hasFailed ? null : counts} canSave={!isFirstUse} onOpen={show} />
          {isFirstUse ? null : <DriverFilters key={state.view} state={state} dispatchers={dispatchers} onChange={change} />}
        </>
      }
      {...(isFirstUse || isMobile || hasFailed ? {} : { rail })}
      {...(isFirstUse ? {} : { foot })}
    >
      {content()}
      {question}
      {finding === undefined ? null : (
        <Suspense>
          <FindLoadDrawer key={finding.id} driver={finding} nowMs={nowMs} onGive={give} onClose={() => setFindingId(null)} />
        </Suspense>
      )}
    </ListScreen>
  );
}
