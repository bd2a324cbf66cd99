import type { LoadRow } from '@headhaul/contracts/loads/record';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { CardSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { useEditors } from '../cache/editing-presence.ts';
import { useSavingLoads } from '../cache/saving.ts';
import { boxOf } from '../menu-anchor.tsx';
import { useStatusChange } from '../status/use-status-change.tsx';
import { type ListState, noFilters } from './filters/query.ts';
import { type OpenMenu, RowMenus } from './row-menus.tsx';
import type { LoadColumn } from './table/columns.ts';
import type { LoadRowActions } from './table/row.tsx';
import { LoadTable, type LoadTableHandle } from './table/table.tsx';
import type { LoadListData } from './use-load-list.ts';
import { useSelection } from './use-selection.ts';
import { useStable } from './use-stable.ts';

const LoadCards = lazy(() => import('./table/cards.tsx'));
const LoadsEmptyState = lazy(() => import('./empty-state.tsx'));
const BulkActions = lazy(() => import('./bulk-actions.tsx'));
const QuickLoad = lazy(() => import('../quick-entry/quick-load.tsx'));

interface LoadsListProps {
  list: LoadListData;
  state: ListState;
  columns: readonly LoadColumn[];
  now: number;
  zone: string;
  openId: string | null;
  onOpen: (id: string | null) => void;
  onChange: (change: Partial<ListState>) => void;
  onToggleGroup: (key: string) => void;
}

/** The list with all its mouse and keyboard actions. */
export function LoadsList({ list, state, columns, now, zone, openId, onOpen, onChange, onToggleGroup }: LoadsListProps) {
  const isMobile = useIsMobile();
  const table = useRef<LoadTableHandle | null>(null);
  const saving = useSavingLoads();
  const editors = useEditors();
  const rows = list.walked;
  const selection = useSelection(rows);
  const { change: changeStatus, dialogs } = useStatusChange();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const closeMenu = useCallback(() => setMenu(null), []);
  const currentId = openId ?? focusedId;
  // The row is looked up only when a key needs it, because the list may be long.
  const withCurrent = (act: (row: LoadRow) => void) => {
    const row = rows.find(({ id }) => id === currentId);
    if (row !== undefined) act(row);
  };

  const actions = useStable<LoadRowActions>({
    open: (row) => {
      setFocusedId(row.id);
      onOpen(row.id);
    },
    pick: (row, isRange) => selection.pick(row.id, isRange),
    openStatus: (row, anchor) => setMenu({ kind: 'status', rows: [row], box: boxOf(anchor) }),
    assign: (row, anchor) => setMenu({ kind: 'assign', rows: [row], box: boxOf(anchor) }),
    openMenu: (row, { x, y }) => setMenu({ kind: 'more', rows: [row], box: { left: x, top: y, width: 0, height: 0 } }),
    noteFocus: setFocusedId,
  });

  const step = (by: 1 | -1) => {
    const index = rows.findIndex(({ id }) => id === currentId);
    const next = rows[index < 0 ? 0 : Math.min(Math.max(index + by, 0), rows.length - 1)];
    if (next === undefined) return;
    setFocusedId(next.id);
    if (openId !== null) onOpen(next.id);
    table.current?.goTo(next.id);
  };

  const openAt = (kind: 'status' | 'assign', row: LoadRow) => {
    const anchor = document.querySelector<HTMLElement>(`tr[data-id="${row.id}"] [aria-haspopup="menu"]`);
    if (anchor !== null) setMenu({ kind, rows: [row], box: boxOf(anchor) });
  };

  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      enter: () => withCurrent(actions.open),
      x: () => withCurrent(({ id }) => selection.pick(id, false)),
      'shift+X': () => withCurrent(({ id }) => selection.pick(id, true)),
      s: () => withCurrent((row) => openAt('status', row)),
      a: () => withCurrent((row) => openAt('assign', row)),
      q: () => setIsAdding(true),
    },
    !isMobile,
  );

  const sort = ({ sort: by, firstOrder = 'asc' }: LoadColumn) => {
    if (by === undefined) return;
    onChange({ sort: by, order: state.sort === by ? (state.order === 'asc' ? 'desc' : 'asc') : firstOrder });
  };

  const shared = { now, saving, editors, actions, asOf: list.asOf, onNearEnd: list.isGrouped ? doNothing : list.loadMore };
  const isEmpty = list.lines?.length === 0 || (list.lines === null && list.error !== undefined);
  return (
    <>
      {isMobile ? (
        <Suspense fallback={<CardSkeleton />}>
          <LoadCards lines={isEmpty ? [] : list.lines} {...shared} />
        </Suspense>
      ) : (
        <LoadTable
          ref={table}
          columns={columns}
          lines={isEmpty ? [] : list.lines}
          rowCount={list.hasMore ? -2 : rows.length}
          sort={state.sort}
          order={state.order}
          onSort={sort}
          selected={selection.ids}
          areAllSelected={selection.areAllPicked}
          onSelectAll={selection.pickAll}
          focusedId={currentId}
          menuFor={menu?.kind === 'status' ? (menu.rows[0]?.id ?? null) : null}
          onToggleGroup={onToggleGroup}
          firstRow={
            isAdding ? (
              <Suspense>
                <QuickLoad zone={zone} onClose={() => setIsAdding(false)} />
              </Suspense>
            ) : null
          }
          {...shared}
        />
      )}
      {isEmpty ? (
        <Suspense>
          <LoadsEmptyState list={list} state={state} zone={zone} onClear={() => onChange(noFilters)} />
        </Suspense>
      ) : null}
      <RowMenus open={menu} onOpen={setMenu} onClose={closeMenu} onStatus={changeStatus} />
      {dialogs}
      {selection.picked.length === 0 ? null : (
        <Suspense>
          <BulkActions
            rows={selection.picked}
            onClear={selection.clear}
            onStatus={changeStatus}
            onAssign={(picked, anchor) => setMenu({ kind: 'assign', rows: picked, box: boxOf(anchor) })}
          />
        </Suspense>
      )}
    </>
  );
}

function doNothing(): void {
  // A grouped list fetches all its loads by itself.
}
