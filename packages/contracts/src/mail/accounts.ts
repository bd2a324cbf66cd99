import { z } from 'zod';
import { empty, endpoints, redirect } from '../http/endpoint.ts';
import { Instant } from '../http/field.ts';

export const MailProvider = z.enum(['google', 'microsoft', 'smtp']);
export type MailProvider = z.infer<typeof MailProvider>;

/** One address in lower case, with nothing around it. */
export const MailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { abort: true })
  .regex(/^[^\s\p{C}@<>()[\],;:\\"]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u, 'Check this address');

/** People see it next to an address, so it has no control or text-direction characters. */
export const HeaderName = z
  .string()
  .overwrite((name) => name.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' '))
  .trim()
  .max(100);

/**
 * How many mails one mailbox may send. Our numbers are at or below the providers' limits, so that a provider rarely answers "too many".
 * `perDayFree` is for a mailbox at the provider's own domain.
 */
export const mailCaps = {
  google: { perMinute: 54, perDay: 2_000, perDayFree: 500 },
  microsoft: { perMinute: 27, perDay: 10_000, perDayFree: 300 },
  smtp: { perMinute: 30, perDay: 1_000, perDayFree: 1_000 },
} as const satisfies Record<MailProvider, { perMinute: number; perDay: number; perDayFree: number }>;

export const MailboxHealth = z.object({
  /** A rolling window. */
  sentLast24h: z.int(),
  dailyCap: z.int(),
  /** Twelve spans of two hours, oldest first. The last one ends now. */
  sentBySpan: z.array(z.int()).length(12),
  waiting: z.int(),
  perMinute: z.int(),
  /** When the oldest mail of the last 24 hours leaves the count, and how many leave within an hour of it. Null when nothing was sent. */
  nextRoom: z.object({ at: Instant, mails: z.int() }).nullable(),
  /** No mail leaves before this, because the daily cap is reached or the provider asked to wait. */
  pausedUntil: Instant.nullable(),
  pauseReason: z.enum(['DAILY_CAP', 'PROVIDER_ASKED']).nullable(),
  /** In the last seven days: mails that the recipient's server refused, and all mails that left. */
  bounced: z.int(),
  sentLast7d: z.int(),
  /** Mails that may or may not have arrived. A person must decide what to do. */
  unknown: z.int(),
  /** In the last seven days: how often a send was stopped because the company had already written about the load within a day. */
  duplicatesHeld: z.int(),
  lastError: z.object({ at: Instant, text: z.string() }).nullable(),
});
export type MailboxHealth = z.infer<typeof MailboxHealth>;

export const EmailAccount = z.object({
  id: z.uuid(),
  provider: MailProvider,
  address: z.string(),
  /** The sender's name that brokers see. */
  displayName: z.string(),
  /** The person who connected it. Only they send from it, or every teammate if `isShared`. */
  userId: z.uuid(),
  userName: z.string(),
  isShared: z.boolean(),
  status: z.enum(['CONNECTED', 'RECONNECT_NEEDED']),
  connectedAt: Instant,
  /** The default template has a subject and a text, and all its variables exist. */
  hasValidTemplate: z.boolean(),
  templateCount: z.int(),
  health: MailboxHealth,
});
export type EmailAccount = z.infer<typeof EmailAccount>;

const portHint = 'A port number, like 587';

export const SmtpInput = z.strictObject({
  /** The account to connect again; null for a new one. */
  accountId: z.uuid().nullable().default(null),
  address: MailAddress,
  displayName: HeaderName.default(''),
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253, { abort: true })
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'A server name, like smtp.example.com'),
  port: z.int(portHint).min(1, portHint).max(65_535, portHint).default(587),
  /** `tls` encrypts from the first byte (465), `starttls` after the greeting (587). An unencrypted connection is not possible. */
  security: z.enum(['tls', 'starttls']).default('starttls'),
  username: z.string().trim().min(1, 'Enter the user name').max(254),
  password: z.string().min(1, 'Enter the password').max(500),
});
export type SmtpInput = z.input<typeof SmtpInput>;

const AccountParams = z.object({ id: z.uuid() });

export const emailAccountEndpoints = endpoints({
  listEmailAccounts: {
    method: 'GET',
    path: '/email-accounts',
    summary: 'Mailboxes this person may send from, and those of teammates that need somebody',
    cost: 3,
    reply: z.object({ emailAccounts: z.array(EmailAccount) }),
    isForExtension: true,
  },
  /** The browser goes to `authorizeUrl`; the provider sends it back to the callback below, which leads to `redirectTo`. */
  connectEmailAccount: {
    method: 'POST',
    path: '/email-accounts/connect',
    summary: 'Begin to connect a Google or Microsoft mailbox, or connect one again',
    query: z.object({ provider: z.enum(['google', 'microsoft']), redirectTo: z.string().max(2000) }),
    body: z.strictObject({ accountId: z.uuid().nullable().default(null) }),
    reply: z.object({ authorizeUrl: z.string() }),
    idempotency: 'none',
  },
  /**
   * Redirects to `redirectTo` with `accountId` or `error` in the query. `error` is access_denied, expired, scope_missing,
   * provider_unavailable, other_account or limit_reached.
   */
  finishConnect: {
    method: 'GET',
    path: '/email-accounts/callback/{provider}',
    summary: 'Where the provider sends the browser back to',
    params: z.object({ provider: z.enum(['google', 'microsoft']) }),
    query: z.looseObject({ state: z.string().max(2000).optional() }),
    reply: redirect,
  },
  connectSmtp: {
    method: 'POST',
    path: '/email-accounts/smtp',
    summary: 'Connect a mailbox by its SMTP server, after signing in there once',
    cost: 9,
    body: SmtpInput,
    reply: EmailAccount,
    idempotency: 'none',
  },
  updateEmailAccount: {
    method: 'PUT',
    path: '/email-accounts/{id}',
    summary: 'Rename the sender, or share the mailbox with the team',
    cost: 3,
    params: AccountParams,
    body: z.strictObject({ displayName: HeaderName, isShared: z.boolean() }),
    reply: EmailAccount,
  },
  disconnectEmailAccount: {
    method: 'DELETE',
    path: '/email-accounts/{id}',
    summary: 'Disconnect a mailbox: access is given back to the provider; what waits there is cancelled',
    cost: 3,
    params: AccountParams,
    reply: empty,
  },
});
