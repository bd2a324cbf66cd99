import type { AdminBilling } from '@headhaul/contracts/admin-billing';
import { sql } from 'kysely';
import type { Ctx } from '../../lib/http/guards.ts';

const shownLines = 100;

/**
 * Reads all companies in one pass with `billing_standings`, which reads each company under row-level security and checks the staff
 * role again. It runs in its own transaction, because the pass sets the current company and that setting must end with it.
 */
export async function getAdminBilling({ platform, actor }: Ctx): Promise<AdminBilling> {
  const { rows } = await platform.db.transaction((db) =>
    sql<{ report: AdminBilling }>`
      with standings as materialized (select * from billing_standings(${actor.userId}))
      select json_build_object(
        'plans', (select coalesce(json_agg(p), '[]') from (
          select subscription_type as "subscriptionType", status, count(*)::int as companies, sum(seats)::int as seats
          from standings group by 1, 2 order by 1, 2) p),
        'trialsEnding', (select coalesce(json_agg(t), '[]') from (
          select of_company as "companyId", company_name as "companyName", paid_until as "endsAt", users
          from standings where subscription_type = 'FREE_TRIAL' and paid_until between now() and now() + interval '7 days'
          order by paid_until, of_company limit ${shownLines}) t),
        'failedPayments', (select coalesce(json_agg(f), '[]') from (
          select of_company as "companyId", company_name as "companyName", subscription_type as "subscriptionType",
            unpaid_since as since, paid_until as "paidUntil"
          from standings where unpaid_since is not null order by unpaid_since, of_company limit ${shownLines}) f),
        'rewards', (select coalesce(json_agg(r), '[]') from (
          select of_company as "companyId", company_name as "companyName", given.*
          from standings, jsonb_to_recordset(rewards)
            as given (kind text, days int, cents int, at timestamptz, "takenBackAt" timestamptz)
          order by given.at desc, of_company limit ${shownLines}) r)) as report`.execute(db),
  );
  const [row] = rows;
  if (!row) throw new Error('no report');
  return row.report;
}
