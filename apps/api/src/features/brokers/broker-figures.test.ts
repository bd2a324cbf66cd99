import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { type BrokerLoad, countKeys, eventOf } from '@headhaul/domain/brokers/figures';
import { allowedMoves } from '@headhaul/domain/loads/status';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChance } from '../../cli/seed/chance.ts';
import { type Database, openDatabase } from '../../lib/db/database.ts';
import { migrationsFolder } from '../../lib/db/migrations-folder.ts';
import { createTracing } from '../../lib/telemetry/trace.ts';
import { anyLoad, feeChanges, loadChanges } from '../../testing/broker-loads.ts';
import { domainLoads, expectScanned } from '../../testing/broker-scan.ts';
import { cases } from '../../testing/cases.ts';
import { dayFromNow, deliveryAt, makeBroker, makeDriver, makeLoad, pickupAt, plantLoad, toLoadInput } from '../../testing/office.ts';
import { withinOneDay } from '../../testing/one-day.ts';
import { insert, makeRandomOffice } from '../../testing/random-loads.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { countColumns } from './broker-history.service.ts';
import { foldAllBrokerFigures, foldOnce } from './brokers.jobs.ts';
import { findDrift, recount } from './figure-drift.ts';

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

const fold = ({ user }: TestClient) => worker.withTenant(user.companyId, foldOnce);
/** Takes so few changes that one which subtracts may be folded before the one it belongs to. */
const foldFew = ({ user }: TestClient, lines: number) =>
  worker.withTenant(user.companyId, ({ companyId, db }) => sql`select fold_broker_figures(${companyId}, ${lines})`.execute(db));
const drift = ({ user }: TestClient) => worker.withTenant(user.companyId, findDrift);
const countLines = async ({ user }: TestClient) =>
  (await api.admin.query('select from broker_figure_deltas where company_id = $1', [user.companyId])).rowCount;

const expectTrue = async (client: TestClient) => {
  await expectScanned(api, client);
  expect(await drift(client)).toEqual([]);
};
const dayMs = 86_400_000;
const at = (ms: number) => new Date(ms).toISOString();

describe('GET /brokers and GET /brokers/{id}', () => {
  it('200 and always what the loads themselves say, whatever people do to them and whenever is folded', async () => {
    const client = await api.signUp();
    const chance = createChance(7);
    const driver = await makeDriver(client);
    const brokers = [await makeBroker(client), await makeBroker(client), await makeBroker(client)];
    const ids: string[] = [];
    const pick = () => ({ params: { id: chance.of(ids) } });
    const read = () => client.call(loadEndpoints.getLoad, pick());
    // Some moves are refused, as for a person. The test checks that the figures match whatever the result is.
    const orRefused = (work: Promise<unknown>) => work.catch(() => {});
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        const stops = [pickupAt({ day: dayFromNow(chance.below(20) - 10) }), deliveryAt({ day: dayFromNow(12 + chance.below(9)) })];
        const more = { linehaulCents: 90_000 + chance.below(300_000), loadedMiles: chance.below(2_000) };
        const driverId = chance.once(3) ? null : driver.id;
        ids.push((await makeLoad(client, { stops, driverId, brokerId: chance.of(brokers).id, asDraft: chance.once(6), ...more })).id);
      },
      async () => {
        const load = await read();
        const [newStatus] = allowedMoves(load, { isTeamOwner: true }, Date.now()).sort(() => chance.below(3) - 1);
        const params = { id: load.id };
        if (newStatus === 'TONU') return orRefused(client.call(loadEndpoints.markTonu, { params, body: { newRate: 25_000 } }));
        const paid = newStatus === 'PAID' && chance.once(2) ? { paidAmountCents: chance.below(100_000) } : {};
        const body = { reason: 'Refused', confirmDoubleBooking: true, anyway: { reason: 'Known' }, ...paid };
        if (newStatus) return orRefused(client.call(loadEndpoints.changeLoadStatus, { params, body: { newStatus, ...body } }));
      },
      () => orRefused(client.call(loadEndpoints.undoLoadStatus, pick())),
      async () => {
        const load = await read();
        const body = { ...toLoadInput(load), linehaulCents: 50_000 + chance.below(200_000), brokerId: chance.of(brokers).id };
        await orRefused(client.call(loadEndpoints.updateLoad, { params: { id: load.id }, query: { version: load.version }, body }));
      },
      () =>
        orRefused(
          client.call(loadEndpoints.addFee, {
            ...pick(),
            body: {
              type: chance.of(['LUMPER', 'DETENTION'] as const),
              reason: 'asked',
              brokerAmountCents: chance.below(30_000),
              driverAmountCents: 0,
              status: chance.of(['PENDING', 'PAID', 'DENIED'] as const),
            },
          }),
        ),
      async () => {
        const load = await read();
        const fee = load.fees[0];
        if (fee) await orRefused(client.call(loadEndpoints.removeFee, { params: { id: load.id, feeId: fee.id } }));
      },
      () => orRefused(client.call(loadEndpoints.deleteLoad, pick())),
      () => orRefused(client.call(loadEndpoints.restoreLoad, pick())),
      async () => {
        const { id, name, version } = await client.call(brokerEndpoints.getBroker, { params: { id: chance.of(brokers).id } });
        await client.call(brokerEndpoints.updateBroker, { params: { id }, query: { version }, body: { name: `${name} renamed` } });
      },
      () => fold(client),
    ];
    for (let index = 0; index < 8; index++) await steps[0]?.();
    for (let round = 0; round < cases(5, 12); round++) {
      for (let index = 0; index < 10; index++) await chance.of(steps)();
      await expectTrue(client);
    }
  }, 120_000);

  it(
    '200 and the same for loads of any age and any payment',
    () =>
      withinOneDay('UTC', async () => {
        const client = await api.signUp();
        const { companyId } = client.user;
        const chance = createChance(21);
        const office = await makeRandomOffice(api, client, chance);
        const ids: string[] = [];
        for (let round = 0; round < cases(6, 30); round++) {
          for (let index = 0; index < 15; index++) ids.push(await insert(api, 'loads', anyLoad(companyId, office, chance)));
          for (let index = 0; index < 40; index++) {
            const id = chance.of(ids);
            if (chance.once(3)) await api.admin.query(chance.of(feeChanges), [companyId, id]);
            else
              await api.admin
                .query(`update loads set ${chance.of(loadChanges)} where company_id = $1 and id = $2`, [companyId, id])
                .catch(() => {});
          }
          if (round % 3 === 2) {
            const [gone] = ids.splice(chance.below(ids.length), 1);
            await api.admin.query('delete from loads where company_id = $1 and id = $2', [companyId, gone]);
          }
          await foldFew(client, chance.below(30));
          await expectTrue(client);
        }
        while ((await fold(client)) > 0);
        expect(await countLines(client)).toBe(0);
        await expectTrue(client);
      }),
    120_000,
  );

  it(
    '200 without loads that have become too old since the last fold, and after the next one',
    () =>
      withinOneDay('UTC', async () => {
        const client = await api.signUp();
        const { companyId } = client.user;
        const { id: brokerId } = await makeBroker(client);
        const firstDay = `date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '12 months'`;
        const paid = { status: 'PAID' as const, invoicedAt: `now() - interval '50 days'`, paidAmountCents: 1_000 };
        for (const hours of [0, 30, 60, 100]) {
          const days = 10 + hours;
          await plantLoad(api, client, {
            brokerId,
            ...paid,
            paidAt: `now() - interval '${days} hours'`,
            pickupAt: `${firstDay} + interval '${hours} hours'`,
          });
        }
        await plantLoad(api, client, {
          brokerId,
          status: 'INVOICED',
          invoicedAt: `now() - interval '32 days'`,
          pickupAt: `now() - interval '40 days'`,
        });
        await fold(client);
        await expectTrue(client);
        // As if the last fold had been three days ago: what it kept is three days older now.
        const db = await api.admin.connect();
        try {
          await db.query('begin; set local session_replication_role = replica');
          await db.query(`update loads set pickup_at = pickup_at - interval '3 days' where company_id = $1`, [companyId]);
          await db.query('update broker_figure_dates set counted_on = counted_on - 3 where company_id = $1', [companyId]);
          await db.query('update broker_figures set overdue_loads = 7, overdue_cents = 7, overdue_since = now() where company_id = $1', [
            companyId,
          ]);
          await db.query('commit');
        } finally {
          db.release();
        }
        const loadsOf = async () => (await client.call(brokerEndpoints.getBroker, { params: { id: brokerId } })).history.loads;
        expect(await loadsOf()).toBe(2);
        // A load of such a day is changed before the fold, and another one is written.
        await api.admin.query(`update loads set linehaul_cents = 77 where company_id = $1 and pickup_at < ${firstDay}`, [companyId]);
        await plantLoad(api, client, { brokerId, pickupAt: `${firstDay} - interval '1 hour'` });
        await expectTrue(client);
        await foldFew(client, 1);
        await expectTrue(client);
        await fold(client);
        expect(await countLines(client)).toBe(0);
        await expectTrue(client);
        expect(await loadsOf()).toBe(2);
      }),
    60_000,
  );

  it('enqueues a fold once many changes wait or the day is over, and only one', async () => {
    const client = await api.signUp();
    const { companyId } = client.user;
    const { id: brokerId } = await makeBroker(client);
    const { id } = await plantLoad(api, client, { brokerId });
    const jobs = async () =>
      (
        await api.admin.query(`select from graphile_worker.jobs where task_identifier = 'brokers.fold' and key = $1`, [
          `fold broker figures of ${companyId}`,
        ])
      ).rowCount;
    const look = async () => {
      await client.call(brokerEndpoints.listBrokers, { query: {} });
      await client.call(brokerEndpoints.getBroker, { params: { id: brokerId } });
    };
    await look();
    expect(await jobs()).toBe(0);
    for (let index = 0; index < 250; index++)
      await api.admin.query('update loads set linehaul_cents = $2 where id = $1', [id, 1_000 + index]);
    await look();
    expect(await jobs()).toBe(1);
    expect(await fold(client)).toBe(501);
    await api.admin.query('delete from graphile_worker._private_jobs');
    await look();
    expect(await jobs()).toBe(0);
    await api.admin.query('update broker_figure_dates set counted_on = counted_on - 1 where company_id = $1', [companyId]);
    await look();
    expect(await jobs()).toBe(1);
    await expectTrue(client);
  });
});

describe('the figures of brokers', () => {
  it('are made of what the domain counts for each load, at every limit', async () => {
    const client = await api.signUp();
    const { companyId } = client.user;
    const chance = createChance(13);
    const office = await makeRandomOffice(api, client, chance);
    const invoicedMs = Date.now() - 80 * dayMs;
    const limits = [0, 5, 6, 15, 16, 30, 31].flatMap((over) => [-1, 0, 1].map((ms) => invoicedMs + (30 + over) * dayMs + ms));
    const tenths = [0, 1, 9].flatMap((tenth) => [-1, 0, 1].map((ms) => invoicedMs + (tenth + 0.5) * (dayMs / 10) + ms));
    for (const paidMs of [...limits, ...tenths, invoicedMs, invoicedMs - 1]) {
      const load = {
        ...anyLoad(companyId, office, chance),
        status: 'PAID',
        status_before_problem: null,
        problem_reason: null,
        deleted_at: null,
      };
      const money = {
        payment_terms_days: 30,
        invoiced_at: at(invoicedMs),
        paid_at: at(paidMs),
        paid_amount_cents: chance.of([0, 90_000_000]),
      };
      await insert(api, 'loads', { ...load, ...money });
    }
    for (let index = 0; index < cases(60, 600); index++) {
      const id = await insert(api, 'loads', anyLoad(companyId, office, chance));
      if (chance.once(2)) await api.admin.query(feeChanges[0] ?? '', [companyId, id]);
    }
    const { rows } = await api.admin.query<{ load: Record<string, unknown>; line: Record<string, unknown> | null }>(
      `select to_json(d) as load, (select to_json(c) from broker_contribution(l, 1) c) as line
       from (${domainLoads}) d join loads l on l.company_id = $1 and l.id = d.id`,
      [companyId],
    );
    for (const { load, line } of rows) {
      const event = eventOf(load as unknown as BrokerLoad);
      if (event === null) {
        expect(line).toBeNull();
        continue;
      }
      const { counts, payments, dueLoads, dueCents } = event.figures;
      const [tenth] = Object.keys(payments);
      const [due] = Object.keys(dueLoads);
      expect(line, JSON.stringify(load)).toMatchObject({
        day: event.day,
        ...Object.fromEntries(countKeys.map((key) => [countColumns[key], counts[key]])),
        pay_tenths: tenth === undefined ? null : Number(tenth),
        due_day: due ?? null,
      });
      if (due !== undefined) expect(line?.open_cents).toBe(dueCents[due] ?? 0);
    }
    expect(rows.length).toBeGreaterThan(90);
  });

  it('are exact at every moment while many write and two fold, and nobody waits for nobody', async () => {
    const client = await api.signUp();
    const { companyId } = client.user;
    const chance = createChance(3);
    const office = await makeRandomOffice(api, client, chance);
    const ids: string[] = [];
    for (let index = 0; index < 30; index++) ids.push(await insert(api, 'loads', anyLoad(companyId, office, chance)));
    const done = new AbortController();
    const failures: unknown[] = [];
    let checked = 0;
    const writers = Array.from({ length: 5 }, async (_, writer) => {
      const db = new pg.Client({ connectionString: api.databaseUrl('app') });
      await db.connect();
      const own = createChance(100 + writer);
      for (let index = 0; index < cases(20, 60) || checked < 6; index++) {
        await db.query(`begin; set local app.company_id = '${companyId}'`);
        const id = own.of(ids);
        // The load is locked before its fees are changed, as the product does.
        await db.query('select from loads where company_id = $1 and id = $2 for update', [companyId, id]);
        const isFee = own.once(3);
        await db
          .query(isFee ? own.of(feeChanges) : `update loads set ${own.of(loadChanges)} where company_id = $1 and id = $2`, [companyId, id])
          .catch(() => {});
        await db.query(own.once(5) ? 'rollback' : 'commit');
      }
      await db.end();
    });
    const folders = Array.from({ length: 2 }, async () => {
      while (!done.signal.aborted) await foldFew(client, 3).catch((error: unknown) => failures.push(error));
    });
    const reader = (async () => {
      while (!done.signal.aborted) {
        failures.push(...(await drift(client)));
        checked += 1;
        if (checked % 3 === 0) await worker.withTenant(companyId, recount);
      }
    })();
    await Promise.all(writers);
    done.abort();
    await Promise.all([...folders, reader]);
    expect(failures).toEqual([]);
    while ((await fold(client)) > 0);
    await expectTrue(client);
  }, 120_000);

  it('are counted from the loads by the migrations, and a recount mends them', async () => {
    const client = await api.signUp();
    const { companyId } = client.user;
    const chance = createChance(5);
    const office = await makeRandomOffice(api, client, chance);
    for (let index = 0; index < 40; index++) {
      const id = await insert(api, 'loads', anyLoad(companyId, office, chance));
      await api.admin.query(feeChanges[0] ?? '', [companyId, id]);
    }
    // The tables as they are before the migrations.
    await api.admin.query(`begin; set local session_replication_role = replica; update loads set lumper_cents = 0, detention_asked = 0, detention_paid = 0;
      truncate broker_figures, broker_lane_figures, broker_figure_dates, broker_figure_deltas; commit`);
    expect(await drift(client)).not.toEqual([]);
    const migrator = new pg.Client({ connectionString: api.databaseUrl('migrator') });
    await migrator.connect();
    for (const file of ['0026_fee_sums.sql', '0027_count_brokers.sql']) {
      await migrator.query(`begin; ${await readFile(join(migrationsFolder, file), 'utf8')}; commit`);
    }
    await migrator.end();
    await expectTrue(client);
    expect(await countLines(client)).toBe(0);
    await api.admin.query('update broker_figures set loads = loads + 1, payments = $2 where company_id = $1', [companyId, '{"5": 1}']);
    expect((await drift(client)).some((line) => line.includes(', loads, 1'))).toBe(true);
    await worker.withTenant(companyId, recount);
    await expectTrue(client);
  });

  it('are folded every night for each company that has some', async () => {
    const client = await api.signUp();
    const { id: brokerId } = await makeBroker(client);
    await plantLoad(api, client, { brokerId });
    const platform = api.openWorker();
    await foldAllBrokerFigures.definition.run(
      {
        platform,
        log: platform.log,
        attempt: 1,
        isLastAttempt: false,
        signal: new AbortController().signal,
        transaction: platform.db.withTenant,
      },
      {},
    );
    const key = `fold broker figures of ${client.user.companyId}`;
    expect((await api.admin.query('select from graphile_worker.jobs where key = $1', [key])).rowCount).toBe(1);
  });
});
