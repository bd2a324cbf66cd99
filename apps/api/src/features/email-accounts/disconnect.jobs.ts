import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { findDisconnected, revokeAccess } from './give-back.service.ts';
import { deleteSecrets } from './secrets/secret-store.service.ts';

/** Revokes our access to a disconnected mailbox and deletes its secrets, even if the provider never answers. */
export const giveBackMailbox = defineJob({
  name: 'email_accounts.give_back',
  payload: z.object({ companyId: z.uuid(), accountId: z.uuid() }),
  attempts: 10,
  async run({ platform, transaction, log, isLastAttempt }, { companyId, accountId }) {
    try {
      await revokeAccess(platform, companyId, accountId);
    } catch (error) {
      if (!isLastAttempt) throw error;
      log.warn({ err: error }, 'the provider did not take a mailbox’s access back; what opened it is deleted all the same');
    }
    await transaction(companyId, async (tx) => {
      if (await findDisconnected(tx, accountId)) await deleteSecrets(tx, accountId);
    });
  },
});
