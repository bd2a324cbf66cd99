import { type Truck, TruckInput } from '@headhaul/contracts/fleet';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { TextField } from '../../shared/form/field.tsx';
import { useContractForm } from '../../shared/form/use-contract-form.ts';
import { notify } from '../../shared/notify.ts';
import { driversApi } from '../drivers/drivers.api.ts';
import { profitApi } from './profit.api.ts';
import { formatHundredths, readHundredths, readNumber } from './rates-values.ts';
import classes from './truck-figures.module.css';

/** Each truck's own consumption and fixed cost. Where a field is empty, the company's figure counts. */
export function TruckFigures() {
  const { data } = driversApi.useListFleetQuery();
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const { trucks } = data;
  const ownCount = trucks.filter(hasOwnFigure).length;
  return (
    <section className={classes.trucks} aria-label="Trucks">
      <div className={classes.head}>
        <h2>Trucks</h2>
        {trucks.length > 0 ? (
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide trucks' : `Show ${trucks.length}`}
          </Button>
        ) : null}
      </div>
      <p className={classes.intro}>
        {trucks.length === 0
          ? 'A truck appears here as soon as a driver has one.'
          : `For trucks that differ; ${ownCount} of ${trucks.length} ${ownCount === 1 ? 'does' : 'do'}. An empty field has your figure from above.`}
      </p>
      {isOpen ? trucks.map((truck) => <TruckRow key={truck.id} truck={truck} />) : null}
    </section>
  );
}

const hasOwnFigure = ({ mpgLoaded, mpgEmpty, fixedCostPerDayCents }: Truck) =>
  mpgLoaded !== null || mpgEmpty !== null || fixedCostPerDayCents !== null;

type Figure = 'mpgLoaded' | 'mpgEmpty' | 'fixedCostPerDayCents';

function TruckRow({ truck }: { truck: Truck }) {
  const [update] = profitApi.useUpdateTruckMutation();
  const { id, number, drivers } = truck;
  const { field, submit, isSaving, isChanged } = useContractForm<typeof TruckInput, Figure>({
    schema: TruckInput,
    saved: {
      mpgLoaded: String(truck.mpgLoaded ?? ''),
      mpgEmpty: String(truck.mpgEmpty ?? ''),
      fixedCostPerDayCents: formatHundredths(truck.fixedCostPerDayCents),
    },
    toInput: (values) => {
      const { make, model, year, vin, plate } = truck;
      return {
        number,
        make,
        model,
        year,
        vin,
        plate,
        mpgLoaded: readNumber(values.mpgLoaded),
        mpgEmpty: readNumber(values.mpgEmpty),
        fixedCostPerDayCents: readHundredths(values.fixedCostPerDayCents),
      };
    },
    save: async (body) => (await update({ params: { id }, body })).error,
    draftKey: `truck ${id}`,
  });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await submit()) notify('success', `Truck ${number} saved`);
  };
  return (
    <form className={classes.row} aria-label={`Truck ${number}`} noValidate onSubmit={(event) => void save(event)}>
      <p>
        <b>{number}</b>
        <span>{drivers.map(({ name }) => name).join(', ') || 'No driver'}</span>
      </p>
      <TextField state={field('mpgLoaded')} label="MPG loaded" maxLength={5} inputMode="decimal" />
      <TextField state={field('mpgEmpty')} label="MPG empty" maxLength={5} inputMode="decimal" />
      <TextField state={field('fixedCostPerDayCents')} label="Fixed, $ a day" maxLength={10} inputMode="decimal" />
      <Button type="submit" variant="default" size="xs" loading={isSaving} disabled={!isChanged} aria-label={`Save truck ${number}`}>
        Save
      </Button>
    </form>
  );
}
