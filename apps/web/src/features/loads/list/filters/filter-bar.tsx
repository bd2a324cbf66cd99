import type { LoadRow } from '@headhaul/contracts/loads/record';
import { Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { AddFilter, ClearFilters, FilterChip, FilterRow } from '../../../../shared/list/controls/filter-row.tsx';
import { FindField } from '../../../../shared/list/controls/find-field.tsx';
import { ToolbarButton } from '../../../../shared/list/controls/toolbar-button.tsx';
import { useTypedFind } from '../../../../shared/list/controls/use-typed-find.ts';
import { type ColumnKey, loadColumns } from '../table/columns.ts';
import classes from './filter-bar.module.css';
import { clearFilter, type FilterKey, filterNames, formatFilter, openFilters, setFilters } from './filters.ts';
import { type Grouping, groupings, hasFilters, type ListState, noFilters } from './query.ts';

const FilterEditor = lazy(() => import('./filter-editors.tsx'));
const PeopleNames = lazy(() => import('./people-names.tsx'));

interface FilterBarProps {
  state: ListState;
  onChange: (change: Partial<ListState>, isTyping?: boolean) => void;
  /** Called for every letter typed into Find. */
  onType: (text: string) => void;
  today: string;
  /** Supplies the names of the brokers in the filter. */
  rows: readonly LoadRow[] | null;
  shownColumns: readonly ColumnKey[];
  onColumns: (keys: readonly ColumnKey[]) => void;
  isTooManyToGroup: boolean;
}

export default function FilterBar({ state, onChange, onType, today, rows, shownColumns, onColumns, isTooManyToGroup }: FilterBarProps) {
  const [added, setAdded] = useState<FilterKey | null>(null);
  const [peopleNames, setPeopleNames] = useState<ReadonlyMap<string, string>>(new Map());
  const brokerNames = new Map(
    state.broker.flatMap((id) => rows?.find(({ brokerId }) => brokerId === id) ?? []).map((row) => [row.brokerId, row.brokerName]),
  );
  const names = new Map([...peopleNames, ...brokerNames]);
  const set = setFilters(state);
  const chips = added === null || set.includes(added) ? set : [...set, added];

  const add = (key: string) => {
    const filter = key as FilterKey;
    if (filter === 'withoutDriver') onChange({ withoutDriver: true });
    else setAdded(filter);
  };

  return (
    <FilterRow
      right={
        state.mode === 'list' ? (
          <div className={classes.right}>
            <GroupMenu group={state.group} isTooMany={isTooManyToGroup} onChange={(group) => onChange({ group })} />
            <ColumnsMenu shown={shownColumns} onChange={onColumns} />
          </div>
        ) : null
      }
    >
      <Find text={state.search} onType={onType} onChange={(search) => onChange({ search }, true)} />
      {chips.map((filter) => (
        <FilterChip
          key={filter}
          name={filterNames[filter]}
          value={set.includes(filter) ? formatFilter(state, filter, today, names) : 'any'}
          isOpenAtFirst={filter === added}
          onRemove={() => {
            if (filter === added) setAdded(null);
            onChange(clearFilter(filter));
          }}
          editor={
            filter === 'withoutDriver'
              ? undefined
              : (close) => (
                  <Suspense>
                    <FilterEditor filter={filter} state={state} brokerNames={brokerNames} onChange={onChange} close={close} />
                  </Suspense>
                )
          }
        />
      ))}
      <AddFilter
        options={openFilters(state)
          .filter((key) => key !== added)
          .map((key) => ({ key, label: filterNames[key] }))}
        onAdd={add}
      />
      {state.driver.length > 0 || state.dispatcher.length > 0 ? (
        <Suspense>
          <PeopleNames onNames={setPeopleNames} />
        </Suspense>
      ) : null}
      {hasFilters(state) ? (
        <ClearFilters
          onClear={() => {
            setAdded(null);
            onChange(noFilters);
          }}
        />
      ) : null}
    </FilterRow>
  );
}

/** Reports every letter at once. The server is asked after a pause. */
function Find({ text, onType, onChange }: { text: string; onType: (text: string) => void; onChange: (text: string) => void }) {
  const [typed, setTyped] = useTypedFind(text, onChange);
  const type = (next: string) => {
    setTyped(next);
    onType(next);
  };
  return <FindField value={typed} onChange={type} />;
}

function GroupMenu({ group, isTooMany, onChange }: { group: Grouping; isTooMany: boolean; onChange: (group: Grouping) => void }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ToolbarButton
          icon={IconAdjustmentsHorizontal}
          name="Group:"
          hasCaret
          title={isTooMany ? 'Too many loads to group. Narrow the view and they will be.' : undefined}
        >
          {isTooMany ? groupings.none : groupings[group]}
        </ToolbarButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={group} onChange={(key) => onChange(key as Grouping)}>
          {(Object.keys(groupings) as Grouping[]).map((key) => (
            <Menu.RadioItem key={key} value={key} closeMenuOnClick>
              {groupings[key]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

function ColumnsMenu({ shown, onChange }: { shown: readonly ColumnKey[]; onChange: (keys: readonly ColumnKey[]) => void }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ToolbarButton icon={IconColumns3}>Columns</ToolbarButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={[...shown]} onChange={(keys) => onChange(keys as ColumnKey[])}>
          {loadColumns.map(({ key, title }) => (
            <Menu.CheckboxItem key={key} value={key} disabled={shown.length === 1 && shown.includes(key)}>
              {title}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
