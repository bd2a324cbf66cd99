import { type MailProvider, mailCaps } from '@headhaul/contracts/mail/accounts';
import { sql } from 'kysely';
import type { Platform } from '../../../lib/platform.ts';

/** A mail that this process alone may hand to its provider. That it began is committed. */
export interface LeasedMail {
  emailId: string;
  createdAt: Date;
  companyId: string;
  accountId: string;
  provider: MailProvider;
  attempt: number;
  /** The mailbox's last 24 hours must be counted before this one leaves. */
  mustCount: boolean;
  /** Who took it. */
  holder: string;
}

/** As the database lists them. */
const providers = ['google', 'microsoft', 'smtp'] as const satisfies readonly MailProvider[];
const paces = providers.map((provider) => mailCaps[provider].perMinute);

interface LeaseRow {
  email_id: string;
  email_created_at: Date;
  of_company: string;
  account_id: string;
  provider: MailProvider;
  attempt: number;
  must_count: boolean;
}

/** What this process has on its way, and what follows from it for the next lease. */
export interface Busy {
  accounts: readonly string[];
  /** Those with as many as one company may have. */
  companies: readonly string[];
  /** How many more may be with servers that people named themselves. */
  smtpRoom: number;
}

const idle: Busy = { accounts: [], companies: [], smtpRoom: 1_000 };

/** Of each mailbox that is ready one mail, companies in turn, within what the providers let us all send. */
export async function leaseMails({ db, env }: Platform, holder: string, wanted: number, busy = idle): Promise<LeasedMail[]> {
  // A mailbox's own server counts for itself.
  const rates = [env.MAIL_PROJECT_GOOGLE_PER_MINUTE, env.MAIL_PROJECT_MICROSOFT_PER_MINUTE, null];
  const { rows } = await sql<LeaseRow>`
    select * from lease_mails(${holder}, ${wanted}, ${rates}::double precision[], ${paces}::double precision[],
      ${busy.accounts}::uuid[], ${busy.companies}::uuid[], ${busy.smtpRoom})`.execute(db.global);
  return rows.map((row) => ({
    emailId: row.email_id,
    createdAt: row.email_created_at,
    companyId: row.of_company,
    accountId: row.account_id,
    provider: row.provider,
    attempt: row.attempt,
    mustCount: row.must_count,
    holder,
  }));
}

/**
 * A lease whose answer was lost on the way is in the table and not in this process's memory: nothing of it was handed to anybody, so it waits
 * again. Only those older than `minAgeMs`, which must reach back before the lease that is under way.
 */
export async function releaseStrays({ db }: Platform, holder: string, known: readonly string[], minAgeMs: number): Promise<number> {
  const { rows } = await sql`
    with back as (
      update mail_queue set began_at = null, holder = null
      where holder = ${holder} and began_at < now() - make_interval(secs => ${minAgeMs / 1_000}) and email_id <> all(${known}::uuid[])
      returning account_id, due_at)
    select wake_lane(account_id, min(due_at)) from back group by account_id`.execute(db.global);
  return rows.length;
}
