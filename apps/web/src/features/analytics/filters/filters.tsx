import { useState } from 'react';
import { AddFilter, ClearFilters, FilterChip, FilterRow } from '../../../shared/list/controls/filter-row.tsx';
import { PickList } from '../../../shared/list/controls/pick-list.tsx';
import type { AnalyticsState } from './address.ts';
import classes from './filters.module.css';
import { formatChosen, useDispatcherOptions, useDriverOptions } from './people-options.ts';
import { PeriodPicker } from './period-picker.tsx';

interface AnalyticsFiltersProps {
  state: AnalyticsState;
  beforeLabel: string;
  /** The text at the right that says what is counted. */
  note: string | undefined;
  onChange: (part: Partial<AnalyticsState>) => void;
}

export function AnalyticsFilters({ state, beforeLabel, note, onChange }: AnalyticsFiltersProps) {
  const { driver, dispatcher, isCompared, period } = state;
  const drivers = useDriverOptions();
  const dispatchers = useDispatcherOptions();
  const [isDriverAsked, setIsDriverAsked] = useState(false);
  const hasDriver = driver.length > 0 || isDriverAsked;
  const options = [
    ...(isCompared ? [] : [{ key: 'compare', label: 'Compare with before' }]),
    ...(hasDriver ? [] : [{ key: 'driver', label: 'Driver' }]),
  ];

  return (
    <FilterRow right={<span className={classes.note}>{note}</span>}>
      <PeriodPicker period={period} onChange={(next) => onChange({ period: next })} />
      {isCompared ? <FilterChip name="Compare" value={beforeLabel} onRemove={() => onChange({ isCompared: false })} /> : null}
      <FilterChip
        name="Dispatcher"
        value={formatChosen(dispatcher, dispatchers, 'Everyone', 'people')}
        editor={() => (
          <PickList label="Dispatcher" options={dispatchers} selected={dispatcher} onChange={(ids) => onChange({ dispatcher: ids })} />
        )}
        {...(dispatcher.length > 0 ? { onRemove: () => onChange({ dispatcher: [] }) } : {})}
      />
      {hasDriver ? (
        <FilterChip
          name="Driver"
          value={formatChosen(driver, drivers, 'Everyone', 'drivers')}
          isOpenAtFirst={isDriverAsked}
          editor={() => <PickList label="Driver" options={drivers} selected={driver} onChange={(ids) => onChange({ driver: ids })} />}
          onRemove={() => {
            setIsDriverAsked(false);
            if (driver.length > 0) onChange({ driver: [] });
          }}
        />
      ) : null}
      <AddFilter options={options} onAdd={(key) => (key === 'compare' ? onChange({ isCompared: true }) : setIsDriverAsked(true))} />
      {driver.length + dispatcher.length > 0 ? (
        <ClearFilters
          onClear={() => {
            setIsDriverAsked(false);
            onChange({ driver: [], dispatcher: [] });
          }}
        />
      ) : null}
    </FilterRow>
  );
}
