import { type Broker, BrokerInput } from '@headhaul/contracts/brokers';
import type { AuthorityRecord } from '@headhaul/contracts/fmcsa';
import { Problem } from '@headhaul/contracts/http/errors';
import { formatRegisteredAddress } from '@headhaul/domain/brokers/authority';
import { dollars } from '@headhaul/domain/loads/money';
import type { FormValues } from '../../../shared/form/use-contract-form.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatPhone } from '../labels.ts';

export type BrokerField = keyof BrokerInput;

export const fieldLabels: Record<BrokerField, string> = {
  name: 'Name',
  dba: 'Doing business as',
  mc: 'MC',
  dot: 'USDOT',
  address: 'Address',
  phone: 'Phone',
  paymentTermsDays: 'Pays within, days',
  detentionFreeMinutes: 'Free time, minutes',
  detentionPerHourCents: 'Detention, $ an hour',
  notes: 'Notes',
};

/** A new broker gets the usual terms of the contract. */
const usual = BrokerInput.parse({ name: 'x' });

export function toBrokerValues(broker: Broker | null): FormValues<BrokerField> {
  const { detentionPerHourCents: rate, phone } = broker ?? usual;
  return {
    name: broker?.name ?? '',
    dba: broker?.dba ?? '',
    mc: broker?.mc ?? '',
    dot: broker?.dot ?? '',
    address: broker?.address ?? '',
    phone: phone === null ? '' : formatPhone(phone),
    paymentTermsDays: String((broker ?? usual).paymentTermsDays),
    detentionFreeMinutes: String((broker ?? usual).detentionFreeMinutes),
    detentionPerHourCents: rate === null ? '' : formatMoney(rate).slice(1),
    notes: broker?.notes ?? '',
  };
}

/** What a broker's form begins with, from FMCSA's record. */
export function fromRecord({ legalName, dbaName, mc, dot, address, phone }: AuthorityRecord): Partial<FormValues<BrokerField>> {
  return {
    name: legalName ?? dbaName ?? '',
    dba: legalName === null ? '' : (dbaName ?? ''),
    mc: mc ?? '',
    dot,
    address: address === null ? '' : formatRegisteredAddress(address),
    phone: phone === null ? '' : formatPhone(phone),
  };
}

/** Text that is not a number becomes -1, which the schema refuses. */
function whole(text: string): number {
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : -1;
}

export function toBrokerInput(values: FormValues<BrokerField>): BrokerInput {
  const rate = values.detentionPerHourCents.trim();
  return {
    ...values,
    paymentTermsDays: whole(values.paymentTermsDays),
    detentionFreeMinutes: whole(values.detentionFreeMinutes),
    detentionPerHourCents: rate === '' ? null : (dollars(rate) ?? -1),
  };
}

/** Replaces the schema's error messages for numbers with plainer ones. */
const numberErrors: Partial<Record<BrokerField, string>> = {
  paymentTermsDays: 'Whole days, 0 to 180',
  detentionFreeMinutes: 'Whole minutes, at most a day',
  detentionPerHourCents: 'Dollars, as 50 or 62.50',
};

export function formatFieldError(field: BrokerField, error: string | undefined): string | undefined {
  return error === undefined ? undefined : (numberErrors[field] ?? error);
}

/** The version that a teammate saved while this form was open. Null for any other failure. */
export function theirVersion(failure: unknown): Broker | null {
  const body = typeof failure === 'object' && failure !== null && 'data' in failure ? Problem.safeParse(failure.data).data : undefined;
  return body?.code === 'version_stale' ? ((body.current as Broker | undefined) ?? null) : null;
}

/** The fields that a teammate changed to a value other than the one typed here, as text. */
export function differences(typed: FormValues<BrokerField>, before: Broker, theirs: Broker): string[] {
  const [old, saved] = [toBrokerValues(before), toBrokerValues(theirs)];
  return (Object.keys(fieldLabels) as BrokerField[])
    .filter((field) => saved[field] !== old[field] && saved[field] !== typed[field])
    .map((field) => `${fieldLabels[field]}: ${saved[field] === '' ? 'emptied' : saved[field]}`);
}
