import { sql } from 'kysely';
import { openSecret, rewrapSecret, type SealedSecret, sealSecret } from '../../lib/auth/sealed-secret.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Platform, WorkerPlatform } from '../../lib/platform.ts';

/** Bound into the ciphertext, so a key that is copied to another company does not open. */
function bindingOf(companyId: string): Buffer {
  return Buffer.from(JSON.stringify(['factor key', companyId]));
}

/** Seals and writes the company's key at its factor. It needs no right to read. */
export async function storeFactorKey({ sealingKey }: Platform, tx: TenantTx, key: string): Promise<void> {
  const { keyId, wrappedKey, sealed } = sealSecret(sealingKey, bindingOf(tx.companyId), key);
  // The values are given twice, because `excluded` would read these columns, which the API's role may not.
  await sql`
    insert into factor_keys (company_id, key_id, wrapped_key, sealed) values (${tx.companyId}, ${keyId}, ${wrappedKey}, ${sealed})
    on conflict (company_id) do update set key_id = ${keyId}, wrapped_key = ${wrappedKey}, sealed = ${sealed},
      changed_at = clock_timestamp()`.execute(tx.db);
}

export async function hasFactorKey(tx: TenantTx): Promise<boolean> {
  const row = await tx.db.selectFrom('factor_keys').where('company_id', '=', tx.companyId).select('company_id').executeTakeFirst();
  return row !== undefined;
}

export async function removeFactorKey(tx: TenantTx): Promise<void> {
  await tx.db.deleteFrom('factor_keys').where('company_id', '=', tx.companyId).execute();
}

async function readSealed(tx: TenantTx): Promise<SealedSecret | undefined> {
  return tx.db
    .selectFrom('factor_keys')
    .where('company_id', '=', tx.companyId)
    .select(['key_id as keyId', 'wrapped_key as wrappedKey', 'sealed'])
    .executeTakeFirst();
}

/** For the worker alone: the API has neither the keys nor the right to read. Undefined if the company has no key. */
export async function openFactorKey({ openingKeys }: WorkerPlatform, tx: TenantTx): Promise<string | undefined> {
  const sealed = await readSealed(tx);
  return sealed && openSecret(openingKeys, bindingOf(tx.companyId), sealed);
}

/** Wraps the company's key again for the newest key pair. A key that was stored meanwhile has another wrapped key and stays. */
export async function rewrapFactorKey(
  { openingKeys, sealingKey }: WorkerPlatform,
  tx: TenantTx,
): Promise<{ rewrapped: number; unopened: number }> {
  const sealed = await readSealed(tx);
  if (!sealed || sealed.keyId === sealingKey.kid) return { rewrapped: 0, unopened: 0 };
  let moved: SealedSecret;
  try {
    moved = rewrapSecret(openingKeys, sealingKey, bindingOf(tx.companyId), sealed);
  } catch {
    return { rewrapped: 0, unopened: 1 };
  }
  const { numUpdatedRows } = await tx.db
    .updateTable('factor_keys')
    .set({ key_id: moved.keyId, wrapped_key: moved.wrappedKey })
    .where('company_id', '=', tx.companyId)
    .where('wrapped_key', '=', sealed.wrappedKey)
    .executeTakeFirst();
  return { rewrapped: Number(numUpdatedRows), unopened: 0 };
}
