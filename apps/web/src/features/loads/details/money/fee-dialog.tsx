import { documentKindLabels } from '@headhaul/contracts/documents';
import { FeeInput, type LoadFee } from '@headhaul/contracts/loads/fees';
import type { Load } from '@headhaul/contracts/loads/record';
import {
  type FeeStatus,
  type FeeType,
  feeStatuses,
  feeStatusLabels,
  feeTypeNames,
  feeTypes,
  paysDriver,
} from '@headhaul/domain/loads/fees';
import { dollars } from '@headhaul/domain/loads/money';
import { useState } from 'react';
import { describeFailure, suppressToast } from '../../../../shared/api/api-failure.ts';
import { SelectField, TextField } from '../../../../shared/form/field.tsx';
import { type FieldErrors, schemaErrors, serverErrors } from '../../../../shared/form/form-errors.ts';
import { formatMoney } from '../../../../shared/format/money.ts';
import { notify } from '../../../../shared/notify.ts';
import { AskDialog } from '../../../../shared/ui/ask-dialog.tsx';
import { loadChangesApi } from '../../changes.api.ts';
import { dollarText } from '../../form/draft/from-load.ts';
import type { DetentionClaim } from '../stops/stops.ts';
import { claimLetter } from './claim.ts';
import classes from './fee-dialog.module.css';

interface FeeDialogProps {
  load: Load;
  /** Null for a new fee. */
  fee: LoadFee | null;
  /** The stops where the truck waited too long, when the fee is detention. */
  claims: readonly DetentionClaim[];
  onClose: () => void;
}

interface FeeText {
  type: FeeType;
  broker: string;
  driver: string;
  reason: string;
  status: FeeStatus;
  documentId: string;
}

function textOf(fee: LoadFee | null, claim: DetentionClaim | undefined): FeeText {
  if (fee !== null) {
    const { type, brokerAmountCents, driverAmountCents, reason, status, documentId } = fee;
    return {
      type,
      broker: dollarText(brokerAmountCents),
      driver: dollarText(driverAmountCents),
      reason,
      status,
      documentId: documentId ?? '',
    };
  }
  const broker = claim?.amountCents == null ? '' : dollarText(claim.amountCents);
  return {
    type: claim === undefined ? 'LUMPER' : 'DETENTION',
    broker,
    driver: '',
    reason: claim?.short ?? '',
    status: 'PENDING',
    documentId: '',
  };
}

/** A fee: its type, what the broker pays, what the driver gets of it, and its status. */
export default function FeeDialog({ load, fee, claims, onClose }: FeeDialogProps) {
  const [claim, setClaim] = useState(claims[0]);
  const [text, setText] = useState(() => textOf(fee, claims[0]));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [add, { isLoading: isAdding }] = loadChangesApi.useAddFeeMutation();
  const [change, { isLoading: isChanging }] = loadChangesApi.useChangeFeeMutation();
  const [remove, { isLoading: isRemoving }] = loadChangesApi.useRemoveFeeMutation();
  const { kind } = feeTypes[text.type];
  const hasDriverPart = paysDriver(text.type);

  const field = <K extends keyof FeeText>(name: K) => ({
    name,
    value: text[name],
    error: errors[name],
    onChange: (value: string) => {
      setErrors({});
      setText((before) => withChange(before, name, value));
    },
    onBlur: () => undefined,
  });

  const save = async () => {
    const broker = dollars(text.broker);
    const driver = text.driver.trim() === '' || !hasDriverPart ? 0 : dollars(text.driver);
    const unread = {
      ...(broker === null ? { broker: text.broker.trim() === '' ? 'Enter the amount' : 'Write it like 75 or 75.50' } : {}),
      ...(driver === null ? { driver: 'Write it like 50 or 50.50' } : {}),
    };
    const body = {
      type: text.type,
      brokerAmountCents: broker ?? 0,
      driverAmountCents: driver ?? 0,
      reason: text.reason,
      status: text.status,
      documentId: text.documentId === '' ? null : text.documentId,
    };
    const found = { ...schemaErrors(FeeInput, body), ...unread };
    if (Object.keys(found).length > 0) return setErrors(found);
    const params = { id: load.id };
    const answer =
      fee === null
        ? await add({ ...suppressToast, params, body })
        : await change({ ...suppressToast, params: { ...params, feeId: fee.id }, body });
    if (answer.error === undefined) return onClose();
    const refused = serverErrors(answer.error);
    setErrors({ ...refused, broker: refused.brokerAmountCents ?? refused.broker, driver: refused.driverAmountCents });
    if (Object.keys(refused).length === 0) notify('error', describeFailure(answer.error).message);
  };

  const removeFee = async () => {
    if (fee === null) return;
    const { error } = await remove({ params: { id: load.id, feeId: fee.id } });
    if (error === undefined) onClose();
  };

  const chooseClaim = (stopId: string) => {
    const next = claims.find((one) => one.stopId === stopId);
    setClaim(next);
    setText(textOf(null, next));
  };

  return (
    <AskDialog
      title={
        fee !== null ? `Change the ${feeTypes[fee.type].words.toLowerCase()}` : claim !== undefined ? 'Request detention' : 'Add a fee'
      }
      action={fee !== null ? 'Save fee' : claim !== undefined ? 'Add as requested' : 'Add fee'}
      isBusy={isAdding || isChanging}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      {claim === undefined ? (
        <SelectField state={field('type')} label="Fee">
          {feeTypeNames.map((type) => (
            <option key={type} value={type}>
              {feeTypes[type].words}
            </option>
          ))}
        </SelectField>
      ) : (
        <Arithmetic load={load} claim={claim} claims={claims} onChoose={chooseClaim} />
      )}
      <div className={classes.pair}>
        <TextField
          state={field('broker')}
          label={kind === 'deduction' ? 'Kept back' : kind === 'advance' ? 'Received early' : 'Broker pays'}
          help={kind === 'pass-through' ? 'Paid back to you, not part of gross' : undefined}
          maxLength={20}
          inputMode="decimal"
        />
        {hasDriverPart ? (
          <TextField
            state={field('driver')}
            label="Driver gets"
            help={kind === 'pass-through' ? 'If the driver paid it' : 'Their part of it'}
            maxLength={20}
            inputMode="decimal"
          />
        ) : null}
      </div>
      <TextField state={field('reason')} label={text.type === 'OTHER' ? 'What it is for' : 'Reason'} maxLength={500} />
      <div className={classes.pair}>
        <SelectField state={field('status')} label="Status">
          {feeStatuses.map((status) => (
            <option key={status} value={status}>
              {feeStatusLabels[status]}
            </option>
          ))}
        </SelectField>
        {load.documents.length === 0 ? null : (
          <SelectField state={field('documentId')} label="Document">
            <option value="">None</option>
            {load.documents.map(({ id, kind: doc, fileName }) => (
              <option key={id} value={id}>
                {documentKindLabels[doc]}, {fileName}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {fee === null ? null : (
        <button type="button" className={classes.remove} disabled={isRemoving} onClick={() => void removeFee()}>
          Remove this fee
        </button>
      )}
    </AskDialog>
  );
}

/** For a pass-through fee such as a lumper, the driver amount copies the broker amount until a person changes it. */
function withChange(before: FeeText, name: keyof FeeText, value: string): FeeText {
  const after = { ...before, [name]: value } as FeeText;
  const isMirrored = feeTypes[after.type].kind === 'pass-through' && (before.driver === before.broker || before.driver === '');
  return name === 'broker' && isMirrored ? { ...after, driver: value } : after;
}

interface ArithmeticProps {
  load: Load;
  claim: DetentionClaim;
  claims: readonly DetentionClaim[];
  onChoose: (stopId: string) => void;
}

/** How the sum is calculated, and a button that copies the claim as text for the broker. */
function Arithmetic({ load, claim, claims, onChoose }: ArithmeticProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(claimLetter(load, claim));
    notify('success', 'Copied, ready to paste to the broker');
  };
  return (
    <div className={classes.sum}>
      {claims.length > 1 ? (
        <SelectField
          label="Where the truck waited"
          state={{ name: 'stop', value: claim.stopId, error: undefined, onChange: onChoose, onBlur: () => undefined }}
        >
          {claims.map(({ stopId, words }) => (
            <option key={stopId} value={stopId}>
              {words}
            </option>
          ))}
        </SelectField>
      ) : (
        <p>{claim.words}.</p>
      )}
      <p>
        {claim.amountCents === null ? (
          <>This broker’s rate an hour is not written down yet. Full quarters of an hour: {claim.short}.</>
        ) : (
          <>
            Full quarters of an hour: {claim.short} = <b>{formatMoney(claim.amountCents)}</b>
          </>
        )}
      </p>
      <button type="button" className={classes.copy} onClick={() => void copy()}>
        Copy message for broker
      </button>
    </div>
  );
}
