import { authorityChangeKinds, authorityStatuses } from '@headhaul/domain/brokers/authority';
import { z } from 'zod';
import { endpoints } from './http/endpoint.ts';
import { docketNumber, Instant } from './http/field.ts';
import { LimitUse } from './limits.ts';

const Day = z.iso.date();
const RegisteredAddress = z.object({
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
});

/** What FMCSA publishes about a broker. Null where FMCSA does not say. */
export const AuthorityRecord = z.object({
  dot: z.string(),
  mc: z.string().nullable(),
  legalName: z.string().nullable(),
  dbaName: z.string().nullable(),
  authorityStatus: z.enum(authorityStatuses).nullable(),
  /** The day on which this status began. */
  authoritySince: Day.nullable(),
  authorityGrantedOn: Day.nullable(),
  authorityReinstatedOn: Day.nullable(),
  /** All published changes of the authority, the oldest first. Records that were kept before this field existed have none. */
  authorityEvents: z
    .array(z.object({ on: Day, isActive: z.boolean() }))
    .nullable()
    .default(null),
  isBondOnFile: z.boolean().nullable(),
  bondCents: z.int().nullable(),
  bondSince: Day.nullable(),
  bondCanceledOn: Day.nullable(),
  liabilityCents: z.int().nullable(),
  isOutOfService: z.boolean().nullable(),
  outOfServiceSince: Day.nullable(),
  address: RegisteredAddress.nullable(),
  phone: z.string().nullable(),
  officers: z.array(z.string()).nullable(),
});
export type AuthorityRecord = z.infer<typeof AuthorityRecord>;

export const FmcsaChange = z.object({
  kind: z.enum(authorityChangeKinds),
  /** The day by the register. Null if it happened some time between `lastSeenAt` and `noticedAt`. */
  on: Day.nullable(),
  noticedAt: Instant,
  lastSeenAt: Instant.nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type FmcsaChange = z.infer<typeof FmcsaChange>;

/** Where an answer comes from and how old it is. */
const checkedShape = {
  /** Where name, address, authority, bond and insurance come from. Phone, officers and dates are always from the open data. */
  source: z.enum(['QCMOBILE', 'OPEN_DATA']),
  /** When that source answered. */
  checkedAt: Instant,
  /** How current the open data were. Null if they did not answer. */
  openDataAsOf: Instant.nullable(),
};

export const CheckedRecord = z.object({
  ...checkedShape,
  record: AuthorityRecord,
  /** The newest first. */
  changes: z.array(FmcsaChange),
});
export type CheckedRecord = z.infer<typeof CheckedRecord>;

export const BrokerLookup = z.object({
  /** UNAVAILABLE: FMCSA did not answer, and nothing is kept of this broker. */
  outcome: z.enum(['FOUND', 'NOT_FOUND', 'UNAVAILABLE']),
  /** Null unless found. */
  found: CheckedRecord.nullable(),
  /** Which source has no such broker. Null unless not found. */
  missing: z.object(checkedShape).nullable(),
  /** Why this is no answer of this moment: FMCSA was asked in the last 24 hours, or it does not answer. Otherwise null. */
  keptBecause: z.enum(['RECENT', 'UNAVAILABLE']).nullable(),
  /** The person's lookups of today, this one included. A kept answer is not counted. */
  lookups: LimitUse,
});
export type BrokerLookup = z.infer<typeof BrokerLookup>;

export const fmcsaEndpoints = endpoints({
  /** Over the limit, the problem's `current` is what is kept of this broker as a `CheckedRecord`, if anything is. */
  lookUpBroker: {
    method: 'GET',
    path: '/fmcsa/brokers',
    summary: 'A broker in FMCSA’s register by MC or USDOT number; counts one lookup unless the answer is kept',
    cost: 3,
    query: z
      .object({ mc: docketNumber.optional(), dot: docketNumber.optional() })
      .refine(({ mc, dot }) => (mc === undefined) !== (dot === undefined), { path: ['mc'], message: 'Enter an MC or a USDOT number' }),
    reply: BrokerLookup,
    isForExtension: true,
  },
  getBrokerRecord: {
    method: 'GET',
    path: '/brokers/{id}/fmcsa',
    summary: 'What is kept of FMCSA’s register about a broker of the company',
    params: z.object({ id: z.uuid() }),
    reply: z.object({ found: CheckedRecord.nullable() }),
  },
});
