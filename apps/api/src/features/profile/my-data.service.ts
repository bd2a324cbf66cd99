import type { SentFile } from '@headhaul/contracts/http/endpoint';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { type RawBuilder, sql } from 'kysely';
import { readInTurn } from '../../lib/admission/page-queue.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { longRows, type ReadInTransaction, type ReadTable, readRows, writeJsonList } from '../../lib/db/table-pages.ts';
import { fileKey } from '../../lib/files/files.ts';
import { type ZipEntry, zip } from '../../lib/files/zip.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { isMember } from '../team/membership.service.ts';
import { getProfile, readSessions } from './profile.service.ts';

const readMe = `This is everything Headhaul keeps about you.

"profile.json" is about you yourself: your profile, how and where you signed in, the companies you work in and those you worked in.
Each company you work in now has a folder with what you connected, wrote and did there. What you did in a company that you have left is its
record; ask its owner.

Money is in cents, times are UTC.
`.replaceAll('\n', '\r\n');

/** `whose`: the column that says whose row it is, if a column says it. */
type PersonalTable = ReadTable & { file: string; whose?: string };

const byId = { id: 'uuid' } as const;

/**
 * The rows in a company that belong to this person, by the column that says so. A test knows every column of the database that refers to a
 * person and requires each new one to be here, or to be listed as told elsewhere or as the company's.
 */
export function personalTables(userId: string): PersonalTable[] {
  const by = (column: string): { whose: string; onlyIf: RawBuilder<unknown> } => ({
    whose: column,
    onlyIf: sql`${sql.ref(`t.${column}`)} = ${userId}`,
  });
  const isOfOwnMailbox = sql`exists (
    select from email_accounts a where a.company_id = t.company_id and a.id = t.account_id and a.user_id = ${userId})`;
  return [
    { file: 'mailboxes', table: 'email_accounts', key: byId, rows: longRows, ...by('user_id') },
    { file: 'email templates', table: 'email_templates', key: byId, rows: longRows, onlyIf: isOfOwnMailbox },
    {
      file: 'emails',
      table: 'emails',
      key: { created_at: 'timestamptz', id: 'uuid' },
      rows: longRows,
      without: ['provider_message_id'],
      ...by('user_id'),
    },
    { file: 'email history', table: 'email_history', key: { at: 'timestamptz', id: 'uuid' }, ...by('user_id') },
    { file: 'emails held back', table: 'email_holds', key: byId, ...by('user_id') },
    { file: 'load notes', table: 'load_notes', key: byId, ...by('author_id') },
    {
      file: 'load history',
      table: 'load_events',
      key: { load_id: 'uuid', at: 'timestamptz', id: 'uuid' },
      rows: longRows,
      without: ['before'],
      ...by('actor_id'),
    },
    { file: 'documents', table: 'documents', key: byId, without: ['sha256'], ...by('uploaded_by') },
    { file: 'saved views', table: 'saved_views', key: byId, ...by('user_id') },
    { file: 'board filters', table: 'board_filters', key: byId, rows: longRows, without: ['rule_digests'], ...by('user_id') },
    { file: 'board filter choice', table: 'board_filter_choices', key: { user_id: 'uuid' }, ...by('user_id') },
    { file: 'taught pages', table: 'taught_pages', key: byId, rows: longRows, ...by('taught_by') },
    { file: 'imports', table: 'data_imports', key: byId, rows: longRows, without: ['first_rows'], ...by('created_by') },
    { file: 'invites', table: 'invitations', key: byId, ...by('invited_by') },
    { file: 'referrals', table: 'referrals', key: byId, without: ['joined_company', 'domain_hash'], ...by('invited_by') },
    { file: 'security events', table: 'security_events', key: { at: 'timestamptz', id: 'uuid' }, ...by('actor_id') },
    {
      file: 'log',
      table: 'audit_log',
      key: { seq: 'bigint' },
      without: ['hash', 'entry_hash'],
      onlyIf: sql`t.entry::json ->> 'actorId' = ${userId}`,
    },
  ];
}

interface Workplace {
  companyId: string;
  name: string;
  role: string;
  joinedAt: string;
  leftAt: string | null;
}

/** Read page by page while it is sent. If the person leaves a company meanwhile, nothing more is read from it. */
export async function exportMyData(ctx: Ctx): Promise<SentFile> {
  await ctx.ownTransaction(async (tx) => tx.noteSecurity({ kind: 'my_data.downloaded', actorId: ctx.actor.userId, detail: {} }));
  return {
    content: zip(listEntries(ctx)),
    contentType: 'application/zip',
    fileName: `Headhaul my data ${dayAt(Date.now(), 'UTC')}.zip`,
  };
}

async function* listEntries(ctx: Ctx): AsyncGenerator<ZipEntry> {
  const { platform, actor } = ctx;
  yield { name: 'Read me.txt', content: Buffer.from(readMe) };
  const workplaces = await readWorkplaces(ctx);
  yield { name: 'profile.json', content: Buffer.from(`${JSON.stringify(await readPerson(ctx, workplaces), null, 2)}\n`) };
  for (const [at, { companyId, name, leftAt }] of workplaces.entries()) {
    if (leftAt !== null) continue;
    // Each page takes its turn in the company's queue, as with every long file.
    const read: ReadInTransaction = (work) =>
      readInTurn(platform.queues.heavy, companyId, () =>
        platform.db.withTenant(companyId, async (tx) => {
          if (!(await isMember(tx, actor.userId))) throw new Error('no longer a member');
          return work(tx);
        }),
      );
    const folder = `${at + 1} ${name.replace(/[^\p{L}\p{N} ]/gu, ' ').trim()}`.trim();
    for (const table of personalTables(actor.userId)) {
      yield { name: `${folder}/${table.file}.json`, content: writeJsonList(readRows(read, table)) };
    }
    for (const key of await read((tx) => listOwnPictures(tx, actor.userId))) {
      const stored = await platform.files.get(fileKey(companyId, 'signatures', key));
      if (stored) yield { name: `${folder}/signature pictures/${key}.png`, content: stored.content, isPacked: true };
    }
  }
}

async function listOwnPictures({ db, companyId }: TenantTx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('signature_images')
    .where('belongs_to', '=', companyId)
    .where('uploaded_by', '=', userId)
    .orderBy('created_at')
    .select('image_key')
    .execute();
  return rows.map(({ image_key }) => image_key);
}

async function readPerson(ctx: Ctx, companies: readonly Workplace[]) {
  const { platform, actor } = ctx;
  const db = platform.db.global;
  const profile = await getProfile(ctx);
  const { created_at } = await db.selectFrom('users').where('id', '=', actor.userId).select('created_at').executeTakeFirstOrThrow();
  const signIns = await db
    .selectFrom('identities')
    .where('user_id', '=', actor.userId)
    .select(['provider', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .execute();
  const sessions = await readSessions(db, actor.userId, actor.sessionId);
  return { profile: { ...profile, id: actor.userId, createdAt: created_at }, signIns, sessions, companies };
}

async function readWorkplaces({ platform, actor }: Ctx): Promise<Workplace[]> {
  const been = await platform.db.global
    .selectFrom('person_companies')
    .where('user_id', '=', actor.userId)
    .orderBy('been_in')
    .select('been_in')
    .execute();
  const places: Workplace[] = [];
  for (const { been_in } of been) places.push(...(await platform.db.withTenant(been_in, (tx) => readMemberships(tx, actor.userId))));
  return places;
}

async function readMemberships(tx: TenantTx, userId: string): Promise<Workplace[]> {
  const rows = await tx.db
    .selectFrom('memberships as m')
    .innerJoin('companies as c', 'c.company_id', 'm.company_id')
    .where('m.company_id', '=', tx.companyId)
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at')
    .select(['c.name', 'm.role', 'm.created_at', 'm.removed_at'])
    .execute();
  return rows.map(({ name, role, created_at, removed_at }) => ({
    companyId: tx.companyId,
    name,
    role,
    joinedAt: created_at.toISOString(),
    leftAt: removed_at?.toISOString() ?? null,
  }));
}
