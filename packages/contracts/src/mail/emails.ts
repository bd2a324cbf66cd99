import { signalKinds } from '@headhaul/domain/mail/recipient-signals';
import { brokerNeeds } from '@headhaul/domain/mail/variables';
import { z } from 'zod';
import { endpoints, repeated } from '../http/endpoint.ts';
import { Day, Instant } from '../http/field.ts';
import { HeaderName, MailAddress, MailProvider } from './accounts.ts';
import { BoardLoad } from './board-load.ts';
import { TemplateInput } from './templates.ts';

/**
 * QUEUED waits (the first ten seconds can be undone), SENDING is at the provider. SENT: the provider took it. FAILED: it said no. UNKNOWN: nobody
 * can say; it is never sent again by itself, a person decides.
 */
export const EmailState = z.enum(['QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN', 'CANCELLED']);
export type EmailState = z.infer<typeof EmailState>;
export const EmailAnswer = z.enum(['REPLIED', 'DECLINED']);
export type EmailAnswer = z.infer<typeof EmailAnswer>;
export const undoSendMs = 10_000;
export const duplicateWindowMs = 24 * 3_600_000;

export const BrokerNeedName = z.enum(Object.keys(brokerNeeds) as [keyof typeof brokerNeeds]);

/** Somebody of this company wrote to this broker about this load within the last day. */
export const EarlierMail = z.object({
  emailId: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  at: Instant,
  to: z.string(),
  state: EmailState,
  /** What was asked then. */
  offerCents: z.int().nullable(),
});
export type EarlierMail = z.infer<typeof EarlierMail>;

/** A mail as it would leave now, and what to think of before. Reasons only; nothing of it forbids to send. */
export const EmailCheck = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Who gets a copy, by the template. */
  cc: z.string().nullable(),
  /** Of what brokers look for first. */
  missing: z.array(BrokerNeedName),
  /** Variables of the template without a value: their lines are left out. */
  emptyVariables: z.array(z.string()),
  earlier: z.array(EarlierMail),
  signals: z.array(z.object({ kind: z.enum(signalKinds), text: z.string() })),
  /** Different loads asked of the same broker in the last ten minutes, when there are five or more. */
  recentToBroker: z.int().nullable(),
  /** When it would leave, with what waits before it and the mailbox's pace. Null while the mailbox must be connected again. */
  leavesAt: Instant.nullable(),
  /** Why it can't be sent so: a variable of the subject is empty and has no fallback, or it is too long, and then `html` and `text` are empty. */
  blockedReason: z.string().nullable(),
});
export type EmailCheck = z.infer<typeof EmailCheck>;

const intent = {
  accountId: z.uuid(),
  /** The mailbox's default when null. */
  templateId: z.uuid().nullable().default(null),
  to: MailAddress,
  toName: HeaderName.nullable()
    .default(null)
    .transform((name) => (name === '' ? null : name)),
  /** One of the two, or neither: a mail that is about no load. */
  loadId: z.uuid().nullable().default(null),
  boardLoad: BoardLoad.nullable().default(null),
  /** Whom a mail about no load goes to; a load has its own. */
  brokerId: z.uuid().nullable().default(null),
  /** Fills the truck's variables. */
  driverId: z.uuid().nullable().default(null),
  offerCents: z.int().min(0).max(100_000_000).nullable().default(null),
};
const hasAtMostOneLoad = (input: { loadId: unknown; boardLoad: unknown }) => input.loadId === null || input.boardLoad === null;
const twoLoads = { error: 'Give one load, not two', path: ['boardLoad'] };

export const EmailIntent = z.strictObject(intent).refine(hasAtMostOneLoad, twoLoads);
export type EmailIntent = z.input<typeof EmailIntent>;
export const EmailInput = z
  .strictObject({
    ...intent,
    /** Who sends has seen what `EmailCheck` said. Without it a mail with earlier ones or something missing answers `confirmation_needed`. */
    isConfirmed: z.boolean().default(false),
    /** The earlier mails that were seen: any other is asked about all the same. Null when whatever there is was accepted. */
    seenEmailIds: z.array(z.uuid()).max(1_000).nullable().default(null),
  })
  .refine(hasAtMostOneLoad, twoLoads);
export type EmailInput = z.input<typeof EmailInput>;

export const EmailRow = z.object({
  id: z.uuid(),
  /** From a mailbox that a teammate keeps private: the team knows that it was written, to whom and what came of it, not its words. */
  isPrivate: z.boolean(),
  kind: z.enum(['BROKER', 'TEST']),
  state: EmailState,
  createdAt: Instant,
  /** It can be taken back until then. */
  leavesAt: Instant,
  sentAt: Instant.nullable(),
  accountId: z.uuid(),
  /** Null when it is private, as the subject. */
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
  /** Why it failed, or what is not known, in words for the sender. */
  reason: z.string().nullable(),
  attempts: z.int(),
  resentAs: z.uuid().nullable(),
});
export type EmailRow = z.infer<typeof EmailRow>;

/** One that may be read. */
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
 * Mails: sent → answered → booked → rate confirmation, each of them among those before. Answers are what people marked: with the right to send
 * alone nobody reads their mail.
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
  },
  sendEmail: {
    method: 'POST',
    path: '/emails',
    summary: 'Send one mail; it leaves after ten seconds unless it is taken back',
    cost: 4,
    body: EmailInput,
    reply: EmailRow,
  },
  /** To the sender's own address, filled with samples; through the same outbox. */
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
      /** NONE: it left, and nobody has marked an answer yet. */
      answer: z.enum([...EmailAnswer.options, 'NONE']).optional(),
      /** Days of the company's calendar, by when it left, or was written when it has not. */
      from: Day.optional(),
      to: Day.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ emails: z.array(EmailRow), nextCursor: z.string().nullable() }),
  },
  /** For a board's rows: what was written about them, of up to two hundred. */
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
  },
  getEmail: { method: 'GET', path: '/emails/{id}', summary: 'One mail with its text and history', params: EmailParams, reply: Email },
  cancelEmail: {
    method: 'POST',
    path: '/emails/{id}/cancel',
    summary: 'Take a mail back before it leaves; `move_not_allowed` when it has',
    params: EmailParams,
    reply: EmailRow,
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
