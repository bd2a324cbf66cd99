import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantTx } from '../../lib/db/database.ts';
import { explainInTx, logStatements } from '../../testing/database/statement-log.ts';
import { applyList, setFactor } from '../../testing/providers/factor.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { matchPosted } from '../postings/posted-brokers.service.ts';
import { readStandings } from './standings.service.ts';

let api: TestApp;
let owner: TestClient;
beforeAll(async () => {
  api = await startTestApp();
  owner = await api.signUp();
  await setFactor(owner);
  await applyList(owner, ['Broker No. 17,,,Approved,,', 'Broker No. 18 LLC,200018,,Approved,,', 'Broker No. 19,,300019,Declined,,']);
  await api.admin.query(
    `insert into brokers (company_id, id, name, mc, dot)
     select $1, gen_random_uuid(), 'Broker no. ' || n, (200000 + n)::text, (300000 + n)::text from generate_series(1, 3000) n`,
    [owner.user.companyId],
  );
  await api.admin.query('analyze brokers');
});
afterAll(() => api.close());

/** The indexes by which the statement that reads brokers finds them, and the most brokers that one look of it gives. */
async function lookAt(work: (tx: TenantTx) => Promise<unknown>): Promise<{ indexes: string[]; mostRows: number }> {
  const steps = await api.platform.db.withTenant(owner.user.companyId, async (tx) => {
    const { db, statements } = logStatements(tx.db);
    await work({ ...tx, db });
    return explainInTx(
      tx,
      statements.find(({ sql }) => sql.includes('from brokers')),
    );
  });
  const looks = steps.filter((step) => step['Relation Name'] === 'brokers' || step['Index Name']?.startsWith('brokers_'));
  return {
    indexes: [...new Set(looks.flatMap((step) => step['Index Name'] ?? []))].sort((a, b) => a.localeCompare(b)),
    mostRows: Math.max(...looks.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0))),
  };
}

describe('brokers.name_key', () => {
  it('rows of a board are matched by indexes under row-level security', async () => {
    const posted = [
      { name: 'Broker No 17, Inc.', mc: null },
      { name: 'Somebody else', mc: '200018' },
    ];
    let found: unknown;
    const look = await lookAt(async (tx) => {
      found = (await matchPosted(tx, posted)).map((match) => match?.matchedBy);
    });
    expect(found).toEqual(['NAME', 'MC']);
    expect(look).toEqual({ indexes: ['brokers_dot', 'brokers_mc', 'brokers_name_key'], mostRows: 1 });
  });

  it('a factor’s rows are matched by indexes under row-level security', async () => {
    const asked = [17, 18, 19].map((n) => ({ id: null, name: `Broker no. ${n}`, mc: null, dot: null }));
    let found: unknown;
    const look = await lookAt(async (tx) => {
      found = (await readStandings(tx, 'America/Chicago', asked)).map(({ isAmbiguous }) => isAmbiguous);
    });
    // Somebody of the office has each name already.
    expect(found).toEqual([true, false, false]);
    expect(look).toEqual({ indexes: ['brokers_dot', 'brokers_mc', 'brokers_name_key'], mostRows: 1 });
  });
});
