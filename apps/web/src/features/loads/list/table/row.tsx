import type { LoadRow } from '@headhaul/contracts/loads/record';
import { attentionOf } from '@headhaul/domain/loads/attention';
import { shownLoadedMiles, shownLoadedRpm } from '@headhaul/domain/loads/shown';
import { IconDots, IconExternalLink, IconMessage, IconPhone } from '@tabler/icons-react';
import { type MouseEvent, memo, useState } from 'react';
import { formatLaneMiles } from '../../../../shared/format/distance.ts';
import { formatRpmMoney } from '../../../../shared/format/money.ts';
import { RowAction, RowActions } from '../../../../shared/list/rows/row-actions.tsx';
import { roles } from '../../../../shared/list/rows/table-roles.ts';
import { Lane } from '../../../../shared/list/rows/two-line.tsx';
import { loadPagePath } from '../../paths.ts';
import { LoadStatusPill } from '../../status/load-status-pill.public.tsx';
import { type CellActions, cellContent, cellTitle, lateStop, Second } from './cells.tsx';
import type { LoadColumn } from './columns.ts';
import classes from './table.module.css';

/**
 * The actions on a row. The object stays the same as long as the list is shown, so that a row is redrawn only when its own data
 * changes.
 */
export interface LoadRowActions extends CellActions {
  open: (row: LoadRow) => void;
  pick: (row: LoadRow, isRange: boolean) => void;
  openStatus: (row: LoadRow, anchor: HTMLElement) => void;
  openMenu: (row: LoadRow, at: { x: number; y: number }) => void;
  noteFocus: (id: string) => void;
}

interface LoadTableRowProps {
  row: LoadRow;
  topPx: number;
  /** The widths of all columns, for the grid. */
  template: string;
  /** The number of the line for screen readers. The head is line 1. */
  index: number;
  columns: readonly LoadColumn[];
  now: number;
  isSelected: boolean;
  isFocused: boolean;
  isSaving: boolean;
  isMenuOpen: boolean;
  editorName: string | undefined;
  actions: LoadRowActions;
}

export const LoadTableRow = memo(function LoadTableRow(props: LoadTableRowProps) {
  const { row, topPx, template, index, columns, now, isSelected, isFocused, isSaving, isMenuOpen, editorName, actions } = props;
  const [isPointedAt, setIsPointedAt] = useState(false);
  const attention = attentionOf(row, now);
  const late = lateStop(row, attention);
  const needs = attention.group === 'NEEDS_ATTENTION' ? (row.status === 'PROBLEM' ? 'bad' : 'need') : undefined;

  const from = `${row.pickupCity}, ${row.pickupState}`;
  const to = `${row.deliveryCity}, ${row.deliveryState}`;

  const open = (event: MouseEvent) => {
    // Selecting text to copy it is not a click.
    if (window.getSelection()?.toString() === '' && !event.defaultPrevented) actions.open(row);
  };

  return (
    <tr
      className={classes.row}
      style={{ top: topPx, gridTemplateColumns: template }}
      {...roles.row}
      data-row=""
      data-id={row.id}
      data-need={needs}
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      aria-rowindex={index}
      aria-selected={isSelected}
      tabIndex={-1}
      onClick={open}
      onFocus={() => actions.noteFocus(row.id)}
      // This isn't `onMouseEnter`, because rows that scroll by under the mouse aren't pointed at.
      onMouseMove={() => setIsPointedAt(true)}
      onMouseLeave={() => setIsPointedAt(false)}
      onContextMenu={(event) => {
        event.preventDefault();
        actions.openMenu(row, { x: event.clientX, y: event.clientY });
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: The whole cell takes clicks. The checkbox in it takes the keys. */}
      <td
        className={`${classes.cell} ${classes.check}`}
        {...roles.cell}
        onClick={(event) => {
          event.stopPropagation();
          actions.pick(row, event.shiftKey);
        }}
      >
        <input
          type="checkbox"
          className={`${classes.box} ${classes.pick}`}
          aria-label={`Select ${row.loadNumber}`}
          checked={isSelected}
          readOnly
        />
      </td>
      <td className={classes.cell} {...roles.cell}>
        <LoadStatusPill
          status={row.status}
          size="table"
          isSaving={isSaving}
          className={classes.pill}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={(event) => {
            event.stopPropagation();
            actions.openStatus(row, event.currentTarget);
          }}
        />
        <Second
          words={attention.words}
          tone={attention.tone === 'plain' ? undefined : attention.tone}
          title={isPointedAt ? attention.words : undefined}
        />
      </td>
      <td className={classes.cell} {...roles.cell}>
        <a
          className={classes.link}
          href={loadPagePath(row.id)}
          onClick={(event) => {
            if (!event.metaKey && !event.ctrlKey && !event.shiftKey) {
              event.preventDefault();
              event.stopPropagation();
              actions.open(row);
            } else event.stopPropagation();
          }}
        >
          {row.loadNumber}
        </a>
      </td>
      <td className={`${classes.cell} ${classes.strong}`} title={isPointedAt ? `${from} to ${to}` : undefined} {...roles.cell}>
        <Lane from={from} to={to} />
        {editorName === undefined ? <Second words={laneLine(row)} /> : <Second words={`${editorName} is editing`} tone="editing" />}
      </td>
      {columns.map(({ key, isNumber }, at) => {
        const isLast = at === columns.length - 1;
        return (
          <td
            key={key}
            data-column={key}
            data-late={late === key || undefined}
            className={`${classes.cell} ${isNumber ? classes.figure : ''} ${isLast ? classes.end : ''} ${key === 'rate' ? classes.money : ''} ${key === 'age' ? classes.age : ''}`}
            {...roles.cell}
            // The full text is needed only while the mouse is over the row.
            title={isPointedAt ? cellTitle(key, row) : undefined}
          >
            {cellContent({ column: key, row, now, attention, actions })}
            {isLast && (isPointedAt || isFocused) ? <Actions row={row} actions={actions} /> : null}
          </td>
        );
      })}
    </tr>
  );
});

/** "812 mi + 38 DH · $2.89 loaded", and the number of stops when there are more than two. */
function laneLine(row: LoadRow): string {
  const stops = row.stopCount > 2 ? ` · ${row.stopCount} stops` : '';
  const miles = formatLaneMiles(shownLoadedMiles(row), row.deadheadMiles);
  const rpm = shownLoadedRpm(row);
  return rpm === null ? `${miles}${stops}` : `${miles} · ${formatRpmMoney(rpm)} loaded${stops}`;
}

function Actions({ row, actions }: { row: LoadRow; actions: LoadRowActions }) {
  return (
    <RowActions label={`What to do with ${row.loadNumber}`}>
      {row.driverPhone === null ? null : (
        <>
          <RowAction icon={IconPhone} label={`Call ${row.driverName}`} href={`tel:${row.driverPhone}`} />
          <RowAction icon={IconMessage} label={`Message ${row.driverName}`} href={`sms:${row.driverPhone}`} />
        </>
      )}
      <RowAction icon={IconExternalLink} label="Open the load’s page" to={loadPagePath(row.id)} />
      <RowAction
        icon={IconDots}
        label="More"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          actions.openMenu(row, { x: left, y: bottom + 4 });
        }}
      />
    </RowActions>
  );
}

/** A placeholder for a row that is being fetched. */
export function WaitingRow({ topPx }: { topPx: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: Nothing in it can have the focus.
    <tr className={classes.waiting} style={{ top: topPx }} aria-hidden="true">
      <td>
        <span />
      </td>
    </tr>
  );
}
