import { setImmediate } from 'node:timers/promises';
import type { Point } from '@headhaul/domain/places/distance';
import type { PluginTransformResultArgs } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LimitName } from '../../lib/admission/rate-limit.ts';
import type { Database } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { withFreshApp } from '../../testing/providers/fmcsa.ts';
import { ownRedis, startTestServices, type TestServices } from '../../testing/providers/test-services.ts';
import type { TestApp, TestClient } from '../../testing/test-app.ts';
import { openMaps } from './maps.service.ts';

const joliet = { lat: 41.5251, lng: -88.0817 };
const harrisburg = { lat: 40.2732, lng: -76.8867 };
const toledo = { lat: 41.65, lng: -83.54 };
const wayTo = (to: Point) => ({ stops: [joliet, to], truck: 'TRACTOR_TRAILER' }) as const;

let services: TestServices<'here'>;
beforeAll(async () => {
  services = await startTestServices(['here']);
});
afterEach(() => services.clear());
afterAll(() => services.stop());

/** An app of its own for each test: a service that failed is not asked for a while. */
const withApp = (work: (client: TestClient, app: TestApp) => Promise<void>) =>
  withFreshApp(
    { HERE_API_BASE: `http://localhost:${services.port + 14}`, HERE_API_KEY: 'headhaul-dev-secret', REDIS_URL: ownRedis(12) },
    async (client, app) => {
      await app.platform.redis.flushdb();
      await work(client, app);
    },
  );

async function usesOf({ admin }: TestApp, { user: { companyId } }: TestClient): Promise<number> {
  const { rows } = await admin.query<{ used: number }>(
    `select coalesce(sum(used), 0)::int as used from limit_uses where company_id = $1 and feature = 'mapRoutesPerDay'`,
    [companyId],
  );
  return rows[0]?.used ?? 0;
}

describe('routes that a maps service is asked for', () => {
  it('one transaction counts them, however many are asked for, and one gives back', () =>
    withApp(async (client, app) => {
      const { companyId } = client.user;
      let transactions = 0;
      const withTenant: Database['withTenant'] = (...given) => {
        transactions += 1;
        return app.platform.db.withTenant(...given);
      };
      const maps = openMaps({ ...app.platform, db: { ...app.platform.db, withTenant } });
      const waysFrom = (lng: number) => [0, 1, 2, 3, 4].map((place) => wayTo({ ...toledo, lng: lng + place / 10 }));
      expect((await maps.routes(companyId, waysFrom(-83))).every(({ route }) => route?.source === 'HERE')).toBe(true);
      expect([transactions, await usesOf(app, client)]).toEqual([1, 5]);
      await services.setFaults('here', { errorStatus: 500 });
      expect((await maps.routes(companyId, waysFrom(-90))).every(({ route }) => route === null)).toBe(true);
      expect([transactions, await usesOf(app, client)]).toEqual([3, 5]);
    }));

  it('what nobody answers is given back to the day that it was counted for', () =>
    withApp(async (client, app) => {
      const { companyId } = client.user;
      const setZone = (zone: string) => app.admin.query('update companies set time_zone = $2 where company_id = $1', [companyId, zone]);
      // These zones never have the same day.
      await setZone('Pacific/Pago_Pago');
      await openMaps(app.platform).routes(companyId, [wayTo(harrisburg)]);
      await setZone('Pacific/Kiritimati');
      await services.setFaults('here', { errorStatus: 500 });
      const withTenant: Database['withTenant'] = async (...given) => {
        const result = await app.platform.db.withTenant(...given);
        await setZone('Pacific/Pago_Pago');
        return result;
      };
      await openMaps({ ...app.platform, db: { ...app.platform.db, withTenant } }).routes(companyId, [wayTo(toledo)]);
      expect(await usesOf(app, client)).toBe(1);
      const left = await app.admin.query(
        `select from limit_uses where company_id = $1 and day = (now() at time zone 'Pacific/Pago_Pago')::date`,
        [companyId],
      );
      expect(left.rowCount).toBe(1);
    }));

  it('a company over its limit is refused alone: one that waits with it asks for itself', () =>
    withApp(async (client, app) => {
      const other = await app.signUp();
      const { promise: refusal, reject: refuse } = Promise.withResolvers<void>();
      const asking = vi.fn((limit: LimitName, key: string) =>
        key === client.user.companyId ? refusal : app.platform.limits.take(limit, key),
      );
      const lookups = vi.fn(async ({ result }: PluginTransformResultArgs) => result);
      const global = app.platform.db.global.withPlugin({ transformQuery: ({ node }) => node, transformResult: lookups });
      const maps = openMaps({ ...app.platform, limits: { ...app.platform.limits, take: asking }, db: { ...app.platform.db, global } });
      const first = maps.routes(client.user.companyId, [wayTo(toledo)]);
      await vi.waitFor(() => expect(asking).toHaveBeenCalledTimes(1));
      const second = maps.routes(other.user.companyId, [wayTo(toledo)]);
      await vi.waitFor(() => expect(lookups).toHaveBeenCalledTimes(2));
      await setImmediate();
      refuse(new AppError('too_many_requests'));
      expect(await first).toEqual([{ route: null, notAsked: null }]);
      expect(await second).toMatchObject([{ route: { source: 'HERE' }, notAsked: null }]);
      expect([await usesOf(app, client), await usesOf(app, other)]).toEqual([0, 1]);
    }));
});
