import pg from 'pg';

/**
 * A database as large as asked for, to measure on: companies of these sizes, three years of loads each, written by the database itself. The
 * loads have no stops, documents or history: lists and figures read none of them.
 */
export async function seedVolume(adminUrl: string, sizes: readonly number[], print: (line: string) => void): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const step = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    print(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  };
  try {
    // Foreign keys and figures are not checked row by row: what is written here fits by its making.
    await admin.query(`set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB';
      set work_mem = '256MB'; set timezone = 'UTC'; set jit = off; set enable_nestloop = off`);
    await step(`${sizes.length} companies with drivers and brokers`, async () => {
      for (const [index, text] of makeCompanies.entries()) await admin.query(text, index === 0 ? [sizes] : []);
      await admin.query('analyze measured, rigs, posters');
    });
    const indexes = await dropIndexes(admin);
    await step(`${sizes.reduce((sum, size) => sum + size, 0)} loads`, async () => {
      for (let number = 1; number <= sizes.length; number++) await admin.query(makeLoads, [number, sizes[number - 1]]);
    });
    for (const { name, definition } of indexes) await step(name, () => admin.query(definition));
    await step('figures by driver', () => admin.query(makeFigures));
    await step('figures by month', () => admin.query(makeMonths));
    await step('figures by day', () => admin.query(makeTotals));
    await step('statistics', () =>
      admin.query('vacuum (analyze) loads, brokers, drivers, trucks, load_day_figures, load_month_figures, load_day_totals, companies'),
    );
  } finally {
    await admin.end();
  }
}

/** One company holds a tenth of everything, some are large, most are small; up to twenty thousand loads are one company's. */
export function companySizes(loads: number): number[] {
  if (loads <= 20_000) return [loads];
  const shares = [
    { companies: 1, share: 0.1 },
    { companies: 10, share: 0.02 },
    { companies: 100, share: 0.002 },
    { companies: 500, share: 0.001 },
  ];
  return shares.flatMap(({ companies, share }) => Array.from({ length: companies }, () => Math.round(loads * share)));
}

async function dropIndexes(admin: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await admin.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'loads' and indexname <> 'loads_pkey' order by 1`,
  );
  for (const { name } of rows) await admin.query(`drop index ${name}`);
  return rows;
}

/** Same seed, same id; ordered by time as all ids are. */
const idOf = (at: string, seed: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${seed}), 1, 3) || '8' || substr(md5(${seed}), 4, 15))::uuid`;
const start = `timestamptz '2023-01-01'`;
const companyId = `(select company_id from measured where number = $1)`;

const makeCompanies = [
  `create temp table measured as select number, size, ${idOf(start, `'company ' || number`)} as company_id
     from unnest($1::int[]) with ordinality as s (size, number)`,
  `create temp table rigs as select number, company_id, n, ${idOf(start, `number || ' driver ' || n`)} as driver_id, ${idOf(start, `number || ' truck ' || n`)} as truck_id
     from measured, generate_series(1, greatest(4, size / 400)) n`,
  `create temp table posters as select number, company_id, n, ${idOf(start, `number || ' broker ' || n`)} as broker_id
     from measured, generate_series(1, greatest(10, size / 200)) n`,
  `insert into company_directory (id) select company_id from measured`,
  `insert into companies (company_id, name, mc, paid_until, time_zone)
     select company_id, 'Measured Freight ' || number, (100000 + number)::text, now() + interval '1 year', 'America/Chicago' from measured`,
  `insert into load_counters (company_id, last_number) select company_id, 100000 + size from measured`,
  `insert into trucks (company_id, id, number) select company_id, truck_id, (100 + n)::text from rigs`,
  `insert into drivers (company_id, id, name, family_name, phone, truck_id)
     select company_id, driver_id, (array['Marcus', 'Rosa', 'Dwayne', 'Elena', 'Travis', 'Keisha', 'Hank', 'Yusuf', 'Maria', 'Pete', 'Lena', 'Omar'])[1 + n % 12],
       (array['Bell', 'Delgado', 'Carter', 'Novak', 'Boone', 'Simmons', 'Larsen', 'Demir', 'Lopez', 'Granger', 'Fisk', 'Haddad', 'Quinn'])[1 + n % 13] || ' ' || n,
       '+1712555' || lpad((n % 10000)::text, 4, '0'), truck_id from rigs`,
  `insert into brokers (company_id, id, name, mc)
     select company_id, broker_id,
       (array['Prairie', 'Summit', 'Lakeshore', 'Granite', 'Cedar', 'Harbor', 'Redline', 'Copper', 'Keystone', 'Blue Ridge'])[1 + n % 10] || ' Brokerage ' || n,
       (200000 + n)::text from posters`,
];

const origins = `(values (0, 'Council Bluffs', 'IA', 'America/Chicago'), (1, 'Joplin', 'MO', 'America/Chicago'), (2, 'Dallas', 'TX', 'America/Chicago'),
  (3, 'Atlanta', 'GA', 'America/New_York'), (4, 'Denver', 'CO', 'America/Denver'), (5, 'Columbus', 'OH', 'America/New_York'),
  (6, 'Memphis', 'TN', 'America/Chicago'), (7, 'Laredo', 'TX', 'America/Chicago'), (8, 'Reno', 'NV', 'America/Los_Angeles'),
  (9, 'Tampa', 'FL', 'America/New_York'), (10, 'Kansas City', 'MO', 'America/Chicago'), (11, 'Phoenix', 'AZ', 'America/Phoenix'),
  (12, 'Savannah', 'GA', 'America/New_York'), (13, 'Chicago', 'IL', 'America/Chicago'), (14, 'Fresno', 'CA', 'America/Los_Angeles'),
  (15, 'Harrisburg', 'PA', 'America/New_York'))`;
const targets = `(values (0, 'Omaha', 'NE', 'America/Chicago'), (1, 'Tulsa', 'OK', 'America/Chicago'), (2, 'Houston', 'TX', 'America/Chicago'),
  (3, 'Charlotte', 'NC', 'America/New_York'), (4, 'Salt Lake City', 'UT', 'America/Denver'), (5, 'Indianapolis', 'IN', 'America/New_York'),
  (6, 'Nashville', 'TN', 'America/Chicago'), (7, 'San Antonio', 'TX', 'America/Chicago'), (8, 'Portland', 'OR', 'America/Los_Angeles'),
  (9, 'Orlando', 'FL', 'America/New_York'), (10, 'Wichita', 'KS', 'America/Chicago'), (11, 'Tucson', 'AZ', 'America/Phoenix'),
  (12, 'Jacksonville', 'FL', 'America/New_York'), (13, 'Milwaukee', 'WI', 'America/Chicago'), (14, 'Stockton', 'CA', 'America/Los_Angeles'))`;

/** $1: which company, $2: how many. Every value follows from the load's number, so a second database is the same. */
const makeLoads = `
  insert into loads (company_id, id, load_number, status, status_before_problem, status_changed_at, problem_reason, broker_id, broker_load_number, rc,
    equipment, weight_lb, linehaul_cents, driver_pay_cents, invoiced_at, paid_at, paid_amount_cents, loaded_miles, deadhead_miles, driver_id, truck_id,
    pickup_city, pickup_state, pickup_at, pickup_ends_at, pickup_has_time, pickup_zone, pickup_day,
    delivery_city, delivery_state, delivery_at, delivery_ends_at, delivery_has_time, delivery_zone, delivery_day,
    booked_at, booked_day, delivered_at, has_rc, has_bol, has_pod, created_at, updated_at)
  select ${companyId}, ${idOf('created_at', `$1 || ' load ' || l.n`)}, (100000 + l.n)::text, status,
    case when status = 'PROBLEM' then 'IN_TRANSIT'::load_status end, least(delivery_at, now()), case when status = 'PROBLEM' then 'Breakdown on the road' end,
    broker_id, 'B' || (5000000 + (l.n * 7919::bigint) % 4999999), 'RC' || (700000 + l.n),
    (array['DRY_VAN', 'DRY_VAN', 'DRY_VAN', 'REEFER', 'FLATBED'])[1 + l.n % 5], 18000 + (l.n * 37) % 26000, miles * (200 + l.n % 120), miles * 62,
    case when status in ('INVOICED', 'PAID') then delivery_at + interval '1 day' end, case when status = 'PAID' then delivery_at + interval '30 days' end,
    case when status = 'PAID' then miles * (200 + l.n % 120) end, miles, 20 + (l.n * 13) % 140,
    case when status not in ('DRAFT', 'BOOKED') then driver_id end, case when status not in ('DRAFT', 'BOOKED') then truck_id end,
    a.city, a.state, pickup_at, pickup_at + interval '2 hours', true, a.zone, (pickup_at at time zone a.zone)::date,
    b.city, b.state, delivery_at, delivery_at + interval '2 hours', true, b.zone, (delivery_at at time zone b.zone)::date,
    created_at, (created_at at time zone 'America/Chicago')::date, case when status in ('DELIVERED', 'INVOICED', 'PAID') then delivery_at end,
    true, status in ('DELIVERED', 'INVOICED', 'PAID'), status in ('INVOICED', 'PAID'), created_at, least(delivery_at, now())
  from (select n, now() + interval '3 days' - interval '3 years' * (1 - n / $2::float8) as created_at, (240 + (n * 7907::bigint) % 1500)::int as miles,
      (1 + (n * 6271::bigint) % greatest(4, $2 / 400))::int as driver, (1 + (n * 7919::bigint) % greatest(10, $2 / 200))::int as broker from generate_series(1, $2) n) l
  cross join lateral (select created_at + interval '1 hour' * (4 + l.n * 31 % 70) as pickup_at) p
  cross join lateral (select pickup_at + interval '1 hour' * (6 + miles / 40) as delivery_at) e
  cross join lateral (select case when l.n % 61 = 0 then 'CANCELLED' when l.n % 97 = 0 then 'TONU'
      when pickup_at > now() then case when l.n % 7 = 0 then 'DRAFT' when l.n % 2 = 0 then 'DISPATCHED' else 'BOOKED' end
      when pickup_at > now() - interval '3 hours' then 'AT_PICKUP'
      when delivery_at > now() then case when l.n % 23 = 0 then 'PROBLEM' else 'IN_TRANSIT' end
      when delivery_at > now() - interval '3 hours' then 'AT_DELIVERY'
      when delivery_at > now() - interval '4 days' then 'DELIVERED'
      when delivery_at > now() - interval '40 days' then 'INVOICED' else 'PAID' end::load_status as status) s
  join rigs on rigs.number = $1 and rigs.n = l.driver
  join posters on posters.number = $1 and posters.n = l.broker
  join ${origins} a (place, city, state, zone) on a.place = l.n * 11 % 16
  join ${targets} b (place, city, state, zone) on b.place = (l.n * 13 + l.n / 16) % 15
  order by l.n`;

/** The sums are spelled out: calling the triggers' function for each row would take ten times as long. */
const makeFigures = `
  insert into load_day_figures
  select company_id, basis, day, coalesce(driver_id, '00000000-0000-0000-0000-000000000000'), '00000000-0000-0000-0000-000000000000', count(*),
    count(*) filter (where status = 'TONU'), sum(gross_cents), coalesce(sum(gross_cents) filter (where status <> 'TONU'), 0),
    coalesce(sum(loaded_miles) filter (where status <> 'TONU'), 0), sum(deadhead_miles), sum(driver_pay_cents), sum(cut_cents)
  from loads cross join lateral (values ('PICKUP', pickup_day), ('DELIVERY', delivery_day), ('BOOKING', booked_day)) d (basis, day)
  where status not in ('DRAFT', 'CANCELLED', 'DISCARDED')
  group by company_id, basis, day, driver_id order by company_id, basis, day, driver_id`;

const makeMonths = `
  insert into load_month_figures
  select company_id, basis, date_trunc('month', day)::date, driver_id, dispatcher_id, sum(loads), sum(tonu_loads), sum(gross_cents), sum(loaded_gross_cents),
    sum(loaded_miles), sum(deadhead_miles), sum(driver_pay_cents), sum(cut_cents)
  from load_day_figures group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;

const makeTotals = `
  insert into load_day_totals
  select company_id, basis, day, sum(loads), sum(tonu_loads), sum(gross_cents), sum(loaded_gross_cents), sum(loaded_miles), sum(deadhead_miles),
    sum(driver_pay_cents), sum(cut_cents)
  from load_day_figures group by company_id, basis, day order by company_id, basis, day`;
