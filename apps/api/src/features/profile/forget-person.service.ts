import { type RawBuilder, sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { type ReadInTransaction, walkPages } from '../../lib/db/table-pages.ts';
import { fileKey } from '../../lib/files/files.ts';
import type { JobCtx } from '../../lib/jobs/jobs.ts';
import { endExports } from '../data-transfer/end-exports.service.ts';
import { cancelWaitingTo, hasMailUnderway } from '../emails/cancel.service.ts';
import { likelyPieces, personTexts, type TextsOfTable } from './person-texts.ts';

/** Pages are small because mails are long, and each is searched for several words. */
const rows = 500;
const entriesAtOnce = 200;
/** A word found in more rows of one table than this is a common phrase that somebody uses as a name. It is not removed there. */
const mostNamed = 200;

interface Person {
  userId: string;
  /** The address they signed in with. */
  address: string;
  words: readonly string[];
  ownTexts: readonly string[];
}

/** Removes what names the person from a company they worked in, page by page. A second run finds nothing to remove. */
export async function forgetInCompany({ platform, transaction, signal }: JobCtx, companyId: string, person: Person): Promise<void> {
  const inCompany: ReadInTransaction = (work) => {
    // The next attempt starts over.
    signal.throwIfAborted();
    return transaction(companyId, work);
  };
  await inCompany((tx) => cancelWaitingTo(tx, person.address));
  if (await inCompany((tx) => hasMailUnderway(tx, person.address, person.userId))) {
    throw new Error('a mail of somebody who is to be forgotten, or to them, is on its way');
  }
  await inCompany((tx) => forgetInvites(tx, person));
  await inCompany((tx) => forgetAddress(tx, person));
  await forgetInMails(inCompany, person);
  for (const table of personTexts) {
    const rare = await withoutPhrases(inCompany, table, person.words);
    await forgetInTable(inCompany, table, table.isProviders ? [...rare, ...person.ownTexts] : rare);
  }
  await forgetInAnswers(inCompany, person);
  for (let seq: string | null = '0'; seq !== null; ) {
    const after: string = seq;
    seq = await inCompany((tx) => forgetInLog(tx, person.userId, after));
  }
  await forgetAddresses(inCompany, person.userId);
  await inCompany(endExports);
  for (const key of await inCompany((tx) => listOwnPictures(tx, person.userId))) {
    await platform.files.remove(fileKey(companyId, 'signatures', key));
    await inCompany((tx) => tx.db.deleteFrom('signature_images').where('image_key', '=', key).execute());
  }
}

/** Invites to the person, no matter who sent them and whether they were accepted. */
export async function forgetInvites(tx: TenantTx, { userId, address }: Pick<Person, 'userId' | 'address'>): Promise<void> {
  await sql`
    update invitations set email = 'deleted-' || id || '@deleted.invalid',
      cancelled_at = case when accepted_at is null then coalesce(cancelled_at, now()) else cancelled_at end
    where company_id = ${tx.companyId} and email not like '%@deleted.invalid' and (email = ${address} or accepted_by = ${userId})`.execute(
    tx.db,
  );
  await sql`update referrals set email = null where company_id = ${tx.companyId} and email = ${address}`.execute(tx.db);
  tx.publish({ type: 'team.changed' });
}

/** Removes the address from templates, so that no mail is copied to it. A deleted import preview is made again from the file. */
async function forgetAddress(tx: TenantTx, { address, words }: Person): Promise<void> {
  await sql`update email_templates set cc_email = null where company_id = ${tx.companyId} and lower(cc_email) = ${address}`.execute(tx.db);
  await sql`
    update data_imports set first_rows = null
    where company_id = ${tx.companyId} and first_rows ilike any(${likelyPieces(words)}::text[])`.execute(tx.db);
}

/** Joins the columns into one text, with a separator that no word can span. */
function joined(columns: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  return sql<string>`concat_ws(chr(1), ${sql.join(columns)})`;
}

function isLikely(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${text} ilike any(${likelyPieces(words)}::text[])`;
}

const without = (text: RawBuilder<unknown>, words: readonly string[]) => sql`without_words(${text}, ${words}::text[])`;

/**
 * Deletes what the person wrote in a private mailbox of their own. The fact that a mail was sent, to whom and about which load, stays
 * as the team's record. In mails they sent from other mailboxes, the addresses of their own mailboxes are removed too. In other
 * people's texts those may be the office's addresses, so they stay. A mail sent to the person loses its address.
 */
async function forgetInMails(transaction: ReadInTransaction, { userId, address, words, ownTexts }: Person): Promise<void> {
  const all = [...words, ...ownTexts];
  const texts = ['subject', 'html', 'text', 'reason'];
  const changes = sql.join(texts.map((name) => sql`${sql.ref(name)} = ${without(sql.ref(`t.${name}`), all)}`));
  const told = joined(texts.map((name) => sql.ref(`t.${name}`)));
  const inMailbox = sql`from email_accounts a where a.company_id = t.company_id and a.id = t.account_id`;
  const mails = { table: 'emails', key: { created_at: 'timestamptz', id: 'uuid' }, rows } as const;
  const pages = walkPages(transaction, mails, async ({ db }, page) => {
    await sql`
      update emails t set subject = '[removed]', html = '', text = '', cc_address = null, template_name = null, reason = null
      ${inMailbox} and ${page} and t.user_id = ${userId} and a.user_id = ${userId} and not a.is_shared and (t.html <> '' or t.text <> '')`.execute(
      db,
    );
    await sql`update emails t set ${changes} ${inMailbox} and ${page} and (t.user_id = ${userId} or a.user_id = ${userId}) and ${isLikely(told, all)}`.execute(
      db,
    );
    await sql`update emails t set cc_address = null where ${page} and lower(t.cc_address) = ${address}`.execute(db);
    await sql`update emails t set to_address = 'deleted@deleted.invalid' where ${page} and t.to_address = ${address}`.execute(db);
  });
  for await (const _page of pages);
}

function columnsOf({ texts = [], json = [] }: TextsOfTable): RawBuilder<unknown>[] {
  return [...texts.map((name) => sql.ref(`t.${name}`)), ...json.map((name) => sql`${sql.ref(`t.${name}`)}::text`)];
}

/** The words that are rare enough in this table to be a name or a number. An address is always removed. */
async function withoutPhrases(transaction: ReadInTransaction, table: TextsOfTable, words: readonly string[]): Promise<string[]> {
  const rare: string[] = [];
  const text = joined(columnsOf(table));
  for (const word of words) {
    let found = 0;
    const counted = walkPages(transaction, { ...table, rows }, async ({ db }, page) => {
      const { rows: named } = await sql`
        select from ${sql.table(table.table)} t where ${page} and ${isLikely(text, [word])} and ${text} <> ${without(text, [word])}`.execute(
        db,
      );
      return named.length;
    });
    if (!word.includes('@')) {
      for await (const count of counted) {
        found += count;
        if (found > mostNamed) break;
      }
    }
    if (found <= mostNamed) rare.push(word);
  }
  return rare;
}

async function forgetInTable(transaction: ReadInTransaction, table: TextsOfTable, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  const { texts = [], json = [] } = table;
  const changes = sql.join([
    ...texts.map((name) => sql`${sql.ref(name)} = ${without(sql.ref(`t.${name}`), words)}`),
    ...json.map((name) => sql`${sql.ref(name)} = json_without_words(${sql.ref(`t.${name}`)}, ${words}::text[])`),
  ]);
  const isNamed = isLikely(joined(columnsOf(table)), words);
  const pages = walkPages(transaction, { ...table, rows }, async ({ db }, page) => {
    await sql`update ${sql.table(table.table)} t set ${changes} where ${page} and ${isNamed}`.execute(db);
  });
  for await (const _page of pages);
}

/**
 * Responses stored for repeated requests, for two days at most. The person's own are deleted. In those of others the words are
 * removed, and the body stays valid JSON.
 */
async function forgetInAnswers(transaction: ReadInTransaction, { userId, words, ownTexts }: Person): Promise<void> {
  const all = [...words, ...ownTexts];
  const body = sql.ref('t.body');
  const answers = { table: 'idempotency_keys', key: { user_id: 'uuid', key: 'text', created_at: 'timestamptz' }, rows } as const;
  const pages = walkPages(transaction, answers, async ({ db }, page) => {
    await sql`delete from idempotency_keys t where ${page} and t.user_id = ${userId}`.execute(db);
    await sql`
      update idempotency_keys t set body = case when t.content_type like 'application/json%' then json_without_words(${body}::jsonb, ${all}::text[])::text
        else ${without(body, all)} end
      where ${page} and ${isLikely(body, all)}`.execute(db);
  });
  for await (const _page of pages);
}

/** Starts after `after`. Returns the number of the last entry it reached, or null if there are no more. */
async function forgetInLog(tx: TenantTx, userId: string, after: string): Promise<string | null> {
  const { rows: found } = await sql<{ last: string | null }>`
    select forget_in_audit(${tx.companyId}, ${userId}, ${after}::bigint, ${entriesAtOnce}) as last`.execute(tx.db);
  return found[0]?.last ?? null;
}

/** The security events keep who did what. The IP address is removed. */
async function forgetAddresses(transaction: ReadInTransaction, userId: string): Promise<void> {
  const events = { table: 'security_events', key: { at: 'timestamptz', id: 'uuid' }, rows } as const;
  const pages = walkPages(transaction, events, async ({ db }, page) => {
    await sql`update security_events t set ip = null where ${page} and t.actor_id = ${userId} and t.ip is not null`.execute(db);
  });
  for await (const _page of pages);
}

/** Pictures the person uploaded, except those that a signature or a template of the team shows. */
async function listOwnPictures(tx: TenantTx, userId: string): Promise<string[]> {
  const { rows: pictures } = await sql<{ key: string }>`
    select image_key as key from signature_images p where p.belongs_to = ${tx.companyId} and p.uploaded_by = ${userId}
      and not exists (select from email_accounts a
        where a.company_id = ${tx.companyId} and a.status <> 'DISCONNECTED' and position(p.image_key in a.signature_html) > 0)
      and not exists (select from email_templates e where e.company_id = ${tx.companyId} and position(p.image_key in e.html_body) > 0)`.execute(
    tx.db,
  );
  return pictures.map(({ key }) => key);
}
