import type { BoardDay } from '@headhaul/contracts/boards/postings';
import { sql } from 'kysely';
import type { Ctx } from '../../lib/http/guards.ts';
import { longestWaitMs } from '../emails/email-list.service.ts';

/** The day began at most 25 hours ago, when a clock was set back. The rest is for a database whose clock differs from ours. */
const longestDayMs = 48 * 3_600_000;

/** The day is the company's. A mail that was taken back hasn't left, and a load in the trash isn't saved. */
export function getBoardDay({ actor, transaction }: Ctx): Promise<BoardDay> {
  return transaction(async (tx) => {
    // A plain value, so that the planner opens only the daily partitions of these mails. It doesn't know when the day began.
    const oldest = new Date(Date.now() - longestDayMs - longestWaitMs);
    const { rows } = await sql<BoardDay>`
      with day as (
        select date_trunc('day', now() at time zone time_zone) at time zone time_zone as began from companies where company_id = ${tx.companyId}
      )
      select
        (select count(*)::int from emails e where e.company_id = ${tx.companyId} and e.user_id = ${actor.userId} and e.kind = 'BROKER'
          and e.created_at > ${oldest} and e.created_at > day.began - ${longestWaitMs} * interval '1 millisecond' and e.sent_at >= day.began) as emailed,
        (select count(*)::int from loads l where l.company_id = ${tx.companyId} and l.created_by = ${actor.userId}
          and l.created_at >= day.began and l.board_snapshot is not null and l.deleted_at is null) as saved
      from day`.execute(tx.db);
    const [row] = rows;
    if (row === undefined) throw new Error('the company is not there');
    return row;
  });
}
