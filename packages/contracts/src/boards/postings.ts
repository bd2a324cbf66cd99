import { approvalStatuses } from '@headhaul/domain/factoring/approvals';
import { z } from 'zod';
import { BrokerDetails, BrokerMark } from '../brokers.ts';
import { BrokerFactor } from '../factoring.ts';
import { CheckedRecord } from '../fmcsa.ts';
import { endpoints } from '../http/endpoint.ts';
import { docketNumber, Instant, optionalText, Phone } from '../http/field.ts';
import { LimitUse } from '../limits.ts';
import { StopInput } from '../loads/input.ts';
import { LoadStatus } from '../loads/record.ts';
import { BoardLoad } from '../mail/board-load.ts';
import { EmailRow } from '../mail/emails.ts';
import { CompanyRates, LoadProfit } from '../profit.ts';

// What the extension's side panel and its rows ask about loads on a board. Only its own session may ask.

/** How many brokers of rows are asked about at once. */
export const mostPostedBrokers = 50;

const broker = {
  mc: docketNumber.nullable().default(null),
  name: optionalText(200),
};
const isNamed = ({ mc, name }: { mc: string | null; name: string | null }) => mc !== null || name !== null;
const unnamed = { path: ['name'], message: 'Name the broker or give the MC number' };

/** A broker as a board names it. */
export const PostedBroker = z.strictObject(broker).refine(isNamed, unnamed);
export type PostedBroker = z.input<typeof PostedBroker>;

/**
 * By what the broker of a posting is one of the company's. NAME: no MC number says so, and only one of its brokers has this name. Whoever
 * posts a load can write any name.
 */
const MatchedBy = z.enum(['MC', 'NAME']);

/** What a row shows of a broker that the company knows. */
export const BrokerBrief = BrokerDetails.pick({ id: true, name: true, mark: true, markReason: true, grade: true, risks: true }).extend({
  matchedBy: MatchedBy,
  /** The median of the company's own paid loads. Null while no payment has both days. */
  daysToPay: z.number().nullable(),
  paidLoads: z.int(),
});
export type BrokerBrief = z.infer<typeof BrokerBrief>;

/** What is known about the broker of a row. */
export const PostedBrokerFacts = z.object({
  /** Null: no broker of the company. */
  brief: BrokerBrief.nullable(),
  /** No broker of the company can be meant. False also where several have the name. */
  isNew: z.boolean(),
  /** What the company's factor says of this MC number, also where the broker is new to the company. Null: nothing, or only of a name. */
  factor: z.enum(approvalStatuses).nullable(),
});
export type PostedBrokerFacts = z.infer<typeof PostedBrokerFacts>;

/** A load that somebody of the company saved from this posting, or booked with its fingerprint. */
export const SavedPosting = z.object({
  loadId: z.uuid(),
  loadNumber: z.string(),
  status: LoadStatus,
  savedAt: Instant,
  savedByName: z.string().nullable(),
  /** What the board showed then. Null if it showed no rate, or nobody kept it. */
  postedCents: z.int().nullable(),
});
export type SavedPosting = z.infer<typeof SavedPosting>;

/** What the company and the sources that it has asked know about a posting and its broker. Asking counts no lookup. */
export const PostingFacts = z.object({
  /** Null: no broker of the company. */
  broker: BrokerDetails.pick({
    id: true,
    name: true,
    mc: true,
    dot: true,
    phone: true,
    paymentTermsDays: true,
    mark: true,
    markReason: true,
    domains: true,
    history: true,
    grade: true,
    reasons: true,
    risks: true,
  }).nullable(),
  matchedBy: MatchedBy.nullable(),
  /** What is kept of FMCSA's register. Null if nobody has looked. */
  record: CheckedRecord.nullable(),
  factor: BrokerFactor.omit({ factor: true, check: true }).extend({ factorName: z.string().nullable(), hasFactor: z.boolean() }),
  /** The last mails to this broker, the newest first. */
  mails: z.array(
    EmailRow.pick({ id: true, createdAt: true, sentAt: true, state: true, userId: true, userName: true, lane: true, answer: true }),
  ),
  saved: SavedPosting.nullable(),
});
export type PostingFacts = z.infer<typeof PostingFacts>;

const Fingerprint = z
  .string()
  .max(32, { abort: true })
  .regex(/^[0-9a-f]{32}$/);

/** A load of a board that is kept as a draft, as the board showed it. All of `load` and `comments` is text of a web page. */
export const PostingInput = z.strictObject({
  load: BoardLoad,
  phone: Phone,
  phoneExt: optionalText(20),
  comments: optionalText(2_000),
  /** When the row was read. */
  seenAt: Instant,
  /** A load has both days. Where the board shows none, the dispatcher enters it. */
  pickupDay: StopInput.shape.day,
  deliveryDay: StopInput.shape.day,
});
export type PostingInput = z.input<typeof PostingInput>;

/** What a posting would bring, by the same sum as a load of the company. */
export const PostingProfit = z.object({
  profit: LoadProfit,
  /** The empty miles that were counted, and where they come from: typed, measured from the driver's place, or an average. Null: not known. */
  deadhead: z.object({ miles: z.int(), source: z.enum(['ENTERED', 'AVERAGE', 'MEASURED']) }).nullable(),
});
export type PostingProfit = z.infer<typeof PostingProfit>;

/** Where the rate per mile of a row is good, and where it is too low. Null: the company has set no such mark. */
export const RateMarks = CompanyRates.pick({ floorPerMileCents: true, targetPerMileCents: true });
export type RateMarks = z.infer<typeof RateMarks>;

const Point = z.object({ lat: z.number(), lng: z.number() });

/** The way of a posting, to draw. Lines are as `readPolyline` reads them. */
export const PostingRoute = z.object({
  pickup: Point,
  delivery: Point,
  /** Where the driver's truck is empty. Null without a driver, and if it isn't known. */
  truck: Point.nullable(),
  loadedLine: z.string(),
  /** From the truck to the pickup. */
  deadheadLine: z.string().nullable(),
  /** False: no road is known for one of the lines, so it is straight. */
  isByRoad: z.boolean(),
});
export type PostingRoute = z.infer<typeof PostingRoute>;

/** A driver whose truck a posting may be counted with. */
export const BoardDriver = z.object({
  id: z.uuid(),
  name: z.string(),
  truckNumber: z.string().nullable(),
  /** When and where the truck is empty. Null if not known. */
  readyAt: Instant.nullable(),
  readyCity: z.string().nullable(),
  readyState: z.string().nullable(),
});
export type BoardDriver = z.infer<typeof BoardDriver>;

/** What this person has done since the company's midnight. */
export const BoardDay = z.object({
  /** Mails to brokers that have left. */
  emailed: z.int(),
  /** Loads saved from a board. */
  saved: z.int(),
});
export type BoardDay = z.infer<typeof BoardDay>;

/** More than a list to choose from can show. */
export const mostBoardDrivers = 300;

export const postingEndpoints = endpoints({
  findPostedBrokers: {
    method: 'POST',
    path: '/ext/boards/brokers',
    summary: 'What a row shows of these brokers and what the factor says about them, in their order',
    body: z.strictObject({ brokers: z.array(PostedBroker).min(1).max(mostPostedBrokers) }),
    // Each letter is computed.
    cost: ({ body }: { body: { brokers: unknown[] } }) => 1 + body.brokers.length / 25,
    reply: z.object({ brokers: z.array(PostedBrokerFacts) }),
    idempotency: 'none',
    isQuestion: true,
    isForExtension: true,
  },
  describePosting: {
    method: 'POST',
    path: '/ext/boards/postings',
    summary: 'What is known about a posting and its broker, and whether somebody has saved it',
    body: z.strictObject({
      ...broker,
      /** Null for a posting without both cities. */
      fingerprint: Fingerprint.nullable(),
    }),
    cost: 5,
    reply: PostingFacts,
    idempotency: 'none',
    isQuestion: true,
    isForExtension: true,
  },
  markPostedBroker: {
    method: 'POST',
    path: '/ext/boards/brokers/mark',
    summary: 'Preferred, blocked or neither, with a reason; a broker that is new to the company is added',
    body: z
      .strictObject({ ...broker, mark: BrokerMark, reason: z.string().trim().max(500).default('') })
      .refine(isNamed, unnamed)
      .refine(({ mark, reason }) => mark !== 'BLOCKED' || reason !== '', { path: ['reason'], message: 'Say why' }),
    cost: 4,
    reply: BrokerBrief,
    isForExtension: true,
  },
  savePosting: {
    method: 'POST',
    path: '/ext/boards/loads',
    summary: 'Keep a posting as a draft load; a posting that was saved before answers with that load',
    body: PostingInput,
    cost: 4,
    reply: z.object({ saved: SavedPosting, isNew: z.boolean() }),
    isForExtension: true,
  },
  findPostingProfit: {
    method: 'POST',
    path: '/ext/boards/profits',
    summary: 'What a posting would bring with this driver, from where the driver is',
    body: z.strictObject({
      load: BoardLoad,
      /** Null: with the company’s averages, and the deadhead that the board shows. */
      driverId: z.uuid().nullable(),
    }),
    cost: 4,
    reply: PostingProfit,
    idempotency: 'none',
    isQuestion: true,
    isForExtension: true,
  },
  findPostingRoute: {
    method: 'POST',
    path: '/ext/boards/routes',
    summary: 'The way of a posting by our own highways, and the way of this driver to its pickup',
    body: z.strictObject({ origin: BoardLoad.shape.origin, destination: BoardLoad.shape.destination, driverId: z.uuid().nullable() }),
    cost: 2,
    /** Null: a city isn't one that we know. */
    reply: z.object({ route: PostingRoute.nullable() }),
    idempotency: 'none',
    isQuestion: true,
    isForExtension: true,
  },
  getRateMarks: {
    method: 'GET',
    path: '/ext/boards/rate-marks',
    summary: 'The company’s floor and target per mile, for the arrow on rows',
    reply: RateMarks,
    isForExtension: true,
  },
  countCall: {
    method: 'POST',
    path: '/ext/boards/calls',
    summary: 'Count a call that was begun with a click; `limit_reached` when the plan has ended',
    reply: LimitUse,
    isForExtension: true,
  },
  getBoardDay: {
    method: 'GET',
    path: '/ext/boards/day',
    summary: 'What this person has emailed and saved today, for the popup',
    cost: 2,
    reply: BoardDay,
    isForExtension: true,
  },
  listBoardDrivers: {
    method: 'GET',
    path: '/ext/boards/drivers',
    summary: 'Drivers to count a posting with, by name',
    cost: 3,
    isCompressed: true,
    reply: z.object({ drivers: z.array(BoardDriver) }),
    isForExtension: true,
  },
});
