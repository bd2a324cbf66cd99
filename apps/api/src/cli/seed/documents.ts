import type { DocumentKind } from '@headhaul/contracts/documents';
import { sha256 } from '../../lib/auth/crypto.ts';
import type { FileStore } from '../../lib/files/file-store.ts';
import { fileKey } from '../../lib/files/files.ts';

interface SeedDocument {
  id: string;
  kind: DocumentKind;
  lines: string[];
}

const titles: Partial<Record<DocumentKind, string>> = {
  RATE_CONFIRMATION: 'Rate confirmation',
  BOL: 'Bill of lading',
  POD: 'Proof of delivery',
};

/** A minimal PDF: one page with a few lines of text. */
export function writeDocument({ kind, lines }: SeedDocument): Uint8Array {
  const toPdfText = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/[\\()]/g, '\\$&');
  const text = [titles[kind] ?? kind, ...lines]
    .map((line, index) => `${index === 0 ? '/F1 20 Tf' : '/F1 12 Tf'} (${toPdfText(line)}) Tj 0 -24 Td`)
    .join('\n');
  const stream = `BT 60 700 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = body.length;
  body += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

/** Stores the files. Their rows are inserted together with the loads, in one transaction. */
export async function storeDocuments(
  files: FileStore,
  companyId: string,
  documents: readonly (SeedDocument & { bytes: Uint8Array })[],
): Promise<void> {
  const waiting = [...documents];
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let doc = waiting.pop(); doc; doc = waiting.pop()) {
        await files.put(fileKey(companyId, 'documents', doc.id), doc.bytes, { contentType: 'application/pdf' });
      }
    }),
  );
}

export function toDocumentRow(
  companyId: string,
  loadId: string,
  doc: SeedDocument & { bytes: Uint8Array; fileName: string; atMs: number },
  userId: string,
) {
  return {
    company_id: companyId,
    id: doc.id,
    load_id: loadId,
    kind: doc.kind,
    file_name: doc.fileName,
    content_type: 'application/pdf',
    size_bytes: doc.bytes.length,
    // Rows are sent to the database as JSON, so the hash is written as hex text.
    sha256: `\\x${sha256(doc.bytes).toString('hex')}` as never,
    uploaded_by: userId,
    created_at: new Date(doc.atMs).toISOString(),
  };
}
