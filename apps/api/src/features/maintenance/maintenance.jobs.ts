import { boardHealthDays } from '@headhaul/contracts/boards/health';
import { layoutReportDays } from '@headhaul/contracts/boards/layout-reports';
import { securityEventDays } from '@headhaul/contracts/constants';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';

/** Creates the partitions for the coming days and months, and drops those past their retention. */
export const keepPartitions = defineJob({
  name: 'maintenance.partitions',
  payload: z.object({}),
  attempts: 5,
  cron: '7 * * * *',
  async run({ platform }) {
    const db = platform.db.global;
    await sql`select ensure_partitions('idempotency_keys', 'day', 3, 2)`.execute(db);
    await sql`select ensure_partitions('live_events', 'day', 3, 2)`.execute(db);
    // Mails are shown for 13 months.
    await sql`select ensure_partitions('emails', 'day', 7, 400)`.execute(db);
    await sql`select ensure_partitions('email_history', 'day', 7, 400)`.execute(db);
    await sql`select ensure_partitions('security_events', 'day', 7, ${securityEventDays})`.execute(db);
    await sql`select ensure_partitions('board_health', 'day', 7, ${boardHealthDays})`.execute(db);
    await sql`select ensure_partitions('layout_reports', 'day', 7, ${layoutReportDays})`.execute(db);
    // The audit log and the load history are kept forever.
    await sql`select ensure_partitions('audit_log', 'month', 3, null)`.execute(db);
    await sql`select ensure_partitions('load_events', 'month', 3, null)`.execute(db);
  },
});

/** Deletes expired codes, sessions and old worker heartbeats. Secrets that can no longer be used are not kept. */
export const sweepSessions = defineJob({
  name: 'maintenance.sessions',
  payload: z.object({}),
  attempts: 5,
  cron: '23 * * * *',
  async run({ platform }) {
    const db = platform.db.global;
    await db.deleteFrom('one_time_codes').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute();
    await db.deleteFrom('email_codes').where('expires_at', '<', sql<Date>`now()`).execute();
    await db.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now() - interval '30 days'`).execute();
    await db.deleteFrom('worker_heartbeats').where('beat_at', '<', sql<Date>`now() - interval '1 day'`).execute();
  },
});
