import type { CheckedRecord } from '@headhaul/contracts/fmcsa';
import { type AuthorityTimeline, authorityTimeline, type TimelineMark } from '@headhaul/domain/brokers/timeline';
import { dayAt, daysBetween } from '@headhaul/domain/time/zoned-time';
import { Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useId, useState } from 'react';
import { FactMark } from '../fact-row.tsx';
import { formatPhone } from '../labels.ts';
import { formatMonth, formatRegisterDay, statusLabels } from '../lookup/labels.public.ts';
import classes from './timeline.module.css';
import { placeLabels } from './timeline-labels.ts';

/** Until the line has been measured. */
const usualWidthPx = 700;
/** A day this recent is written with its date, an older one with its month. */
const nearDays = 90;

interface TimelineProps {
  checked: CheckedRecord;
  now: number;
  zone: string;
}

function statusMark({ record }: CheckedRecord, today: string): TimelineMark {
  const { authorityStatus: status, isOutOfService } = record;
  const isGood = status === 'ACTIVE' && isOutOfService !== true;
  const label = isOutOfService === true ? 'Out of service' : status === null ? 'Not known' : statusLabels[status];
  return { on: today, tone: isGood ? 'GOOD' : status === null ? 'LOOK' : 'BAD', label, change: null, isEndOfLapse: false };
}

/** The life of an authority on true time. Screen readers and phones get the same as a list. */
export function Timeline({ checked, now, zone }: TimelineProps) {
  const today = dayAt(now, zone);
  const timeline = authorityTimeline(checked.record, checked.changes, today, zone);
  if (timeline === null) {
    const { label } = statusMark(checked, today);
    return <p className={classes.none}>{label}. FMCSA publishes no dates for this broker.</p>;
  }
  return <TrueTime timeline={timeline} marks={[...timeline.marks, statusMark(checked, today)]} />;
}

function TrueTime({ timeline, marks }: { timeline: AuthorityTimeline; marks: readonly TimelineMark[] }) {
  const { ref, width } = useElementSize();
  const listId = useId();
  const [isListed, setListed] = useState(false);
  const days = Math.max(daysBetween(timeline.from, timeline.to), 1);
  const place = (day: string) => daysBetween(timeline.from, day) / days;
  const lineWidthPx = width === 0 ? usualWidthPx : width;
  const labels = placeLabels(
    marks.map((mark) => ({ ...mark, at: place(mark.on) })),
    lineWidthPx,
  );
  const unnamed = marks.filter((mark, index) => !mark.isEndOfLapse && labels.every((label) => label.index !== index)).length;
  const percent = (at: number) => `${at * 100}%`;
  return (
    <div className={classes.timeline}>
      <div ref={ref} className={classes.line} aria-hidden="true">
        {timeline.spans.map(({ from, to, state }) => (
          <span
            key={`${from} ${state}`}
            className={classes.span}
            data-state={state}
            style={{ left: percent(place(from)), width: percent(place(to) - place(from)) }}
          />
        ))}
        {marks.map((mark, index) => (
          // Two changes may be of the same kind and day.
          // biome-ignore lint/suspicious/noArrayIndexKey: The marks of a record keep their order.
          <Tooltip key={index} label={describeMark(mark, timeline.to)} multiline maw={280}>
            <span className={classes.mark} style={{ left: percent(place(mark.on)) }}>
              <FactMark tone={mark.tone} />
            </span>
          </Tooltip>
        ))}
        {labels.map(({ index, row, leftPx, widthPx }) => {
          const mark = marks[index];
          return mark === undefined ? null : (
            <span key={index} className={classes.label} data-row={row} data-tone={mark.tone} style={{ left: leftPx, width: widthPx }}>
              <b>{mark.label}</b>
              <span>{formatDayOf(mark, timeline.to)}</span>
            </span>
          );
        })}
      </div>
      {unnamed > 0 ? (
        <button type="button" className={classes.all} aria-expanded={isListed} aria-controls={listId} onClick={() => setListed(!isListed)}>
          {isListed ? 'Hide the list' : `All ${marks.length - 1} changes`}
        </button>
      ) : null}
      <ol id={listId} className={classes.list} data-shown={isListed || undefined} aria-label="Authority history">
        {marks.map((mark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: The marks of a record keep their order.
          <li key={index}>
            <FactMark tone={mark.tone} size={14} />
            <span>{describeMark(mark, timeline.to)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function formatDayOf({ on }: TimelineMark, today: string): string {
  if (on === today) return 'Today';
  return daysBetween(on, today) <= nearDays ? formatRegisterDay(on) : formatMonth(on);
}

/** "Address changed, Sep 9, 2024: 1 Elm St to 2 Oak St" */
function describeMark({ label, on, change }: TimelineMark, today: string): string {
  const day = on === today ? 'today' : formatRegisterDay(on);
  return `${label}, ${day}${change === null ? '' : `: ${formatPhone(change.before)} to ${formatPhone(change.after)}`}`;
}
