import { sql } from 'kysely';
import { z } from 'zod';
import { clearAuditTexts } from '../../lib/db/audit.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { companyFolder } from '../../lib/files/files.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { revokeAccess } from '../email-accounts/give-back.service.ts';

const rowsAtOnce = 2_000;

/**
 * What goes with a company, parts before wholes. Stops, fees, notes and the like follow their load. Figures come last: every
 * load that goes leaves a line among the deltas.
 */
const tables = [
  'documents',
  'load_events',
  'loads',
  'load_counters',
  'email_history',
  'emails',
  'email_holds',
  'email_templates',
  'email_secrets',
  'email_accounts',
  'broker_contacts',
  'brokers',
  'drivers',
  'trucks',
  'trailers',
  'saved_views',
  'referrals',
  'referral_links',
  'limit_uses',
  'data_imports',
  'company_exports',
  'load_figure_deltas',
  'load_day_figures',
  'load_month_figures',
  'load_day_totals',
] as const;

/** Nobody is left in the company: its record and its files go, bit by bit, so that no other company waits for it. */
export const emptyCompanyRecord = defineJob({
  name: 'maintenance.empty_company',
  payload: z.object({ companyId: z.uuid() }),
  attempts: 25,
  async run({ platform, transaction, signal, log }, { companyId }) {
    await transaction(companyId, endMail);
    for (const accountId of await transaction(companyId, listOpenMailboxes)) {
      // Once is enough here: the provider may be away for long, and what opened the mailbox goes below in any case.
      await revokeAccess(platform, companyId, accountId).catch((error: unknown) =>
        log.warn({ err: error }, 'a mailbox was not given back'),
      );
    }
    // Work that had begun before may still leave a row behind those that are gone already.
    for (let removedInPass = 1; removedInPass > 0; ) {
      removedInPass = 0;
      await transaction(companyId, endImports);
      for (const table of tables) {
        for (let removed = 1; removed > 0; removedInPass += removed) {
          // Tried again from here by the next attempt.
          signal.throwIfAborted();
          removed = await transaction(companyId, (tx) => removeSome(tx, table));
        }
      }
    }
    for (let seq: number | null = 0; seq !== null; ) {
      const after: number = seq;
      seq = await transaction(companyId, (tx) => clearAuditTexts(tx, after));
    }
    await transaction(companyId, endMail);
    for await (const { key } of platform.files.list(companyFolder(companyId))) await platform.files.remove(key);
    log.info('a deleted company’s record is gone');
  },
});

/** Waits for the batch that a running import is in; no other begins after it. */
async function endImports({ db, companyId }: TenantTx): Promise<void> {
  await db.updateTable('data_imports').set({ state: 'CANCELLED' }).where('company_id', '=', companyId).execute();
}

/** What waits in the queue is the queue's, not the company's: it is named by the company's id. */
async function endMail({ db, companyId }: TenantTx): Promise<void> {
  await db.deleteFrom('mail_queue').where('of_company', '=', companyId).execute();
  await db.deleteFrom('mail_lanes').where('of_company', '=', companyId).execute();
  await db.deleteFrom('mail_schedule').where('of_company', '=', companyId).execute();
  await db.deleteFrom('signature_images').where('belongs_to', '=', companyId).execute();
}

async function listOpenMailboxes({ db, companyId }: TenantTx): Promise<string[]> {
  const rows = await db.selectFrom('email_secrets').where('company_id', '=', companyId).distinct().select('account_id').execute();
  return rows.map(({ account_id }) => account_id);
}

async function removeSome({ db, companyId }: TenantTx, table: (typeof tables)[number]): Promise<number> {
  // Partners point at each other.
  if (table === 'drivers') await db.updateTable('drivers').set({ team_partner_id: null }).where('company_id', '=', companyId).execute();
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where company_id = ${companyId} limit ${rowsAtOnce})) and company_id = ${companyId}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
