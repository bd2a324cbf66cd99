import type { EmptyNear } from '@headhaul/contracts/fit';
import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { IconPlus } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { KeyHints } from '../../../shared/list/list-foot.tsx';
import { ListScreen } from '../../../shared/list/list-screen.tsx';
import { ListError } from '../../../shared/list/list-states/list-error.tsx';
import { CardSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { OfflineCopy } from '../../../shared/list/list-states/offline-strip.tsx';
import { StateLine, type StatePart, WorkHeader } from '../../../shared/list/work-header.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { companyApi } from '../../company/company.api.ts';
import { fitApi } from '../../fit/fit.api.ts';
import { driversApi } from '../drivers.api.ts';
import { useGiveLoad } from '../find-load/use-give-load.tsx';
import { readDriverState, writeDriverState } from '../list/query.ts';
import { useDriverList } from '../list/use-driver-list.ts';
import { DriverViews } from '../list/views.tsx';
import { driverPaths } from '../paths.ts';
import { NearChips } from './chips.tsx';
import { formatNearest, formatNobodyNear } from './labels.ts';
import { NearCards } from './near-cards.tsx';
import { NearMap } from './near-map.tsx';
import { groupsOf, NearTable } from './near-table.tsx';
import classes from './page.module.css';
import { limitRadius, type NearSearch, nearQuery, readNearSearch, writeNearSearch } from './query.ts';

const FindLoadDrawer = lazy(() => import('../find-load/drawer.tsx'));

const keyStepMiles = 25;
const hints = [
  { keys: ['j', 'k'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['f'], does: 'find load' },
  { keys: ['[', ']'], does: '25 mi less, more' },
];

/** Who is empty near a place by a time: the list at the left, the ring on the map at the right. */
export default function EmptyNearPage() {
  const { pathname } = useLocation();
  const paths = driverPaths(pathname);
  const [params, setParams] = useSearchParams();
  const search = readNearSearch(params);
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const nowMs = useNow();
  const { data: company } = companyApi.useGetMyCompanyQuery();
  const timeZone = company?.timeZone ?? 'America/Chicago';
  const list = fitApi.useFindEmptyNearQuery(nearQuery(search) ?? skipToken);
  const counts = driversApi.useListDriversQuery({ query: { limit: 1 } }).data?.counts;
  const begin = readDriverState(new URLSearchParams(), paths.usual);
  const tabCounts = useDriverList(begin).list.data?.counts;
  const { give, question } = useGiveLoad();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [hotId, setHotId] = useState<string | null>(null);
  const [findingId, setFindingId] = useState<string | null>(null);
  const finding = driversApi.useGetDriverQuery(findingId === null ? skipToken : { params: { id: findingId } }).currentData;

  const hasFailed = list.isError && list.currentData === undefined;
  // While the ring changes, the answer before stays, so that the map doesn't blink.
  const shown = search.place === null || hasFailed ? undefined : (list.currentData ?? list.data);
  const answer = shown?.place === null ? undefined : shown;
  const rows = answer === undefined ? [] : groupsOf(answer).flatMap(({ rows: some }) => some);
  const change = (some: Partial<NearSearch>) => setParams(writeNearSearch({ ...search, ...some }), { replace: true });
  const open = (driverId: string) =>
    void navigate(`/dispatcher/my-drivers/${driverId}`, { state: { from: `${pathname}?${params.toString()}` } });
  const step = (by: number) => {
    const index = rows.findIndex(({ driverId }) => driverId === focusedId);
    setFocusedId(rows[Math.min(Math.max(index + by, 0), rows.length - 1)]?.driverId ?? null);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    // biome-ignore lint/correctness/noComponentHookFactories: "Enter" is the name of a key, not of a component.
    Enter: () => focusedId !== null && open(focusedId),
    f: () => focusedId !== null && setFindingId(focusedId),
    '[': () => change({ radiusMiles: limitRadius(search.radiusMiles - keyStepMiles) }),
    ']': () => change({ radiusMiles: limitRadius(search.radiusMiles + keyStepMiles) }),
    n: () => void navigate(paths.create),
  });

  function content(): ReactNode {
    if (search.place === null) return <p className={classes.say}>Enter a city or a ZIP to see who is empty near it.</p>;
    if (hasFailed) {
      return (
        <ListError
          title="Couldn’t find out who is empty"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      );
    }
    if (shown?.place === null) return <UnknownPlace search={search} answer={shown} onPlace={(place) => change({ place })} />;
    const table = <NearTable answer={answer} {...{ nowMs, focusedId, hotId }} onHot={setHotId} onFind={setFindingId} onOpen={open} />;
    const cards = answer === undefined ? <CardSkeleton /> : <NearCards answer={answer} nowMs={nowMs} onFind={setFindingId} />;
    return (
      <>
        {answer?.matches.length === 0 ? (
          <div className={classes.say} role="status">
            <p>
              <b>{formatNobodyNear(search, answer, timeZone, nowMs)}</b>{' '}
              {answer.nearest === null ? 'No truck with a known location has that trailer.' : formatNearest(answer.nearest, nowMs)}
            </p>
            {search.radiusMiles < limitRadius(2 * search.radiusMiles) ? (
              <Button size="xs" variant="default" onClick={() => change({ radiusMiles: limitRadius(2 * search.radiusMiles) })}>
                Widen to {formatMiles(limitRadius(2 * search.radiusMiles))}
              </Button>
            ) : null}
          </div>
        ) : null}
        {isMobile ? cards : rows.length > 0 || answer === undefined ? table : null}
        {answer !== undefined && rows.length > 0 ? (
          <p className={classes.note}>
            Road miles from where the truck will be empty. The ring is a straight line. Drive left is as of then.
          </p>
        ) : null}
      </>
    );
  }

  return (
    <ListScreen
      label="Drivers empty near"
      head={
        <>
          <OfflineCopy fetchedAt={list.fulfilledTimeStamp} />
          <WorkHeader title={paths.title} state={<StateLine parts={stateParts(counts?.all, answer, timeZone, nowMs)} />}>
            {isMobile ? null : (
              <Button component={Link} to={paths.create} leftSection={<IconPlus size={16} stroke={2} />}>
                Add driver
              </Button>
            )}
          </WorkHeader>
          <DriverViews
            state={begin}
            usual={paths.usual}
            counts={tabCounts}
            canSave={false}
            nearCount={answer?.counts.matches ?? null}
            onOpen={(state) => setParams(writeDriverState(state, paths.usual))}
          />
          <NearChips {...{ search, timeZone, nowMs }} answer={shown} onChange={change} />
        </>
      }
      {...(answer === undefined || isMobile
        ? {}
        : {
            rail: (
              <NearMap
                {...{ answer, hotId }}
                radiusMiles={search.radiusMiles}
                onHot={setHotId}
                onOpen={open}
                onRadius={(radiusMiles) => change({ radiusMiles })}
              />
            ),
            isRailWide: true,
          })}
      foot={
        <KeyHints
          hints={hints}
          totals={answer === undefined || counts === undefined ? [] : [{ value: `${answer.counts.matches} of ${counts.all}` }]}
        />
      }
    >
      {content()}
      {question}
      {finding === undefined || findingId === null ? null : (
        <Suspense>
          <FindLoadDrawer key={finding.id} driver={finding} nowMs={nowMs} onGive={give} onClose={() => setFindingId(null)} />
        </Suspense>
      )}
    </ListScreen>
  );
}

function UnknownPlace({ search, answer, onPlace }: { search: NearSearch; answer: EmptyNear; onPlace: (place: string) => void }) {
  const { suggestion } = answer;
  return (
    <p className={classes.say} role="status">
      We don’t know “{search.place}”.{' '}
      {suggestion === null ? (
        'Enter a city with its state, or a ZIP.'
      ) : (
        <>
          Did you mean{' '}
          <button type="button" className={classes.act} onClick={() => onPlace(suggestion)}>
            {suggestion}
          </button>
          ?
        </>
      )}
    </p>
  );
}

/** "15 drivers · 3 empty near Dallas, TX by Tue 08:00 · 1 not known" */
function stateParts(drivers: number | undefined, answer: EmptyNear | undefined, timeZone: string, nowMs: number): (string | StatePart)[] {
  const all = drivers === undefined ? [] : [drivers === 1 ? '1 driver' : `${drivers} drivers`];
  if (answer === undefined) return all;
  const { matches, notKnown } = answer.counts;
  return [
    ...all,
    `${matches} empty near ${answer.place?.label ?? ''} by ${formatStopWhen(answer.by, timeZone, nowMs).replace(/ \S+$/, '')}`,
    ...(notKnown === 0 ? [] : [{ words: `${notKnown} not known`, tone: 'need' as const }]),
  ];
}
