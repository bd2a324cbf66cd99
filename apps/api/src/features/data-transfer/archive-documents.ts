import { type DocumentKind, documentKindLabels } from '@headhaul/contracts/documents';
import { sql } from 'kysely';
import type { ReadInTransaction } from '../../lib/db/table-pages.ts';
import { trimFileName } from '../../lib/files/file-name.ts';
import type { FileStore, StoredFile } from '../../lib/files/file-store.ts';
import { fileKey } from '../../lib/files/files.ts';
import type { ZipEntry } from '../../lib/files/zip.ts';

const pageDocuments = 500;
/** Files are requested ahead of their turn: a remote store answers slowly, but answers many requests at once. */
const openAhead = 8;

interface ArchivedDocument {
  id: string;
  kind: DocumentKind;
  fileName: string;
  loadNumber: string | null;
  driverName: string | null;
}

async function* readDocuments(transaction: ReadInTransaction): AsyncGenerator<ArchivedDocument> {
  let after: string | undefined;
  do {
    const { rows } = await transaction((tx) =>
      sql<ArchivedDocument>`
        select p.id, p.kind, p.file_name as "fileName", l.load_number as "loadNumber", trim(d.name || ' ' || d.family_name) as "driverName"
        from documents p
          left join loads l on l.company_id = p.company_id and l.id = p.load_id
          left join drivers d on d.company_id = p.company_id and d.id = p.driver_id
        where p.company_id = ${tx.companyId} and p.deleted_at is null ${after === undefined ? sql`` : sql`and p.id > ${after}`}
        order by p.id limit ${pageDocuments}`.execute(tx.db),
    );
    yield* rows;
    after = rows.length === pageDocuments ? rows.at(-1)?.id : undefined;
  } while (after !== undefined);
}

/** A folder or file name that every operating system accepts. */
function toPathName(text: string): string {
  return trimFileName(text.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_')).slice(0, 100) || '_';
}

function toPath({ kind, fileName, loadNumber, driverName }: ArchivedDocument, used: Set<string>): string {
  const folder = loadNumber === null ? `documents/drivers/${toPathName(driverName ?? '')}` : `documents/loads/${toPathName(loadNumber)}`;
  const [, base = fileName, ending = ''] = /^(.*)(\.\w+)$/.exec(fileName) ?? [];
  for (let copy = 1; ; copy++) {
    const name = `${folder}/${toPathName(`${documentKindLabels[kind]}, ${base}`)}${copy === 1 ? '' : ` (${copy})`}${ending}`;
    // Some file systems ignore case.
    if (used.has(name.toLowerCase())) continue;
    used.add(name.toLowerCase());
    return name;
  }
}

/** All documents in folders by load and driver. A document whose file is missing is listed at the end and does not fail the export. */
export async function* listDocuments(transaction: ReadInTransaction, files: FileStore, companyId: string): AsyncGenerator<ZipEntry> {
  const used = new Set<string>();
  const missing: string[] = [];
  const opened: { doc: ArchivedDocument; file: Promise<StoredFile | null> }[] = [];
  const documents = readDocuments(transaction);
  try {
    for (;;) {
      while (opened.length < openAhead) {
        const next = await documents.next();
        if (next.done) break;
        const file = files.get(fileKey(companyId, 'documents', next.value.id));
        // The failure is handled at this file's turn. Until then it must not count as an unhandled rejection.
        file.catch(() => {});
        opened.push({ doc: next.value, file });
      }
      const first = opened.shift();
      if (!first) break;
      const file = await first.file;
      const name = toPath(first.doc, used);
      if (file) yield { name, content: file.content, isPacked: true };
      else missing.push(name);
    }
  } finally {
    for (const { file } of opened) await file.then((one) => one?.content.destroy()).catch(() => {});
  }
  if (missing.length > 0) yield { name: 'documents/Missing files.txt', content: Buffer.from(`${missing.join('\r\n')}\r\n`) };
}
