import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { emptyCompanyRecord } from './empty-company.jobs.ts';
import { startForgetting } from './forget-person.jobs.ts';

const peopleAtOnce = 500;

/**
 * Deletes accounts whose person never proved the address: after 30 days without a sign-in, if they have no company but the empty one that
 * every account gets. The address may be somebody else's, who never asked for an account. The database function decides, this only asks.
 */
export const sweepUnproven = defineJob({
  name: 'profile.sweep_unproven',
  payload: z.object({}),
  attempts: 5,
  cron: '53 7 * * *',
  async run({ platform, transaction, signal, log }) {
    let removed = 0;
    for (let last: { at: string; id: string } | undefined, page = peopleAtOnce; page === peopleAtOnce; ) {
      const after = last ?? { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
      const { rows } = await sql<{ id: string; companyId: string; at: string }>`
        select id, current_company_id as "companyId", created_at::text as at from users
        where email_proven_at is null and deleted_at is null and created_at < now() - interval '30 days'
          and (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
        order by created_at, id limit ${peopleAtOnce}`.execute(platform.db.global);
      for (const { id, companyId } of rows) {
        signal.throwIfAborted();
        removed += await transaction(companyId, async (tx) => {
          const { rows: answer } = await sql<{ isDeleted: boolean }>`
            select delete_unproven_account(${id}, ${companyId}) as "isDeleted"`.execute(tx.db);
          if (answer[0]?.isDeleted !== true) return 0;
          tx.audit({ action: 'account.deleted', actorId: null, detail: { userId: id } });
          await emptyCompanyRecord(tx, { companyId });
          await startForgetting(tx, id);
          return 1;
        });
      }
      page = rows.length;
      last = rows.at(-1);
    }
    log.info({ removed }, 'accounts that nobody proved are removed');
  },
});
