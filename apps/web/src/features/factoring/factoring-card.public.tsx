import { type Factoring, FactoringInput } from '@headhaul/contracts/factoring';
import { type FactorIdentity, isOtherFactor } from '@headhaul/domain/factoring/approvals';
import { Button } from '@mantine/core';
import { type FormEvent, lazy, Suspense } from 'react';
import { SelectField, TextField } from '../../shared/form/field.tsx';
import { type FormValues, useContractForm } from '../../shared/form/use-contract-form.ts';
import { notify } from '../../shared/notify.ts';
import { factoringApi } from './factoring.api.ts';
import classes from './factoring-card.module.css';
import { describeEnd } from './labels.ts';

const FactorLists = lazy(() => import('./factor-lists.tsx'));

/** The company's factor: who it is, how it answers, and its list of brokers. For the owner. */
export function FactoringCard() {
  const { data, isError, isFetching, refetch } = factoringApi.useGetFactoringQuery();
  if (data === undefined) {
    return isError ? (
      <section className={classes.card} aria-labelledby="factoring-title">
        <h2 id="factoring-title">Factoring</h2>
        <p role="alert">Couldn’t load your factor.</p>
        <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </section>
    ) : (
      <div className={classes.waiting} aria-busy="true" />
    );
  }
  return (
    <section className={classes.card} aria-labelledby="factoring-title">
      <div>
        <h2 id="factoring-title">Factoring</h2>
        <p className={classes.lead}>We show what your factor says about a broker before you book, and ask first when it declined one.</p>
      </div>
      <FactorForm factoring={data} />
      {data.factoringType === null ? null : (
        <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
          <FactorLists list={data.list} />
        </Suspense>
      )}
    </section>
  );
}

type Fields = keyof FactoringInput;

function toFormValues({ factoringType, factoringId, name, email }: Factoring): FormValues<Fields> {
  return { factoringType: factoringType ?? '', factoringId: factoringId ?? '', name: name ?? '', email: email ?? '', key: '' };
}

/** Who the factor would be if this were saved. */
function toIdentity({ factoringType, factoringId, name }: FormValues<Fields>): FactorIdentity {
  const text = (value: string) => value.trim() || null;
  return {
    factoringType: factoringType === '' ? null : (factoringType as 'OTR' | 'OTHER'),
    factoringId: text(factoringId),
    name: text(name),
  };
}

function toInput({ factoringType, key, ...values }: FormValues<Fields>): FactoringInput {
  return {
    ...values,
    factoringType: factoringType === '' ? null : (factoringType as 'OTR' | 'OTHER'),
    ...(key.trim() === '' ? {} : { key }),
  };
}

function FactorForm({ factoring }: { factoring: Factoring }) {
  const [update] = factoringApi.useUpdateFactoringMutation();
  const form = useContractForm({
    schema: FactoringInput,
    saved: toFormValues(factoring),
    toInput,
    save: async (body) => (await update({ body })).error,
    draftKey: 'factoring',
    neverKept: ['key'],
  });
  const { factoringType } = form.values;
  const isLeaving = factoringType === '' && factoring.factoringType !== null;
  const next = toIdentity(form.values);
  const isOther = isOtherFactor(factoring, next);
  // Answers are given to one account. The list of a factor is the same for its first account number.
  const ends = isOther
    ? describeEnd(factoring)
    : next.factoringId === factoring.factoringId
      ? null
      : describeEnd({ ...factoring, list: null });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.submit()) notify('success', isLeaving ? 'Factor removed' : 'Factor saved');
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <SelectField state={form.field('factoringType')} label="Your factor" help={isLeaving ? 'Saving removes the factor.' : undefined}>
        <option value="">No factor</option>
        <option value="OTHER">Sends lists or answers emails</option>
        <option value="OTR">OTR Solutions, answers online</option>
      </SelectField>
      {factoringType === '' ? null : (
        <>
          <div className={classes.pair}>
            <TextField
              state={form.field('name')}
              label="Name"
              maxLength={120}
              placeholder="Ridgeway Factoring"
              autoComplete="organization"
            />
            <TextField state={form.field('factoringId')} label="Your account number" maxLength={64} placeholder="A-10442" />
          </div>
          <TextField
            state={form.field('email')}
            label="Email for credit checks"
            help="The email button on a broker’s page writes to this address."
            maxLength={320}
            inputMode="email"
            placeholder="credit@factor.com"
          />
          {factoringType === 'OTR' ? (
            <TextField
              state={form.field('key')}
              label="API key"
              type="password"
              help={
                factoring.hasKey
                  ? 'A key is saved, encrypted. Leave this empty to keep it.'
                  : 'Your key is encrypted. Nobody can read it again.'
              }
              maxLength={200}
              autoComplete="new-password"
            />
          ) : null}
        </>
      )}
      <p className={classes.need} role="status" hidden={ends === null}>
        {ends}
        {!isOther || ends === null || isLeaving ? null : ' Upload the list of your new factor once this is saved.'}
      </p>
      <div className={classes.foot}>
        <Button type="submit" size="md" variant="default" loading={form.isSaving} disabled={!form.isChanged}>
          Save factor
        </Button>
      </div>
    </form>
  );
}
