import { z } from 'zod';
import { fileKey } from '../../lib/files/files.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { removeSome } from './trash.ts';

/** Removes the documents of loads that were deleted before somebody emptied the trash. A load restored in the meantime keeps its own. */
export const emptyTrashOf = defineJob({
  name: 'documents.empty_trash',
  payload: z.object({ companyId: z.uuid(), actorId: z.uuid(), askedAt: z.iso.datetime() }),
  attempts: 10,
  async run({ platform, transaction, signal }, { companyId, actorId, askedAt }) {
    let afterId: string | null = null;
    do {
      signal.throwIfAborted();
      // Each goes on behind the one before. From the start it would walk again over all loads whose documents are gone.
      const { lastId, documentIds } = await transaction(companyId, (tx) => removeSome(tx, actorId, askedAt, afterId));
      // If this fails, the nightly sweep does it.
      for (const id of documentIds) await platform.files.remove(fileKey(companyId, 'documents', id)).catch(() => {});
      afterId = lastId;
    } while (afterId !== null);
  },
});
