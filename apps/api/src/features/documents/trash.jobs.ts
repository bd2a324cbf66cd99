import { z } from 'zod';
import { fileKey } from '../../lib/files/files.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { loadsAtOnce, removeSome } from './trash.ts';

/** Removes the documents of loads that were deleted before somebody emptied the trash. A load restored in the meantime keeps its own. */
export const emptyTrashOf = defineJob({
  name: 'documents.empty_trash',
  payload: z.object({ companyId: z.uuid(), actorId: z.uuid(), askedAt: z.iso.datetime() }),
  attempts: 10,
  async run({ platform, transaction, signal }, { companyId, actorId, askedAt }) {
    for (let loads = loadsAtOnce; loads === loadsAtOnce; ) {
      signal.throwIfAborted();
      const removed = await transaction(companyId, (tx) => removeSome(tx, actorId, askedAt));
      // If this fails, the nightly sweep does it.
      for (const id of removed.documentIds) await platform.files.remove(fileKey(companyId, 'documents', id)).catch(() => {});
      loads = removed.loads;
    }
  },
});
