import { type CompanyRates, CompanyRatesInput } from '@headhaul/contracts/profit';
import { exampleSettings } from '@headhaul/domain/profit/company-settings';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { SelectField, TextField } from '../../shared/form/field.tsx';
import { useContractForm } from '../../shared/form/use-contract-form.ts';
import { notify } from '../../shared/notify.ts';
import { profitApi } from './profit.api.ts';
import classes from './rates-card.module.css';
import { toRatesInput, toRateValues } from './rates-values.ts';
import { TruckFigures } from './truck-figures.tsx';

const anchor = 'rates-and-costs';

/** What the company counts its loads with. Empty fields show examples, which no calculation uses. */
export function RatesCard() {
  const { data, isError, isFetching, refetch } = profitApi.useGetRatesQuery();
  const place = useRef<HTMLDivElement>(null);
  const isWanted = useLocation().hash === `#${anchor}`;
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isWanted && isLoaded) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted, isLoaded]);
  return (
    <div id={anchor} ref={place}>
      {data !== undefined ? (
        <>
          <RatesForm rates={data} />
          <TruckFigures />
        </>
      ) : isError ? (
        <section className={classes.card} aria-label="Rates and costs">
          <h2>Rates and costs</h2>
          <p role="alert">Couldn’t load your rates.</p>
          <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </section>
      ) : (
        <div className={classes.waiting} aria-busy="true" />
      )}
    </div>
  );
}

const payLabels: Record<string, string> = {
  PER_MILE: 'Dollars a mile',
  PERCENTAGE: 'Percent of linehaul',
  PER_LOAD: 'Dollars a load',
  HOURLY: 'Dollars an hour',
  WEEKLY: 'Dollars a week',
};
const payExamples: Record<string, string> = { PER_MILE: '0.65', PERCENTAGE: '28', PER_LOAD: '500', HOURLY: '28', WEEKLY: '1,800' };

function RatesForm({ rates }: { rates: CompanyRates }) {
  const [update] = profitApi.useUpdateRatesMutation();
  const { field, values, submit, discard, isSaving, isChanged } = useContractForm({
    schema: CompanyRatesInput,
    saved: toRateValues(rates),
    toInput: toRatesInput,
    save: async (body) => (await update({ body })).error,
    draftKey: 'rates',
  });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await submit()) notify('success', 'Rates and costs saved');
  };

  return (
    <form className={classes.card} aria-label="Rates and costs" noValidate onSubmit={(event) => void save(event)}>
      <div>
        <h2>Rates and costs</h2>
        <p className={classes.intro}>Every load’s net is counted with these. A field that you leave empty is not known, and is never 0.</p>
      </div>
      <fieldset>
        <legend>What a load has to pay</legend>
        <div className={classes.pair}>
          <TextField state={field('floorPerMileCents')} label="Floor, $ a mile" placeholder="1.90" maxLength={10} inputMode="decimal" />
          <TextField
            state={field('floorNetPerDayCents')}
            label="Floor over break-even, $ a day"
            placeholder="200"
            maxLength={10}
            inputMode="decimal"
          />
          <TextField state={field('targetPerMileCents')} label="Target, $ a mile" placeholder="2.50" maxLength={10} inputMode="decimal" />
          <TextField
            state={field('targetNetPerDayCents')}
            label="Target, $ net a day"
            placeholder="600"
            maxLength={10}
            inputMode="decimal"
          />
          <TextField
            state={field('askMarginBps')}
            label="Ask over target, %"
            help="Where you have fewer than 3 loads on a lane in 90 days."
            placeholder="10"
            maxLength={6}
            inputMode="decimal"
          />
          <TextField
            state={field('detentionPerHourCents')}
            label="Detention, $ an hour"
            help="For brokers without a rate of their own."
            placeholder={String(exampleSettings.detentionPerHourCents / 100)}
            maxLength={10}
            inputMode="decimal"
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>What a load costs</legend>
        <div className={classes.pair}>
          <TextField
            state={field('mpgLoaded')}
            label="MPG loaded"
            help="For trucks without a figure of their own."
            placeholder="6.5"
            maxLength={5}
            inputMode="decimal"
          />
          <TextField state={field('mpgEmpty')} label="MPG empty" placeholder="7.5" maxLength={5} inputMode="decimal" />
          <TextField
            state={field('fixedCostPerDayCents')}
            label="Truck, fixed cost, $ a day"
            help="Payment, insurance, permits. Enter 0 if you count none."
            placeholder="120"
            maxLength={10}
            inputMode="decimal"
          />
          <SelectField state={field('payModel')} label="Drivers are usually paid" help="For drivers without terms of their own.">
            <option value="">Not set</option>
            <option value="PER_MILE">By the mile</option>
            <option value="PERCENTAGE">A percentage</option>
            <option value="PER_LOAD">By the load</option>
            <option value="HOURLY">By the hour</option>
            <option value="WEEKLY">By the week</option>
          </SelectField>
          {values.payModel === '' ? null : (
            <TextField
              state={field('driverPay')}
              label={payLabels[values.payModel] ?? 'Rate'}
              placeholder={payExamples[values.payModel] ?? ''}
              maxLength={10}
              inputMode="decimal"
            />
          )}
          <SelectField state={field('isFactored')} label="Factoring" help="New loads start with this.">
            <option value="">Not set</option>
            <option value="false">We don’t factor</option>
            <option value="true">We factor our invoices</option>
          </SelectField>
          {values.isFactored === 'true' ? (
            <TextField
              state={field('factoringFeeBps')}
              label="Factor’s fee, %"
              placeholder={String(exampleSettings.factoringFeeBps / 100)}
              maxLength={6}
              inputMode="decimal"
            />
          ) : null}
        </div>
      </fieldset>
      <div className={classes.foot}>
        <Button variant="default" disabled={!isChanged} onClick={discard}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving} disabled={!isChanged}>
          Save rates
        </Button>
      </div>
    </form>
  );
}
