import { type Broker, type BrokerDetails, BrokerInput } from '@headhaul/contracts/brokers';
import type { AuthorityRecord } from '@headhaul/contracts/fmcsa';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { describeFailure, suppressToast } from '../../../shared/api/api-failure.ts';
import { TextAreaField, TextField } from '../../../shared/form/field.tsx';
import { serverErrors } from '../../../shared/form/form-errors.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { notify } from '../../../shared/notify.ts';
import { brokersApi } from '../brokers.api.ts';
import classes from './broker-dialog.module.css';
import {
  type BrokerField,
  differences,
  fieldLabels,
  formatFieldError,
  fromRecord,
  theirVersion,
  toBrokerInput,
  toBrokerValues,
} from './values.ts';

interface BrokerDialogProps {
  /** Null for a new one. */
  broker: Broker | null;
  /** What a new one begins with. */
  record?: AuthorityRecord;
  onClose: () => void;
  onSaved: (broker: BrokerDetails) => void;
}

/** Edits the typed data of a broker. The rest is calculated from their loads. */
export default function BrokerDialog({ broker, record, onClose, onSaved }: BrokerDialogProps) {
  const [create] = brokersApi.useCreateBrokerMutation();
  const [update] = brokersApi.useUpdateBrokerMutation();
  const [opened] = useState(broker);
  const [theirs, setTheirs] = useState<Broker | null>(null);
  // A teammate may save meanwhile. Their version arrives live or with the refused save, and untouched fields take it over.
  const base = theirs !== null && theirs.version > (broker?.version ?? 0) ? theirs : broker;

  const form = useContractForm<typeof BrokerInput, BrokerField>({
    schema: BrokerInput,
    saved: { ...toBrokerValues(base), ...(record === undefined ? {} : fromRecord(record)) },
    toInput: toBrokerInput,
    draftKey: `broker:${broker?.id ?? record?.dot ?? 'new'}`,
    save: async (body) => {
      const version = base?.version ?? 1;
      const answer =
        broker === null
          ? await create({ ...suppressToast, body })
          : await update({ ...suppressToast, params: { id: broker.id }, query: { version }, body });
      const { data, error } = answer;
      if (data !== undefined) {
        onClose();
        notify('success', broker === null ? `${data.name} is in your list` : `${data.name} is saved`);
        onSaved(data);
        return undefined;
      }
      const current = theirVersion(error);
      if (current !== null) setTheirs(current);
      else if (Object.keys(serverErrors(error)).length === 0) notify('error', describeFailure(error).message);
      return error;
    },
  });

  const field = (name: BrokerField) => {
    const state = form.field(name);
    return { state: { ...state, error: formatFieldError(name, state.error) }, label: fieldLabels[name] };
  };
  const clashes = opened === null || base === null ? [] : differences(form.values, opened, base);
  const isAsking = theirs !== null || clashes.length > 0;

  return (
    <Modal.Root opened onClose={onClose} size={560} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            void form.submit();
          }}
        >
          <Modal.Title className={classes.title}>{broker === null ? 'Add a broker' : `Edit ${broker.name}`}</Modal.Title>
          {isAsking ? (
            <div className={classes.stale} role="alert">
              <p>
                Somebody saved this broker while you typed.{' '}
                {clashes.length === 0
                  ? 'What they changed appears below, next to yours. Save again to keep both.'
                  : `They have ${clashes.join('; ')}. Save to put yours over it.`}
              </p>
              <button
                type="button"
                onClick={() => {
                  form.discard();
                  onClose();
                }}
              >
                Take theirs
              </button>
            </div>
          ) : null}
          <div className={classes.fields}>
            <TextField {...field('name')} maxLength={200} autoComplete="organization" />
            <TextField {...field('dba')} maxLength={200} placeholder="Optional" />
            <div className={classes.row}>
              <TextField {...field('mc')} maxLength={20} inputMode="numeric" />
              <TextField {...field('dot')} maxLength={20} inputMode="numeric" placeholder="Optional" />
              <TextField {...field('phone')} maxLength={40} inputMode="tel" placeholder="Optional" />
            </div>
            <TextField {...field('address')} maxLength={300} placeholder="Optional" />
            <div className={classes.row}>
              <TextField {...field('paymentTermsDays')} maxLength={3} inputMode="numeric" />
              <TextField {...field('detentionFreeMinutes')} maxLength={4} inputMode="numeric" />
              <TextField {...field('detentionPerHourCents')} maxLength={10} inputMode="decimal" placeholder="Not agreed" />
            </div>
            <TextAreaField {...field('notes')} maxLength={4000} help="For the whole team: whom to ask for, what to put on the BOL." />
          </div>
          <div className={classes.buttons}>
            <Button
              variant="default"
              size="md"
              onClick={() => {
                form.discard();
                onClose();
              }}
            >
              Cancel
            </Button>
            <Button type="submit" size="md" loading={form.isSaving}>
              {broker === null ? 'Add broker' : clashes.length === 0 ? 'Save' : 'Save over theirs'}
            </Button>
          </div>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
