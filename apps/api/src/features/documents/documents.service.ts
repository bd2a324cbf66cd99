import { type DocumentKind, documentKindLabels, type LoadDocument } from '@headhaul/contracts/documents';
import type { ReceivedFile, SentFile } from '@headhaul/contracts/http/endpoint';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import { personName } from '../../lib/db/person-name.ts';
import { AppError } from '../../lib/errors.ts';
import { fileKey } from '../../lib/files/files.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { countDailyUse } from '../limits/plan-limits.service.ts';
import { requireStorage } from '../limits/storage.service.ts';
import { acceptDocument, type DocumentFile, toDocumentName } from './document-files.ts';

/** Maximum for one load or one driver. */
const maxDocuments = 100;

interface Upload {
  kind: DocumentKind;
  file: ReceivedFile;
}
type Owner = { loadId: string; driverId?: never } | { loadId?: never; driverId: string };

export async function uploadLoadDocument(ctx: Ctx, loadId: string, upload: Upload): Promise<LoadDocument> {
  return addDocument(ctx, { loadId }, upload, async (tx, fileName) => {
    if (upload.kind === 'RATE_CONFIRMATION') await countDailyUse(ctx, tx, 'rateConfirmationsPerDay');
    await tellLoad(ctx, tx, loadId, 'document.added', { kind: upload.kind, fileName });
  });
}

export async function uploadDriverDocument(ctx: Ctx, driverId: string, upload: Upload): Promise<LoadDocument> {
  return addDocument(ctx, { driverId }, upload, async (tx) => tx.publish({ type: 'drivers.changed' }));
}

/**
 * The file is stored first, outside of any transaction, then its row. A crash between the two leaves a file without a row, which
 * the nightly sweep removes. A row without a file can't occur.
 */
async function addDocument(
  { platform, actor, ownTransaction }: Ctx,
  owner: Owner,
  { kind, file }: Upload,
  tell: (tx: TenantTx, fileName: string) => Promise<void>,
): Promise<LoadDocument> {
  await ownTransaction(async (tx) => {
    await requireStorage(tx, file.content.length);
    await requireRoom(tx, owner);
  });
  const accepted = await acceptDocument(actor.companyId, file.content);
  const fileName = toDocumentName(file.filename, accepted.extension);
  const id = uuidv7();
  const key = fileKey(actor.companyId, 'documents', id);
  await platform.files.put(key, accepted.bytes, { contentType: accepted.contentType });
  try {
    return await ownTransaction(async (tx) => {
      await requireStorage(tx, accepted.bytes.length);
      await requireRoom(tx, owner);
      await insertDocument(tx, { id, owner, kind, fileName, file: accepted, userId: actor.userId });
      const [document] = await readDocuments(tx, 'id', id);
      if (!document) throw new Error('the document is not there');
      await tell(tx, fileName);
      return document;
    });
  } catch (error) {
    await platform.files.remove(key).catch(() => {});
    throw error;
  }
}

/** Locks the row of the load or driver, so that the next request that counts or marks its documents sees this change. */
async function lockOwner(tx: TenantTx, { loadId, driverId }: Owner): Promise<{ isDeleted: boolean } | undefined> {
  const owner = await tx.db
    .selectFrom(loadId === undefined ? 'drivers' : 'loads')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', loadId ?? driverId ?? '')
    .forNoKeyUpdate()
    .select('deleted_at')
    .executeTakeFirst();
  return owner && { isDeleted: owner.deleted_at !== null };
}

async function requireRoom(tx: TenantTx, owner: Owner): Promise<void> {
  const found = await lockOwner(tx, owner);
  if (!found || found.isDeleted) throw new AppError('not_found');
  const { count } = await tx.db
    .selectFrom('documents')
    .where('company_id', '=', tx.companyId)
    .where(owner.loadId === undefined ? 'driver_id' : 'load_id', '=', owner.loadId ?? owner.driverId ?? '')
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxDocuments) throw new AppError('limit_reached', { detail: `There are ${maxDocuments} documents here already.` });
}

interface NewDocument {
  id: string;
  owner: Owner;
  kind: DocumentKind;
  fileName: string;
  file: DocumentFile;
  userId: string;
}

async function insertDocument(tx: TenantTx, { id, owner, kind, fileName, file, userId }: NewDocument): Promise<void> {
  await tx.db
    .insertInto('documents')
    .values({
      company_id: tx.companyId,
      id,
      load_id: owner.loadId ?? null,
      driver_id: owner.driverId ?? null,
      kind,
      file_name: fileName,
      content_type: file.contentType,
      size_bytes: file.bytes.length,
      sha256: file.sha256,
      uploaded_by: userId,
    })
    .execute();
}

/** Updates the load's version and its document flags, adds a line to its history, and refreshes everybody's screens. */
async function tellLoad(
  { actor }: Ctx,
  tx: TenantTx,
  loadId: string,
  event: 'document.added' | 'document.removed',
  { kind, fileName }: { kind: DocumentKind; fileName: string },
): Promise<void> {
  const has = (wanted: DocumentKind) => sql<boolean>`exists (select from documents d
    where d.company_id = loads.company_id and d.load_id = loads.id and d.kind = ${wanted} and d.deleted_at is null)`;
  const { updated_at: at } = await tx.db
    .updateTable('loads')
    .set({
      version: sql`version + 1`,
      // Later than the previous change, even if another server's clock is ahead.
      updated_at: sql`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`,
      has_rc: has('RATE_CONFIRMATION'),
      has_bol: has('BOL'),
      has_pod: has('POD'),
    })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', loadId)
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  const [from, to] = event === 'document.added' ? [null, fileName] : [fileName, null];
  await tx.db
    .insertInto('load_events')
    .values({
      company_id: tx.companyId,
      load_id: loadId,
      at,
      id: uuidv7(),
      kind: event,
      actor_id: actor.userId,
      changes: JSON.stringify([{ field: documentKindLabels[kind], from, to }]),
    })
    .execute();
  tx.publish({ type: 'loads.changed', ids: [loadId], byUserId: actor.userId });
}

async function readDocuments(tx: TenantTx, column: 'id' | 'driver_id', value: string): Promise<LoadDocument[]> {
  const rows = await tx.db
    .selectFrom('documents')
    .leftJoin('users', 'users.id', 'documents.uploaded_by')
    .where('documents.company_id', '=', tx.companyId)
    .where('documents.deleted_at', 'is', null)
    .where(`documents.${column}`, '=', value)
    .orderBy('documents.created_at')
    .orderBy('documents.id')
    .select(['documents.id', 'kind', 'file_name', 'content_type', 'size_bytes', 'documents.created_at'])
    .select(personName('users').as('uploaded_by_name'))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as LoadDocument['kind'],
    fileName: row.file_name,
    contentType: row.content_type as LoadDocument['contentType'],
    sizeBytes: row.size_bytes,
    uploadedByName: row.uploaded_by_name,
    createdAt: row.created_at.toISOString(),
  }));
}

export function listDriverDocuments({ transaction }: Ctx, driverId: string): Promise<{ documents: LoadDocument[] }> {
  return transaction(async (tx) => {
    const driver = await tx.db
      .selectFrom('drivers')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', driverId)
      .select('id')
      .executeTakeFirst();
    if (!driver) throw new AppError('not_found');
    return { documents: await readDocuments(tx, 'driver_id', driverId) };
  });
}

export async function getDocumentContent({ platform, actor, transaction }: Ctx, id: string): Promise<SentFile> {
  const row = await transaction((tx) =>
    tx.db
      .selectFrom('documents')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .select(['file_name', 'content_type'])
      .executeTakeFirst(),
  );
  if (!row) throw new AppError('not_found');
  const file = await platform.files.get(fileKey(actor.companyId, 'documents', id));
  if (!file) throw new AppError('internal', { reason: `the file of document ${id} is missing` });
  return { content: file.content, contentType: row.content_type, fileName: row.file_name };
}

/** The row stays for the history. The file is removed at once. A fee that pointed to the document loses the link. */
export async function removeDocument(ctx: Ctx, id: string): Promise<void> {
  await ctx.transaction((tx) => markRemoved(ctx, tx, id));
  // If this fails, the nightly sweep does it.
  await ctx.platform.files.remove(fileKey(ctx.actor.companyId, 'documents', id)).catch(() => {});
}

async function markRemoved(ctx: Ctx, tx: TenantTx, id: string): Promise<void> {
  const found = await tx.db
    .selectFrom('documents')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['load_id', 'driver_id', 'kind', 'file_name'])
    .executeTakeFirst();
  if (!found) throw new AppError('not_found');
  const { load_id: loadId, driver_id: driverId } = found;
  await lockOwner(tx, loadId === null ? { driverId: driverId ?? '' } : { loadId });
  const { numUpdatedRows } = await tx.db
    .updateTable('documents')
    .set({ deleted_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
  if (loadId === null) return tx.publish({ type: 'drivers.changed' });
  await tx.db
    .updateTable('load_fees')
    .set({ document_id: null })
    .where('company_id', '=', tx.companyId)
    .where('load_id', '=', loadId)
    .where('document_id', '=', id)
    .execute();
  await tellLoad(ctx, tx, loadId, 'document.removed', { kind: found.kind as DocumentKind, fileName: found.file_name });
}
