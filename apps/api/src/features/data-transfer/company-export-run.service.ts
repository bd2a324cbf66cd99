import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CompanyExport } from '@headhaul/contracts/data-transfer';
import type { Updateable } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { CompanyExports } from '../../lib/db/generated.ts';
import { fileKey } from '../../lib/files/files.ts';
import { type JobCtx, PermanentFailure } from '../../lib/jobs/jobs.ts';
import { isMember } from '../team/membership.service.ts';
import { archiveCompany } from './company-archive.ts';

const keptDays = 7;

/**
 * Writes the archive straight into the store. After a crash it starts over and replaces the partial file. `whenReady` runs in the
 * transaction that marks the export as ready.
 */
export async function buildExport(
  { platform, transaction }: JobCtx,
  companyId: string,
  exportId: string,
  whenReady: (tx: TenantTx, expiresAt: Date) => Promise<void>,
): Promise<void> {
  const isWanted = await transaction(companyId, (tx) => moveExport(tx, exportId, ['WAITING', 'RUNNING'], { state: 'RUNNING' }));
  if (!isWanted) return;
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const stored = platform.files.put(fileKey(companyId, 'exports', exportId), counter, { contentType: 'application/zip' });
  // When the store fails, it leaves its source open, and the archive would wait for a reader forever.
  stored.catch((error: Error) => counter.destroy(error));
  const archive = archiveCompany(platform, companyId, (work) =>
    transaction(companyId, async (tx) => {
      await requireMaker(tx, exportId);
      return work(tx);
    }),
  );
  await Promise.all([stored, pipeline(archive, counter)]);
  const expiresAt = new Date(Date.now() + keptDays * 86_400_000);
  const isReady = await transaction(companyId, async (tx) => {
    const ready = { state: 'READY', size_bytes: String(bytes), ready_at: new Date(), expires_at: expiresAt };
    const isStillWanted = await moveExport(tx, exportId, ['RUNNING'], ready);
    if (isStillWanted) await whenReady(tx, expiresAt);
    return isStillWanted;
  });
  if (!isReady) await platform.files.remove(fileKey(companyId, 'exports', exportId));
}

/** Checked before each page: if the person who asked for the export has left the team, it is not made. */
async function requireMaker(tx: TenantTx, exportId: string): Promise<void> {
  const made = await tx.db
    .selectFrom('company_exports')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', exportId)
    .select('created_by')
    .executeTakeFirst();
  if (!made || !(await isMember(tx, made.created_by))) throw new PermanentFailure('who asked for this export has left the team');
}

/** Other exports that are ready. */
export async function listOlderExports(tx: TenantTx, id: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('company_exports')
    .where('company_id', '=', tx.companyId)
    .where('id', '<>', id)
    .where('state', '=', 'READY')
    .select('id')
    .execute();
  return rows.map((row) => row.id);
}

/** False if the export is no longer in one of these states. */
export async function moveExport(
  tx: TenantTx,
  id: string,
  from: readonly CompanyExport['state'][],
  change: Updateable<CompanyExports>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('company_exports')
    .set(change)
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  tx.publish({ type: 'export.changed', id });
  return true;
}
