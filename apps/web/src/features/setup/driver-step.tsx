import { DriverInput } from '@headhaul/contracts/drivers';
import { type Equipment, equipmentLabels } from '@headhaul/domain/equipment';
import { IconCheck } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { describeFailure, suppressToast } from '../../shared/api/api-failure.ts';
import { SelectField, TextField } from '../../shared/form/field.tsx';
import { serverErrors } from '../../shared/form/form-errors.ts';
import { type FormValues, useContractForm } from '../../shared/form/use-contract-form.ts';
import { notify } from '../../shared/notify.ts';
import { driversApi } from '../drivers/drivers.api.ts';
import { PlaceField } from '../places/place-field.public.tsx';
import { readPlace } from '../places/place-text.public.ts';
import classes from './driver-step.module.css';

/** The id of the form that the button below the step submits. */
export const firstDriverForm = 'first-driver';

type Field = 'name' | 'familyName' | 'phone' | 'truckNumber' | 'equipment' | 'homeCity';

const nothing: FormValues<Field> = { name: '', familyName: '', phone: '', truckNumber: '', equipment: 'DRY_VAN', homeCity: '' };
const usual: readonly Equipment[] = ['DRY_VAN', 'REEFER', 'FLATBED', 'STEP_DECK', 'POWER_ONLY', 'HOTSHOT', 'BOX_TRUCK', 'OTHER'];

interface DriverStepProps {
  userId: string;
  /** How many drivers there are already. */
  drivers: number;
  onAdded: () => void;
}

/** Adds the first driver with six fields. The rest can be entered later. */
export function DriverStep({ userId, drivers, onAdded }: DriverStepProps) {
  const [create] = driversApi.useCreateDriverMutation();
  const form = useContractForm({
    schema: DriverInput,
    saved: nothing,
    toInput: ({ homeCity, equipment, ...values }) => {
      const { city, state } = readPlace(homeCity);
      return { ...values, equipment: equipment as Equipment, homeCity: city, homeState: state, dispatcherId: userId };
    },
    draftKey: 'first-driver',
    save: async (body) => {
      const { error } = await create({ ...suppressToast, body });
      if (error !== undefined && Object.keys(serverErrors(error)).length === 0) {
        const { type, message } = describeFailure(error);
        notify(type, message);
      }
      return error;
    },
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await form.submit())) return;
    notify('success', 'Your first driver is in the list');
    onAdded();
  };

  return (
    <>
      <h2>Who drives for you?</h2>
      <p>With truck, trailer and home we can tell which loads fit.</p>
      {drivers > 0 ? (
        <p className={classes.done}>
          <IconCheck size={18} stroke={2} aria-hidden="true" />
          {drivers === 1 ? 'One driver is in your list.' : `${drivers} drivers are in your list.`} You find them under Drivers.
        </p>
      ) : (
        <form id={firstDriverForm} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextField state={form.field('name')} label="First name" maxLength={100} />
          <TextField state={form.field('familyName')} label="Last name" maxLength={100} />
          <TextField state={form.field('phone')} label="Phone" maxLength={40} inputMode="tel" placeholder="(712) 555-0148" />
          <TextField state={form.field('truckNumber')} label="Truck number" maxLength={20} placeholder="114" />
          <SelectField state={form.field('equipment')} label="Equipment">
            {usual.map((equipment) => (
              <option key={equipment} value={equipment}>
                {equipmentLabels[equipment]}
              </option>
            ))}
          </SelectField>
          <PlaceField state={form.field('homeCity')} label="Home" placeholder="Council Bluffs, IA" />
        </form>
      )}
    </>
  );
}
