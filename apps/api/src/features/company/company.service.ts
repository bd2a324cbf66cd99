import type { AuditLine, Company, CompanyInput } from '@headhaul/contracts/company';
import { z } from 'zod';
import { lockCompanyAsOwner } from '../../lib/auth/company-lock.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { toSmallPng } from '../../lib/files/pictures.ts';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import type { Ctx } from '../../lib/http/guards.ts';

async function readCompany(tx: TenantTx): Promise<Company> {
  const company = await tx.db
    .selectFrom('companies')
    .leftJoin('company_logos', 'company_logos.company_id', 'companies.company_id')
    .where('companies.company_id', '=', tx.companyId)
    .select(['name', 'mc', 'dot', 'address', 'phone', 'time_zone', 'week_starts_on', 'week_counts_by', 'seats', 'png'])
    .executeTakeFirstOrThrow();
  return {
    id: tx.companyId,
    name: company.name,
    mc: company.mc,
    dot: company.dot,
    address: company.address,
    phone: company.phone,
    timeZone: company.time_zone,
    weekStartsOn: company.week_starts_on as Company['weekStartsOn'],
    weekCountsBy: company.week_counts_by as Company['weekCountsBy'],
    seats: company.seats,
    logo: company.png ? `data:image/png;base64,${company.png.toString('base64')}` : null,
  };
}

export function getMyCompany({ transaction }: Ctx): Promise<Company> {
  return transaction(readCompany);
}

export function updateMyCompany({ actor, transaction }: Ctx, input: CompanyInput): Promise<Company> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    await tx.db
      .updateTable('companies')
      .set({
        name: input.name,
        mc: input.mc,
        dot: input.dot,
        address: input.address,
        phone: input.phone,
        time_zone: input.timeZone,
        week_starts_on: input.weekStartsOn,
        week_counts_by: input.weekCountsBy,
      })
      .where('company_id', '=', tx.companyId)
      .execute();
    const company = await readCompany(tx);
    tx.audit({ action: 'company.changed', actorId: actor.userId, detail: { name: input.name, mc: input.mc, dot: input.dot } });
    tx.publish({ type: 'company.changed' });
    return company;
  });
}

export async function uploadLogo({ actor, transaction }: Ctx, file: Uint8Array): Promise<Company> {
  const png = await toSmallPng(actor.companyId, file);
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    await tx.db
      .insertInto('company_logos')
      .values({ company_id: tx.companyId, png })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ png }))
      .execute();
    const company = await readCompany(tx);
    tx.audit({ action: 'company.logo_changed', actorId: actor.userId, detail: {} });
    tx.publish({ type: 'company.changed' });
    return company;
  });
}

export function removeLogo({ actor, transaction }: Ctx): Promise<void> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    await tx.db.deleteFrom('company_logos').where('company_id', '=', tx.companyId).execute();
    tx.audit({ action: 'company.logo_removed', actorId: actor.userId, detail: {} });
    tx.publish({ type: 'company.changed' });
  });
}

const StoredEntry = z.object({
  at: z.string(),
  action: z.string(),
  actorId: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

type Detail = AuditLine['detail'];

const Id = z.uuid();

function textOf(value: Detail[string] | undefined): string[] {
  return Id.safeParse(value).success ? [String(value)] : [];
}

/** What stands in the place of an address that was removed with its person. */
const forgotten = '%@deleted.invalid';

async function readInvitedEmails(tx: TenantTx, ids: readonly (Detail[string] | undefined)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.flatMap(textOf))];
  if (wanted.length === 0) return new Map();
  const invited = await tx.db
    .selectFrom('invitations')
    .where('company_id', '=', tx.companyId)
    .where('id', 'in', wanted)
    .where('email', 'not like', forgotten)
    .select(['id', 'email'])
    .execute();
  return new Map(invited.map(({ id, email }) => [id, email]));
}

/** Addresses of shared mailboxes only. The address of a private mailbox is not shown to others. */
async function readMailboxes(tx: TenantTx, ids: readonly (Detail[string] | undefined)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.flatMap(textOf))];
  if (wanted.length === 0) return new Map();
  const shared = await tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('id', 'in', wanted)
    .where('is_shared', '=', true)
    .where('address', 'not like', forgotten)
    .select(['id', 'address'])
    .execute();
  return new Map(shared.map(({ id, address }) => [id, address]));
}

interface Names {
  people: Map<string, string>;
  invited: Map<string, string>;
  mailboxes: Map<string, string>;
}

/** The log keeps ids, so that it stays complete when a person is deleted. A reader needs names. */
function withNames(detail: Detail, { people, invited, mailboxes }: Names): Detail {
  const { userId, invitationId, accountId, mailboxesToUserId, loadsToUserId, ...rest } = detail;
  const address = typeof accountId === 'string' ? mailboxes.get(accountId) : undefined;
  return {
    ...rest,
    ...(typeof userId === 'string' ? { userName: people.get(userId) ?? 'Former member' } : {}),
    ...(typeof mailboxesToUserId === 'string' ? { mailboxesTo: people.get(mailboxesToUserId) ?? 'Former member' } : {}),
    ...(typeof loadsToUserId === 'string' ? { loadsTo: people.get(loadsToUserId) ?? 'Former member' } : {}),
    ...(typeof invitationId === 'string' ? { email: invited.get(invitationId) ?? 'Deleted address' } : {}),
    ...(address === undefined ? {} : { address }),
  };
}

export function listAudit(
  { transaction }: Ctx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ lines: AuditLine[]; nextCursor: string | null }> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor(cursor, z.tuple([z.int().positive()]))[0];
  return transaction(async (tx) => {
    const rows = await tx.db
      .selectFrom('audit_log')
      .where('company_id', '=', tx.companyId)
      .where('seq', '<', String(before))
      .orderBy('seq', 'desc')
      .limit(limit + 1)
      .select(['seq', 'entry'])
      .execute();
    const page = rows.slice(0, limit).map((row) => ({ seq: Number(row.seq), entry: StoredEntry.parse(JSON.parse(row.entry)) }));
    const namedIn = ({ userId, mailboxesToUserId, loadsToUserId }: Detail) => [userId, mailboxesToUserId, loadsToUserId].flatMap(textOf);
    const actorIds = [
      ...new Set(page.flatMap(({ entry }) => [...(entry.actorId === null ? [] : [entry.actorId]), ...namedIn(entry.detail)])),
    ];
    const people =
      actorIds.length === 0
        ? []
        : await tx.db
            .selectFrom('users')
            .where('id', 'in', actorIds)
            .where('deleted_at', 'is', null)
            .select(['id', 'name', 'family_name', 'email'])
            .execute();
    const named = new Map(people.map(({ id, name, family_name, email }) => [id, `${name} ${family_name}`.trim() || email]));
    const invited = await readInvitedEmails(
      tx,
      page.map(({ entry }) => entry.detail.invitationId),
    );
    const mailboxes = await readMailboxes(
      tx,
      page.map(({ entry }) => entry.detail.accountId),
    );
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      lines: page.map(({ seq, entry }) => ({
        seq,
        at: entry.at,
        action: entry.action,
        actorName: entry.actorId === null ? null : (named.get(entry.actorId) ?? 'Former member'),
        detail: withNames(entry.detail, { people: named, invited, mailboxes }),
      })),
      nextCursor: last ? encodeCursor([last.seq]) : null,
    };
  });
}
