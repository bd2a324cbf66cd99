import { type EmailAccount, mailCaps } from '@headhaul/contracts/mail/accounts';
import { isValidTemplate } from '@headhaul/domain/mail/render';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { healthOf, readHealth } from './mailbox-health.ts';

/** The caller's mailboxes first, then those that teammates share. */
export function listEmailAccounts(ctx: Ctx): Promise<EmailAccount[]> {
  return ctx.transaction((tx) => readAccounts(ctx, tx));
}

export async function readEmailAccount(ctx: Ctx, id: string): Promise<EmailAccount> {
  const [account] = await ctx.transaction((tx) => readAccounts(ctx, tx, id));
  if (!account) throw new AppError('not_found');
  return account;
}

/** All mailboxes that the caller may see, or the one with this id. */
async function readAccounts({ actor }: Ctx, tx: TenantTx, id?: string): Promise<EmailAccount[]> {
  const rows = await tx.db
    .selectFrom('email_accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.company_id', '=', tx.companyId)
    .where('a.status', '<>', 'DISCONNECTED')
    .$if(id !== undefined, (query) => query.where('a.id', '=', id ?? ''))
    .where((where) => where.or([where('a.user_id', '=', actor.userId), where('a.is_shared', '=', true)]))
    .orderBy((by) => by('a.user_id', '<>', actor.userId))
    .orderBy('a.id')
    .selectAll('a')
    .select(['u.name', 'u.family_name', 'u.email'])
    .execute();
  const ids = rows.map(({ id }) => id);
  const templates = await readTemplates(tx, ids);
  const health = await readHealth(tx, ids);
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    address: row.address,
    displayName: row.display_name,
    userId: row.user_id,
    userName: `${row.name} ${row.family_name}`.trim() || row.email,
    isShared: row.is_shared,
    status: row.status as EmailAccount['status'],
    connectedAt: row.connected_at.toISOString(),
    hasValidTemplate: templates.get(row.id)?.isValid ?? false,
    templateCount: templates.get(row.id)?.count ?? 0,
    health: {
      ...healthOf(health, row.id),
      dailyCap: row.daily_cap,
      perMinute: mailCaps[row.provider].perMinute,
      ...pauseOf(row.paused_until, row.pause_reason as 'DAILY_CAP' | 'PROVIDER_ASKED' | null),
      lastError: row.last_error_at && row.last_error ? { at: row.last_error_at.toISOString(), text: row.last_error } : null,
    },
  }));
}

function pauseOf(until: Date | null, reason: 'DAILY_CAP' | 'PROVIDER_ASKED' | null) {
  const isPaused = until !== null && until.getTime() > Date.now();
  return { pausedUntil: isPaused ? until.toISOString() : null, pauseReason: isPaused ? reason : null };
}

/** The number of templates of each mailbox, and whether its default template was found valid when it was saved. */
async function readTemplates(tx: TenantTx, ids: readonly string[]): Promise<Map<string, { count: number; isValid: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .selectFrom('email_templates')
    .where('company_id', '=', tx.companyId)
    .where('account_id', 'in', ids)
    .distinctOn('account_id')
    .orderBy('account_id')
    .orderBy('is_default', 'desc')
    .select(['account_id', 'is_default', 'subject', 'has_text', 'unknown_variables'])
    .select(({ fn }) =>
      fn
        .countAll<string>()
        .over((over) => over.partitionBy('account_id'))
        .as('count'),
    )
    .execute();
  return new Map(
    rows.map(({ account_id, count, is_default, subject, has_text, unknown_variables }) => {
      const isValid = is_default && isValidTemplate({ subject, hasText: has_text, unknownVariables: unknown_variables });
      return [account_id, { count: Number(count), isValid }];
    }),
  );
}
