import { type MailProvider, mailCaps } from '@headhaul/contracts/mail/accounts';
import { sql } from 'kysely';
import type { Platform } from '../../../lib/platform.ts';

/** A mail that only this process may hand to the provider. Its start is already committed. */
export interface LeasedMail {
  emailId: string;
  createdAt: Date;
  companyId: string;
  accountId: string;
  provider: MailProvider;
  attempt: number;
  /** The mails of the mailbox's last 24 hours must be counted before this one leaves. */
  mustCount: boolean;
  /** The worker that took it. */
  holder: string;
}

/** In the order that `lease_mails` expects. */
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

/** What the next lease must leave out because of the mails this process is sending. */
export interface Busy {
  accounts: readonly string[];
  /** Companies with as many mails under way as one company may have. */
  companies: readonly string[];
  /** How many more mails may go to SMTP servers that people entered themselves. */
  smtpRoom: number;
}

const idle: Busy = { accounts: [], companies: [], smtpRoom: 1_000 };

/** Takes one mail from each ready mailbox, companies in turn, within the sending limits of the providers. */
export async function leaseMails({ db, env }: Platform, holder: string, wanted: number, busy = idle): Promise<LeasedMail[]> {
  // There is no common limit for SMTP servers.
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
 * A lease whose answer from the database was lost is in the table but not in this process's memory. Its mails were handed to no
 * provider, so they wait again. Takes only leases older than `minAgeMs`, which must be longer than the running lease has taken.
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
