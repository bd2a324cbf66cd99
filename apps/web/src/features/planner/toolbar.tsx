import type { FitRow } from '@headhaul/contracts/fit';
import { verdicts } from '@headhaul/domain/fit/reasons';
import { addDays } from '@headhaul/domain/time/zoned-time';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { FilterOptions } from '../../shared/list/controls/filter-options.tsx';
import { AddFilter, FilterChip, FilterRow } from '../../shared/list/controls/filter-row.tsx';
import { ToolbarButton } from '../../shared/list/controls/toolbar-button.tsx';
import { FitMark, verdictLabels } from '../fit/fit-mark.public.tsx';
import { uncheckedText } from '../fit/unchecked.public.ts';
import { loadLookupsApi } from '../loads/lookups.api.ts';
import classes from './toolbar.module.css';
import type { DragFits } from './use-drag-fits.ts';
import { type PlanWeek, weekTitle } from './week.ts';

interface PlanToolbarProps {
  week: PlanWeek;
  isThisWeek: boolean;
  dispatchers: readonly string[];
  /** The fits of the rows during a drag. Null while nothing is dragged. */
  fits: { status: DragFits['status']; counts: Readonly<Record<FitRow['verdict'], number>> } | null;
  onDay: (day: string | null) => void;
  onDispatchers: (ids: readonly string[]) => void;
}

const legend = [
  { kind: 'moving', word: 'Moving' },
  { kind: 'booked', word: 'Booked' },
  { kind: 'done', word: 'Done' },
  { kind: 'empty', word: 'Empty' },
];

/** Chooses the week and the dispatchers, and explains the colors. During a drag it counts the verdicts instead. */
export function PlanToolbar({ week, isThisWeek, dispatchers, fits, onDay, onDispatchers }: PlanToolbarProps) {
  const [isAdding, setAdding] = useState(false);
  const team = loadLookupsApi.usePickTeammatesQuery({ query: { limit: 100 } });
  const people = (team.data?.members ?? []).flatMap(({ userId, name, familyName, email }) =>
    userId === null ? [] : [{ value: userId, label: `${name} ${familyName}`.trim() || email }],
  );
  const words = people
    .filter(({ value }) => dispatchers.includes(value))
    .map(({ label }) => label.split(' ')[0])
    .join(', ');
  const first = week.days[0] ?? '';

  return (
    <FilterRow
      right={
        fits !== null ? (
          <Counts {...fits} />
        ) : (
          <ul className={classes.legend} aria-label="Colours">
            {legend.map(({ kind, word }) => (
              <li key={kind}>
                <span className={classes.swatch} data-kind={kind} />
                {word}
              </li>
            ))}
          </ul>
        )
      }
    >
      <div className={classes.weeks}>
        <button type="button" aria-label="The week before" onClick={() => onDay(addDays(first, -7))}>
          <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
        </button>
        <h2 aria-live="polite">{weekTitle(week)}</h2>
        <button type="button" aria-label="The week after" onClick={() => onDay(addDays(first, 7))}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <ToolbarButton className={classes.today} disabled={isThisWeek} onClick={() => onDay(null)}>
        Today
      </ToolbarButton>
      {dispatchers.length > 0 || isAdding ? (
        <FilterChip
          name="Dispatcher"
          value={words === '' ? 'any' : words}
          isOpenAtFirst={isAdding}
          onRemove={() => {
            setAdding(false);
            onDispatchers([]);
          }}
          editor={() => <FilterOptions label="Dispatcher" options={people} selected={dispatchers} onChange={onDispatchers} />}
        />
      ) : (
        <AddFilter options={[{ key: 'dispatcher', label: 'Dispatcher' }]} onAdd={() => setAdding(true)} />
      )}
    </FilterRow>
  );
}

function Counts({ status, counts }: NonNullable<PlanToolbarProps['fits']>) {
  if (status !== 'ready') return <p className={classes.checking}>{status === 'failed' ? uncheckedText : 'Checking who can make it…'}</p>;
  return (
    <ul className={classes.counts} aria-label="Who can make it">
      {verdicts.map((verdict) => (
        <li key={verdict}>
          <FitMark verdict={verdict} size={14} />
          {verdictLabels[verdict]}, {counts[verdict]}
        </li>
      ))}
    </ul>
  );
}
