import { type Profile, ProfileInput } from '@headhaul/contracts/profile';
import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { TextField } from '../../shared/form/field.tsx';
import { TimeZoneField } from '../../shared/form/time-zone-field.tsx';
import { type FormValues, useContractForm } from '../../shared/form/use-contract-form.ts';
import { notify } from '../../shared/notify.ts';
import { profileApi } from './profile.api.ts';
import classes from './profile-page.module.css';

type ProfileFields = keyof ProfileInput;

function toProfileInput(values: FormValues<ProfileFields>) {
  return { ...values, timeZone: values.timeZone === '' ? null : values.timeZone };
}

export function ProfileForm({ profile }: { profile: Profile }) {
  const [update] = profileApi.useUpdateProfileMutation();
  const form = useContractForm({
    schema: ProfileInput,
    saved: {
      name: profile.name,
      familyName: profile.familyName,
      phone: profile.phone ?? '',
      timeZone: profile.timeZone ?? '',
    },
    toInput: toProfileInput,
    save: async (body) => (await update({ body })).error,
    draftKey: 'profile',
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.submit()) notify('success', 'Profile saved');
  };

  return (
    <form className={classes.card} onSubmit={(event) => void submit(event)} noValidate aria-label="You">
      <h2>You</h2>
      <div className={classes.pair}>
        <TextField state={form.field('name')} label="Name" maxLength={200} autoComplete="given-name" />
        <TextField state={form.field('familyName')} label="Last name" maxLength={200} autoComplete="family-name" />
      </div>
      <TextField state={form.field('phone')} label="Phone" maxLength={40} autoComplete="tel" inputMode="tel" />
      <TimeZoneField state={form.field('timeZone')} noneLabel="The company’s" />
      <div className={classes.foot}>
        {form.isChanged ? (
          <Button variant="default" size="md" onClick={form.discard}>
            Undo changes
          </Button>
        ) : null}
        <Button type="submit" size="md" loading={form.isSaving} disabled={!form.isChanged}>
          Save
        </Button>
      </div>
    </form>
  );
}
