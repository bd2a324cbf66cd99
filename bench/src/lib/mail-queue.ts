import type pg from 'pg';

const companies = 20;
const mailboxesOfOne = 100;
export const mailboxCount = companies * mailboxesOfOne;

/**
 * Companies with many mailboxes each. Every lane (mailbox) gets one mail, so the pace of a single mailbox does not limit the measurement.
 */
export async function seedMailboxes(admin: pg.Pool): Promise<void> {
  await admin.query(`
    insert into company_directory (id) select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid from generate_series(1, ${companies}) n`);
  await admin.query(`
    insert into companies (company_id, name, paid_until) select id, 'Bench freight', now() + interval '1 day' from company_directory`);
  await admin.query(`
    insert into users (id, email, current_company_id, email_proven_at) select id, id || '@bench.example', id, now() from company_directory`);
  await admin.query(`
    insert into memberships (company_id, id, user_id, role) select id, gen_random_uuid(), id, 'owner' from company_directory`);
  await admin.query(`
    insert into email_accounts (company_id, id, user_id, provider, address, display_name, status, daily_cap)
    select d.id, gen_random_uuid(), d.id, 'google', n || '-' || d.id || '@bench.example', 'Bench', 'CONNECTED', 2000
    from company_directory d, generate_series(1, ${mailboxesOfOne}) n`);
  await admin.query(`
    insert into email_templates (company_id, id, account_id, name, is_default, subject, html_body)
    select company_id, gen_random_uuid(), id, 'First', true, 'x', 'x' from email_accounts`);
}

/** Puts one mail into each of `count` lanes, due now, and the same number of rows into the queue of the bare loop. */
export async function fillQueues(admin: pg.Pool, count: number): Promise<void> {
  await admin.query('truncate mail_queue, mail_lanes, mail_schedule, emails, email_history');
  await admin.query(`
    create temporary table if not exists chosen (like email_accounts); truncate chosen;
    insert into chosen select * from email_accounts order by random() limit ${count}`);
  await admin.query(`
    with mails as (
      select c.*, t.id as template_id, date_trunc('milliseconds', clock_timestamp()) as at, gen_random_uuid() as mail
      from chosen c join email_templates t on t.company_id = c.company_id and t.account_id = c.id),
    written as (
      insert into emails (company_id, created_at, id, kind, state, account_id, user_id, template_id, to_address, subject, html, text, message_id, leaves_at)
      select company_id, at, mail, 'BROKER', 'QUEUED', id, user_id, template_id, 'broker@freight.example', 'Load', repeat('x', 1500), 'x', mail::text, at from mails)
    select enqueue_mail(mail, at, company_id, id, provider, at) from mails`);
  await admin.query(`update mail_lanes set room = 1000; update mail_projects set tokens = 1e6`);
  await admin.query(`
    create table if not exists bare_queue (id uuid primary key default gen_random_uuid(), due_at timestamptz not null default now(), payload text);
    truncate bare_queue; insert into bare_queue (payload) select repeat('x', 100) from generate_series(1, ${count})`);
  await admin.query('create index if not exists bare_queue_due on bare_queue (due_at); vacuum analyze bare_queue').catch(() => {});
  await admin.query('analyze mail_queue, mail_lanes, mail_schedule, emails, bare_queue');
}

/** The usual lease loop and nothing else: one row after another is locked, deleted and committed. Nothing is sent or reported. */
export async function drainBare(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  let taken = 0;
  try {
    for (;;) {
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>(
        'select id from bare_queue where due_at <= now() order by due_at limit 1 for update skip locked',
      );
      if (rows[0]) await client.query('delete from bare_queue where id = $1', [rows[0].id]);
      await client.query('commit');
      if (!rows[0]) return taken;
      taken += 1;
    }
  } finally {
    client.release();
  }
}
