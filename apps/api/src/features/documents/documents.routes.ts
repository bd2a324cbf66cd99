import { documentEndpoints } from '@headhaul/contracts/documents';
import { signedIn, teamOwner } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { getDocumentContent, listDriverDocuments, removeDocument, uploadDriverDocument, uploadLoadDocument } from './documents.service.ts';
import { emptyTrash } from './trash.service.ts';

export function documentRoutes(app: App): void {
  implement(app, documentEndpoints, {
    uploadLoadDocument: signedIn(({ ctx, params, body }) => uploadLoadDocument(ctx, params.id, body)),
    uploadDriverDocument: signedIn(({ ctx, params, body }) => uploadDriverDocument(ctx, params.id, body)),
    listDriverDocuments: signedIn(({ ctx, params }) => listDriverDocuments(ctx, params.id)),
    getDocumentContent: signedIn(({ ctx, params }) => getDocumentContent(ctx, params.documentId)),
    removeDocument: signedIn(({ ctx, params }) => removeDocument(ctx, params.documentId)),
    emptyTrash: teamOwner(({ ctx }) => emptyTrash(ctx)),
  });
}
