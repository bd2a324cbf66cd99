import { type CSSProperties, type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useState } from 'react';
import { ListSkeleton } from '../../../../shared/list/list-states/list-skeleton.tsx';
import { GroupRow } from '../../../../shared/list/rows/group-row.tsx';
import { roles } from '../../../../shared/list/rows/table-roles.ts';
import { isGroup, isLoad, type ListLine } from './groups.ts';
import { type HeadProps, TableHead } from './head.tsx';
import { type LoadRowActions, LoadTableRow, WaitingRow } from './row.tsx';
import classes from './table.module.css';
import { useWindow } from './use-window.ts';

const rowHeightPx = 40;
const groupHeightPx = 30;
const headHeightPx = 32;
/** The widths of the checkbox, the status and the number. The lane after them takes the width that is left, but at least `laneWidthPx`. */
const firstWidthsPx = [44, 162, 62];
const laneWidthPx = 220;
/** Rows drawn before they are scrolled to. Enough that a flick shows no gap, few enough to stay fast. */
const drawnAhead = 7;
/** A row reached by keyboard stays this far from the bottom edge. */
const edgePx = 8;
/** The next page is requested this many rows before the end. */
const aheadRows = 60;

export interface LoadTableHandle {
  /** Scrolls to a row and gives it the focus. */
  goTo: (id: string) => void;
}

interface LoadTableProps extends Omit<HeadProps, 'template'> {
  ref: Ref<LoadTableHandle>;
  /** Null while the first page is on its way. */
  lines: readonly ListLine[] | null;
  /** The number of listed loads, or -2 while the server has more. Then `aria-rowcount` is -1, which means unknown. */
  rowCount: number;
  now: number;
  focusedId: string | null;
  saving: ReadonlySet<string>;
  editors: ReadonlyMap<string, { name: string }>;
  menuFor: string | null;
  actions: LoadRowActions;
  onToggleGroup: (key: string) => void;
  /** When the latest data arrived. */
  asOf: string | null;
  onNearEnd: () => void;
  /** The row for a quick load, over all others. */
  firstRow?: ReactNode;
}

/**
 * The list as a table that draws only the visible lines. Each line is its own box at its own position, so that a line that is added,
 * removed or changed moves no other line. In a normal table layout it would.
 */
export function LoadTable({ ref, columns, lines, rowCount, now, firstRow, asOf, onNearEnd, ...rest }: LoadTableProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const findScroller = useCallback((element: HTMLElement | null) => setScroller(element?.parentElement ?? null), []);
  const all = lines ?? [];
  // In a list without groups all heights are the same, whatever changes in its rows.
  const grouped = isGroup(all[0]) ? all : null;
  const heightOf = useCallback((index: number) => (isGroup(grouped?.[index]) ? groupHeightPx : rowHeightPx), [grouped]);
  const viewport = useWindow({
    count: all.length,
    heightOf,
    scroller,
    marginPx: headHeightPx,
    ahead: drawnAhead,
    first: all.find(isLoad)?.id,
  });

  const isNearEnd = viewport.to >= all.length - aheadRows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs again when loads have arrived and the end is still near.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, all.length, asOf]);

  useImperativeHandle(ref, () => ({
    goTo: (id) => {
      const index = all.findIndex((line) => isLoad(line) && line.id === id);
      if (index < 0 || scroller === null) return;
      const { topPx, bottomPx } = viewport.placeOf(index);
      const lowestPx = bottomPx - scroller.clientHeight + edgePx;
      if (topPx - headHeightPx < scroller.scrollTop) scroller.scrollTop = topPx - headHeightPx;
      else if (lowestPx > scroller.scrollTop) scroller.scrollTop = lowestPx;
      requestAnimationFrame(() => scroller.querySelector<HTMLElement>(`tr[data-id="${id}"]`)?.focus({ preventScroll: true }));
    },
  }));

  const { template, minWidth } = layOut(columns.map(({ widthPx }) => widthPx));
  return (
    <table
      ref={findScroller}
      className={classes.table}
      style={lines === null ? ({ minWidth, '--loads-columns': template } as CSSProperties) : { minWidth }}
      aria-rowcount={rowCount + 1}
      aria-label="Loads"
      data-picking={rest.selected.size > 0 || undefined}
      {...roles.table}
    >
      <TableHead columns={columns} template={template} {...rest} />
      {firstRow ? <tbody {...roles.rowgroup}>{firstRow}</tbody> : null}
      {lines === null ? (
        <ListSkeleton
          columns={[{ kind: 'check' }, { kind: 'pill' }, { kind: 'text' }, { kind: 'two' }, ...columns.map(({ skeleton }) => skeleton)]}
          groups={[3, 7, 4]}
        />
      ) : (
        <tbody className={classes.body} style={{ height: viewport.totalPx }} {...roles.rowgroup}>
          {all.slice(viewport.from, viewport.to).map((line, at) => {
            const topPx = viewport.placeOf(viewport.from + at).topPx - headHeightPx;
            if (isLoad(line)) {
              return (
                <LoadTableRow
                  key={line.id}
                  row={line}
                  topPx={topPx}
                  template={template}
                  index={viewport.from + at + 2}
                  columns={columns}
                  now={now}
                  isSelected={rest.selected.has(line.id)}
                  isFocused={rest.focusedId === line.id}
                  isSaving={rest.saving.has(line.id)}
                  isMenuOpen={rest.menuFor === line.id}
                  editorName={rest.editors.get(line.id)?.name}
                  actions={rest.actions}
                />
              );
            }
            if (line.kind === 'waiting') return <WaitingRow key={line.key} topPx={topPx} />;
            const { key, name, count, isOpen } = line;
            return (
              <GroupRow
                key={key}
                topPx={topPx}
                name={name}
                count={count}
                isOpen={isOpen}
                onToggle={() => rest.onToggleGroup(key.slice('group '.length))}
              />
            );
          })}
        </tbody>
      )}
    </table>
  );
}

/** The same columns for every line. The lane keeps its minimum width. With more columns than fit, the table scrolls sideways. */
function layOut(widthsPx: readonly number[]): { template: string; minWidth: number } {
  const px = (widths: readonly number[]) => widths.map((width) => `${width}px`).join(' ');
  return {
    template: `${px(firstWidthsPx)} minmax(${laneWidthPx}px, 1fr) ${px(widthsPx)}`,
    minWidth: [...firstWidthsPx, laneWidthPx, ...widthsPx].reduce((sum, width) => sum + width, 0),
  };
}
