import type { Load } from '@headhaul/contracts/loads/record';
import { shownLoadedMiles } from '@headhaul/domain/loads/shown';
import { type MilesSource, milesSourceLabels } from '@headhaul/domain/roads/miles-source';
import { Tooltip } from '@mantine/core';
import { IconCheck, IconPencil, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMiles } from '../../../../shared/format/distance.ts';
import { StopTimes } from './stop-times.tsx';
import type { StopView } from './stops.ts';
import classes from './timeline.module.css';

interface TimelineProps {
  load: Load;
  views: readonly StopView[];
  /** The full page has room for addresses, contacts and instructions. */
  isWhole?: boolean;
}

/** The stops from top to bottom: where the truck was, where it is, what lies ahead. */
export function Timeline({ load, views, isWhole = false }: TimelineProps) {
  const miles = shownLoadedMiles(load);
  return (
    <ol className={classes.timeline}>
      {load.deadheadMiles === 0 ? null : (
        <li className={classes.stop} data-line="empty">
          <span className={classes.dot} />
          <p className={classes.empty}>Deadhead to pickup, {formatMiles(load.deadheadMiles)}</p>
        </li>
      )}
      {views.map((view, index) => (
        <TimelineStop key={view.stop.id} load={load} view={view} line={lineAfter(views[index + 1])} isWhole={isWhole} />
      ))}
      <li className={classes.miles}>
        {miles === null ? 'Loaded miles not known' : `${formatMiles(miles)} loaded`}
        {miles === null || sourceNotes[load.milesSource] === undefined ? null : (
          <Tooltip label={milesSourceLabels[load.milesSource]}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Keyboard users must be able to reach the tooltip. */}
            <span tabIndex={0}>, {sourceNotes[load.milesSource]}</span>
          </Tooltip>
        )}
        {load.actualMiles === null ? null : `, ${formatMiles(load.actualMiles)} driven`}
      </li>
    </ol>
  );
}

/** Shown after miles that nobody entered. */
const sourceNotes: Partial<Record<MilesSource, string>> = {
  ESTIMATE: 'estimated',
  NETWORK: 'highway miles',
  OWN_LOADS: 'as on past loads',
  PROVIDER: 'by the maps service',
};

/** The leg to the next stop counts as driven when the truck has reached that stop. */
function lineAfter(next: StopView | undefined): 'driven' | 'ahead' | undefined {
  if (next === undefined) return undefined;
  return next.state === 'ahead' ? 'ahead' : 'driven';
}

interface TimelineStopProps {
  load: Load;
  view: StopView;
  line: 'driven' | 'ahead' | undefined;
  isWhole: boolean;
}

const stateLabels: Record<StopView['state'], string> = { done: 'Done', now: 'Here now', ahead: 'Ahead' };

function TimelineStop({ load, view, line, isWhole }: TimelineStopProps) {
  const [isEditing, setEditing] = useState(false);
  const { stop, state, title, schedule, times, handling, fact } = view;
  const canEdit = load.deletedAt === null && load.status !== 'DRAFT';
  return (
    <li className={classes.stop} data-line={line}>
      <span className={classes.mark} data-state={state} data-kind={stop.kind} role="img" aria-label={stateLabels[state]}>
        {state === 'done' ? <IconCheck size={11} stroke={3} aria-hidden="true" /> : null}
      </span>
      <div className={classes.words}>
        <b>{title}</b>
        {stop.facility === null ? null : <p>{stop.facility}</p>}
        {isWhole && stop.address !== null ? <p>{[stop.address, stop.zip].filter(Boolean).join(', ')}</p> : null}
        <p>{schedule}</p>
        {isEditing ? (
          <StopTimes loadId={load.id} stop={stop} name={title} onClose={() => setEditing(false)} />
        ) : canEdit ? (
          <button type="button" className={classes.times} data-quiet={times === null || undefined} onClick={() => setEditing(true)}>
            {times ?? 'Log in/out times'}
            <IconPencil size={12} stroke={1.75} aria-hidden="true" />
          </button>
        ) : times === null ? null : (
          <p>{times}</p>
        )}
        {handling === null ? null : <p>{handling}</p>}
        {isWhole ? <StopDetails stop={stop} /> : null}
        {fact === null ? null : (
          <p className={classes.fact} data-tone={fact.tone}>
            {fact.words}
          </p>
        )}
      </div>
    </li>
  );
}

function StopDetails({ stop }: { stop: Load['stops'][number] }) {
  const facts = [
    stop.reference === null ? null : `Reference ${stop.reference}`,
    stop.sealNumber === null ? null : `Seal ${stop.sealNumber}`,
    stop.pieces === null ? null : `${stop.pieces.toLocaleString('en-US')} pieces`,
    stop.weightLb === null ? null : `${stop.weightLb.toLocaleString('en-US')} lb`,
  ].filter((fact) => fact !== null);
  const { contactName, contactPhone, instructions } = stop;
  return (
    <>
      {facts.length === 0 ? null : <p>{facts.join(', ')}</p>}
      {contactName === null && contactPhone === null ? null : (
        <p className={classes.contact}>
          {contactName}
          {contactPhone === null ? null : (
            <a href={`tel:${contactPhone}`}>
              <IconPhone size={12} stroke={1.75} aria-hidden="true" />
              {contactPhone}
            </a>
          )}
        </p>
      )}
      {instructions === null ? null : <p className={classes.instructions}>{instructions}</p>}
    </>
  );
}
