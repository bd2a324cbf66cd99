import type { LoadRow } from '@headhaul/contracts/loads/record';
import { shownGross, shownLoadedMiles } from '@headhaul/domain/loads/shown';
import { loadStatusLabels } from '@headhaul/domain/loads/status';
import { Tooltip } from '@mantine/core';
import { IconBed, IconHome, IconHourglassLow, IconTool } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { formatLaneMiles } from '../../../shared/format/distance.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatStopMoment } from '../../../shared/format/stop-time.ts';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { StatusGlyph, statusFamily } from '../../loads/status/status-glyph.public.tsx';
import classes from './row.module.css';
import type { OffBlock, PlanBar } from './rows.ts';

const hourMs = 3_600_000;
const percent = (part: number) => `${(part * 100).toFixed(3)}%`;

export function spotOf({ left, width }: { left: number; width: number }) {
  return { left: percent(left), width: percent(width) };
}

interface LoadBarProps {
  bar: PlanBar;
  isSaving: boolean;
  isDragged: boolean;
  onOpen: (load: LoadRow) => void;
  /** Set only for loads that can still move to another truck. */
  onGrab?: (event: PointerEvent<HTMLElement>, load: LoadRow) => void;
  onLift?: (load: LoadRow) => void;
}

/** Whether this key press lifts the focused load, to be moved with the arrows. */
export function isLiftKey({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return key === 'a' && !metaKey && !ctrlKey && !altKey;
}

export function LoadBar({ bar, isSaving, isDragged, onOpen, onGrab, onLift }: LoadBarProps) {
  const { load, lane, lanes, room, isClash } = bar;
  const isShort = room === 'short';
  const isTonu = load.status === 'TONU';
  const isThin = lanes > 1;
  return (
    <Tooltip label={<BarTip load={load} />} multiline>
      <button
        type="button"
        className={classes.bar}
        style={{
          ...spotOf(bar),
          top: `calc(7px + ${lane} * (39px + 2px) / ${lanes})`,
          height: `calc((39px - ${lanes - 1} * 2px) / ${lanes})`,
        }}
        data-family={isClash ? 'clash' : statusFamily(load.status)}
        data-cut-left={bar.isCutLeft || undefined}
        data-cut-right={bar.isCutRight || undefined}
        data-saving={isSaving || undefined}
        data-dragged={isDragged || undefined}
        data-grab={onGrab !== undefined || undefined}
        data-thin={isThin || room === 'mark' || undefined}
        onClick={() => onOpen(load)}
        onPointerDown={onGrab ? (event) => onGrab(event, load) : undefined}
        onKeyDown={(event) => {
          if (onLift === undefined || !isLiftKey(event)) return;
          event.preventDefault();
          onLift(load);
        }}
      >
        {room === 'mark' ? (
          <span className={classes.mark}>
            <StatusGlyph status={load.status} />
            <Spoken load={load} isWhole />
          </span>
        ) : isThin ? (
          <b className={classes.line}>
            <Lane from={load.pickupCity} to={load.deliveryCity} />
          </b>
        ) : (
          <>
            <b className={classes.line}>
              {isTonu ? (
                `TONU ${load.pickupCity}`
              ) : isShort ? (
                formatMoney(shownGross(load))
              ) : (
                <Lane from={load.pickupCity} to={load.deliveryCity} />
              )}
            </b>
            <span className={classes.line}>
              <StatusGlyph status={load.status} />
              {isTonu
                ? formatMoney(shownGross(load))
                : isShort
                  ? `${Math.round((bar.endMs - bar.startMs) / hourMs)} h`
                  : `${load.loadNumber} · ${formatMoney(shownGross(load))}`}
            </span>
          </>
        )}
        {room === 'mark' ? null : <Spoken load={load} />}
      </button>
    </Tooltip>
  );
}

function BarTip({ load }: { load: LoadRow }) {
  return (
    <span className={classes.tip}>
      <b>
        {load.loadNumber}, {loadStatusLabels[load.status]}
      </b>
      <span>
        {load.pickupCity}, {load.pickupState}: {formatStopMoment(load.pickupAt, load.pickupZone)}
      </span>
      <span>
        {load.deliveryCity}, {load.deliveryState}: {formatStopMoment(load.deliveryEndsAt, load.deliveryZone)}
      </span>
      <span>
        {formatMoney(shownGross(load))}, {formatLaneMiles(shownLoadedMiles(load), load.deadheadMiles)}, {load.brokerName}
      </span>
    </span>
  );
}

/** For screen readers: what a bar or a card does not show as text. */
export function Spoken({ load, isWhole = false }: { load: LoadRow; isWhole?: boolean }) {
  const times = `${formatStopMoment(load.pickupAt, load.pickupZone)} to ${formatStopMoment(load.deliveryEndsAt, load.deliveryZone)}`;
  const whole = isWhole ? `${load.pickupCity} to ${load.deliveryCity}, ${formatMoney(shownGross(load))}` : '';
  return (
    <span className={classes.spoken}>
      {[whole, load.loadNumber, loadStatusLabels[load.status], times].filter((part) => part !== '').join(', ')}
    </span>
  );
}

const offIcons = { HOME: IconHome, REST: IconBed, IN_SHOP: IconTool, NOT_READY: IconHourglassLow, READY: IconHome };

export function OffIcon({ status }: Pick<OffBlock, 'status'>) {
  const Mark = offIcons[status];
  return <Mark size={14} stroke={1.75} aria-hidden="true" />;
}
