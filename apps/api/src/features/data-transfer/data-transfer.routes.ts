import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { signedIn, teamOwner } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { getCompanyExportContent, listCompanyExports, removeCompanyExport, startCompanyExport } from './company-export.service.ts';
import { previewImport } from './import-run.service.ts';
import { cancelImport, getImport, getImportProblems, listImports, startImport, uploadImport } from './imports.service.ts';
import { exportLoads } from './load-export.service.ts';

export function dataTransferRoutes(app: App): void {
  implement(app, dataTransferEndpoints, {
    uploadImport: signedIn(({ ctx, body }) => uploadImport(ctx, body.file)),
    listImports: signedIn(({ ctx }) => listImports(ctx)),
    getImport: signedIn(({ ctx, params }) => getImport(ctx, params.id)),
    previewImport: signedIn(({ ctx, params, body }) => previewImport(ctx, params.id, body.mapping)),
    startImport: signedIn(({ ctx, params, body }) => startImport(ctx, params.id, body.mapping)),
    cancelImport: signedIn(({ ctx, params }) => cancelImport(ctx, params.id)),
    getImportProblems: signedIn(({ ctx, params }) => getImportProblems(ctx, params.id)),
    exportLoads: signedIn(({ ctx, query }) => exportLoads(ctx, query)),
    startCompanyExport: teamOwner(({ ctx }) => startCompanyExport(ctx)),
    listCompanyExports: teamOwner(({ ctx }) => listCompanyExports(ctx)),
    getCompanyExportContent: teamOwner(({ ctx, params }) => getCompanyExportContent(ctx, params.id)),
    removeCompanyExport: teamOwner(({ ctx, params }) => removeCompanyExport(ctx, params.id)),
  });
}
