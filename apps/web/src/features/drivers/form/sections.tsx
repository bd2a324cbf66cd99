import type { Driver } from '@headhaul/contracts/drivers';
import { stateNames } from '@headhaul/contracts/places';
import { equipmentLabels, stateCodes } from '@headhaul/domain/equipment';
import type { ReactNode } from 'react';
import { type FieldState, SelectField, TextAreaField, TextField } from '../../../shared/form/field.tsx';
import { PlaceField } from '../../places/place-field.public.tsx';
import { ChoiceField, FlagField, StatesField } from '../choices.tsx';
import { driverTypeLabels, endorsementLabels } from '../terms.ts';
import classes from './page.module.css';
import type { DriverField, DriverFormValues, Fleet } from './values.ts';

export interface SectionProps {
  field: (name: DriverField) => FieldState;
  values: DriverFormValues;
}

function FormSection({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      {note === undefined ? null : <p className={classes.about}>{note}</p>}
      {children}
    </fieldset>
  );
}

interface PersonProps extends SectionProps {
  people: readonly { id: string; name: string }[];
  partners: readonly { id: string; name: string }[];
}

export function PersonSection({ field, people, partners }: PersonProps) {
  return (
    <FormSection title="Driver">
      <div className={classes.grid}>
        <TextField state={field('name')} label="First name" maxLength={100} />
        <TextField state={field('familyName')} label="Last name" maxLength={100} />
        <TextField state={field('phone')} label="Phone" maxLength={40} inputMode="tel" placeholder="(712) 555-0148" />
        <TextField state={field('email')} label="Email" maxLength={320} inputMode="email" placeholder="Optional" />
        <TextField state={field('language')} label="Language" maxLength={40} placeholder="Optional" />
        <SelectField state={field('type')} label="Type">
          {Object.entries(driverTypeLabels).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <SelectField state={field('dispatcherId')} label="Dispatcher">
          <option value="">Nobody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField state={field('teamPartnerId')} label="Team partner" help="Two drivers of one truck.">
          <option value="">Solo</option>
          {partners.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField state={field('employment')} label="Status" help="Inactive drivers keep their loads and leave the plan.">
          <option value="ACTIVE">Active</option>
          <option value="INACTIVE">Inactive</option>
        </SelectField>
      </div>
    </FormSection>
  );
}

export function TruckSection({ field, fleet }: SectionProps & { fleet: Fleet }) {
  const truck = field('truckNumber');
  const trailer = field('trailerNumber');
  return (
    <FormSection title="Truck and trailer" note="By number. One you don’t have yet is added to your fleet.">
      <div className={classes.grid} data-columns="4">
        <TextField state={{ ...truck, error: truck.error ?? field('truckId').error }} label="Truck" maxLength={20} list="fleet-trucks" />
        <TextField
          state={{ ...trailer, error: trailer.error ?? field('trailerId').error }}
          label="Trailer"
          maxLength={20}
          list="fleet-trailers"
        />
        <SelectField state={field('equipment')} label="Equipment">
          <option value="">Not set</option>
          {Object.entries(equipmentLabels).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField state={field('trailerLengthFt')} label="Length, ft" maxLength={3} inputMode="numeric" />
      </div>
      <datalist id="fleet-trucks">
        {fleet.trucks.map(({ id, number }) => (
          <option key={id} value={number} />
        ))}
      </datalist>
      <datalist id="fleet-trailers">
        {fleet.trailers.map(({ id, number }) => (
          <option key={id} value={number} />
        ))}
      </datalist>
    </FormSection>
  );
}

export function HomeSection({ field }: SectionProps) {
  return (
    <FormSection title="Home and loads" note="So that we can tell which loads fit.">
      <div className={classes.grid}>
        <PlaceField state={field('homeCity')} label="Home" />
        <TextField state={field('minRpmCents')} label="Min RPM, $" maxLength={6} inputMode="decimal" placeholder="2.25" />
        <TextField state={field('maxWeightLb')} label="Max weight, lb" maxLength={7} inputMode="numeric" placeholder="44,000" />
      </div>
      <TextField
        state={field('preferredLanes')}
        label="Lanes"
        maxLength={500}
        placeholder="Midwest to Southeast, home every second weekend"
      />
      <StatesField state={field('avoidedStates')} label="States to avoid" />
    </FormSection>
  );
}

export function LicenseSection({ field }: SectionProps) {
  return (
    <FormSection
      title="License and documents"
      note="We warn 60 days before one runs out. The documents themselves are uploaded on the driver’s page."
    >
      <div className={classes.grid} data-columns="4">
        <TextField state={field('cdlNumber')} label="CDL number" maxLength={40} />
        <SelectField state={field('cdlState')} label="State">
          <option value="">Not set</option>
          {stateCodes.map((code) => (
            <option key={code} value={code}>
              {stateNames[code]}
            </option>
          ))}
        </SelectField>
        <SelectField state={field('cdlClass')} label="Class">
          <option value="">Not set</option>
          <option value="A">A</option>
          <option value="B">B</option>
          <option value="C">C</option>
        </SelectField>
        <TextField state={field('cdlExpiresOn')} label="CDL expires" type="date" maxLength={10} />
        <TextField state={field('medicalExpiresOn')} label="Medical card expires" type="date" maxLength={10} />
        <TextField state={field('twicExpiresOn')} label="TWIC expires" type="date" maxLength={10} />
      </div>
      <ChoiceField
        state={field('endorsements')}
        label="Endorsements"
        options={(Object.keys(endorsementLabels) as Driver['endorsements']).map((value) => ({
          value,
          words: `${value}, ${endorsementLabels[value].toLowerCase()}`,
        }))}
      />
      <TextField state={field('gear')} label="Gear" maxLength={500} placeholder="Straps, tarps, load bars" help="With commas between." />
    </FormSection>
  );
}

const payLabels: Record<string, string> = {
  PER_MILE: 'Dollars a mile',
  PERCENTAGE: 'Percent of gross',
  PER_LOAD: 'Dollars a load',
  HOURLY: 'Dollars an hour',
  WEEKLY: 'Dollars a week',
};

export function PaySection({ field, values }: SectionProps) {
  const isPercent = values.feeModel === 'PERCENT';
  return (
    <FormSection title="Pay and dispatch fee">
      <div className={classes.grid}>
        <SelectField state={field('payModel')} label="Driver is paid">
          <option value="">Not agreed yet</option>
          <option value="PER_MILE">By the mile</option>
          <option value="PERCENTAGE">A percentage</option>
          <option value="PER_LOAD">By the load</option>
          <option value="HOURLY">By the hour</option>
          <option value="WEEKLY">By the week</option>
        </SelectField>
        {values.payModel === '' ? null : (
          <TextField
            state={field('pay')}
            label={payLabels[values.payModel] ?? 'Rate'}
            maxLength={10}
            inputMode="decimal"
            placeholder={values.payModel === 'PER_MILE' ? '0.65' : values.payModel === 'PERCENTAGE' ? '28' : ''}
            help={values.payModel === 'PER_MILE' ? 'Loaded and empty miles.' : undefined}
          />
        )}
      </div>
      <div className={classes.grid}>
        <SelectField state={field('feeModel')} label="Dispatch fee">
          <option value="NONE">None</option>
          <option value="PERCENT">A percentage</option>
          <option value="FLAT_PER_LOAD">By the load</option>
          <option value="FLAT_PER_TRUCK_WEEK">By the truck and week</option>
        </SelectField>
        {values.feeModel === 'NONE' ? null : (
          <TextField state={field('dispatchFee')} label={isPercent ? 'Percent' : 'Dollars'} maxLength={10} inputMode="decimal" />
        )}
        {isPercent ? (
          <>
            <SelectField state={field('feeBase')} label="Of">
              <option value="LINEHAUL">Linehaul</option>
              <option value="GROSS_EX_LUMPER">Gross without lumper</option>
              <option value="NET_AFTER_FACTORING">What is left after factoring</option>
            </SelectField>
            <TextField state={field('feeMinimum')} label="At least, $" maxLength={10} inputMode="decimal" placeholder="Optional" />
          </>
        ) : null}
      </div>
      {values.feeModel === 'NONE' ? null : <FlagField state={field('feeOnTonu')} label="Also on a TONU" />}
    </FormSection>
  );
}

export function LinksSection({ field }: SectionProps) {
  return (
    <FormSection title="Links and notes">
      <div className={classes.grid}>
        <TextField state={field('samsaraVehicleId')} label="Samsara vehicle" maxLength={60} placeholder="Optional" />
        <TextField state={field('samsaraDriverId')} label="Samsara driver" maxLength={60} placeholder="Optional" />
        <TextField state={field('datatruckId')} label="Datatruck" maxLength={60} placeholder="Optional" />
      </div>
      <TextAreaField state={field('notes')} label="Notes" help="The whole team reads them." maxLength={4000} />
    </FormSection>
  );
}
