import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { lockVisibleMailbox, readVisibleMailbox } from '../email-accounts/own-mailbox.service.ts';
import { readSignature } from '../email-templates/clean-html.service.ts';

/** The signature as it is stored: cleaned, and null if empty. It takes a moment, so call it before locking anything. */
export function signatureToKeep({ platform }: Ctx, signature: string | null): string | null {
  const clean = readSignature('body.signature', signature ?? '', platform.env.PUBLIC_URL);
  return clean.trim() === '' ? null : clean;
}

/** The caller has checked that this person may see the mailbox. */
export async function writeSignature({ actor }: Ctx, tx: TenantTx, accountId: string, kept: string | null): Promise<void> {
  const changed = await tx.db
    .updateTable('email_accounts')
    .set({ signature_html: kept })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', accountId)
    .where('signature_html', 'is distinct from', kept)
    .returning('id')
    .executeTakeFirst();
  // Teammates who use the mailbox send this signature too.
  if (changed) tx.audit({ action: 'mailbox.signature_changed', actorId: actor.userId, detail: { accountId: changed.id } });
}

export function getSignature({ actor, transaction }: Ctx, accountId: string): Promise<{ signature: string | null }> {
  return transaction(async (tx) => {
    const { signature_html } = await readVisibleMailbox(tx, actor, accountId);
    return { signature: signature_html };
  });
}

export function saveSignature(ctx: Ctx, accountId: string, signature: string | null): Promise<{ signature: string | null }> {
  const kept = signatureToKeep(ctx, signature);
  return ctx.transaction(async (tx) => {
    await lockVisibleMailbox(tx, ctx.actor, accountId);
    await writeSignature(ctx, tx, accountId, kept);
    tx.publish({ type: 'email-templates.changed' });
    return { signature: kept };
  });
}
