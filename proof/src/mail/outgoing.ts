import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { ProofDatabase } from '../lib/database.ts';
import type { ProofMailbox } from './mailboxes.ts';

/** A UUIDv7 of this time, as the API makes them. */
function newId(at: number): string {
  const hex = at.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const batch = 100;

/** Repeats the work until the database is back. Only for work that may be done twice. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > 200) throw error;
      await pause(200);
    }
  }
}

/**
 * Writes mails as the API does: the mail, its history row and its queue row in one transaction. It writes to the database directly, because
 * the promise begins at the commit. Ids are chosen first, so that a batch is not written twice when its commit was not confirmed.
 */
export async function writeMails({ admin }: ProofDatabase, mailboxes: readonly ProofMailbox[], count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let first = 0; first < count; first += batch) {
    const mails = Array.from({ length: Math.min(batch, count - first) }, (_, index) => {
      const at = Date.now();
      const mailbox = mailboxes[(first + index) % mailboxes.length] as ProofMailbox;
      return { id: newId(at), at, mailbox };
    });
    await patiently(() => writeCases(admin, mails));
    ids.push(...mails.map(({ id }) => id));
  }
  return ids;
}

async function writeCases(admin: pg.Pool, mails: readonly { id: string; at: number; mailbox: ProofMailbox }[]): Promise<void> {
  await admin.query(
    `with given as (
       select * from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::uuid[], $6::mail_provider[]) as g (id, at, company_id, account_id, user_id, provider)
       where not exists (select from emails e where e.company_id = g.company_id and e.created_at = g.at and e.id = g.id)),
     written as (
       insert into emails (company_id, created_at, id, kind, state, account_id, user_id, to_address, subject, html, text, message_id, leaves_at)
       select company_id, at, id, 'BROKER', 'QUEUED', account_id, user_id, 'broker-' || id || '@lakeshore.example', 'Milwaukee, WI to Conley, GA',
         '<p>Our van is empty in Racine.</p>', 'Our van is empty in Racine.', '<' || id || '@proof.example>', at from given),
     told as (
       insert into email_history (company_id, id, email_id, state, user_id) select company_id, gen_random_uuid(), id, 'QUEUED', user_id from given)
     select enqueue_mail(id, at, company_id, account_id, provider, at) from given`,
    [
      mails.map(({ id }) => id),
      mails.map(({ at }) => new Date(at)),
      mails.map(({ mailbox }) => mailbox.person.companyId),
      mails.map(({ mailbox }) => mailbox.accountId),
      mails.map(({ mailbox }) => mailbox.person.userId),
      mails.map(({ mailbox }) => mailbox.provider),
    ],
  );
}

export interface MailState {
  id: string;
  state: string;
  messageId: string;
  companyId: string;
  finishedAt: Date | null;
  /** From the time it was allowed to leave until it left. */
  waitMs: number | null;
}

export async function readStates({ admin }: ProofDatabase, ids: readonly string[]): Promise<MailState[]> {
  const { rows } = await patiently(() =>
    admin.query<MailState>(
      `select id, state, message_id as "messageId", company_id as "companyId", finished_at as "finishedAt",
         extract(epoch from sent_at - leaves_at)::float8 * 1000 as "waitMs" from emails where id = any($1::uuid[])`,
      [ids],
    ),
  );
  return rows;
}

/** How many mails are not finished yet. */
export async function countWaiting({ admin }: ProofDatabase): Promise<number> {
  const { rows } = await patiently(() => admin.query<{ count: number }>('select count(*)::int as count from mail_queue'));
  return rows[0]?.count ?? 0;
}

export async function untilSettled(database: ProofDatabase, ms: number): Promise<number> {
  const end = performance.now() + ms;
  let left = await countWaiting(database);
  while (left > 0 && performance.now() < end) {
    await pause(500);
    left = await countWaiting(database);
  }
  return left;
}
