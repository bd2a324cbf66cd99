import { randomUUID } from 'node:crypto';
import type { Seeding } from './attacker.ts';

/**
 * Data that the product's rules allow a hostile company to store. It is written to the database directly, because requests would take an
 * hour.
 */
export async function seedLoads({ database: { admin }, companyId, userId, facts }: Seeding, count: number, more = ''): Promise<void> {
  const [broker, driver] = [randomUUID(), randomUUID()];
  await admin.query(`insert into brokers (company_id, id, name) values ($1, $2, 'Lakeshore Freight')`, [companyId, broker]);
  await admin.query(`insert into drivers (company_id, id, name) values ($1, $2, 'Marcus')`, [companyId, driver]);
  await admin.query(`insert into load_counters (company_id, last_number) values ($1, 1000000)`, [companyId]);
  await admin.query(
    `insert into loads (company_id, id, load_number, broker_id, driver_id, linehaul_cents, pickup_city, pickup_state, pickup_at, pickup_ends_at,
         pickup_has_time, pickup_zone, pickup_day, delivery_city, delivery_state, delivery_at, delivery_ends_at, delivery_has_time, delivery_zone, delivery_day,
         booked_day, dispatcher_id, status)
       select $1, gen_random_uuid(), n, $2, $3, 200000, 'Dallas', 'TX', now() + n * interval '1 minute', now() + n * interval '1 minute', true, 'America/Chicago',
         current_date, 'Atlanta', 'GA', now() + n * interval '1 minute', now() + n * interval '1 minute', true, 'America/New_York', current_date, current_date, $4, 'BOOKED'
       from generate_series(1, $5::int) n ${more}`,
    [companyId, broker, driver, userId, count],
  );
  await admin.query(
    `insert into load_stops (company_id, id, load_id, sequence, kind, city, state, time_zone, day, starts_at, ends_at)
       select l.company_id, gen_random_uuid(), l.id, n, case n when 0 then 'PICKUP' else 'DELIVERY' end, 'Dallas', 'TX', 'America/Chicago', current_date, now(), now()
       from loads l, generate_series(0, 1) n where l.company_id = $1`,
    [companyId],
  );
  facts.driver = driver;
  facts.broker = broker;
  const { rows } = await admin.query<{ id: string }>('select id from loads where company_id = $1 limit 200', [companyId]);
  facts.load = rows[0]?.id ?? '';
  facts.loads = rows.map(({ id }) => id).join(',');
}

/** As many characters of notes as a load may hold. */
export async function seedNotes({ database: { admin }, companyId, userId }: Seeding, loads: number): Promise<void> {
  await admin.query(
    `insert into load_notes (company_id, id, load_id, kind, body, author_id)
       select l.company_id, gen_random_uuid(), l.id, 'DISPATCH', repeat('长', 4000), $2
       from (select company_id, id from loads where company_id = $1 limit $3) l, generate_series(1, 25)`,
    [companyId, userId, loads],
  );
}

export async function seedTemplates(
  { database: { admin }, companyId, userId, facts }: Seeding,
  mailboxes: number,
  templates: number,
): Promise<void> {
  await admin.query(
    `insert into email_accounts (company_id, id, user_id, provider, address, display_name, status, daily_cap)
       select $1, gen_random_uuid(), $2, 'google', 'box' || n || '@proof.example', 'Ann', 'CONNECTED', 500 from generate_series(1, $3::int) n`,
    [companyId, userId, mailboxes],
  );
  await admin.query(
    `insert into email_templates (company_id, id, account_id, name, subject, html_body, is_default)
       select company_id, gen_random_uuid(), id, 'T' || n, '{{origin}}', repeat('<p>{{commodity}} is {{rate}}</p>', 1500), n = 1
       from email_accounts, generate_series(1, $2::int) n where company_id = $1`,
    [companyId, templates],
  );
  const { rows } = await admin.query<{ id: string }>('select id from email_accounts where company_id = $1 limit 1', [companyId]);
  facts.account = rows[0]?.id ?? '';
}
