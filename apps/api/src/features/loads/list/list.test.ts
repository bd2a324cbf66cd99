import { type LoadListQuery, LoadPage } from '@headhaul/contracts/loads/list';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { LoadRow } from '@headhaul/contracts/loads/record';
import { needsAttention } from '@headhaul/domain/loads/attention';
import { isCounted, isTonu } from '@headhaul/domain/loads/money';
import { activeStatuses, type LoadStatus, loadStatuses } from '@headhaul/domain/loads/status';
import { addDays, dayAt, wallToInstant } from '@headhaul/domain/time/zoned-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createChance } from '../../../cli/seed/chance.ts';
import { cases } from '../../../testing/cases.ts';
import { withinOneDay } from '../../../testing/one-day.ts';
import { insert, makeRandomOffice, type RandomOffice, randomLoad } from '../../../testing/random-loads.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

/** The page of the contract, with no other keys allowed. */
const StrictPage = z.strictObject({ ...LoadPage.shape, loads: z.array(z.strictObject(LoadRow.shape)) });
type Query = z.input<typeof LoadListQuery>;

/** More than the 200 that a search for a number shows. */
const loadCount = cases(260, 400);
const chance = createChance(20_261_115);
let api: TestApp;
let client: TestClient;
let office: RandomOffice;
/** The inserted rows, by column names. */
const planted: Record<string, unknown>[] = [];

beforeAll(async () => {
  api = await startTestApp();
  client = await api.signUp();
  office = await makeRandomOffice(api, client, chance);
  for (let index = 0; index < loadCount; index++) {
    const load = randomLoad(client.user.companyId, office, chance);
    planted.push({ ...load, id: await insert(api, 'loads', load) });
  }
  for (const load of planted.slice(0, 50)) {
    await api.admin.query('insert into load_references (company_id, load_id, kind, value) values ($1, $2, $3, $4)', [
      client.user.companyId,
      load.id,
      'PO',
      `PO-${String(load.load_number).slice(-3)}`,
    ]);
  }
});
afterAll(() => api.close());

async function list(query: Query, by = client): Promise<z.infer<typeof StrictPage>> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  }
  const response = await by.fetch(`/api/loads?${search}`);
  expect(response.status).toBe(200);
  return StrictPage.parse(await response.json());
}

/** Reads all pages of a list and checks that each page except the last is full. */
async function listAll(query: Query): Promise<LoadRow[]> {
  const loads: LoadRow[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list({ limit: 7, ...query, ...(cursor ? { cursor } : {}) });
    if (page.nextCursor !== null) expect(page.loads).toHaveLength(Number(query.limit ?? 7));
    loads.push(...page.loads);
    cursor = page.nextCursor;
  } while (cursor);
  return loads;
}

type Column = (load: Record<string, unknown>) => boolean;
const among =
  (column: string, values: readonly unknown[]): Column =>
  (load) =>
    values.includes(load[column]);

describe('GET /loads', () => {
  it('200 with every load as it is in the table, by the contract and with no other key', async () => {
    const rows = await listAll({ limit: 50 });
    expect(rows).toHaveLength(planted.filter(({ deleted_at }) => deleted_at === null).length);
    const { rows: brokers } = await api.admin.query('select id, name, mc from brokers');
    const { rows: drivers } = await api.admin.query('select id, name, family_name, phone from drivers');
    const { rows: trucks } = await api.admin.query('select id, number from trucks');
    for (const row of rows) {
      const load = planted.find(({ id }) => id === row.id) as Record<string, string>;
      const broker = brokers.find(({ id }) => id === load.broker_id);
      const driver = drivers.find(({ id }) => id === load.driver_id);
      const dueOn = load.invoiced_at ? addDays(dayAt(load.invoiced_at, 'America/Chicago'), Number(load.payment_terms_days)) : null;
      expect({ ...row, pickupAt: Date.parse(row.pickupAt), createdAt: Date.parse(row.createdAt) }).toMatchObject({
        loadNumber: load.load_number,
        status: load.status,
        problemReason: load.problem_reason,
        tags: load.tags,
        brokerName: broker.name,
        brokerMc: broker.mc,
        rc: load.rc,
        weightLb: load.weight_lb,
        pickupAt: Date.parse(load.pickup_at as string),
        pickupHasTime: load.pickup_has_time,
        deliveryCity: load.delivery_city,
        driverId: load.driver_id,
        driverName: driver ? `${driver.name} ${driver.family_name}`.trim() : null,
        driverPhone: driver?.phone ?? null,
        coDriverId: load.co_driver_id,
        truckNumber: trucks.find(({ id }) => id === load.truck_id)?.number ?? null,
        linehaulCents: load.linehaul_cents,
        hasPod: load.has_pod,
        dueOn,
        companyZone: 'America/Chicago',
        createdAt: Date.parse(load.created_at as string),
        deletedAt: null,
      });
    }
  });

  const nowMs = Date.now();
  const filters: [string, () => Query, () => Column][] = [
    ['nothing', () => ({}), () => () => true],
    ['one status', () => ({ status: ['BOOKED'] }), () => among('status', ['BOOKED'])],
    ['several statuses', () => ({ status: ['BOOKED', 'PAID', 'PAID', 'TONU'] }), () => among('status', ['BOOKED', 'PAID', 'TONU'])],
    ['the active ones', () => ({ status: [...activeStatuses] }), () => among('status', activeStatuses)],
    [
      'drivers and co-drivers, each load once',
      () => ({ driverId: office.drivers.slice(0, 3) }),
      () => (load) => office.drivers.slice(0, 3).some((id) => load.driver_id === id || load.co_driver_id === id),
    ],
    ['no driver', () => ({ withoutDriver: 'true' }), () => (load) => load.driver_id === null],
    ['a driver, any', () => ({ withoutDriver: 'false' }), () => (load) => load.driver_id !== null],
    ['brokers', () => ({ brokerId: office.brokers.slice(0, 2) }), () => among('broker_id', office.brokers.slice(0, 2))],
    ['the dispatcher', () => ({ dispatcherId: office.dispatchers }), () => among('dispatcher_id', office.dispatchers)],
    ['equipment', () => ({ equipment: ['DRY_VAN', 'REEFER'] }), () => among('equipment', ['DRY_VAN', 'REEFER'])],
    [
      'states',
      () => ({ originState: ['TX'], destinationState: ['GA', 'MO'] }),
      () => (load) => load.pickup_state === 'TX' && ['GA', 'MO'].includes(String(load.delivery_state)),
    ],
    ['a tag', () => ({ tag: 'say "please"' }), () => (load) => (load.tags as string[]).includes('say "please"')],
    [
      'days of delivery',
      () => ({ dateBy: 'DELIVERY', from: dayAt(nowMs - 864e6, 'UTC'), to: dayAt(nowMs, 'UTC') }),
      () => (load) => String(load.delivery_day) >= dayAt(nowMs - 864e6, 'UTC') && String(load.delivery_day) <= dayAt(nowMs, 'UTC'),
    ],
    [
      'days of booking',
      () => ({ dateBy: 'BOOKING', to: dayAt(nowMs - 1728e6, 'UTC') }),
      () => (load) => String(load.booked_day) <= dayAt(nowMs - 1728e6, 'UTC'),
    ],
    [
      'the road in a week',
      () => ({ onRoadFrom: dayAt(nowMs - 6048e5, 'UTC'), onRoadTo: dayAt(nowMs, 'UTC') }),
      () => (load) =>
        String(load.delivery_ends_at) > wallToInstant(dayAt(nowMs - 6048e5, 'UTC'), null, 'America/Chicago') &&
        String(load.pickup_at) < wallToInstant(addDays(dayAt(nowMs, 'UTC'), 1), null, 'America/Chicago'),
    ],
    [
      'a driver, statuses and a broker together',
      () => ({ driverId: office.drivers.slice(0, 4), status: ['PAID', 'INVOICED', 'DELIVERED'], brokerId: office.brokers.slice(0, 3) }),
      () => (load) =>
        office.drivers.slice(0, 4).some((id) => load.driver_id === id || load.co_driver_id === id) &&
        ['PAID', 'INVOICED', 'DELIVERED'].includes(String(load.status)) &&
        office.brokers.slice(0, 3).includes(String(load.broker_id)),
    ],
  ];
  const sorts = [
    ['PICKUP', 'pickup_at'],
    ['DELIVERY', 'delivery_at'],
    ['CREATED', 'created_at'],
    ['GROSS', 'gross'],
  ] as const;

  it.each(filters)('200, page by page in every order, narrowed by %s', async (_name, query, holds) => {
    const wanted = planted.filter((load) => load.deleted_at === null && holds()(load));
    expect(wanted.length).toBeGreaterThan(0);
    for (const [sort, column] of sorts) {
      const keyOf = (load: Record<string, unknown>) => (column === 'gross' ? grossOf(load) : Date.parse(String(load[column])));
      const rising = [...wanted].sort((a, b) => keyOf(a) - keyOf(b) || (String(a.id) < String(b.id) ? -1 : 1)).map(({ id }) => id);
      expect((await listAll({ ...query(), sort, limit: 23 })).map(({ id }) => id)).toEqual(rising);
      expect((await listAll({ ...query(), sort, order: 'desc', limit: 31 })).map(({ id }) => id)).toEqual(rising.reverse());
    }
  });

  it('200 with what needs somebody, by the rule of the screen', async () => {
    const watched = (await listAll({ limit: 100 })).filter((row) => needsAttention(row, Date.now()));
    expect(watched.length).toBeGreaterThan(5);
    expect((await listAll({ needsAttention: 'true' })).map(({ id }) => id)).toEqual(watched.map(({ id }) => id));
    const status = ['DELIVERED'] as const;
    expect(await listAll({ needsAttention: 'true', status: [...status] })).toEqual(watched.filter((row) => row.status === 'DELIVERED'));
  });

  it('200 with the bin instead of the list', async () => {
    const binned = planted.filter(({ deleted_at }) => deleted_at !== null);
    expect(new Set((await listAll({ deleted: 'true' })).map(({ id }) => id))).toEqual(new Set(binned.map(({ id }) => id)));
  });

  it('200 and the same for a page in between after loads before it changed', async () => {
    const first = await list({ limit: 10 });
    const [second] = (await list({ limit: 10, cursor: first.nextCursor ?? '' })).loads;
    await api.admin.query(`update loads set pickup_at = pickup_at - interval '1 year' where id = $1`, [first.loads[3]?.id]);
    expect((await list({ limit: 10, cursor: first.nextCursor ?? '' })).loads[0]).toEqual(second);
    await api.admin.query(`update loads set pickup_at = pickup_at + interval '1 year' where id = $1`, [first.loads[3]?.id]);
  });

  it('400 for a cursor of another order or none of ours', async () => {
    const { nextCursor } = await list({ limit: 1 });
    for (const query of [`sort=GROSS&cursor=${nextCursor}`, 'cursor=x', `cursor=${Buffer.from('["a"]').toString('base64url')}`]) {
      expect((await client.fetch(`/api/loads?${query}`)).status).toBe(400);
    }
  });

  it('200 with nothing for another company, whatever it asks for', async () => {
    const stranger = await api.signUp();
    const { nextCursor } = await list({ limit: 1 });
    const queries: Query[] = [
      {},
      { status: [...loadStatuses] },
      { driverId: office.drivers },
      { brokerId: office.brokers },
      { search: 'dallas' },
      { search: '24' },
      { search: 'marcus bell' },
      { needsAttention: 'true' },
      { deleted: 'true' },
      { cursor: nextCursor ?? '' },
    ];
    for (const query of queries) expect(await list(query, stranger)).toEqual({ loads: [], nextCursor: null });
    expect(await stranger.call(loadEndpoints.getLoadTotals, { query: {} })).toMatchObject({ loads: 0, grossCents: 0 });
    expect(await stranger.call(loadEndpoints.getLoadCounts, {})).toMatchObject({ all: 0, active: 0, needsAttention: 0 });
  });
});

function grossOf(load: Record<string, unknown>): number {
  if (['DRAFT', 'CANCELLED', 'DISCARDED'].includes(String(load.status))) return 0;
  return Number(load.linehaul_cents) + Number(load.fuel_surcharge_cents) + Number(load.billable_fees_cents);
}

describe('GET /loads?search=', () => {
  async function found(search: string, more: Query = {}): Promise<Set<string>> {
    return new Set((await listAll({ search, limit: 60, ...more })).map(({ id }) => id));
  }
  async function names(): Promise<{ text(load: Record<string, unknown>): string }> {
    const { rows: brokers } = await api.admin.query('select id, name, mc from brokers');
    const { rows: drivers } = await api.admin.query('select id, name, family_name from drivers');
    const { rows: references } = await api.admin.query('select load_id, value from load_references');
    return {
      text(load) {
        const broker = brokers.find(({ id }) => id === load.broker_id);
        const driver = drivers.find(({ id }) => id === load.driver_id);
        const own = references.filter(({ load_id }) => load_id === load.id).map(({ value }) => value);
        const parts = [
          load.load_number,
          load.broker_load_number,
          load.rc,
          load.pickup_city,
          load.delivery_city,
          broker.name,
          broker.mc,
          driver?.name,
        ];
        return ` ${[...parts, driver?.family_name, ...own].filter(Boolean).join(' ')}`.toLowerCase();
      },
    };
  }

  it('200 with every load that a word begins something of', async () => {
    const { text } = await names();
    for (const word of [
      'dal',
      'DALLAS',
      'kansas',
      'lakeshore',
      'sandhill',
      'palmetto\\',
      'åse',
      'bell',
      '241',
      'rc12',
      'b-1',
      'po-1',
      '%',
      'a"',
    ]) {
      const wanted = planted.filter((load) => load.deleted_at === null && text(load).includes(` ${word.toLowerCase()}`));
      // A search also finds loads by the co-driver's name, which `text` does not include.
      const ids = await found(word);
      for (const { id } of wanted) expect(ids, word).toContain(id);
      if (!['bell', 'åse'].includes(word)) expect(ids.size, word).toBe(wanted.length);
    }
  });

  it('200 with what has all the words, in any order, with filters and in every order', async () => {
    const { text } = await names();
    const wanted = planted.filter((load) => {
      const words = text(load);
      return load.deleted_at === null && words.includes(' dallas') && words.includes(' lake') && load.status !== 'PAID';
    });
    const status = loadStatuses.filter((one) => one !== 'PAID');
    expect(wanted.length).toBeGreaterThan(0);
    for (const search of ['dallas lake', 'lake  DALLAS']) {
      for (const sort of ['PICKUP', 'GROSS'] as const) {
        expect(await found(search, { status, sort, order: 'desc' })).toEqual(new Set(wanted.map(({ id }) => id)));
      }
    }
  });

  it('200 among the active loads and in the bin also for words inside a name', async () => {
    const { text } = await names();
    const active = (load: Record<string, unknown>) => load.deleted_at === null && among('status', activeStatuses)(load);
    for (const [more, holds] of [
      [{ status: [...activeStatuses] }, active],
      [{ deleted: 'true' }, (load: Record<string, unknown>) => load.deleted_at !== null],
    ] as const) {
      const wanted = planted.filter((load) => holds(load) && text(load).includes(' freight') && text(load).includes(' lake'));
      expect(wanted.length).toBeGreaterThan(0);
      expect(await found('freight lake', more)).toEqual(new Set(wanted.map(({ id }) => id)));
    }
  });

  it('200 with the highest numbers when too many begin alike', async () => {
    const numbers = planted
      .filter((load) => load.deleted_at === null && String(load.load_number).startsWith('24'))
      .map((load) => String(load.load_number));
    expect(numbers.length).toBeGreaterThan(200);
    const shown = new Set((await listAll({ search: '24', limit: 60 })).map(({ loadNumber }) => loadNumber));
    for (const number of numbers.sort((a, b) => (a < b ? 1 : -1)).slice(0, 200)) expect(shown).toContain(number);
  });

  it('200 with everything when nothing but signs was typed', async () => {
    const all = await found('', {});
    for (const search of [' ', '#', '# #']) expect(await found(search)).toEqual(all);
  });

  it('200 by a broker’s MC number as people write it', async () => {
    const { rows } = await api.admin.query('select id, mc from brokers where mc is not null limit 1');
    const wanted = new Set(planted.filter((load) => load.deleted_at === null && load.broker_id === rows[0].id).map(({ id }) => id));
    for (const search of [rows[0].mc, `MC${rows[0].mc}`, `mc-${rows[0].mc}`, `MC#${rows[0].mc}`])
      expect(await found(search)).toEqual(wanted);
  });
});

describe('GET /loads/totals and /loads/counts', () => {
  it('200 with the sums of the filtered list', async () => {
    const queries: Query[] = [
      {},
      { status: ['PAID', 'TONU'] },
      { driverId: office.drivers.slice(0, 2) },
      { search: 'dallas' },
      { needsAttention: 'true' },
    ];
    for (const query of queries) {
      const rows = await listAll({ ...query, limit: 100 });
      const counted = rows.filter(({ status }) => isCounted(status));
      const sum = (key: 'deadheadMiles' | 'grossCents') => counted.reduce((total, row) => total + row[key], 0);
      expect(await client.call(loadEndpoints.getLoadTotals, { query })).toEqual({
        loads: rows.length,
        drafts: rows.filter(({ status }) => status === 'DRAFT').length,
        loadedMiles: counted.filter((row) => !isTonu(row)).reduce((total, row) => total + row.loadedMiles, 0),
        deadheadMiles: sum('deadheadMiles'),
        grossCents: sum('grossCents'),
        loadsWithoutMiles: counted.filter((row) => row.loadedMiles === 0 && !isTonu(row)).length,
        isPartial: false,
      });
    }
  });

  it('200 with as many as the standing views show', () =>
    withinOneDay('America/Chicago', async (today) => {
      const counts = await client.call(loadEndpoints.getLoadCounts, {});
      const count = async (query: Query) => (await listAll({ ...query, limit: 200 })).length;
      expect(counts).toEqual({
        active: await count({ status: [...activeStatuses] }),
        needsAttention: await count({ needsAttention: 'true' }),
        pickingUpToday: await count({ status: ['BOOKED', 'DISPATCHED', 'AT_PICKUP'], from: today, to: today }),
        deliveringToday: await count({
          status: ['DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM'],
          dateBy: 'DELIVERY',
          from: today,
          to: today,
        }),
        toInvoice: await count({ status: ['DELIVERED'] }),
        withoutDriver: await count({ status: activeStatuses.filter((status) => status !== 'DRAFT'), withoutDriver: 'true' }),
        all: await count({}),
      });
    }));
});

describe('what the database and the contract must agree on', () => {
  it('the places of the statuses', async () => {
    const { rows } = await api.admin.query<{ status: LoadStatus; status_order: number }>('select distinct status, status_order from loads');
    expect(rows).toHaveLength(loadStatuses.length);
    for (const { status, status_order } of rows) expect(loadStatuses[status_order]).toBe(status);
    expect(activeStatuses).toEqual(loadStatuses.slice(0, 8));
  });

  it('the time zones a company can choose', async () => {
    const { rows } = await api.admin.query<{ name: string }>('select name from pg_timezone_names');
    const known = new Set(rows.map(({ name }) => name));
    expect(Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(zone))).toEqual([]);
  });
});
