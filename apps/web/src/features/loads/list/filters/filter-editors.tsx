import { stateNames } from '@headhaul/contracts/places';
import { equipmentLabels, stateCodes } from '@headhaul/domain/equipment';
import { loadStatusLabels } from '@headhaul/domain/loads/status';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import classes from '../../../../shared/list/controls/pick-list.module.css';
import { PickList } from '../../../../shared/list/controls/pick-list.tsx';
import { type DatePreset, datePresets } from '../../../../shared/time/day-span.ts';
import { driversApi } from '../../../drivers/drivers.api.ts';
import { loadLookupsApi } from '../../lookups.api.ts';
import type { FilterKey } from './filters.ts';
import type { DateChoice, ListState } from './query.ts';
import { standingView } from './views.ts';

interface EditorProps {
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

interface FilterEditorProps extends EditorProps {
  filter: FilterKey;
  /** Names of brokers on screen, by id. */
  brokerNames: ReadonlyMap<string, string>;
  close: () => void;
}

/** The editor that opens under a filter chip. */
export default function FilterEditor({ filter, brokerNames, close, ...rest }: FilterEditorProps) {
  switch (filter) {
    case 'status':
      return <StatusEditor {...rest} />;
    case 'driver':
      return <DriverEditor {...rest} />;
    case 'dispatcher':
      return <DispatcherEditor {...rest} />;
    case 'broker':
      return <BrokerEditor {...rest} names={brokerNames} />;
    case 'equipment':
      return <EquipmentEditor {...rest} />;
    case 'origin':
    case 'destination':
      return <LaneEditor {...rest} end={filter} />;
    case 'tag':
      return <TagEditor {...rest} close={close} />;
    case 'withoutDriver':
      return null;
    case 'PICKUP':
    case 'DELIVERY':
    case 'BOOKING':
      return (
        <DatesEditor
          dates={rest.state.dates ?? { by: filter, span: { from: null, to: null } }}
          onChange={(dates) => rest.onChange({ dates })}
          close={close}
        />
      );
  }
}

const equipmentOptions = Object.entries(equipmentLabels).map(([value, label]) => ({ value, label }));
const stateOptions = stateCodes.map((value) => ({ value, label: `${value} ${stateNames[value]}` }));
const presetOptions = Object.entries(datePresets).map(([value, label]) => ({ value, label }));

function StatusEditor({ state, onChange }: EditorProps) {
  const options = standingView(state.base).statuses.map((value) => ({ value, label: loadStatusLabels[value] }));
  return (
    <PickList
      label="Status"
      options={options}
      selected={state.status}
      onChange={(values) => onChange({ status: values as ListState['status'] })}
    />
  );
}

function EquipmentEditor({ state, onChange }: EditorProps) {
  return (
    <PickList
      label="Equipment"
      options={equipmentOptions}
      selected={state.equipment}
      onChange={(values) => onChange({ equipment: values as ListState['equipment'] })}
    />
  );
}

function LaneEditor({ state, onChange, end }: EditorProps & { end: 'origin' | 'destination' }) {
  return (
    <PickList
      label="State"
      options={stateOptions}
      selected={state[end]}
      onChange={(values) => onChange({ [end]: values as ListState['origin'] })}
    />
  );
}

function DriverEditor({ state, onChange }: EditorProps) {
  const { data } = driversApi.useListDriversQuery({ query: { sort: 'NAME', limit: 500 } });
  const options = data?.drivers.map(({ id, name, familyName }) => ({ value: id, label: `${name} ${familyName}`.trim() })) ?? [];
  return (
    <PickList
      label="Driver"
      options={options}
      selected={state.driver}
      none={data === undefined ? 'Getting the drivers…' : undefined}
      onChange={(driver) => onChange({ driver, withoutDriver: false })}
    />
  );
}

function DispatcherEditor({ state, onChange }: EditorProps) {
  const { data } = loadLookupsApi.usePickTeammatesQuery({ query: { limit: 100 } });
  const working = data?.members.filter((member) => member.state === 'working') ?? [];
  const options = working
    .toSorted((a, b) => Number(b.isYou) - Number(a.isYou))
    .map(({ userId, name, familyName, isYou }) => ({ value: userId ?? '', label: isYou ? `Me, ${name}` : `${name} ${familyName}`.trim() }));
  return <PickList label="Dispatcher" options={options} selected={state.dispatcher} onChange={(dispatcher) => onChange({ dispatcher })} />;
}

function BrokerEditor({ state, onChange, names }: EditorProps & { names: ReadonlyMap<string, string> }) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 150);
  const { data } = loadLookupsApi.usePickBrokersQuery({ query: { search } });
  const found = data?.brokers.map(({ id, name, mc }) => ({ value: id, label: mc === null ? name : `${name}, MC ${mc}` })) ?? [];
  const chosen = state.broker
    .filter((id) => !found.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: names.get(id) ?? 'Chosen before' }));
  return (
    <PickList
      label="Broker"
      options={[...chosen, ...found]}
      selected={state.broker}
      onFind={setText}
      onChange={(broker) => onChange({ broker })}
    />
  );
}

function TagEditor({ state, onChange, close }: EditorProps & { close: () => void }) {
  const [text, setText] = useState(state.tag);
  return (
    <form
      className={classes.list}
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ tag: text.trim() });
        close();
      }}
    >
      <input
        className={classes.find}
        value={text}
        maxLength={40}
        placeholder="Tag, then Enter"
        aria-label="Tag"
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

function DatesEditor({ dates, onChange, close }: { dates: DateChoice; onChange: (dates: DateChoice) => void; close: () => void }) {
  const { span } = dates;
  const days = typeof span === 'string' ? { from: null, to: null } : span;
  const setDay = (end: 'from' | 'to', day: string) => onChange({ ...dates, span: { ...days, [end]: day === '' ? null : day } });
  return (
    <div className={classes.list}>
      <PickList
        label="Days"
        isSingle
        options={presetOptions}
        selected={typeof span === 'string' ? [span] : []}
        onChange={([preset]) => {
          onChange({ ...dates, span: preset as DatePreset });
          close();
        }}
      />
      <div className={classes.days}>
        <label>
          From
          <input
            className={classes.find}
            type="date"
            value={days.from ?? ''}
            max={days.to ?? undefined}
            onChange={(event) => setDay('from', event.currentTarget.value)}
          />
        </label>
        <label>
          To
          <input
            className={classes.find}
            type="date"
            value={days.to ?? ''}
            min={days.from ?? undefined}
            onChange={(event) => setDay('to', event.currentTarget.value)}
          />
        </label>
      </div>
    </div>
  );
}
