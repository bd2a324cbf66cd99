import { LoadInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { type LoadStatus, loadStatuses } from '@headhaul/domain/loads/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantTx } from '../../../lib/db/database.ts';
import { countStatements } from '../../../testing/database/statement-log.ts';
import { dayFromNow, deliveryAt, loadInput, makeDriver, makeLoad, pickupAt } from '../../../testing/office.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { createLoadsInTx } from './create-load.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function importAll(client: TestClient, loads: { input?: Partial<LoadInput>; status?: LoadStatus }[]) {
  return api.platform.db.withTenant(client.user.companyId, (tx) =>
    createLoadsInTx(
      tx,
      { userId: client.user.id },
      loads.map(({ input, status }) => ({ values: LoadInput.parse(loadInput(input)), ...(status ? { status } : {}) })),
      'import',
    ),
  );
}

const old = { stops: [pickupAt({ day: dayFromNow(-20) }), deliveryAt({ day: dayFromNow(-18) })] };

describe('many loads from a file', () => {
  it('are made in every state of a load’s life', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const states = loadStatuses;
    const made = await importAll(
      owner,
      states.map((status) => ({ status, input: { ...old, driverId: driver.id } })),
    );
    for (const [index, status] of states.entries()) {
      const one = made[index];
      if (!one || 'refused' in one) throw new Error(`${status} was refused`);
      const load = await owner.call(loadEndpoints.getLoad, { params: { id: one.id } });
      expect(load.status).toBe(status);
      expect(load.loadNumber).toBe(one.loadNumber);
      if (status === 'DELIVERED' || status === 'INVOICED') expect(load.statusChangedAt).toBe(load.deliveryEndsAt);
      if (status === 'INVOICED') expect([load.invoicedAt, load.dueOn]).toEqual([null, null]);
      if (status === 'PAID') expect([load.invoicedAt, load.paidAt, load.paidAmountCents]).toEqual([null, null, 250_000]);
      if (status === 'TONU') expect(load.loadedMiles).toBe(0);
      const { events } = await owner.call(loadEndpoints.listLoadEvents, { params: { id: one.id } });
      expect(events.map(({ kind, source }) => [kind, source])).toEqual([['created', 'import']]);
    }
  });

  it('are refused one by one, and the rest are made', async () => {
    const owner = await api.signUp();
    await makeLoad(owner, { loadNumber: 'TAKEN' });
    const made = await importAll(owner, [
      { input: { loadNumber: 'TAKEN' } },
      { input: { loadNumber: 'TWICE' } },
      { input: { loadNumber: 'TWICE' } },
      { status: 'IN_TRANSIT' },
      {},
      { input: { driverId: '0195a000-0000-7000-8000-000000000000' } },
    ]);
    expect(made.map((one) => ('refused' in one ? one.refused.code : one.loadNumber))).toEqual([
      'already_taken',
      'TWICE',
      'already_taken',
      'validation_failed',
      expect.stringMatching(/^10\d\d$/),
      'validation_failed',
    ]);
  });

  it('come back with the delivery that is before its pickup', async () => {
    const owner = await api.signUp();
    const [bad, good] = await importAll(owner, [
      { input: { stops: [pickupAt({ day: dayFromNow(-18) }), deliveryAt({ day: dayFromNow(-20) })] }, status: 'PAID' },
      { input: old, status: 'PAID' },
    ]);
    const message = 'The delivery is before the pickup';
    expect(bad).toMatchObject({ refused: { code: 'validation_failed', details: { errors: [{ path: 'body.stops.1.day', message }] } } });
    expect(good).toMatchObject({ loadNumber: expect.any(String) });
  });

  it('take numbers around a thousand that are used up', async () => {
    const owner = await api.signUp();
    const numbered = Array.from({ length: 1_500 }, (_, n) => ({ input: { loadNumber: String(1_001 + n), brokerName: 'One' } }));
    for (let start = 0; start < numbered.length; start += 500) await importAll(owner, numbered.slice(start, start + 500));
    expect((await makeLoad(owner)).loadNumber).toBe('2501');
    const made = await importAll(owner, [{}, {}]);
    expect(made).toMatchObject([{ loadNumber: '2502' }, { loadNumber: '2503' }]);
  });

  it('are made by as many statements as a few, and cost no more each', { timeout: 60_000 }, async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    /** Always uses the same ten brokers, so that only the number of loads grows. */
    const make = (tx: TenantTx, size: number) => {
      const loads = Array.from({ length: size }, (_, n) => ({
        values: LoadInput.parse(loadInput({ ...old, driverId: driver.id, brokerName: `Broker ${n % 10}`, loadedMiles: null })),
        status: 'PAID' as const,
      }));
      return createLoadsInTx(tx, { userId: owner.user.id }, loads, 'import');
    };
    const measure = (size: number) =>
      api.platform.db.withTenant(owner.user.companyId, async (tx) => {
        const before = process.threadCpuUsage();
        let refused = 0;
        const statements = await countStatements(tx, async (counted) => {
          refused = (await make(counted, size)).filter((one) => 'refused' in one).length;
        });
        expect(refused).toBe(0);
        const { user, system } = process.threadCpuUsage(before);
        return { statements, cpu: (user + system) / size };
      });
    await measure(50);
    const few: Awaited<ReturnType<typeof measure>>[] = [];
    const many: typeof few = [];
    for (let round = 0; round < 3; round++) {
      few.push(await measure(50));
      many.push(await measure(500));
    }
    expect(new Set(many.map(({ statements }) => statements))).toEqual(new Set(few.map(({ statements }) => statements)));
    const cheapest = (all: typeof few) => Math.min(...all.map(({ cpu }) => cpu));
    // If the loads were compared with one another, each would cost ten times as much when there are ten times as many.
    expect(cheapest(many)).toBeLessThan(4 * cheapest(few));
  });

  it('never wait for each other’s brokers', async () => {
    const owner = await api.signUp();
    const names = Array.from({ length: 20 }, (_, n) => `Broker ${n}`);
    const rounds = Array.from({ length: 6 }, (_, round) =>
      importAll(
        owner,
        (round % 2 ? names : names.toReversed()).map((brokerName) => ({ input: { brokerName } })),
      ),
    );
    const single = Array.from({ length: 20 }, (_, n) => makeLoad(owner, { brokerName: `Broker ${n}` }));
    await Promise.all([...rounds, ...single]);
    const { rows } = await api.admin.query('select count(*)::int as brokers from brokers where company_id = $1', [owner.user.companyId]);
    expect(rows).toEqual([{ brokers: 20 }]);
  });
});
