import type { Broker } from '@headhaul/contracts/brokers';
import type { AuthorityRecord } from '@headhaul/contracts/fmcsa';
import { Button } from '@mantine/core';
import { IconId, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { FilterRow } from '../../../shared/list/controls/filter-row.tsx';
import { ViewTabs } from '../../../shared/list/controls/view-tabs.tsx';
import { KeyHints } from '../../../shared/list/list-foot.tsx';
import { ListScreen } from '../../../shared/list/list-screen.tsx';
import { ListError } from '../../../shared/list/list-states/list-error.tsx';
import { OfflineCopy } from '../../../shared/list/list-states/offline-strip.tsx';
import { StateLine, WorkHeader } from '../../../shared/list/work-header.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { brokersApi } from '../brokers.api.ts';
import { useMarkBroker } from '../edit/use-mark-broker.tsx';
import { type BrokerListState, type BrokerTab, brokerPath, brokerQueryOf, brokerTabs, readBrokerList, writeBrokerList } from '../paths.ts';
import { BrokerCards } from './cards.tsx';
import { BrokerFind } from './find.tsx';
import classes from './page.module.css';
import { BrokersFirstUse, NoBrokers } from './states.tsx';
import { BrokerTable } from './table.tsx';

const BrokerDialog = lazy(() => import('../edit/broker-dialog.tsx'));
const LookUpDialog = lazy(() => import('../lookup/dialog.tsx'));
const tabs = Object.entries(brokerTabs).map(([key, title]) => ({ key, title }));
const hints = [
  { keys: ['j', 'k'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['p'], does: 'prefer' },
  { keys: ['b'], does: 'block' },
  { keys: ['n'], does: 'add' },
  { keys: ['l'], does: 'look up' },
];

/** The brokers that the office hauls for, and how they pay. */
export default function BrokersPage() {
  const now = useNow();
  const zone = useOfficeZone();
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const state = readBrokerList(params);
  const list = brokersApi.useListBrokersInfiniteQuery({ ...suppressToast, ...brokerQueryOf(state) });
  const { mark, dialogs } = useMarkBroker();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [isLookingUp, setIsLookingUp] = useState(false);
  const [found, setFound] = useState<AuthorityRecord | null>(null);

  const brokers = useMemo(() => list.currentData?.pages.flatMap((page) => page.brokers), [list.currentData]);
  const change = (part: Partial<BrokerListState>, isSmallStep = false) =>
    setParams((now) => writeBrokerList({ ...readBrokerList(now), ...part }), { replace: isSmallStep });
  const open = ({ id }: Pick<Broker, 'id'>) => void navigate(brokerPath(id));
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  };

  const focused = brokers?.find(({ id }) => id === focusedId);
  const step = (by: number) => {
    const index = brokers?.findIndex(({ id }) => id === focusedId) ?? -1;
    const next = brokers?.[Math.min(Math.max(index + by, 0), brokers.length - 1)];
    if (next) setFocusedId(next.id);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    // biome-ignore lint/correctness/noComponentHookFactories: "Enter" is the name of a key, not of a component.
    Enter: () => focused && open(focused),
    p: () => focused && mark(focused, focused.mark === 'PREFERRED' ? 'NONE' : 'PREFERRED'),
    b: () => focused && mark(focused, focused.mark === 'BLOCKED' ? 'NONE' : 'BLOCKED'),
    n: () => setIsAdding(true),
    l: () => setIsLookingUp(true),
  });

  const isFirstUse = brokers?.length === 0 && state.tab === 'all' && state.search === '';
  const hasFailed = list.isError && brokers === undefined;
  const words = hasFailed ? 'Not up to date' : brokers === undefined ? 'Getting your brokers…' : 'Last 12 months';

  const head = (
    <>
      <OfflineCopy fetchedAt={list.fulfilledTimeStamp} />
      <WorkHeader title="Brokers" state={<StateLine parts={[isFirstUse ? 'None yet' : words]} />}>
        <Button
          className={classes.add}
          variant="default"
          leftSection={<IconId size={16} stroke={1.75} />}
          aria-haspopup="dialog"
          onClick={() => setIsLookingUp(true)}
        >
          Look up<span className={classes.what}>&nbsp;MC or USDOT</span>
        </Button>
        <Button className={classes.add} leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setIsAdding(true)}>
          Add broker
        </Button>
      </WorkHeader>
      <ViewTabs label="Views of brokers" tabs={tabs} current={state.tab} onChange={(tab) => change({ tab: tab as BrokerTab })} />
      {isFirstUse ? null : (
        <FilterRow>
          <BrokerFind search={state.search} onFind={(search) => change({ search }, true)} />
        </FilterRow>
      )}
    </>
  );

  const rows = { brokers, now, zone, hasMore: list.hasNextPage, onNearEnd: loadMore, onMark: mark };
  return (
    <ListScreen
      label="Brokers"
      head={head}
      {...(isFirstUse ? {} : { foot: <KeyHints hints={hints} totals={countOf(brokers, list.hasNextPage)} /> })}
    >
      {isFirstUse ? (
        <BrokersFirstUse onAdd={() => setIsAdding(true)} />
      ) : (
        <>
          {isMobile ? (
            hasFailed ? null : (
              <BrokerCards {...rows} />
            )
          ) : (
            <BrokerTable
              {...rows}
              brokers={hasFailed ? [] : brokers}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              focusedId={focusedId}
              onFocus={setFocusedId}
              onOpen={open}
            />
          )}
          {hasFailed ? (
            <ListError
              title="Couldn’t load your brokers"
              error={list.error}
              safe="Nothing is lost."
              isRetrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          ) : null}
          {brokers?.length === 0 ? (
            <NoBrokers tab={state.tab} isFinding={state.search !== ''} onClear={() => change({ search: '' })} />
          ) : null}
        </>
      )}
      {dialogs}
      {isAdding ? (
        <Suspense>
          <BrokerDialog broker={null} onClose={() => setIsAdding(false)} onSaved={open} />
        </Suspense>
      ) : null}
      {isLookingUp ? (
        <Suspense>
          <LookUpDialog
            onClose={() => setIsLookingUp(false)}
            onAdd={(record) => {
              setIsLookingUp(false);
              setFound(record);
            }}
          />
        </Suspense>
      ) : null}
      {found === null ? null : (
        <Suspense>
          <BrokerDialog broker={null} record={found} onClose={() => setFound(null)} onSaved={open} />
        </Suspense>
      )}
    </ListScreen>
  );
}

function countOf(brokers: readonly Broker[] | undefined, hasMore: boolean) {
  if (brokers === undefined || brokers.length === 0) return [];
  return [{ value: `${brokers.length}${hasMore ? '+' : ''} ${brokers.length === 1 ? 'broker' : 'brokers'}` }];
}
