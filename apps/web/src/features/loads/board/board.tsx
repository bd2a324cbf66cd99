import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type LoadStatus, loadStatusLabels } from '@headhaul/domain/loads/status';
import { Button } from '@mantine/core';
import { type KeyboardEvent, useCallback, useState } from 'react';
import { formatMoneyShort } from '../../../shared/format/money.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import type { Calendar } from '../../../shared/time/calendar.ts';
import { rowsOf } from '../cache/cached-lists.ts';
import { useSavingLoads } from '../cache/saving.ts';
import type { ListState } from '../list/filters/query.ts';
import { type OpenMenu, RowMenus } from '../list/row-menus.tsx';
import { loadsApi } from '../loads.api.ts';
import { boxOf } from '../menu-anchor.tsx';
import { StatusGlyph, statusFamily } from '../status/status-glyph.public.tsx';
import { useStatusChange } from '../status/use-status-change.tsx';
import classes from './board.module.css';
import { BoardCard } from './card.tsx';
import { boardColumns, columnFilters, dropState } from './columns.ts';

/** How many cards a column fetches at a time. */
const columnLimit = 30;

interface BoardViewProps {
  state: ListState;
  calendar: Calendar;
  now: number;
  openId: string | null;
  onOpen: (id: string) => void;
}

/** Loads by status. A person moves a load with the mouse, or with `s` on its card. */
export default function BoardView({ state, calendar, now, openId, onOpen }: BoardViewProps) {
  const [dragged, setDragged] = useState<LoadRow | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const { change, dialogs } = useStatusChange();

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The cards in it take the focus. This element handles their arrow keys.
    <div className={classes.board} onKeyDown={walk}>
      {boardColumns(state).map((status) => (
        <BoardColumn
          key={status}
          state={state}
          status={status}
          calendar={calendar}
          now={now}
          openId={openId}
          dragged={dragged}
          onDrag={setDragged}
          onDrop={(row) => {
            setDragged(null);
            change([row], status);
          }}
          onOpen={onOpen}
          onStatus={(row, anchor) => setMenu({ kind: 'status', rows: [row], box: boxOf(anchor) })}
          onAssign={(row, anchor) => setMenu({ kind: 'assign', rows: [row], box: boxOf(anchor) })}
        />
      ))}
      <RowMenus open={menu} onOpen={setMenu} onClose={closeMenu} onStatus={change} />
      {dialogs}
    </div>
  );
}

/** Arrow keys move the focus from card to card, also across columns. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const card = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-card]') : null;
  if (card === null || !event.key.startsWith('Arrow')) return;
  const column = card.closest('section');
  const inColumn = [...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
  const index = inColumn.indexOf(card);
  event.preventDefault();
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    inColumn[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    return;
  }
  const columns = [...event.currentTarget.querySelectorAll('section')].filter((one) => one.querySelector('[data-card]') !== null);
  const beside = columns[columns.indexOf(column as HTMLElement) + (event.key === 'ArrowRight' ? 1 : -1)];
  const cards = [...(beside?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
  cards[Math.min(index, cards.length - 1)]?.focus();
}

interface BoardColumnProps {
  state: ListState;
  status: LoadStatus;
  calendar: Calendar;
  now: number;
  openId: string | null;
  dragged: LoadRow | null;
  onDrag: (row: LoadRow | null) => void;
  onDrop: (row: LoadRow) => void;
  onOpen: (id: string) => void;
  onStatus: (row: LoadRow, anchor: HTMLElement) => void;
  onAssign: (row: LoadRow, anchor: HTMLElement) => void;
}

function BoardColumn({ state, status, calendar, now, openId, dragged, onDrag, onDrop, onOpen, onStatus, onAssign }: BoardColumnProps) {
  const isTeamOwner = useSession()?.isTeamOwner ?? false;
  const saving = useSavingLoads();
  const [isOver, setIsOver] = useState(false);
  const filters = columnFilters(state, status, calendar);
  const list = loadsApi.useListLoadsInfiniteQuery({ ...filters, sort: state.sort, order: state.order, limit: columnLimit });
  const { data: totals } = loadsApi.useGetLoadTotalsQuery({ query: filters });
  const rows = rowsOf(list.currentData);
  const drop = dropState(dragged, status, { isTeamOwner }, now);
  const word = loadStatusLabels[status];

  return (
    <section
      className={classes.column}
      aria-label={word}
      data-drop={drop}
      data-empty={(list.currentData !== undefined && rows.length === 0) || undefined}
      data-over={(isOver && drop === 'allowed') || undefined}
      onDragOver={(event) => {
        if (drop !== 'allowed') return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (dragged !== null && drop === 'allowed') onDrop(dragged);
      }}
    >
      <h2 className={classes.head} data-family={statusFamily(status)}>
        <StatusGlyph status={status} size={13} />
        {word}
        <span className={classes.count}>{totals === undefined ? '' : `${totals.loads}${totals.isPartial ? '+' : ''}`}</span>
        <span className={classes.sum}>{totals === undefined || totals.loads === 0 ? '' : formatMoneyShort(totals.grossCents)}</span>
      </h2>
      <ul className={classes.cards} aria-busy={list.isFetching}>
        {rows.map((row) => (
          <li key={row.id}>
            <BoardCard
              row={row}
              now={now}
              isOpen={row.id === openId}
              isSaving={saving.has(row.id)}
              isDragged={row.id === dragged?.id}
              onDrag={onDrag}
              onOpen={onOpen}
              onStatus={onStatus}
              onAssign={onAssign}
            />
          </li>
        ))}
        {list.currentData !== undefined && rows.length === 0 ? <li className={classes.none}>None</li> : null}
      </ul>
      {list.hasNextPage ? (
        <Button
          variant="default"
          size="xs"
          className={classes.more}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </section>
  );
}
