import { z } from 'zod';
import { fileKey } from '../../lib/files/files.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { uncountFiles } from './import-files.service.ts';

/** Removes the file of an import that is over. The file counts against the company's storage until then. */
export const removeImportFile = defineJob({
  name: 'data_transfer.remove_import_file',
  payload: z.object({ companyId: z.uuid(), importId: z.uuid() }),
  attempts: 8,
  async run({ platform, transaction }, { companyId, importId }) {
    await platform.files.remove(fileKey(companyId, 'imports', importId));
    await transaction(companyId, (tx) => uncountFiles(tx, [importId]));
  },
});
