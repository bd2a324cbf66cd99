import { approvalStatuses, factoringTypes } from '@headhaul/domain/factoring/approvals';
import { z } from 'zod';
import { empty, endpoints, form } from './http/endpoint.ts';
import { Day, docketNumber, Instant, OptionalEmail, optionalText } from './http/field.ts';

const Cents = z.int().min(0);
export const ApprovalStatus = z.enum(approvalStatuses);
export const FactoringType = z.enum(factoringTypes);

/** The most rows a factor's list may have below its header. */
export const maxFactorRows = 20_000;

const listShape = {
  id: z.uuid(),
  fileName: z.string(),
  /** The day of the list. */
  listedOn: Day,
  createdAt: Instant,
  createdByName: z.string().nullable(),
  rows: z.int(),
  approved: z.int(),
  limited: z.int(),
  declined: z.int(),
};
export const FactorList = z.object(listShape);
export type FactorList = z.infer<typeof FactorList>;

/** A list before it is used: what would be kept of it, and which of the company's brokers are on it. */
export const FactorListPreview = z.object({
  ...listShape,
  /** Rows that can't be used. They are left out. */
  unreadable: z.int(),
  /** The first of them, with their row in the file. */
  problems: z.array(z.object({ row: z.int(), problem: z.string() })),
  brokers: z.object({
    byMc: z.int(),
    byDot: z.int(),
    byName: z.int(),
    /** Their name is on the list, but somebody else can be meant. They are not matched. */
    ambiguous: z.array(z.string()),
    ambiguousCount: z.int(),
    notListed: z.int(),
  }),
  /** The list in use, which this one would replace. */
  replaces: FactorList.nullable(),
});
export type FactorListPreview = z.infer<typeof FactorListPreview>;

export const Factoring = z.object({
  /** By which interface the factor answers. Null: the company has no factor. */
  factoringType: FactoringType.nullable(),
  /** The company's account at the factor. */
  factoringId: z.string().nullable(),
  name: z.string().nullable(),
  /** Where questions about brokers are mailed. */
  email: z.string().nullable(),
  /** The key itself is never sent back. */
  hasKey: z.boolean(),
  list: FactorList.nullable(),
  /** How many brokers the factor's API has answered about. */
  answers: z.int(),
});
export type Factoring = z.infer<typeof Factoring>;

export const FactoringInput = z
  .strictObject({
    factoringType: FactoringType.nullable(),
    factoringId: optionalText(64),
    name: optionalText(120),
    email: OptionalEmail,
    /** A new key for OTR's API. Left out: the key stays. */
    key: z
      .string()
      .trim()
      .min(1, 'Enter the key')
      .max(200)
      .pipe(z.string().regex(/^[\x21-\x7e]+$/, 'A key has letters, digits and signs without blanks'))
      .optional(),
  })
  .refine(({ factoringType, name }) => factoringType === null || name !== null, {
    path: ['name'],
    message: 'Enter the name of your factor',
  });
export type FactoringInput = z.input<typeof FactoringInput>;

/** What the factor says about a broker, of all sources together. */
export const FactorStanding = z.object({
  status: ApprovalStatus,
  /** Null if the factor names no limit. */
  limitCents: Cents.nullable(),
  usedCents: Cents.nullable(),
  source: z.enum(['LIST', 'CHECK']),
  /** The day on which the factor said so. */
  asOf: Day,
  /** The day of limit and used. Null without a limit. */
  limitAsOf: Day.nullable(),
});
export type FactorStanding = z.infer<typeof FactorStanding>;

export const BrokerFactor = z.object({
  /** The company's factor. Null if it has none. */
  factor: z.object({ name: z.string().nullable(), email: z.string().nullable(), canCheck: z.boolean() }).nullable(),
  /** Null if the factor has not said anything about this broker. */
  standing: FactorStanding.nullable(),
  /** By what the list's row is this broker's. Null if no row is. */
  matchedBy: z.enum(['MC', 'DOT', 'NAME']).nullable(),
  /** The broker's name is on the list, but somebody else can be meant. */
  isAmbiguous: z.boolean(),
  /** The last question to the factor's API. Null if nobody asked. */
  check: z
    .object({
      /** UNKNOWN: the factor has no such broker. REFUSED: it does not accept the key. UNAVAILABLE: it did not answer. */
      state: z.enum(['ASKING', 'ANSWERED', 'UNKNOWN', 'REFUSED', 'UNAVAILABLE']),
      askedAt: Instant,
      /** When the factor gave its last answer, which is kept while it does not answer. */
      answeredAt: Instant.nullable(),
    })
    .nullable(),
});
export type BrokerFactor = z.infer<typeof BrokerFactor>;

const ListParams = z.object({ id: z.uuid() });

export const factoringEndpoints = endpoints({
  getFactoring: { method: 'GET', path: '/companies/myCompany/factoring', summary: 'The company’s factor and its list', reply: Factoring },
  updateFactoring: {
    method: 'PUT',
    path: '/companies/myCompany/factoring',
    summary: 'Change the company’s factor; the list and the answers of a former one are removed',
    cost: 3,
    body: FactoringInput,
    reply: Factoring,
  },
  uploadFactorList: {
    method: 'POST',
    path: '/factoring/lists',
    summary: 'Read a factor’s list from a CSV or XLSX file, to look at before it is used',
    cost: 20,
    body: form(z.object({ listedOn: Day }), ['file']),
    reply: FactorListPreview,
    // Uploading the same file again replaces what was there to look at, and reading it must not hold a transaction open.
    idempotency: 'none',
  },
  applyFactorList: {
    method: 'POST',
    path: '/factoring/lists/{id}/apply',
    summary: 'Use this list instead of the earlier one',
    cost: 5,
    params: ListParams,
    reply: Factoring,
  },
  removeFactorList: {
    method: 'DELETE',
    path: '/factoring/lists/{id}',
    summary: 'Remove a list',
    cost: 5,
    params: ListParams,
    reply: empty,
  },
  findBrokerFactor: {
    method: 'GET',
    path: '/factoring/brokers',
    summary: 'What the factor says about a broker of the company, or about an MC number or a name that is being typed',
    cost: 2,
    query: z
      .object({ brokerId: z.uuid().optional(), mc: docketNumber.optional(), name: z.string().trim().min(1).max(200).optional() })
      .refine(({ brokerId, mc, name }) => brokerId !== undefined || mc !== undefined || name !== undefined, {
        path: ['brokerId'],
        message: 'Name the broker or give the MC number',
      }),
    reply: BrokerFactor,
  },
  checkBrokerFactor: {
    method: 'POST',
    path: '/factoring/checks',
    summary: 'Ask the factor’s API about a broker; an answer of the last 24 hours is kept',
    cost: 3,
    body: z.strictObject({ brokerId: z.uuid() }),
    reply: BrokerFactor,
  },
});
