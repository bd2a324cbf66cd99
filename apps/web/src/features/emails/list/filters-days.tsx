import { useState } from 'react';
import classes from '../../../shared/list/controls/pick-list.module.css';
import { PickList } from '../../../shared/list/controls/pick-list.tsx';
import { type DatePreset, type DaySpan, datePresets } from '../../../shared/time/day-span.ts';

type Span = DaySpan;

/** Only past days, because no mail was sent in the future. */
const past: readonly DatePreset[] = ['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month'];
/** A year is typed digit by digit, so earlier dates such as the year 0202 are ignored. */
const firstDay = '2000-01-01';
const options = past.map((value) => ({ value, label: datePresets[value] }));

interface DaysEditorProps {
  span: Span | null;
  onChange: (span: Span | null) => void;
  close: () => void;
}

/** The days on which mails were sent: a preset that moves with the calendar, or two days, each of which may be empty. */
export function DaysEditor({ span, onChange, close }: DaysEditorProps) {
  const [days, setDays] = useState(span === null || typeof span === 'string' ? { from: null, to: null } : span);
  const setDay = (end: 'from' | 'to', day: string) => {
    const next = { ...days, [end]: day === '' ? null : day };
    setDays(next);
    if ([next.from, next.to].some((one) => one !== null && one < firstDay)) return;
    onChange(next.from === null && next.to === null ? null : next);
  };
  return (
    <div className={classes.list}>
      <PickList
        label="Days"
        isSingle
        options={options}
        selected={typeof span === 'string' ? [span] : []}
        onChange={([preset]) => {
          onChange(preset as DatePreset);
          close();
        }}
      />
      <div className={classes.days}>
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {end === 'from' ? 'From' : 'To'}
            <input
              className={classes.find}
              type="date"
              value={days[end] ?? ''}
              min={end === 'to' ? (days.from ?? undefined) : undefined}
              max={end === 'from' ? (days.to ?? undefined) : undefined}
              onChange={(event) => setDay(end, event.currentTarget.value)}
            />
          </label>
        ))}
      </div>
    </div>
  );
}
