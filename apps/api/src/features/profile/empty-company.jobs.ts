import { sql } from 'kysely';
import { z } from 'zod';
import { clearAuditTexts } from '../../lib/db/audit.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { companyFolder } from '../../lib/files/files.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { revokeAccess } from '../email-accounts/give-back.service.ts';

const rowsAtOnce = 2_000;

/**
 * The tables that are emptied with a company, dependent rows first. Stops, fees, notes and the like are deleted with their load.
 * The figures come last, because every deleted load adds a row to the deltas.
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
  'factor_lists',
  'factor_checks',
  'factor_keys',
  'broker_contacts',
  'brokers',
  'drivers',
  'trucks',
  'trailers',
  'saved_views',
  // Every deleted filter counts as a change, so the counts come after.
  'board_filter_choices',
  'board_filters',
  'board_filter_revisions',
  'taught_pages',
  'layout_reports',
  'referrals',
  'referral_links',
  'limit_uses',
  'data_imports',
  'company_exports',
  'load_figure_deltas',
  'load_day_figures',
  'load_month_figures',
  'load_day_totals',
  'broker_figure_deltas',
  'broker_figures',
  'broker_lane_figures',
  'broker_figure_dates',
] as const;

/** Deletes the data and the files of a company without members, in small steps, so that no other company has to wait. */
export const emptyCompanyRecord = defineJob({
  name: 'maintenance.empty_company',
  payload: z.object({ companyId: z.uuid() }),
  attempts: 25,
  async run({ platform, transaction, signal, log }, { companyId }) {
    await transaction(companyId, endMail);
    for (const accountId of await transaction(companyId, listOpenMailboxes)) {
      // One try is enough here: the provider may be down for long, and the stored credentials are deleted below anyway.
      await revokeAccess(platform, companyId, accountId).catch((error: unknown) =>
        log.warn({ err: error }, 'a mailbox was not given back'),
      );
    }
    // Work that had begun earlier may still add a row to a table that is already empty, so repeat until nothing is left.
    for (let removedInPass = 1; removedInPass > 0; ) {
      removedInPass = 0;
      await transaction(companyId, endImports);
      for (const table of tables) {
        for (let removed = 1; removed > 0; removedInPass += removed) {
          // The next attempt starts over.
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

/** Waits for the current batch of a running import. No further batch begins. */
async function endImports({ db, companyId }: TenantTx): Promise<void> {
  await db.updateTable('data_imports').set({ state: 'CANCELLED' }).where('company_id', '=', companyId).execute();
}

/** Rows in tables that are not the company's own and only refer to it by id. */
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
  // Team partners refer to each other.
  if (table === 'drivers') await db.updateTable('drivers').set({ team_partner_id: null }).where('company_id', '=', companyId).execute();
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where company_id = ${companyId} limit ${rowsAtOnce})) and company_id = ${companyId}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
