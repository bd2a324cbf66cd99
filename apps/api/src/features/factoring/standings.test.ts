import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyList, setFactor } from '../../testing/providers/factor.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { readStandings } from './standings.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

async function openOffice(): Promise<TestClient> {
  const owner = await api.signUp();
  await setFactor(owner);
  return owner;
}

const plant = ({ user: { companyId } }: TestClient, name: string, firstMc: number, count: number) =>
  api.admin.query<{ id: string }>(
    `insert into brokers (company_id, id, name, mc) select $1, gen_random_uuid(), $2, ($3::int + n)::text
     from generate_series(1, $4::int) n returning id`,
    [companyId, name, firstMc, count],
  );

describe('readStandings', () => {
  it('a namesake is seen among thousands of other brokers', async () => {
    const owner = await openOffice();
    const { companyId } = owner.user;
    await applyList(owner, ['Alpha Freight,,,Approved,,', 'Beta Freight,,,Approved,,']);
    const alphas = await plant(owner, 'Alpha Freight', 200_000, 2_100);
    const betas = await plant(owner, 'Beta Freight', 300_000, 2);
    const asked = [...alphas.rows.slice(0, 1), ...betas.rows.slice(0, 1)];
    const standings = await api.platform.db.withTenant(companyId, (tx) =>
      readStandings(
        tx,
        'America/Chicago',
        asked.map(({ id }, index) => ({ id, name: index === 0 ? 'Alpha Freight' : 'Beta Freight', mc: null, dot: null })),
      ),
    );
    expect(standings.map(({ standing, isAmbiguous }) => [standing, isAmbiguous])).toEqual([
      [null, true],
      [null, true],
    ]);
  });

  it('reads no more rows for thousands of brokers of one name and number than for dozens', async () => {
    const owner = await openOffice();
    const { companyId } = owner.user;
    await applyList(owner, ['Alpha Freight,,5,Approved,,']);
    let rowsRead = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        rowsRead += result.rows.length;
        return result;
      },
    };
    const read = () =>
      api.platform.db.withTenant(companyId, (tx) =>
        readStandings({ ...tx, db: tx.db.withPlugin(counting) }, 'America/Chicago', [
          { id: null, name: 'Alpha Freight', mc: null, dot: null },
        ]),
      );
    const counts: number[] = [];
    for (const [firstMc, count] of [
      [200_000, 50],
      [300_000, 5_000],
    ] as const) {
      await plant(owner, 'Alpha Freight', firstMc, count);
      await plant(owner, 'Alpha Freight West', firstMc + 10_000, count);
      await api.admin.query(`update brokers set dot = '5' where company_id = $1 and name = 'Alpha Freight West'`, [companyId]);
      rowsRead = 0;
      expect(await read()).toMatchObject([{ standing: null }]);
      counts.push(rowsRead);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});
