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

/** Trucks in as many cities, each with booked loads of 25 stops across the country, as many as a fit looks at. `facts.load` has no driver. */
export async function seedFleet(seeding: Seeding, trucks: number): Promise<void> {
  const { database, companyId, facts } = seeding;
  const { admin } = database;
  const cities = `select row_number() over (order by weight desc, id) as n, city, state, lat, lng, time_zone from places where zip is null
    and state not in ('AK', 'HI') order by weight desc, id limit 3000`;
  await seedLoads(seeding, 1);
  const [aheadOf, after] = ["interval '60 days'", "interval '66 days'"];
  await admin.query(
    `update loads set driver_id = null, pickup_at = now() + ${aheadOf}, pickup_ends_at = now() + ${aheadOf}, delivery_at = now() + ${after},
       delivery_ends_at = now() + ${after} where company_id = $1`,
    [companyId],
  );
  await admin.query(
    `update load_stops s set lat = c.lat, lng = c.lng, starts_at = now() + ${aheadOf}, ends_at = now() + ${aheadOf} from (${cities}) c where s.company_id = $1 and c.n = s.sequence + 1`,
    [companyId],
  );
  await admin.query(
    `insert into drivers (company_id, id, name, equipment, ready_city, ready_state, ready_lat, ready_lng, ready_zone)
       select $1, gen_random_uuid(), 'T' || c.n, 'DRY_VAN', c.city, c.state, c.lat, c.lng, c.time_zone from (${cities}) c where c.n <= $2`,
    [companyId, trucks],
  );
  const columns = `broker_id, linehaul_cents, pickup_city, pickup_state, pickup_has_time, pickup_zone, pickup_day, delivery_city, delivery_state,
    delivery_has_time, delivery_zone, delivery_day, booked_day, dispatcher_id, status`;
  await admin.query(
    `insert into loads (company_id, id, load_number, driver_id, pickup_at, pickup_ends_at, delivery_at, delivery_ends_at, ${columns})
       select l.company_id, gen_random_uuid(), 'F' || row_number() over (), d.id, at.starts, at.starts, at.starts + interval '6 days',
         at.starts + interval '6 days', ${columns.replace(/\w+/g, 'l.$&')}
       from loads l, drivers d, generate_series(-8, 7) n, lateral (select l.pickup_at + n * interval '7 days' as starts) at
       where l.company_id = $1 and l.id = $2 and d.company_id = $1 and d.name <> 'Marcus'`,
    [companyId, facts.load],
  );
  await admin.query(
    `insert into load_stops (company_id, id, load_id, sequence, kind, city, state, time_zone, day, starts_at, ends_at, lat, lng)
       select l.company_id, gen_random_uuid(), l.id, stop, case stop when 0 then 'PICKUP' else 'DELIVERY' end, c.city, c.state, c.time_zone, current_date,
         l.pickup_at + stop * interval '5 hours', l.pickup_at + stop * interval '6 hours', c.lat, c.lng
       from loads l, generate_series(0, 24) stop, (${cities}) c
       where l.company_id = $1 and l.id <> $2 and c.n = 1 + abs(hashtext(l.id::text || stop)) % 3000`,
    [companyId, facts.load],
  );
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
