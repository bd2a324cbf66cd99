import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { PointerEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/format/money.ts';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import { LoadBar, OffIcon, spotOf } from './bar.tsx';
import { FitBar, FitBarWaiting } from './fit-bar.tsx';
import classes from './row.module.css';
import type { PlanRow } from './rows.ts';

export function nameOf({ name, familyName }: { name: string; familyName: string }): string {
  return `${name} ${familyName}`.trim();
}

/** "114 · Van" */
export function formatTruck({ driver }: PlanRow): string {
  const equipment = driver.equipment === null ? null : equipmentLabels[driver.equipment];
  return [driver.truckNumber, equipment].filter((part) => part !== null).join(' · ') || 'No truck';
}

/** The row during a drag: how the load fits this truck, and where that is drawn. */
export interface RowFit {
  /** Null while it isn't known whether it fits. */
  fit: FitRow | null;
  isWaiting: boolean;
  /** Null when the load isn't in this week, and in the row of the truck that has it. */
  spot: { left: number; width: number } | null;
}

interface PlanRowLineProps {
  row: PlanRow;
  grossCents: number;
  savingIds: ReadonlySet<string>;
  draggedId: string | null;
  /** Null while nothing is dragged. */
  rowFit: RowFit | null;
  isOver: boolean;
  fixer: ReactNode;
  onOpen: (load: LoadRow) => void;
  onGrab: (event: PointerEvent<HTMLElement>, load: LoadRow) => void;
  onLift: (load: LoadRow) => void;
}

const hourMs = 3_600_000;

export function PlanRowLine({ row, grossCents, savingIds, draggedId, rowFit, isOver, fixer, onOpen, onGrab, onLift }: PlanRowLineProps) {
  const { driver, partner, bars, off, gaps, clashes } = row;
  const name = partner === null ? nameOf(driver) : `${driver.name} + ${partner.name}`;
  const fit = rowFit?.fit ?? null;
  return (
    <li
      className={classes.row}
      data-plan-row={driver.id}
      data-clash={clashes.length > 0 || undefined}
      data-verdict={fit?.verdict}
      data-over={isOver || undefined}
    >
      <Link to={`/dispatcher/my-drivers/${driver.id}`} className={classes.who} draggable={false}>
        <Avatar name={nameOf(driver)} size={26} />
        <span className={classes.person}>
          <span className={classes.name}>{name}</span>
          <span className={classes.under}>
            <span className={classes.truck}>{formatTruck(row)}</span>
            {rowFit === null ? <span className={classes.gross}>{grossCents === 0 ? '–' : formatMoney(grossCents)}</span> : null}
          </span>
        </span>
        {fit === null ? null : <FitMark verdict={fit.verdict} />}
        {rowFit?.isWaiting === true ? <span className={classes.markWaiting} aria-hidden="true" /> : null}
      </Link>
      <div className={classes.track}>
        {off === null ? null : (
          <div className={classes.off} style={spotOf(off)} title={off.words}>
            <OffIcon status={off.status} />
            {off.width < 0.07 ? null : <span>{off.words}</span>}
          </div>
        )}
        {rowFit !== null
          ? null
          : gaps.map((gap) => (
              <div key={gap.startMs} className={classes.gap} style={{ ...spotOf(gap), width: `calc(${spotOf(gap).width} - 10px)` }}>
                {gap.words === null ? null : <span>{gap.words}</span>}
              </div>
            ))}
        {bars.map((bar) => (
          <LoadBar
            key={bar.load.id}
            bar={bar}
            isSaving={savingIds.has(bar.load.id)}
            isDragged={draggedId === bar.load.id}
            onOpen={onOpen}
            {...(bar.load.status === 'BOOKED' ? { onGrab, onLift } : {})}
          />
        ))}
        {clashes.length > 0 && rowFit === null ? <ClashText row={row} fixer={fixer} /> : null}
        {rowFit === null || rowFit.spot === null ? null : fit !== null ? (
          <FitBar fit={fit} spot={rowFit.spot} />
        ) : rowFit.isWaiting ? (
          <FitBarWaiting spot={rowFit.spot} />
        ) : null}
      </div>
    </li>
  );
}

/** The text about an overlap. It stands after the two bars, or before them when there is no room after. */
function ClashText({ row, fixer }: { row: PlanRow; fixer: ReactNode }) {
  const hours = Math.max(Math.round(row.clashes.reduce((most, { sharedMs }) => Math.max(most, sharedMs), 0) / hourMs), 1);
  const isBefore = row.clashEnd > 0.8;
  const firstLeft = Math.min(1, ...row.bars.filter(({ isClash }) => isClash).map(({ left }) => left));
  const spot = isBefore ? { right: `${((1 - firstLeft) * 100).toFixed(3)}%` } : { left: `${(row.clashEnd * 100).toFixed(3)}%` };
  return (
    <span className={classes.clash} data-side={isBefore ? 'before' : 'after'} style={spot}>
      <IconAlertTriangle size={15} stroke={1.9} aria-hidden="true" />
      {hours} h overlap
      {fixer}
    </span>
  );
}
