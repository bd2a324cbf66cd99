import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { requireVisibleMailbox } from '../email-accounts/own-mailbox.service.ts';
import { cleanSignature, requireRoomFor } from '../email-templates/clean-html.service.ts';

const maxSignature = 40_000;

/** Of a mailbox this person may see; an empty one is none. */
export async function writeSignature(
  { platform, actor }: Ctx,
  tx: TenantTx,
  accountId: string,
  signature: string | null,
): Promise<string | null> {
  const clean = cleanSignature(signature ?? '', platform.env.PUBLIC_URL);
  const kept = clean.trim() === '' ? null : requireRoomFor('body.signature', clean, maxSignature);
  const changed = await tx.db
    .updateTable('email_accounts')
    .set({ signature_html: kept })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', accountId)
    .where('signature_html', 'is distinct from', kept)
    .returning('address')
    .executeTakeFirst();
  // It stands under mails that others send, too.
  if (changed) tx.audit({ action: 'mailbox.signature_changed', actorId: actor.userId, detail: { address: changed.address } });
  return kept;
}

export function getSignature({ actor, transaction }: Ctx, accountId: string): Promise<{ signature: string | null }> {
  return transaction(async (tx) => {
    await requireVisibleMailbox(tx, actor, accountId);
    const { signature_html } = await tx.db
      .selectFrom('email_accounts')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', accountId)
      .select('signature_html')
      .executeTakeFirstOrThrow();
    return { signature: signature_html };
  });
}

export function saveSignature(ctx: Ctx, accountId: string, signature: string | null): Promise<{ signature: string | null }> {
  return ctx.transaction(async (tx) => {
    await requireVisibleMailbox(tx, ctx.actor, accountId);
    const kept = await writeSignature(ctx, tx, accountId, signature);
    tx.publish({ type: 'email-templates.changed' });
    return { signature: kept };
  });
}
