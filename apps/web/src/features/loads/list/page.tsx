import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatStopClock } from '../../../shared/format/stop-time.ts';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { ListScreen } from '../../../shared/list/list-screen.tsx';
import { OfflineStrip, UnansweredStrip, useIsOffline } from '../../../shared/list/list-states/offline-strip.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { savedViewsApi } from '../../saved-views/saved-views.api.ts';
import { loadsApi } from '../loads.api.ts';
import { newLoadPath } from '../paths.ts';
import { useQueuedMoves } from '../status/offline-queue.ts';
import { useCalendar } from '../use-calendar.ts';
import { filterQueryOf, hasFilters, type ListState, noFilters, readListState } from './filters/query.ts';
import { useListAddress } from './filters/use-list-address.ts';
import { ViewBar } from './filters/view-bar.tsx';
import { LoadsFoot } from './foot.tsx';
import { LoadsHeader } from './header.tsx';
import { LoadsList } from './list.tsx';
import classes from './page.module.css';
import { preloadParts, whenIdle } from './preload.ts';
import { useLoadColumns } from './table/columns.ts';
import { useLoadList } from './use-load-list.ts';

const FilterBar = lazy(() => import('./filters/filter-bar.tsx'));
const LoadsFirstUse = lazy(() => import('./first-use.tsx'));
const LoadsEmptyState = lazy(() => import('./empty-state.tsx'));
const BoardView = lazy(() => import('../board/board.tsx'));
const LoadDrawer = lazy(() => import('../details/drawer.tsx'));
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));
const OfflineQueueDialog = lazy(() => import('../status/offline-queue-dialog.tsx'));

/** The loads of the office. By default, loads that need attention come first. */
export default function LoadsPage() {
  const now = useNow();
  const isMobile = useIsMobile();
  const isOffline = useIsOffline();
  const waiting = useQueuedMoves();
  const { state, openId, show, change, openLoad } = useListAddress();
  const { calendar, zone, isKnown } = useCalendar(now);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [isSeeingChanges, setIsSeeingChanges] = useState(false);
  const [isShowingKeys, setIsShowingKeys] = useState(false);
  const [isFinding, setIsFinding] = useState(false);
  // The text in Find before the address has it. It applies only to the state in which it was typed.
  const [typed, setTyped] = useState<{ text: string; over: ListState } | null>(null);
  const navigate = useNavigate();
  useKeys({ n: () => void navigate(newLoadPath), 'shift+?': () => setIsShowingKeys(true) }, !isMobile);
  useEffect(() => whenIdle(preloadParts), []);

  const counts = loadsApi.useGetLoadCountsQuery();
  const { data: saved } = savedViewsApi.useListViewsQuery({ query: { screen: 'LOADS' } });
  const views = saved?.views ?? [];
  const columns = useLoadColumns(state.view, views.find(({ id }) => id === state.view)?.columns);
  const totals = loadsApi.useGetLoadTotalsQuery({ query: filterQueryOf(state, calendar) }, { skip: !isKnown });
  const list = useLoadList({
    state,
    calendar: isKnown ? calendar : null,
    closed,
    total: totals.currentData?.loads,
    now,
    typed: typed?.over === state && typed.text !== state.search ? typed.text : null,
  });

  const isBoard = state.mode === 'board' && !isMobile;
  const isStale = isOffline || list.error !== undefined;
  const asOf = isStale && list.rows !== null && list.asOf !== null ? formatStopClock(list.asOf, zone) : null;
  const knownCounts = counts.data ?? (counts.isError ? null : undefined);
  const isFirstUse = knownCounts?.all === 0 && !hasFilters(state) && !state.isBin;
  const toggleGroup = (key: string) =>
    setClosed((now) => (now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key])));

  const openIndex = openId === null ? -1 : list.walked.findIndex(({ id }) => id === openId);
  const position = openIndex < 0 ? null : { index: openIndex, count: totals.currentData?.loads ?? list.walked.length };
  const step = (by: 1 | -1) => {
    const next = list.walked[openIndex + by];
    if (next !== undefined) openLoad(next.id);
  };

  const seeChanges = () => setIsSeeingChanges(true);
  const head = (
    <>
      {isOffline ? <OfflineStrip copyFrom={asOf ?? '–'} changes={waiting.length} onSeeChanges={seeChanges} /> : null}
      {!isOffline && waiting.length > 0 ? <UnansweredStrip changes={waiting.length} onSeeChanges={seeChanges} /> : null}
      <LoadsHeader
        state={state}
        counts={knownCounts}
        asOf={asOf}
        hasFailed={list.error !== undefined}
        onFind={() => setIsFinding(!isFinding)}
        onNeedsAttention={() => show(readListState(new URLSearchParams({ view: 'needs' })))}
      />
      <ViewBar
        state={state}
        calendar={calendar}
        counts={list.error !== undefined && list.rows === null ? null : knownCounts}
        views={views}
        columns={columns.shown}
        query={list.query}
        onOpen={show}
      />
      {isFirstUse || (isMobile && !isFinding && !hasFilters(state)) ? null : (
        <Suspense fallback={<div className={classes.filters} />}>
          <FilterBar
            state={state}
            onChange={change}
            onType={(text) => setTyped({ text, over: state })}
            today={calendar.today}
            rows={list.rows}
            shownColumns={columns.shown}
            onColumns={columns.show}
            isTooManyToGroup={list.isTooManyToGroup}
          />
        </Suspense>
      )}
    </>
  );

  return (
    <>
      <ListScreen
        label="Loads"
        head={head}
        foot={
          isFirstUse ? undefined : (
            <LoadsFoot mode={state.mode} totals={totals.currentData} isWaiting={list.rows === null && list.error === undefined} />
          )
        }
      >
        {isFirstUse ? (
          <Suspense>
            <LoadsFirstUse />
          </Suspense>
        ) : isBoard && list.error !== undefined && list.rows === null ? (
          <Suspense>
            <LoadsEmptyState list={list} state={state} zone={zone} onClear={() => change(noFilters)} />
          </Suspense>
        ) : isBoard ? (
          <Suspense>
            <BoardView state={state} calendar={calendar} now={now} openId={openId} onOpen={openLoad} />
          </Suspense>
        ) : (
          <LoadsList
            list={list}
            state={state}
            columns={columns.columns}
            now={now}
            zone={zone}
            openId={openId}
            onOpen={openLoad}
            onChange={change}
            onToggleGroup={toggleGroup}
          />
        )}
      </ListScreen>
      {openId === null ? null : (
        <Suspense>
          <LoadDrawer loadId={openId} position={position} onStep={step} onClose={() => openLoad(null)} />
        </Suspense>
      )}
      {isShowingKeys ? (
        <Suspense>
          <KeysDialog onClose={() => setIsShowingKeys(false)} />
        </Suspense>
      ) : null}
      {isSeeingChanges ? (
        <Suspense>
          <OfflineQueueDialog zone={zone} onClose={() => setIsSeeingChanges(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
