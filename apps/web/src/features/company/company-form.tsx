import { type Company, CompanyInput } from '@headhaul/contracts/company';
import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { SelectField, TextField } from '../../shared/form/field.tsx';
import { TimeZoneField } from '../../shared/form/time-zone-field.tsx';
import { type FormValues, useContractForm } from '../../shared/form/use-contract-form.ts';
import { notify } from '../../shared/notify.ts';
import { companyApi } from './company.api.ts';
import classes from './company-page.module.css';

type CompanyFields = keyof CompanyInput;

function toFormValues(company: Company): FormValues<CompanyFields> {
  return {
    name: company.name,
    mc: company.mc ?? '',
    dot: company.dot ?? '',
    address: company.address ?? '',
    phone: company.phone ?? '',
    timeZone: company.timeZone,
    weekStartsOn: company.weekStartsOn,
    weekCountsBy: company.weekCountsBy,
  };
}

/** An empty MC or DOT number becomes null. The schema reads all other fields. */
function toCompanyInput(values: FormValues<CompanyFields>) {
  return {
    ...values,
    mc: values.mc.trim() === '' ? null : values.mc,
    dot: values.dot.trim() === '' ? null : values.dot,
    weekStartsOn: values.weekStartsOn as CompanyInput['weekStartsOn'],
    weekCountsBy: values.weekCountsBy as CompanyInput['weekCountsBy'],
  };
}

interface CompanyFormProps {
  company: Company;
  onDone: () => void;
}

export function CompanyForm({ company, onDone }: CompanyFormProps) {
  const [update] = companyApi.useUpdateMyCompanyMutation();
  const form = useContractForm({
    schema: CompanyInput,
    saved: toFormValues(company),
    toInput: toCompanyInput,
    save: async (body) => (await update({ body })).error,
    draftKey: 'company',
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await form.submit())) return;
    notify('success', 'Company saved');
    onDone();
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <fieldset className={classes.card}>
        <legend>Company</legend>
        <TextField state={form.field('name')} label="Name" maxLength={200} autoComplete="organization" />
        <div className={classes.pair}>
          <TextField state={form.field('mc')} label="MC" help="Digits, with or without “MC”." maxLength={20} inputMode="numeric" />
          <TextField state={form.field('dot')} label="USDOT" help="Digits, with or without “USDOT”." maxLength={20} inputMode="numeric" />
        </div>
        <TextField state={form.field('address')} label="Home base" help="City and state, or the full address." maxLength={300} />
        <TextField state={form.field('phone')} label="Phone" maxLength={40} autoComplete="tel" inputMode="tel" />
      </fieldset>
      <fieldset className={classes.card}>
        <legend>Week and time</legend>
        <TimeZoneField state={form.field('timeZone')} help="Days and weeks begin by this clock." />
        <div className={classes.pair}>
          <SelectField state={form.field('weekStartsOn')} label="A week runs">
            <option value="MONDAY">Monday to Sunday</option>
            <option value="SUNDAY">Sunday to Saturday</option>
            <option value="SATURDAY">Saturday to Friday</option>
          </SelectField>
          <SelectField state={form.field('weekCountsBy')} label="Count loads by">
            <option value="DELIVERY">Delivery</option>
            <option value="PICKUP">Pickup</option>
            <option value="BOOKING">Booking</option>
          </SelectField>
        </div>
      </fieldset>
      <div className={classes.foot}>
        <Button
          variant="default"
          size="md"
          onClick={() => {
            form.discard();
            onDone();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" size="md" loading={form.isSaving} disabled={!form.isChanged}>
          Save
        </Button>
      </div>
    </form>
  );
}
