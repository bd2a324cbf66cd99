import { z } from 'zod';
import { freshMinutes } from './constants.ts';
import { empty, endpoints, file, form } from './http/endpoint.ts';
import { Instant } from './http/field.ts';

export const DocumentKind = z.enum([
  'RATE_CONFIRMATION',
  'BOL',
  'POD',
  'LUMPER',
  'DETENTION',
  'SCALE_TICKET',
  'INVOICE',
  'CDL',
  'MEDICAL_CARD',
  'OTHER',
]);
export type DocumentKind = z.infer<typeof DocumentKind>;

export const documentKindLabels: Record<DocumentKind, string> = {
  RATE_CONFIRMATION: 'Rate con',
  BOL: 'BOL',
  POD: 'POD',
  LUMPER: 'Lumper receipt',
  DETENTION: 'Detention',
  SCALE_TICKET: 'Scale ticket',
  INVOICE: 'Invoice',
  CDL: 'CDL',
  MEDICAL_CARD: 'Medical card',
  OTHER: 'Other',
};

export const maxDocumentBytes = 15 * 1024 * 1024;

export const LoadDocument = z.object({
  id: z.uuid(),
  kind: DocumentKind,
  fileName: z.string(),
  contentType: z.enum(['application/pdf', 'image/jpeg', 'image/png', 'image/webp']),
  sizeBytes: z.int(),
  uploadedByName: z.string().nullable(),
  createdAt: Instant,
});
export type LoadDocument = z.infer<typeof LoadDocument>;

const OwnerParams = z.object({ id: z.uuid() });
const DocumentParams = z.object({ documentId: z.uuid() });
const upload = form(z.object({ kind: DocumentKind }), ['file'], maxDocumentBytes);

export const documentEndpoints = endpoints({
  uploadLoadDocument: {
    method: 'POST',
    path: '/loads/{id}/documents',
    summary: 'Add a document to a load: PDF or picture',
    cost: 10,
    params: OwnerParams,
    body: upload,
    reply: LoadDocument,
    // The file is stored before its row. A transaction that stays open during the upload would use up the connection pool.
    idempotency: 'none',
  },
  uploadDriverDocument: {
    method: 'POST',
    path: '/drivers/{id}/documents',
    summary: 'Add a document to a driver: PDF or picture',
    cost: 10,
    params: OwnerParams,
    body: upload,
    reply: LoadDocument,
    idempotency: 'none',
  },
  listDriverDocuments: {
    method: 'GET',
    path: '/drivers/{id}/documents',
    summary: 'A driver’s documents',
    params: OwnerParams,
    reply: z.object({ documents: z.array(LoadDocument) }),
  },
  getDocumentContent: {
    method: 'GET',
    path: '/documents/{documentId}/content',
    summary: 'The file itself, to be saved or shown in a sandboxed frame',
    cost: 2,
    params: DocumentParams,
    reply: file,
  },
  removeDocument: {
    method: 'DELETE',
    path: '/documents/{documentId}',
    summary: 'Remove a document',
    params: DocumentParams,
    cost: 2,
    reply: empty,
  },
  emptyTrash: {
    method: 'POST',
    path: '/documents/empty-trash',
    summary: 'Delete the documents of all deleted loads; the loads stay and can still be restored',
    cost: 4,
    freshWithinMinutes: freshMinutes,
    reply: empty,
  },
});
