import { placeLabel } from '@headhaul/contracts/places';
import { dayAt, timeAt } from '@headhaul/domain/time/zoned-time';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../../shared/format/money.ts';
import { roles } from '../../../shared/list/rows/table-roles.ts';
import { notify } from '../../../shared/notify.ts';
import { loadChangesApi } from '../changes.api.ts';
import { loadLookupsApi } from '../lookups.api.ts';
import { noQuickValues, type QuickField, type QuickValues, readQuickLoad } from './quick-input.ts';
import classes from './quick-load.module.css';
import { SuggestInput } from './suggest-input.tsx';

const typingPauseMs = 120;
const suggestionCount = 6;

interface QuickLoadProps {
  zone: string;
  onClose: () => void;
}

/** A load typed in one line above the list: broker, from, to, pickup and delivery time, rate, Enter. The line stays for the next load. */
export default function QuickLoad({ zone, onClose }: QuickLoadProps) {
  const [values, setValues] = useState(noQuickValues);
  const [errors, setErrors] = useState<Partial<Record<QuickField, string>>>({});
  const [round, setRound] = useState(0);
  const [createLoad, { isLoading }] = loadChangesApi.useCreateLoadMutation();

  const set = (change: Partial<QuickValues>) => {
    setValues({ ...values, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))));
  };

  const book = async () => {
    const now = Date.now();
    const reading = readQuickLoad(values, { today: dayAt(now, zone), now: timeAt(now, zone) });
    if ('errors' in reading) return setErrors(reading.errors);
    const { data: load } = await createLoad({ body: reading.input });
    if (load === undefined) return;
    notify('success', `${load.loadNumber} is booked: ${load.pickupCity} to ${load.deliveryCity}, ${formatMoney(load.grossCents)}`);
    setValues(noQuickValues);
    setRound(round + 1);
  };

  const field = (name: QuickField) => ({ value: values[name], error: errors[name], onChange: (text: string) => set({ [name]: text }) });
  return (
    <tr className={classes.row} {...roles.row}>
      <td {...roles.cell}>
        <form
          key={round}
          className={classes.form}
          aria-label="Quick load"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void book();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            event.preventDefault();
            onClose();
          }}
        >
          <BrokerInput
            {...field('broker')}
            onChange={(broker) => set({ broker, brokerId: null })}
            onBroker={(broker, brokerId) => set({ broker, brokerId })}
          />
          <PlaceInput label="Pickup city" placeholder="From" {...field('from')} />
          <PlaceInput label="Delivery city" placeholder="To" {...field('to')} />
          <PlainInput label="Pickup time" placeholder="Pickup: tom 8am" {...field('pickup')} />
          <PlainInput label="Delivery time" placeholder="Delivery: wed 14:00" {...field('delivery')} />
          <PlainInput label="Rate" placeholder="Rate" isMoney {...field('rate')} />
          <Button type="submit" size="xs" loading={isLoading}>
            Book
          </Button>
          <button type="button" className={classes.close} aria-label="Close the quick load" onClick={onClose}>
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </form>
        {Object.keys(errors).length === 0 ? null : (
          <p className={classes.errors} role="alert">
            {Object.values(errors).join('. ')}.
          </p>
        )}
      </td>
    </tr>
  );
}

interface InputProps {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function BrokerInput({ onBroker, ...rest }: InputProps & { onBroker: (text: string, id: string) => void }) {
  const [search] = useDebouncedValue(rest.value.trim(), typingPauseMs);
  const { currentData } = loadLookupsApi.usePickBrokersQuery({ query: { search } }, { skip: search === '' });
  const brokers = currentData?.brokers.slice(0, suggestionCount) ?? [];
  return (
    <SuggestInput
      {...rest}
      label="Broker"
      placeholder="Broker or MC"
      isFirst
      suggestions={brokers.map(({ id, name, mc, mark }) => ({
        key: id,
        label: mc === null ? name : `${name}, MC ${mc}`,
        ...(mark === 'NONE' ? {} : { note: mark === 'BLOCKED' ? 'Blocked' : 'Preferred' }),
      }))}
      onChoose={({ key, label }) => onBroker(label, key)}
    />
  );
}

function PlaceInput({ label, placeholder, ...rest }: InputProps & { label: string; placeholder: string }): ReactNode {
  const [search] = useDebouncedValue(rest.value.trim(), typingPauseMs);
  const { currentData } = loadLookupsApi.usePickPlacesQuery({ query: { search, limit: suggestionCount } }, { skip: search.length < 2 });
  return (
    <SuggestInput
      {...rest}
      label={label}
      placeholder={placeholder}
      suggestions={
        currentData?.places.map((place) => ({
          key: place.id,
          label: placeLabel(place),
          ...(place.county === null ? {} : { note: place.county }),
        })) ?? []
      }
      onChoose={(suggestion) => rest.onChange(suggestion.label)}
    />
  );
}

function PlainInput({
  label,
  placeholder,
  value,
  error,
  onChange,
  isMoney = false,
}: InputProps & { label: string; placeholder: string; isMoney?: boolean }) {
  return (
    <input
      className={`${classes.input} ${isMoney ? classes.money : ''}`}
      aria-label={label}
      aria-invalid={error !== undefined}
      title={error}
      placeholder={placeholder}
      value={value}
      inputMode={isMoney ? 'decimal' : undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
