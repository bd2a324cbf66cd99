import type { BoardFilter, BoardFilterList } from '@headhaul/contracts/boards/filters';
import { Button, Menu } from '@mantine/core';
import { IconFilterPlus, IconPlus, IconSteeringWheel, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useKeys } from '../../shared/keyboard/use-hotkeys.ts';
import { ViewTabs } from '../../shared/list/controls/view-tabs.tsx';
import { ListEmpty } from '../../shared/list/list-states/list-empty.tsx';
import { ListError } from '../../shared/list/list-states/list-error.tsx';
import { OfflineCopy } from '../../shared/list/list-states/offline-strip.tsx';
import { StateLine, SubPageHeader } from '../../shared/list/work-header.tsx';
import { savedState } from '../../shared/ui/leave-guard.tsx';
import { useIsTablet } from '../../shared/ui/viewport.ts';
import { boardFiltersApi } from './board-filters.api.ts';
import { DriverDialog } from './driver-dialog.tsx';
import { FilterPanel, type Shown } from './filter-panel.tsx';
import { FilterRows } from './filter-rows.tsx';
import classes from './page.module.css';
import { UseBar } from './use-bar.tsx';
import { UsesList } from './uses-list.tsx';

type Tab = 'team' | 'mine' | 'uses';
const extensionPath = '/dispatcher/extension';

const count = (some: number, one: string, many: string) => `${some} ${some === 1 ? one : many}`;

function stateParts(list: BoardFilterList | undefined, hasFailed: boolean): string[] {
  if (list === undefined) return [hasFailed ? 'Not up to date' : 'Getting your filters…'];
  const shared = list.filters.filter(({ isShared }) => isShared).length;
  const latest = list.uses.filter(({ isUpToDate }) => isUpToDate).length;
  return [
    `${shared} for the team`,
    `${list.filters.length - shared} of your own`,
    latest === 0 ? 'no browser has the latest yet' : `${count(latest, 'browser has', 'browsers have')} the latest`,
  ];
}

/** What the address asks for. Null: no filter is open, or the one in the address is gone. */
function readShown(query: URLSearchParams, list: BoardFilterList | undefined): Shown | null {
  const made = query.get('new');
  if (made === 'team' || made === 'mine') return { kind: 'new', isShared: made === 'team' && list?.mayEditShared === true };
  const filter = list?.filters.find(({ id }) => id === query.get('filter'));
  if (filter === undefined) return null;
  return made === 'adjust' || made === 'duplicate' ? { kind: made, filter } : { kind: 'saved', filter };
}

/** The team's filters for load boards, one's own, and who uses what. */
export default function SmartFiltersPage() {
  const list = boardFiltersApi.useListBoardFiltersQuery(undefined, { refetchOnMountOrArgChange: 60 });
  const [query, setQuery] = useSearchParams();
  const [isChoosingDriver, setChoosingDriver] = useState(false);
  const isNarrow = useIsTablet();
  const { data } = list;
  const shown = readShown(query, data);
  const tab: Tab = query.get('tab') === 'uses' ? 'uses' : (query.get('tab') ?? tabOf(shown)) === 'mine' ? 'mine' : 'team';
  const filters = data?.filters ?? [];
  const [team, own] = [filters.filter(({ isShared }) => isShared), filters.filter(({ isShared }) => !isShared)];
  const rows = tab === 'mine' ? own : tab === 'team' ? team : [];

  const go = (next: Record<string, string>, state?: string) => setQuery(next, { state });
  const close = () => go({ tab });
  const pathOf = ({ id }: BoardFilter) => `?${new URLSearchParams({ tab, filter: id })}`;
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === query.get('filter'));
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by];
    if (next !== undefined) go({ tab, filter: next.id });
  };
  useKeys({ j: () => step(1), k: () => step(-1), n: () => go({ tab: 'mine', new: 'mine' }) }, data !== undefined);

  const panel =
    shown === null || data === undefined ? null : (
      <FilterPanel
        shown={shown}
        list={data}
        onShow={(kind, { id }) => go({ tab, filter: id, new: kind })}
        onSaved={({ id, isShared }) => {
          if (shown.kind !== 'saved') go({ tab: isShared ? 'team' : 'mine', filter: id }, savedState);
        }}
        onDeleted={() => go({ tab }, savedState)}
        onClose={close}
      />
    );

  return (
    <div className={classes.screen}>
      <OfflineCopy fetchedAt={list.fulfilledTimeStamp} />
      <SubPageHeader title="Smart filters" backTo={extensionPath} state={<StateLine parts={stateParts(data, list.isError)} />}>
        <NewMenu
          mayShare={data?.mayEditShared === true}
          isOff={data === undefined}
          onNew={(kind) => go({ tab: kind, new: kind })}
          onDriver={() => setChoosingDriver(true)}
        />
      </SubPageHeader>
      {data === undefined ? (
        list.isError ? (
          <ListError
            title="Couldn’t load your filters"
            error={list.error}
            safe="Nothing is lost. Your boards keep the filters they have."
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <div className={classes.bones} aria-busy="true" />
        )
      ) : filters.length === 0 && shown === null ? (
        <>
          <Tabs tab={tab} list={data} onChange={(next) => go({ tab: next })} />
          {tab === 'uses' ? (
            <UsesList uses={data.uses} filters={filters} />
          ) : (
            <NoFilters onNew={() => go({ tab: 'mine', new: 'mine' })} onDriver={() => setChoosingDriver(true)} />
          )}
        </>
      ) : (
        <>
          <Tabs tab={tab} list={data} onChange={(next) => go({ tab: next })} />
          <div className={classes.columns} data-open={shown !== null || undefined}>
            {isNarrow && shown !== null ? null : (
              <div className={classes.main}>
                <UseBar filters={filters} mine={data.uses.find(({ isYou }) => isYou)} />
                {tab === 'uses' ? (
                  <UsesList uses={data.uses} filters={filters} />
                ) : rows.length === 0 ? (
                  <p className={classes.none}>
                    {tab === 'mine' ? 'You have no filter of your own yet.' : 'Your team has no filter yet.'}
                    {tab === 'team' && !data.mayEditShared ? ' The team owner can make one.' : ''}
                  </p>
                ) : (
                  <FilterRows
                    label={tab === 'mine' ? 'My filters' : 'Team filters'}
                    filters={rows}
                    uses={data.uses}
                    openId={shown?.kind === 'saved' ? shown.filter.id : null}
                    pathOf={pathOf}
                  />
                )}
              </div>
            )}
            {panel}
          </div>
        </>
      )}
      {isChoosingDriver ? <DriverDialog onClose={() => setChoosingDriver(false)} /> : null}
    </div>
  );
}

function tabOf(shown: Shown | null): Tab {
  if (shown === null) return 'team';
  return (shown.kind === 'new' ? shown.isShared : shown.kind === 'saved' && shown.filter.isShared) ? 'team' : 'mine';
}

function Tabs({ tab, list, onChange }: { tab: Tab; list: BoardFilterList; onChange: (tab: string) => void }) {
  const shared = list.filters.filter(({ isShared }) => isShared).length;
  return (
    <ViewTabs
      label="Filters"
      current={tab}
      onChange={onChange}
      tabs={[
        { key: 'team', title: 'Team', count: shared },
        { key: 'mine', title: 'Mine', count: list.filters.length - shared },
        { key: 'uses', title: 'Who uses what', count: list.uses.length },
      ]}
    />
  );
}

interface NewMenuProps {
  mayShare: boolean;
  isOff: boolean;
  onNew: (kind: 'team' | 'mine') => void;
  onDriver: () => void;
}

function NewMenu({ mayShare, isOff, onNew, onDriver }: NewMenuProps) {
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} />} disabled={isOff}>
          New filter
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFilterPlus size={16} stroke={1.75} />} onClick={() => onNew('mine')}>
          For me
        </Menu.Item>
        {mayShare ? (
          <Menu.Item leftSection={<IconUsers size={16} stroke={1.75} />} onClick={() => onNew('team')}>
            For the team
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconSteeringWheel size={16} stroke={1.75} />} onClick={onDriver}>
          For a driver…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function NoFilters({ onNew, onDriver }: { onNew: () => void; onDriver: () => void }) {
  return (
    <ListEmpty
      title="See only the loads you’d take"
      line="A filter dims the rows on your load board that don’t fit, and says why. Nothing is hidden."
      ways={[
        {
          icon: IconSteeringWheel,
          title: 'For a driver',
          text: 'Made from the truck, place, time empty and preferences. One click.',
          action: 'Choose a driver',
          onClick: onDriver,
        },
        {
          icon: IconFilterPlus,
          title: 'Your own rules',
          text: 'Rate per mile, deadhead, equipment, brokers, days to pay and more.',
          action: 'Add rules',
          keys: 'n',
          onClick: onNew,
        },
      ]}
    />
  );
}
