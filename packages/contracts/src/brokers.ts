import { z } from 'zod';
import { BrokerReason, Grade } from './broker-score.ts';
import { FactorStanding } from './factoring.ts';
import { endpoints } from './http/endpoint.ts';
import { Instant, OptionalDocket, optionalText, Phone } from './http/field.ts';

export const BrokerMark = z.enum(['NONE', 'PREFERRED', 'BLOCKED']);
export type BrokerMark = z.infer<typeof BrokerMark>;

/**
 * What the company's own loads say about a broker: loads whose pickup day (UTC) is at most twelve months ago, or not picked up yet.
 * The first and last load are of all time.
 */
export const BrokerHistory = z.object({
  loads: z.int(),
  grossCents: z.int(),
  rpmCents: z.int().nullable(),
  /** Paid loads whose invoice day and payment day are both known. */
  paidLoads: z.int(),
  daysToPayMean: z.number().nullable(),
  daysToPayMedian: z.number().nullable(),
  /** Paid loads on which the broker paid less than gross plus lumper. */
  shortPays: z.int(),
  shortPaidCents: z.int(),
  openCents: z.int(),
  /** Detention fees that are settled (paid or denied), and how many of those the broker paid. */
  detentionAsked: z.int(),
  detentionPaid: z.int(),
  firstLoadAt: Instant.nullable(),
  lastLoadAt: Instant.nullable(),
});
export type BrokerHistory = z.infer<typeof BrokerHistory>;

export const Broker = z.object({
  id: z.uuid(),
  version: z.int(),
  name: z.string(),
  dba: z.string().nullable(),
  dot: z.string().nullable(),
  mc: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  paymentTermsDays: z.int(),
  detentionFreeMinutes: z.int(),
  detentionPerHourCents: z.int().nullable(),
  notes: z.string().nullable(),
  mark: BrokerMark,
  markReason: z.string().nullable(),
  history: BrokerHistory,
  /** Null when not enough is known: fewer than five paid loads of one's own in twelve months. */
  grade: Grade.nullable(),
  /** The reasons to look before booking, the worst first. */
  risks: z.array(BrokerReason),
});
export type Broker = z.infer<typeof Broker>;

export const BrokerContact = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ext: z.string().nullable(),
  loads: z.int(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
});

export const BrokerDetails = Broker.extend({
  /** From 0 to 100, the sum of the points of all reasons. Null without a letter. */
  score: z.int().nullable(),
  /** The start, then good ones, bad ones and what is not known. */
  reasons: z.array(BrokerReason),
  contacts: z.array(BrokerContact),
  /** Mail domains seen on their loads, most used first. */
  domains: z.array(z.object({ domain: z.string(), loads: z.int(), firstSeenAt: Instant, lastSeenAt: Instant })),
  topLanes: z.array(z.object({ lane: z.string(), loads: z.int(), grossCents: z.int(), rpmCents: z.int().nullable() })),
});
export type BrokerDetails = z.infer<typeof BrokerDetails>;

export const BrokerInput = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name').max(200),
  dba: optionalText(200),
  dot: OptionalDocket,
  mc: OptionalDocket,
  address: optionalText(300),
  phone: Phone,
  paymentTermsDays: z.int().min(0).max(180).default(30),
  detentionFreeMinutes: z.int().min(0).max(1_440).default(120),
  detentionPerHourCents: z.int().min(0).max(100_000).nullable().default(null),
  notes: optionalText(4000),
});
export type BrokerInput = z.input<typeof BrokerInput>;

const BrokerParams = z.object({ id: z.uuid() });

const BrokerListQuery = z.object({
  search: z.string().trim().max(100).optional(),
  mark: BrokerMark.optional(),
  sort: z.enum(['LAST_LOAD', 'NAME']).default('LAST_LOAD'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const brokerEndpoints = endpoints({
  listBrokers: {
    method: 'GET',
    path: '/brokers',
    summary: 'Brokers this company has hauled for, last used first',
    isCompressed: true,
    // A search compares every broker of the company.
    cost: ({ query }: { query: z.output<typeof BrokerListQuery> }) => (query.search ? 10 : 1 + query.limit / 100),
    query: BrokerListQuery,
    reply: z.object({ brokers: z.array(Broker), nextCursor: z.string().nullable() }),
  },
  /** For the form's field: the letter without its reasons and the history, and what the factor says. */
  suggestBrokers: {
    method: 'GET',
    path: '/brokers/suggestions',
    summary: 'Brokers whose name or MC begins like this',
    isCompressed: true,
    query: z.object({ search: z.string().trim().max(100).default('') }),
    reply: z.object({
      brokers: z.array(
        Broker.pick({ id: true, name: true, mc: true, mark: true, markReason: true, paymentTermsDays: true, grade: true }).extend({
          contactName: z.string().nullable(),
          contactEmail: z.string().nullable(),
          contactPhone: z.string().nullable(),
          /** Null if the company has no factor, or the factor has not said anything about this broker. */
          factor: FactorStanding.pick({ status: true, limitCents: true, usedCents: true, asOf: true }).nullable(),
        }),
      ),
    }),
  },
  getBroker: {
    method: 'GET',
    path: '/brokers/{id}',
    summary: 'One broker with contacts and lanes',
    cost: 2,
    params: BrokerParams,
    reply: BrokerDetails,
  },
  createBroker: { method: 'POST', path: '/brokers', summary: 'Add a broker', body: BrokerInput, cost: 3, reply: BrokerDetails },
  updateBroker: {
    method: 'PUT',
    path: '/brokers/{id}',
    summary: 'Change a broker; 412 when somebody else did meanwhile',
    cost: 3,
    params: BrokerParams,
    query: z.object({ version: z.coerce.number().int().min(1) }),
    body: BrokerInput,
    reply: BrokerDetails,
  },
  markBroker: {
    method: 'PUT',
    path: '/brokers/{id}/mark',
    summary: 'Preferred, blocked or neither, with a reason',
    cost: 3,
    params: BrokerParams,
    body: z
      .strictObject({ mark: BrokerMark, reason: z.string().trim().max(500).default('') })
      .refine(({ mark, reason }) => mark !== 'BLOCKED' || reason !== '', { path: ['reason'], message: 'Say why' }),
    reply: BrokerDetails,
  },
});
