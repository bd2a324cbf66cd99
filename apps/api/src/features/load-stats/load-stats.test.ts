import { companyEndpoints } from '@headhaul/contracts/company';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import { feeTypeNames } from '@headhaul/domain/loads/fees';
import { addFigures, figuresOf, type LoadFigures, noFigures } from '@headhaul/domain/loads/money';
import { allowedMoves } from '@headhaul/domain/loads/status';
import { countingDays, weekOf, weekStart } from '@headhaul/domain/time/weeks';
import { addDays } from '@headhaul/domain/time/zoned-time';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChance } from '../../cli/seed/chance.ts';
import { type Database, openDatabase } from '../../lib/db/database.ts';
import { createTracing } from '../../lib/telemetry/trace.ts';
import { cases } from '../../testing/cases.ts';
import { dayFromNow, deliveryAt, makeBroker, makeDriver, makeLoad, pickupAt } from '../../testing/office.ts';
import { withinOneDay } from '../../testing/one-day.ts';
import { insert, makeRandomOffice, randomLoad } from '../../testing/random-loads.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { foldOnce } from './fold-figures.ts';
import { figureColumns, figureList, figureSums } from './load-figures.ts';

let api: TestApp;
let worker: Database;
beforeAll(async () => {
  api = await startTestApp();
  worker = openDatabase(
    api.databaseUrl('worker'),
    { DATABASE_POOL_SIZE: 4, DATABASE_ENGINE: 'postgres' },
    { tracing: createTracing(undefined), onPublished: () => {} },
  );
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const fold = (client: TestClient) => worker.withTenant(client.user.companyId, foldOnce);
const wide = { from: dayFromNow(-60), to: dayFromNow(60) };
const zone = 'America/Chicago';

function daysOf(load: Load) {
  const [pickup, delivery] = [load.stops[0], load.stops.at(-1)];
  if (!pickup || !delivery) throw new Error('no stops');
  return countingDays({ pickup, delivery, bookedAt: null, createdAt: load.createdAt }, zone);
}

describe('GET /load-stats', () => {
  it('200 and always what the loads themselves add up to, whatever is done to them and whenever is folded', async () => {
    const client = await api.signUp();
    const chance = createChance(7);
    const drivers = [await makeDriver(client), await makeDriver(client)];
    const broker = await makeBroker(client);
    const ids: string[] = [];
    const pick = () => ({ params: { id: chance.of(ids) } });
    // Some moves are refused, as for a person. The test checks that the figures match whatever the result is.
    const suppressToast = (work: Promise<unknown>) => work.catch(() => {});
    const read = async (id: string) => client.call(loadEndpoints.getLoad, { params: { id } });
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        const stops = [pickupAt({ day: dayFromNow(chance.below(20) - 10) }), deliveryAt({ day: dayFromNow(12 + chance.below(9)) })];
        const driverId = chance.once(3) ? null : chance.of(drivers).id;
        const more = { linehaulCents: 90_000 + chance.below(300_000), loadedMiles: chance.below(2_000), deadheadMiles: chance.below(90) };
        ids.push(
          (
            await makeLoad(client, {
              stops,
              driverId,
              brokerId: broker.id,
              asDraft: chance.once(5),
              factoringStatus: 'FUNDED',
              factoringFeeBps: chance.of([235, 0, null]),
              driverPayCents: chance.of([50_000, null]),
              ...more,
            })
          ).id,
        );
      },
      async () => {
        const { params } = pick();
        const load = await read(params.id);
        const [newStatus] = allowedMoves(load, { isTeamOwner: true }, Date.now()).sort(() => chance.below(3) - 1);
        if (newStatus === 'TONU') return suppressToast(client.call(loadEndpoints.markTonu, { params, body: { newRate: 25_000 } }));
        if (newStatus)
          return suppressToast(
            client.call(loadEndpoints.changeLoadStatus, {
              params,
              body: { newStatus, reason: 'Refused', confirmDoubleBooking: true, anyway: { reason: 'Known' } },
            }),
          );
      },
      () => suppressToast(client.call(loadEndpoints.markTonu, { ...pick(), body: { newRate: 15_000 + chance.below(20_000) } })),
      () => suppressToast(client.call(loadEndpoints.undoLoadStatus, pick())),
      () =>
        suppressToast(
          client.call(loadEndpoints.addFee, {
            ...pick(),
            body: {
              type: chance.of(feeTypeNames),
              reason: 'asked',
              brokerAmountCents: chance.below(30_000),
              driverAmountCents: chance.below(9_000),
              status: chance.of(['PENDING', 'PAID', 'DENIED'] as const),
            },
          }),
        ),
      async () => {
        const load = await read(chance.of(ids));
        const fee = load.fees[0];
        if (fee) await suppressToast(client.call(loadEndpoints.removeFee, { params: { id: load.id, feeId: fee.id } }));
      },
      () =>
        suppressToast(
          client.call(loadEndpoints.assignLoad, {
            ...pick(),
            body: { driverId: chance.once(3) ? null : chance.of(drivers).id, confirmDoubleBooking: true, deadheadMiles: chance.below(200) },
          }),
        ),
      () => suppressToast(client.call(loadEndpoints.deleteLoad, pick())),
      () => suppressToast(client.call(loadEndpoints.restoreLoad, pick())),
      () => fold(client),
    ];
    // Periods with a whole month, with months cut at one end or both, and with no whole month.
    const month = (ahead: number) => `${addDays(`${dayFromNow(0).slice(0, 7)}-15`, ahead * 30).slice(0, 7)}-01`;
    const periods = [
      { from: month(0), to: addDays(month(1), -1) },
      { from: addDays(month(-1), 5), to: addDays(month(1), 3) },
      { from: month(-1), to: addDays(month(0), 12) },
      { from: addDays(month(0), 2), to: addDays(month(0), 20) },
    ];
    for (let index = 0; index < 8; index++) await steps[0]?.();
    for (let round = 0; round < cases(5, 12); round++) {
      for (let index = 0; index < 8; index++) await chance.of(steps)();
      const loads = await Promise.all(ids.map(read));
      const stats = await client.call(loadStatsEndpoints.getLoadStats, { query: wide });
      expect(stats.totals).toEqual(figuresOf(loads));
      const byWeek = new Map<string, LoadFigures>();
      for (const start of new Set(loads.map((load) => weekStart(daysOf(load).deliveryDay, 'MONDAY')))) {
        byWeek.set(start, figuresOf(loads.filter((load) => weekStart(daysOf(load).deliveryDay, 'MONDAY') === start)));
      }
      for (const { start, ...figures } of stats.parts) expect(figures).toEqual(byWeek.get(start) ?? noFigures);
      for (const { id } of drivers) {
        const own = figuresOf(loads.filter(({ driverId }) => driverId === id));
        expect((await client.call(loadStatsEndpoints.getLoadStats, { query: { ...wide, driverId: [id] } })).totals).toEqual(own);
      }
      for (const query of [wide, ...periods]) {
        const within = loads.filter((load) => {
          const { deliveryDay } = daysOf(load);
          return deliveryDay >= query.from && deliveryDay <= query.to;
        });
        const answer = await client.call(loadStatsEndpoints.getLoadStatsByDrivers, { query });
        for (const driverId of [...drivers.map(({ id }) => id), null]) {
          const line = answer.drivers.find((one) => one.driverId === driverId) ?? noFigures;
          expect(line, `${query.from} ${query.to}`).toMatchObject(figuresOf(within.filter((load) => load.driverId === driverId)));
        }
      }
    }
  }, 60_000);

  it('200 with every week by the company’s own rule, empty ones too', () =>
    withinOneDay(zone, async (today) => {
      const client = await api.signUp();
      const company = await client.call(companyEndpoints.getMyCompany, {});
      const broker = await makeBroker(client);
      const stops = [pickupAt({ day: '2026-06-06' }), deliveryAt({ day: '2026-06-08' })];
      await makeLoad(client, { stops, brokerId: broker.id, linehaulCents: 100_000 });
      const query = { from: '2026-06-01', to: '2026-06-30' };
      const starts = async () =>
        (await client.call(loadStatsEndpoints.getLoadStats, { query })).parts.map(({ start, loads }) => `${start} ${loads}`);
      expect(await starts()).toEqual(['2026-06-01 0', '2026-06-08 1', '2026-06-15 0', '2026-06-22 0', '2026-06-29 0']);
      const { id, seats, logo, ...details } = company;
      await client.call(companyEndpoints.updateMyCompany, { body: { ...details, weekStartsOn: 'SATURDAY', weekCountsBy: 'PICKUP' } });
      await fold(client);
      expect(await starts()).toEqual(['2026-05-30 0', '2026-06-06 1', '2026-06-13 0', '2026-06-20 0', '2026-06-27 0']);
      const daily = await client.call(loadStatsEndpoints.getLoadStats, { query: { ...query, by: 'DAY' } });
      expect(daily.rule).toEqual({ countsBy: 'PICKUP', weekStartsOn: 'SATURDAY', timeZone: zone });
      expect(daily.parts).toHaveLength(30);
      expect(daily.parts[5]).toMatchObject({ start: '2026-06-06', loads: 1, grossCents: 100_000 });
      await client.call(companyEndpoints.updateMyCompany, { body: { ...details, weekCountsBy: 'BOOKING' } });
      const booked = await client.call(loadStatsEndpoints.getLoadStats, { query: { from: today, to: today } });
      expect(booked).toMatchObject({ totals: { loads: 1 }, parts: [{ start: weekStart(today, 'MONDAY'), loads: 1 }] });
    }));

  it('400 for a period that ends before it starts or is endless', async () => {
    const client = await api.signUp();
    for (const query of [
      'from=2026-02-02&to=2026-02-01',
      'from=1900-01-01&to=2026-02-01',
      'by=DAY&from=2020-01-01&to=2026-02-01',
      'from=x&to=y',
    ]) {
      for (const path of ['load-stats', 'load-stats/by-drivers', 'load-stats/lanes', 'load-stats/brokers']) {
        if (path !== 'load-stats' && query.startsWith('by=DAY')) continue;
        expect((await client.fetch(`/api/${path}?${query}`)).status, `${path}?${query}`).toBe(400);
      }
    }
  });

  it('enqueues a fold once many changes wait, and only one', async () => {
    const client = await api.signUp();
    const office = await makeRandomOffice(api, client, createChance(5));
    const broker = office.brokers[0];
    await api.admin.query(
      `insert into load_figure_deltas (company_id, pickup_day, delivery_day, booked_day, driver_id, dispatcher_id, loads, tonu_loads, gross_cents,
         loaded_gross_cents, loaded_miles, deadhead_miles, driver_pay_cents, cut_cents, loads_without_pay, loads_without_factor_fee, loads_without_miles)
       select $1, current_date, current_date, current_date, $2, $2, 1, 0, 100, 100, 1, 1, 1, 1, 0, 0, 0 from generate_series(1, 501)`,
      [client.user.companyId, broker],
    );
    const query = { from: dayFromNow(-1), to: dayFromNow(1) };
    for (let index = 0; index < 3; index++) {
      expect((await client.call(loadStatsEndpoints.getLoadStats, { query })).totals).toMatchObject({ loads: 501, grossCents: 50_100 });
    }
    const jobs = await api.admin.query(`select from graphile_worker.jobs where task_identifier = 'load_stats.fold' and key = $1`, [
      `fold figures of ${client.user.companyId}`,
    ]);
    expect(jobs.rowCount).toBe(1);
    await fold(client);
    const left = await api.admin.query('select from load_figure_deltas where company_id = $1', [client.user.companyId]);
    expect(left.rowCount).toBe(0);
    expect((await client.call(loadStatsEndpoints.getLoadStats, { query })).totals).toMatchObject({ loads: 501, grossCents: 50_100 });
  });
});

describe('GET /load-stats/by-drivers, /lanes and /brokers', () => {
  it('200 with the week that runs now, highest gross first, and nobody as null', () =>
    withinOneDay(zone, async (today) => {
      const client = await api.signUp();
      const [first, second] = [await makeDriver(client, { name: 'Rosa', familyName: 'Delgado' }), await makeDriver(client)];
      const broker = await makeBroker(client);
      const stops = [pickupAt({ day: addDays(today, -1) }), deliveryAt({ day: today })];
      for (const [driverId, linehaulCents] of [
        [first.id, 300_000],
        [second.id, 500_000],
        [null, 100_000],
      ] as const)
        await makeLoad(client, { stops, driverId, brokerId: broker.id, linehaulCents });
      const answer = await client.call(loadStatsEndpoints.getLoadStatsByDrivers, {});
      expect(answer).toMatchObject(weekOf(today, 'MONDAY'));
      expect(answer.drivers.map(({ driverId, driverName, grossCents }) => ({ driverId, driverName, grossCents }))).toEqual([
        { driverId: second.id, driverName: expect.any(String), grossCents: 500_000 },
        { driverId: first.id, driverName: 'Rosa Delgado', grossCents: 300_000 },
        { driverId: null, driverName: null, grossCents: 100_000 },
      ]);
      const one = await client.call(loadStatsEndpoints.getLoadStatsByDrivers, { query: { driverId: [first.id] } });
      expect(one.drivers).toHaveLength(1);
    }));

  it('200 with the lanes and brokers that earned most, exactly as the loads say', async () => {
    const client = await api.signUp();
    const chance = createChance(11);
    const office = await makeRandomOffice(api, client, chance);
    const loads: Record<string, unknown>[] = [];
    for (let index = 0; index < 150; index++) {
      const load = randomLoad(client.user.companyId, office, chance);
      await insert(api, 'loads', load);
      loads.push(load);
    }
    const query = { from: dayFromNow(-30), to: dayFromNow(0), limit: 50 };
    const counted = loads.filter(
      (load) =>
        load.deleted_at === null &&
        !['DRAFT', 'CANCELLED', 'DISCARDED'].includes(String(load.status)) &&
        String(load.delivery_day) >= query.from &&
        String(load.delivery_day) <= query.to,
    );
    const gross = (load: Record<string, unknown>) =>
      Number(load.linehaul_cents) + Number(load.fuel_surcharge_cents) + Number(load.billable_fees_cents);
    const sums = (key: (load: Record<string, unknown>) => string) => {
      const found = new Map<string, number>();
      for (const load of counted) found.set(key(load), (found.get(key(load)) ?? 0) + gross(load));
      return [...found].sort((a, b) => b[1] - a[1]);
    };
    const { lanes } = await client.call(loadStatsEndpoints.getTopLanes, { query });
    expect(lanes.map((lane) => [`${lane.originCity} to ${lane.destinationCity}`, lane.grossCents])).toEqual(
      sums((load) => `${load.pickup_city} to ${load.delivery_city}`),
    );
    const without = [
      counted.filter((load) => load.driver_pay_cents === 0).length,
      counted.filter((load) => load.factoring_status === 'FUNDED' && load.factoring_fee_bps === null).length,
      counted.filter((load) => load.loaded_miles === 0 && load.status !== 'TONU' && load.status_before_problem !== 'TONU').length,
    ];
    const gaps = lanes.reduce(addFigures, noFigures);
    expect([gaps.loadsWithoutPay, gaps.loadsWithoutFactorFee, gaps.loadsWithoutMiles]).toEqual(without);
    const { brokers } = await client.call(loadStatsEndpoints.getTopBrokers, { query });
    expect(brokers.map(({ brokerId, grossCents }) => [brokerId, grossCents])).toEqual(sums((load) => String(load.broker_id)));
    const paid = loads.filter(
      (load) => load.broker_id === brokers[0]?.brokerId && load.status === 'PAID' && load.paid_at !== null && load.deleted_at === null,
    );
    const days = paid
      .map((load) => Math.max((Date.parse(String(load.paid_at)) - Date.parse(String(load.invoiced_at))) / 864e5, 0))
      .sort((a, b) => a - b);
    const median = ((days[Math.floor((days.length - 1) / 2)] ?? 0) + (days[Math.ceil((days.length - 1) / 2)] ?? 0)) / 2;
    expect(brokers[0]?.daysToPay ?? null).toEqual(days.length === 0 ? null : expect.closeTo(median, 0));
    const own = await client.call(loadStatsEndpoints.getTopLanes, { query: { ...query, driverId: office.drivers.slice(0, 1), limit: 1 } });
    expect(own.lanes).toHaveLength(1);
    const stranger = await api.signUp();
    expect(await stranger.call(loadStatsEndpoints.getTopLanes, { query })).toEqual({ lanes: [] });
    expect(await stranger.call(loadStatsEndpoints.getTopBrokers, { query })).toEqual({ brokers: [] });
    expect((await stranger.call(loadStatsEndpoints.getLoadStatsByDrivers, { query: { from: query.from, to: query.to } })).drivers).toEqual(
      [],
    );
  });
});

describe('the figures', () => {
  it('are exact at every moment while many write and two fold, and nobody waits for nobody', async () => {
    const client = await api.signUp();
    const { companyId } = client.user;
    const chance = createChance(3);
    const office = await makeRandomOffice(api, client, chance);
    const ids: string[] = [];
    for (let index = 0; index < 40; index++) ids.push(await insert(api, 'loads', randomLoad(companyId, office, chance)));
    const done = new AbortController();
    const failures: unknown[] = [];
    let checked = 0;
    const changes = [
      `status = case when status in ('BOOKED', 'DISPATCHED', 'IN_TRANSIT') then 'DELIVERED' else 'BOOKED' end::load_status, status_before_problem = null`,
      'linehaul_cents = linehaul_cents % 400000 + 1000, loaded_miles = (loaded_miles + 7) % 2000',
      'deleted_at = case when deleted_at is null then now() end',
      'delivery_day = delivery_day + 1, booked_day = booked_day - 1',
      'driver_id = case when driver_id is null then co_driver_id end, co_driver_id = null',
      'driver_pay_cents = case when driver_pay_cents = 0 then 45000 else 0 end',
      // From not known to no fee and back. Neither changes the cut.
      `factoring_status = 'FUNDED', factoring_fee_bps = case when factoring_fee_bps is null then 0 end`,
    ];
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      const db = new pg.Client({ connectionString: api.databaseUrl('app') });
      await db.connect();
      const own = createChance(100 + writer);
      for (let index = 0; index < cases(25, 60) || checked < 6; index++) {
        await db.query(`begin; set local app.company_id = '${companyId}'`);
        // Two loads in one transaction, always in the same order, so that writers never deadlock.
        const wanted = [own.of(ids), own.of(ids)].sort((a, b) => (a < b ? -1 : 1));
        for (const id of new Set(wanted))
          await db.query(`update loads set ${own.of(changes)} where company_id = $1 and id = $2`, [companyId, id]);
        await db.query(own.once(5) ? 'rollback' : 'commit');
      }
      await db.end();
    });
    const folders = Array.from({ length: 2 }, async () => {
      while (!done.signal.aborted) await fold(client).catch((error: unknown) => failures.push(error));
    });
    const reader = (async () => {
      while (!done.signal.aborted) {
        const { rows } = await api.admin.query<{ wrong: number }>(comparison, [companyId]);
        if (rows[0]?.wrong !== 0) failures.push(rows);
        checked += 1;
      }
    })();
    await Promise.all(writers);
    done.abort();
    await Promise.all([...folders, reader]);
    expect(failures).toEqual([]);
    while ((await fold(client)) > 0);
    expect((await api.admin.query(comparison, [companyId])).rows).toEqual([{ wrong: 0 }]);
  });
});

/** `comparison` counts the figures that differ from the sums of the loads. It is one statement, so it sees one moment. */
const bases = `cross join lateral (values ('PICKUP', c.pickup_day), ('DELIVERY', c.delivery_day), ('BOOKING', c.booked_day)) b (basis, day)`;
const comparison = `
  with kept as (
    select basis, day, driver_id, dispatcher_id, ${figureSums} from (
      select basis, day, driver_id, dispatcher_id, ${figureList} from load_day_figures where company_id = $1
      union all select b.basis, b.day, driver_id, dispatcher_id, ${figureList} from load_figure_deltas c ${bases} where company_id = $1) f group by 1, 2, 3, 4),
  totals as (
    select basis, day, ${figureSums} from (
      select basis, day, ${figureList} from load_day_totals where company_id = $1
      union all select b.basis, b.day, ${figureList} from load_figure_deltas c ${bases} where company_id = $1) f group by 1, 2),
  months as (
    select basis, month, driver_id, dispatcher_id, ${figureSums} from (
      select basis, month, driver_id, dispatcher_id, ${figureList} from load_month_figures where company_id = $1
      union all select b.basis, date_trunc('month', b.day)::date, driver_id, dispatcher_id, ${figureList}
      from load_figure_deltas c ${bases} where company_id = $1) f group by 1, 2, 3, 4),
  counted as (select b.basis, b.day, c.* from loads l cross join lateral load_contribution(l) c ${bases} where l.company_id = $1),
  actual as (select basis, day, driver_id, dispatcher_id, ${figureSums} from counted group by 1, 2, 3, 4),
  actual_months as (select basis, date_trunc('month', day)::date as month, driver_id, dispatcher_id, ${figureSums} from counted group by 1, 2, 3, 4),
  actual_totals as (select basis, day, ${figureSums} from counted group by 1, 2)
  select (select count(*) from (select * from kept where ${figureColumns.map((column) => `${column} <> 0`).join(' or ')} except select * from actual) a)::int
    + (select count(*) from (select * from actual except select * from kept) a)::int
    + (select count(*) from (select * from actual_months except select * from months) a)::int
    + (select count(*) from (select * from actual_totals except select * from totals) a)::int as wrong`;
