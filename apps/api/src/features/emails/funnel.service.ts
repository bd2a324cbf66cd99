import type { FunnelLine } from '@headhaul/contracts/mail/emails';
import { addDays, wallToInstant } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import type { z } from 'zod';
import { personNameText } from '../../lib/db/person-name.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { longestWaitMs } from './email-list.service.ts';
import { isPrivateTo } from './email-row.ts';

const mostDays = 92;
const dayMs = 86_400_000;
/** Freight is asked for and booked within this time. Later mails are not read to find out which mail won a load. */
const askingMs = 31 * dayMs;
type Line = z.infer<typeof FunnelLine>;

interface FunnelQuery {
  from: string;
  to: string;
  by: 'TEMPLATE' | 'DISPATCHER' | 'HOUR';
  userId?: string[] | undefined;
}

/** How mails are grouped. The hour is in the company's time zone. */
const groups = {
  TEMPLATE: {
    column: 'template_id',
    key: `coalesce(m.template_id::text, '')`,
    name: `coalesce(max(m.template_name), case when m.template_id is null then 'No template' else 'Private template' end)`,
  },
  DISPATCHER: { column: 'user_id', key: 'm.user_id::text', name: `(select ${personNameText('u')} from users u where u.id = m.user_id)` },
  HOUR: { column: 'hour', key: 'm.hour', name: `m.hour || ':00'` },
};

/**
 * Every step counts mails, and only mails of the step before.
 * sent: the mail left in these days.
 * answered: somebody marked an answer, or the mail won its load. A broker who gave us the load has answered.
 * booked: the mail won its load. The last mail about a load that left before the booking wins it, whoever wrote it. So a load counts once
 *   however often it was asked for, and mails after the booking win nothing. A mail about a row of a load board has no load. Its load is
 *   the first one that was booked with the same fingerprint.
 * withRc: the booked load has a rate confirmation, as a number or a file.
 * A load that was cancelled after it was booked counts as booked. Drafts and loads in the bin don't.
 */
export function getEmailFunnel(
  { actor, transaction }: Ctx,
  { from, to, by, userId }: FunnelQuery,
): Promise<{ total: Line; lines: Line[] }> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (!(days >= 1 && days <= mostDays)) {
    throw new AppError('validation_failed', { errors: [{ path: 'query.to', message: `Choose 1 to ${mostDays} days` }] });
  }
  return transaction(async (tx) => {
    const { time_zone: zone } = await tx.db
      .selectFrom('companies')
      .where('company_id', '=', tx.companyId)
      .select('time_zone')
      .executeTakeFirstOrThrow();
    const start = new Date(wallToInstant(from, '00:00', zone));
    const end = new Date(wallToInstant(addDays(to, 1), '00:00', zone));
    const lastAsked = new Date(end.getTime() + askingMs);
    const { column, key, name } = groups[by];
    const isTheirs = userId === undefined ? sql`true` : sql`m.user_id = any(${userId}::uuid[])`;
    const isBooked = sql.raw(`l.deleted_at is null and l.booked_at is not null and l.status not in ('DRAFT', 'DISCARDED')`);
    // No index finds a load by its fingerprint, so one JSON value maps fingerprints to loads, and `row_number` finds the mail that won. As
    // joins, both took minutes when the planner misjudged the number of rows. The value has only fingerprints that mails asked about, so
    // its size depends on the number of mails, not of loads.
    const { rows } = await sql<Line>`
      with sent as materialized (
        select e.id, e.user_id, e.template_id, case when ${isPrivateTo(actor.userId)} then null else e.template_name end as template_name,
          e.sent_at, e.answer, e.load_id, e.fingerprint
        from emails e join email_accounts a on a.company_id = e.company_id and a.id = e.account_id
        where e.company_id = ${tx.companyId} and e.kind = 'BROKER' and e.state = 'SENT' and e.sent_at >= ${start} and e.sent_at < ${lastAsked}
          and e.created_at >= ${new Date(start.getTime() - longestWaitMs)} and e.created_at < ${lastAsked}),
      asked as materialized (
        select jsonb_object_agg(e.fingerprint, true) as fingerprints from sent e where e.load_id is null and e.fingerprint is not null),
      boards as materialized (
        select jsonb_object_agg(l.board_fingerprint, l.id order by l.booked_at desc, l.id desc) as first_booked from loads l
        where l.company_id = ${tx.companyId} and l.board_fingerprint is not null and l.booked_day >= ${addDays(from, -1)} and ${isBooked}
          and jsonb_exists((select fingerprints from asked), l.board_fingerprint)),
      mails as (
        select e.user_id, e.template_id, e.template_name, to_char(e.sent_at at time zone ${zone}, 'HH24') as hour, e.sent_at, e.answer,
          l.id is not null and row_number() over (partition by l.id order by e.sent_at desc, e.id desc) = 1 as has_won,
          l.rc is not null or l.has_rc as has_rc
        from sent e left join loads l on l.company_id = ${tx.companyId} and ${isBooked} and l.booked_at > e.sent_at
          and l.id = coalesce(e.load_id, ((select first_booked from boards) ->> e.fingerprint)::uuid))
      select ${sql.raw(key)} as key, ${sql.raw(name)} as name, count(*)::int as sent,
        count(*) filter (where m.answer is not null or m.has_won)::int as answered,
        count(*) filter (where m.has_won)::int as booked, count(*) filter (where m.has_won and m.has_rc)::int as "withRc"
      from mails m where m.sent_at < ${end} and ${isTheirs}
      group by m.${sql.raw(column)} order by ${by === 'HOUR' ? sql`1` : sql`3 desc, 2`} limit 500`.execute(tx.db);
    const sum = (field: 'sent' | 'answered' | 'booked' | 'withRc') => rows.reduce((total, row) => total + row[field], 0);
    const total = { key: 'total', name: 'All', sent: sum('sent'), answered: sum('answered'), booked: sum('booked'), withRc: sum('withRc') };
    return { total, lines: rows };
  });
}
