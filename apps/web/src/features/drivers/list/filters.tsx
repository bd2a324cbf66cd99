import { type DriverStatus, driverStatuses, driverStatusLabels } from '@headhaul/domain/drivers/status';
import { useState } from 'react';
import { FilterOptions } from '../../../shared/list/controls/filter-options.tsx';
import { AddFilter, ClearFilters, FilterChip, FilterRow } from '../../../shared/list/controls/filter-row.tsx';
import { FindField } from '../../../shared/list/controls/find-field.tsx';
import { useTypedFind } from '../../../shared/list/controls/use-typed-find.ts';
import { loadLookupsApi } from '../../loads/lookups.api.ts';
import { type DriverListState, viewOf } from './query.ts';

interface DriverFiltersProps {
  state: DriverListState;
  /** The dispatchers whose drivers are shown in the end. Null for everyone's. */
  dispatchers: readonly string[] | null;
  onChange: (change: Partial<DriverListState>) => void;
}

export function DriverFilters({ state, dispatchers, onChange }: DriverFiltersProps) {
  const [text, setText] = useTypedFind(state.search, (search) => onChange({ search }));
  const [added, setAdded] = useState<string | null>(null);
  const team = loadLookupsApi.usePickTeammatesQuery({ query: { limit: 100 } });
  const people = (team.data?.members ?? []).flatMap(({ userId, name, familyName, email }) =>
    userId === null ? [] : [{ value: userId, label: `${name} ${familyName}`.trim() || email }],
  );
  const names = people.filter(({ value }) => dispatchers?.includes(value)).map(({ label }) => label.split(' ')[0]);
  const ofView = viewOf(state.base).statuses;
  const statuses = driverStatuses.filter((status) => ofView === null || (ofView as readonly DriverStatus[]).includes(status));
  const hasStatus = state.statuses.length > 0 || added === 'status';
  const hasDispatcher = dispatchers !== null || added === 'dispatcher';
  const canFilterStatus = statuses.length > 1 && state.base !== 'archived';

  return (
    <FilterRow>
      <FindField value={text} placeholder="Find driver or truck" onChange={setText} />
      {hasDispatcher ? (
        <FilterChip
          name="Dispatcher"
          value={names.length === 0 ? 'anyone' : names.join(', ')}
          isOpenAtFirst={added === 'dispatcher'}
          onRemove={() => {
            setAdded(null);
            onChange({ whose: 'all' });
          }}
          editor={() => (
            <FilterOptions
              label="Dispatcher"
              options={people}
              selected={dispatchers ?? []}
              onChange={(ids) => onChange({ whose: ids.length === 0 ? 'all' : ids })}
            />
          )}
        />
      ) : null}
      {hasStatus && canFilterStatus ? (
        <FilterChip
          name="Status"
          value={state.statuses.length === 0 ? 'any' : state.statuses.map((status) => driverStatusLabels[status]).join(', ')}
          isOpenAtFirst={added === 'status'}
          onRemove={() => {
            setAdded(null);
            onChange({ statuses: [] });
          }}
          editor={() => (
            <FilterOptions
              label="Status"
              options={statuses.map((status) => ({ value: status, label: driverStatusLabels[status] }))}
              selected={state.statuses}
              onChange={(values) => onChange({ statuses: values as DriverStatus[] })}
            />
          )}
        />
      ) : null}
      <AddFilter
        options={[
          ...(hasDispatcher ? [] : [{ key: 'dispatcher', label: 'Dispatcher' }]),
          ...(hasStatus || !canFilterStatus ? [] : [{ key: 'status', label: 'Status' }]),
        ]}
        onAdd={setAdded}
      />
      {state.search !== '' || state.statuses.length > 0 ? (
        <ClearFilters
          onClear={() => {
            setText('');
            setAdded(null);
            onChange({ search: '', statuses: [] });
          }}
        />
      ) : null}
    </FilterRow>
  );
}
