import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import type { ListedFile } from '../../lib/files/file-store.ts';
import { allFiles, type FileKind, readKey } from '../../lib/files/files.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { uncountFiles } from '../data-transfer/import-files.service.ts';

/** A file is stored before its row, so a younger file may still be waiting for its row. */
const minAgeMs = 24 * 60 * 60 * 1_000;
const batchFiles = 500;

/** Which of these ids have a row that still needs its file. */
export const wantedIds: Record<FileKind, (tx: TenantTx, ids: string[]) => Promise<{ id: string }[]>> = {
  documents: (tx, ids) =>
    tx.db
      .selectFrom('documents')
      .where('company_id', '=', tx.companyId)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .select('id')
      .execute(),
  imports: (tx, ids) =>
    tx.db
      .selectFrom('data_imports')
      .where('company_id', '=', tx.companyId)
      .where('id', 'in', ids)
      .where(sql<boolean>`(state = 'RUNNING' or (state = 'UPLOADED' and created_at > now() - interval '7 days'))`)
      .select('id')
      .execute(),
  exports: (tx, ids) =>
    tx.db
      .selectFrom('company_exports')
      .where('company_id', '=', tx.companyId)
      .where('id', 'in', ids)
      .where('state', '=', 'READY')
      .select('id')
      .execute(),
  signatures: (tx, ids) =>
    tx.db
      .selectFrom('signature_images')
      .where('belongs_to', '=', tx.companyId)
      .where('image_key', 'in', ids)
      .select('image_key as id')
      .execute(),
};

/** Removes files that no row points to: from broken uploads, from removals while the store was down, from deleted companies. */
export const sweepFiles = defineJob({
  name: 'maintenance.files',
  payload: z.object({}),
  attempts: 5,
  cron: '41 8 * * *',
  async run({ platform, log, signal, transaction }) {
    let removed = 0;
    for await (const { companyId, kind, ids } of batchesOf(platform.files.list(allFiles))) {
      if (signal.aborted) return;
      const wanted = new Set(
        (
          await transaction(companyId, (tx) =>
            wantedIds[kind](
              tx,
              ids.map(({ id }) => id),
            ),
          )
        ).map(({ id }) => id),
      );
      const unwanted = ids.filter(({ id }) => !wanted.has(id));
      for (const { key } of unwanted) await platform.files.remove(key);
      removed += unwanted.length;
      if (kind === 'imports' && unwanted.length > 0) {
        await transaction(companyId, (tx) =>
          uncountFiles(
            tx,
            unwanted.map(({ id }) => id),
          ),
        );
      }
    }
    log.info({ removed }, 'files without a row are removed');
  },
});

interface Batch {
  companyId: string;
  kind: FileKind;
  ids: { id: string; key: string }[];
}

/** The store lists files by name, so the files of one company and kind follow one another. */
async function* batchesOf(files: AsyncIterable<ListedFile>): AsyncGenerator<Batch> {
  let batch: Batch | undefined;
  for await (const { key, modifiedAt } of files) {
    if (Date.now() - modifiedAt.getTime() < minAgeMs) continue;
    const read = readKey(key);
    if (!read) continue;
    const { companyId, kind, id } = read;
    if (batch && (batch.companyId !== companyId || batch.kind !== kind || batch.ids.length === batchFiles)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { companyId, kind, ids: [] };
    batch.ids.push({ id, key });
  }
  if (batch) yield batch;
}
