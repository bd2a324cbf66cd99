import type { CompanyExport } from '@headhaul/contracts/data-transfer';
import type { SentFile } from '@headhaul/contracts/http/endpoint';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { v7 as uuidv7 } from 'uuid';
import { lockCompanyAsOwner } from '../../lib/auth/company-lock.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { fileKey } from '../../lib/files/files.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { buildCompanyExport } from './company-export.jobs.ts';

const shownExports = 10;

function selectExports(tx: TenantTx) {
  return tx.db
    .selectFrom('company_exports')
    .where('company_id', '=', tx.companyId)
    .select(['id', 'state', 'size_bytes', 'created_at', 'ready_at', 'expires_at']);
}
type ExportRow = Awaited<ReturnType<ReturnType<typeof selectExports>['executeTakeFirstOrThrow']>>;

function toExport(row: ExportRow): CompanyExport {
  const isOver = row.state === 'READY' && row.expires_at !== null && row.expires_at.getTime() <= Date.now();
  return {
    id: row.id,
    state: isOver ? 'EXPIRED' : (row.state as CompanyExport['state']),
    sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
    createdAt: row.created_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

/** If an export is being made already, returns that one. */
export function startCompanyExport({ actor, transaction }: Ctx): Promise<CompanyExport> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    const running = await selectExports(tx).where('state', 'in', ['WAITING', 'RUNNING']).executeTakeFirst();
    if (running) return toExport(running);
    const id = uuidv7();
    await tx.db.insertInto('company_exports').values({ company_id: tx.companyId, id, created_by: actor.userId }).execute();
    await buildCompanyExport(tx, { companyId: tx.companyId, exportId: id });
    const started = toExport(await selectExports(tx).where('id', '=', id).executeTakeFirstOrThrow());
    tx.audit({ action: 'export.started', actorId: actor.userId, detail: {} });
    tx.publish({ type: 'export.changed', id });
    return started;
  });
}

export function listCompanyExports({ transaction }: Ctx): Promise<{ exports: CompanyExport[] }> {
  return transaction(async (tx) => {
    const rows = await selectExports(tx).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(shownExports).execute();
    return { exports: rows.map(toExport) };
  });
}

async function readExport(tx: TenantTx, id: string): Promise<CompanyExport> {
  const row = await selectExports(tx).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toExport(row);
}

export async function getCompanyExportContent({ platform, actor, ownTransaction }: Ctx, id: string): Promise<SentFile> {
  const ready = await ownTransaction((tx) => readExport(tx, id));
  const file = ready.state === 'READY' ? await platform.files.get(fileKey(actor.companyId, 'exports', id)) : null;
  if (!file) throw new AppError('not_found', { detail: 'This export is not there any more. Make a new one.' });
  await ownTransaction(async (tx) => {
    tx.audit({ action: 'export.downloaded', actorId: actor.userId, detail: {} });
  });
  return { content: file.content, contentType: 'application/zip', fileName: `Headhaul ${dayAt(ready.createdAt, 'UTC')}.zip` };
}

export async function removeCompanyExport({ platform, actor, transaction }: Ctx, id: string): Promise<void> {
  await transaction(async (tx) => {
    const removed = await tx.db
      .deleteFrom('company_exports')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .where('state', 'not in', ['WAITING', 'RUNNING'])
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) {
      await readExport(tx, id);
      throw new AppError('move_not_allowed', { detail: 'This export is still being made.' });
    }
    tx.publish({ type: 'export.changed', id });
  });
  // If this fails, the nightly sweep does it.
  await platform.files.remove(fileKey(actor.companyId, 'exports', id)).catch(() => {});
}
