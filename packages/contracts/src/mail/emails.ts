import { signalKinds } from '@headhaul/domain/mail/recipient-signals';
import { brokerNeeds } from '@headhaul/domain/mail/variables';
import { z } from 'zod';
import { endpoints, repeated } from '../http/endpoint.ts';
import { Day, Instant } from '../http/field.ts';
import { HeaderName, MailAddress, MailProvider } from './accounts.ts';
import { BoardLoad } from './board-load.ts';
import { TemplateInput } from './templates.ts';

/**
 * QUEUED: it waits, and for the first ten seconds it can be undone. SENDING: it is at the provider. SENT: the provider took it. FAILED:
 * the provider refused it. UNKNOWN: nobody can say whether it was sent. It is never sent again automatically, a person decides.
 */
export const EmailState = z.enum(['QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN', 'CANCELLED']);
export type EmailState = z.infer<typeof EmailState>;
export const EmailAnswer = z.enum(['REPLIED', 'DECLINED']);
export type EmailAnswer = z.infer<typeof EmailAnswer>;
export const undoSendMs = 10_000;
export const duplicateWindowMs = 24 * 3_600_000;

export const BrokerNeedName = z.enum(Object.keys(brokerNeeds) as [keyof typeof brokerNeeds]);

/** A mail by somebody of this company to this broker about this load, within the last day. */
export const EarlierMail = z.object({
  emailId: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  at: Instant,
  to: z.string(),
  state: EmailState,
  /** The rate that this mail asked for. */
  offerCents: z.int().nullable(),
  /** The rate that the board showed when it was written. */
  postedCents: z.int().nullable(),
});
export type EarlierMail = z.infer<typeof EarlierMail>;

/** A mail as it would leave now, and what to consider before. Only `blockedReason` prevents sending. */
export const EmailCheck = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** The address that gets a copy, from the template. */
  cc: z.string().nullable(),
  /** What brokers look for first and this mail does not say. */
  missing: z.array(BrokerNeedName),
  /** The mail says `offerCents`. False when that is null, and when the template doesn't use it. */
  namesOffer: z.boolean(),
  /** Variables of the template without a value. The sentences that use them are left out. */
  emptyVariables: z.array(z.string()),
  earlier: z.array(EarlierMail),
  signals: z.array(z.object({ kind: z.enum(signalKinds), text: z.string() })),
  /** How many other loads the company asked the same broker about in the last ten minutes, when there are five or more. */
  recentToBroker: z.int().nullable(),
  /**
   * When the mail would leave, after the mails that wait before it and at the mailbox's pace. Null
   * while the mailbox must be connected again.
   */
  leavesAt: Instant.nullable(),
  /**
   * Why the mail can't be sent, for example because a variable in the subject has neither value nor fallback. If the mail
   * is too long, `html` and `text` are empty.
   */
  blockedReason: z.string().nullable(),
});
export type EmailCheck = z.infer<typeof EmailCheck>;

const intent = {
  accountId: z.uuid(),
  /** Null: the mailbox's default template. */
  templateId: z.uuid().nullable().default(null),
  to: MailAddress,
  toName: HeaderName.nullable()
    .default(null)
    .transform((name) => (name === '' ? null : name)),
  /** One of the two, or neither for a mail that is not about a load. */
  loadId: z.uuid().nullable().default(null),
  boardLoad: BoardLoad.nullable().default(null),
  /** The broker of a mail that is not about a load. A load has its own broker. */
  brokerId: z.uuid().nullable().default(null),
  /** Fills the truck's variables. */
  driverId: z.uuid().nullable().default(null),
  offerCents: z.int().min(0).max(100_000_000).nullable().default(null),
  /**
   * The mail goes to the company's factor and asks about the broker. Without a template it has a text of its own, and `offerCents` is the
   * amount that the load pays.
   */
  isToFactor: z.boolean().default(false),
};
const hasAtMostOneLoad = (input: { loadId: unknown; boardLoad: unknown }) => input.loadId === null || input.boardLoad === null;
const twoLoads = { error: 'Choose one load, not two', path: ['boardLoad'] };

export const EmailIntent = z.strictObject(intent).refine(hasAtMostOneLoad, twoLoads);
export type EmailIntent = z.input<typeof EmailIntent>;
export const EmailInput = z
  .strictObject({
    ...intent,
    /**
     * The sender has seen what `EmailCheck` said. Without this, a mail with earlier ones or with
     * something missing answers `confirmation_needed`.
     */
    isConfirmed: z.boolean().default(false),
    /**
     * The earlier mails that the sender has seen. Any other earlier mail needs a confirmation. With
     * null, `isConfirmed` accepts all of them.
     */
    seenEmailIds: z.array(z.uuid()).max(1_000).nullable().default(null),
  })
  .refine(hasAtMostOneLoad, twoLoads);
export type EmailInput = z.input<typeof EmailInput>;

export const EmailRow = z.object({
  id: z.uuid(),
  /** From a teammate's private mailbox. The team sees that it was written, to whom and what came of it, but not its text. */
  isPrivate: z.boolean(),
  kind: z.enum(['BROKER', 'TEST']),
  state: EmailState,
  createdAt: Instant,
  /** Until this moment the mail can be taken back. */
  leavesAt: Instant,
  sentAt: Instant.nullable(),
  accountId: z.uuid(),
  /** Null when the mail is private, like the subject. */
  accountAddress: z.string().nullable(),
  provider: MailProvider,
  userId: z.uuid(),
  userName: z.string(),
  to: z.string(),
  toName: z.string().nullable(),
  subject: z.string().nullable(),
  templateId: z.uuid().nullable(),
  templateName: z.string().nullable(),
  loadId: z.uuid().nullable(),
  loadNumber: z.string().nullable(),
  /** "Milwaukee, WI to Conley, GA" */
  lane: z.string().nullable(),
  brokerId: z.uuid().nullable(),
  brokerName: z.string().nullable(),
  offerCents: z.int().nullable(),
  answer: EmailAnswer.nullable(),
  /** Why it failed or what is not known, written for the sender. */
  reason: z.string().nullable(),
  attempts: z.int(),
  resentAs: z.uuid().nullable(),
});
export type EmailRow = z.infer<typeof EmailRow>;

/** A mail that this person may read. */
export const Email = EmailRow.extend({
  accountAddress: z.string(),
  subject: z.string(),
  cc: z.string().nullable(),
  html: z.string(),
  text: z.string(),
  messageId: z.string(),
  /** Newest last. */
  history: z.array(z.object({ at: Instant, state: EmailState, userName: z.string().nullable(), note: z.string().nullable() })),
});
export type Email = z.infer<typeof Email>;

/**
 * Numbers of mails: sent → answered → booked → rate confirmation, each a part of the one before. People mark answers by hand, because
 * we may only send from a mailbox and can't read replies. A mail that won its load also counts as answered.
 */
export const FunnelLine = z.object({
  key: z.string(),
  name: z.string(),
  sent: z.int(),
  answered: z.int(),
  booked: z.int(),
  withRc: z.int(),
});

const EmailParams = z.object({ id: z.uuid() });

export const emailEndpoints = endpoints({
  checkEmail: {
    method: 'POST',
    path: '/emails/check',
    summary: 'The mail as it would leave, and what to think of before it does',
    cost: 3,
    body: EmailIntent,
    reply: EmailCheck,
    idempotency: 'none',
    isQuestion: true,
    isForExtension: true,
  },
  sendEmail: {
    method: 'POST',
    path: '/emails',
    summary: 'Send one mail; it leaves after ten seconds unless it is taken back',
    cost: 4,
    body: EmailInput,
    reply: EmailRow,
    isForExtension: true,
  },
  /** Sent to the sender's own address through the same outbox. Sample values fill what no load fills. */
  sendTestEmail: {
    method: 'POST',
    path: '/emails/test',
    summary: 'Send me this template as it is on the screen',
    cost: 9,
    body: z.strictObject({ accountId: z.uuid(), template: TemplateInput, loadId: z.uuid().nullable().default(null) }),
    reply: EmailRow,
  },
  listEmails: {
    method: 'GET',
    path: '/emails',
    summary: 'Mails of the company, newest first',
    isCompressed: true,
    cost: ({ query }: { query: { search?: string | undefined } }) => (query.search ? 10 : 2),
    query: z.object({
      search: z.string().trim().max(100).optional(),
      accountId: z.uuid().optional(),
      userId: z.uuid().optional(),
      brokerId: z.uuid().optional(),
      loadId: z.uuid().optional(),
      state: EmailState.optional(),
      /** NONE: it was sent, and nobody has marked an answer yet. */
      answer: z.enum([...EmailAnswer.options, 'NONE']).optional(),
      /** Days in the company's time zone, by when the mail was sent, or written if it was not sent. */
      from: Day.optional(),
      to: Day.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ emails: z.array(EmailRow), nextCursor: z.string().nullable() }),
  },
  /** For up to 200 rows of a board: the mails about them, also those that failed. */
  listEmailedLoads: {
    method: 'POST',
    path: '/emails/by-fingerprint',
    summary: 'Who wrote about these loads within three days',
    body: z.strictObject({
      fingerprints: z
        .array(
          z
            .string()
            .max(32, { abort: true })
            .regex(/^[0-9a-f]{32}$/),
        )
        .min(1)
        .max(200),
    }),
    cost: ({ body }: { body: { fingerprints: string[] } }) => 1 + body.fingerprints.length / 50,
    reply: z.object({ mails: z.array(EarlierMail.extend({ fingerprint: z.string() })) }),
    idempotency: 'none',
    isQuestion: true,
    isForExtension: true,
  },
  getEmail: { method: 'GET', path: '/emails/{id}', summary: 'One mail with its text and history', params: EmailParams, reply: Email },
  cancelEmail: {
    method: 'POST',
    path: '/emails/{id}/cancel',
    summary: 'Take a mail back before it leaves; `move_not_allowed` when it has',
    params: EmailParams,
    reply: EmailRow,
  },
  /**
   * For a caller who doesn't know whether the mail arrived. Null: there is none, and a request that is still on its way, or is repeated, will
   * not make one. Otherwise the mail: taken back, or as it is when that was too late.
   */
  withdrawEmail: {
    method: 'POST',
    path: '/emails/withdraw',
    summary: 'Take back the mail that was sent with this idempotency key, and let none be sent with it from now on',
    body: z.strictObject({ key: z.uuid() }),
    reply: z.object({ email: EmailRow.nullable() }),
    isForExtension: true,
  },
  resolveEmail: {
    method: 'POST',
    path: '/emails/{id}/resolve',
    summary: 'Say what became of a mail that nobody knew of',
    params: EmailParams,
    body: z.strictObject({ outcome: z.enum(['SENT', 'FAILED']) }),
    reply: EmailRow,
  },
  resendEmail: {
    method: 'POST',
    path: '/emails/{id}/resend',
    summary: 'Send a mail that failed once more, as a new one; once only. `confirmation_needed` when somebody wrote about this load since',
    cost: 2,
    params: EmailParams,
    body: z.strictObject({ isConfirmed: z.boolean().default(false) }),
    reply: EmailRow,
  },
  answerEmail: {
    method: 'PUT',
    path: '/emails/{id}/answer',
    summary: 'Mark what the broker answered',
    params: EmailParams,
    body: z.strictObject({ answer: EmailAnswer.nullable() }),
    reply: EmailRow,
  },
  getEmailFunnel: {
    method: 'GET',
    path: '/email-stats',
    summary: 'What came of the mails of a period, at most 92 days',
    isCompressed: true,
    cost: 30,
    query: z.object({
      from: Day,
      to: Day,
      by: z.enum(['TEMPLATE', 'DISPATCHER', 'HOUR']).default('TEMPLATE'),
      /** Only what these people wrote. */
      userId: repeated(z.uuid()).optional(),
    }),
    reply: z.object({ total: FunnelLine, lines: z.array(FunnelLine) }),
  },
});
