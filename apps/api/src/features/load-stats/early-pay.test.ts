import { readFile } from 'node:fs/promises';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import { profitEndpoints } from '@headhaul/contracts/profit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import { dayFromNow, makeLoad } from '../../testing/office.ts';
import { noRates } from '../../testing/rates.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { sumEarlyPay } from './early-pay.jobs.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const factored = { linehaulCents: 250_000, driverPayCents: 50_000, factoringStatus: 'FUNDED' as const, factoringFeeBps: 250 };

const run = () => runJob(sumEarlyPay, api.openWorker(), {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
const isMarked = async ({ user }: TestClient) =>
  (
    await api.admin.query<{ marked: boolean }>('select has_early_pay_to_sum as marked from company_directory where id = $1', [
      user.companyId,
    ])
  ).rows[0]?.marked;
/** The company was there before. */
const mark = ({ user }: TestClient) =>
  api.admin.query('update company_directory set has_early_pay_to_sum = true where id = $1', [user.companyId]);

/** A load with a fee of the factor, as it was before the fee took the place of the percentage: both are subtracted. */
async function loadFromBefore(client: TestClient): Promise<string> {
  const { id } = await makeLoad(client, factored);
  const fee = { type: 'FACTORING_FEE' as const, brokerAmountCents: 6_000, driverAmountCents: 0, reason: '', status: 'PAID' as const };
  await client.call(loadEndpoints.addFee, { params: { id }, body: { ...fee, documentId: null } });
  await api.admin.query('alter table loads disable trigger set_cut');
  await api.admin.query('update loads set early_pay_cents = null, cut_cents = cut_cents - 6250 where id = $1', [id]);
  await api.admin.query('alter table loads enable trigger set_cut');
  return id;
}

const storedCut = async (id: string) =>
  (await api.admin.query<{ cut: number }>('select cut_cents::int as cut from loads where id = $1', [id])).rows[0]?.cut;
const weekCut = async (client: TestClient) =>
  (await client.call(loadStatsEndpoints.getLoadStats, { query: { from: dayFromNow(-30), to: dayFromNow(30) } })).totals.cutCents;

describe('a load with a fee for early payment from before', () => {
  it('is right at once in details and net, and the job corrects the figures in batches', async () => {
    const client = await api.signUp();
    const id = await loadFromBefore(client);
    await mark(client);
    expect([await storedCut(id), await weekCut(client)]).toEqual([187_750, 187_750]);
    expect((await client.call(loadEndpoints.getLoad, { params: { id } })).cutCents).toBe(194_000);
    expect((await client.call(profitEndpoints.getLoadProfit, { params: { id } })).cutCents).toBe(194_000);
    await run();
    expect([await storedCut(id), await weekCut(client)]).toEqual([194_000, 194_000]);
    const { rows } = await api.admin.query('select from loads where early_pay_cents is null and id = $1', [id]);
    expect(rows).toHaveLength(0);
  });

  it('is not looked for in a company whose loads are all summed up, nor in a new one', async () => {
    const client = await api.signUp();
    expect(await isMarked(client)).toBe(false);
    await mark(client);
    await run();
    expect(await isMarked(client)).toBe(false);
    const id = await loadFromBefore(client);
    await run();
    expect(await storedCut(id)).toBe(187_750);
  });

  it('keeps its company’s mark while somebody holds it', async () => {
    const client = await api.signUp();
    const id = await loadFromBefore(client);
    await mark(client);
    const holder = await api.admin.connect();
    try {
      await holder.query('begin');
      await holder.query('select from loads where id = $1 for update', [id]);
      await run();
      expect([await isMarked(client), await storedCut(id)]).toEqual([true, 187_750]);
      await holder.query('rollback');
    } finally {
      holder.release();
    }
    await run();
    expect([await isMarked(client), await storedCut(id)]).toEqual([false, 194_000]);
  });

  it('is summed up although another company fails, and the run fails at its end', async () => {
    const [broken, client] = [await api.signUp(), await api.signUp()];
    const [brokenId, id] = [await loadFromBefore(broken), await loadFromBefore(client)];
    await mark(broken);
    await mark(client);
    await api.admin.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before update on loads for each row when (new.id = '${brokenId}') execute function refuse()`);
    try {
      await expect(run()).rejects.toThrow('1 of 2 companies failed');
    } finally {
      await api.admin.query('drop function refuse() cascade');
    }
    expect([await storedCut(id), await isMarked(client)]).toEqual([194_000, false]);
    expect([await storedCut(brokenId), await isMarked(broken)]).toEqual([187_750, true]);
    await run();
    expect(await storedCut(brokenId)).toBe(194_000);
  });

  it('is summed up in batches, and a run ends although loads stay as they are', async () => {
    const client = await api.signUp();
    const id = await loadFromBefore(client);
    await mark(client);
    await api.admin.query('alter table loads disable trigger set_cut');
    try {
      const { rows } = await api.admin.query<{ names: string }>(
        `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
         where table_name = 'loads' and is_generated = 'NEVER' and column_name not in ('id', 'load_number', 'factoring_fee_bps')`,
      );
      await api.admin.query(
        `insert into loads (id, load_number, factoring_fee_bps, ${rows[0]?.names})
         select gen_random_uuid(), 'C' || n, 0, ${rows[0]?.names} from loads, generate_series(1, 450) n where id = $1`,
        [id],
      );
      await run();
    } finally {
      await api.admin.query('alter table loads enable trigger set_cut');
    }
    expect(await isMarked(client)).toBe(true);
    await run();
    expect(await isMarked(client)).toBe(false);
    const { rows: batches } = await api.admin.query<{ loads: number }>(
      'select count(*)::int as loads from loads where company_id = $1 group by xmin::text order by 1 desc',
      [client.user.companyId],
    );
    expect(batches.map(({ loads }) => loads)).toEqual([200, 200, 51]);
  });

  it('has the company’s percentage where 0 stood for an empty field', async () => {
    const client = await api.signUp();
    await client.call(profitEndpoints.updateRates, { body: { ...noRates, isFactored: true, factoringFeeBps: 300 } });
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { id } = await makeLoad(client, { ...factored, factoringFeeBps: 0 });
      await api.admin.query('alter table loads disable trigger set_cut');
      await api.admin.query('update loads set early_pay_cents = null where id = $1', [id]);
      await api.admin.query('alter table loads enable trigger set_cut');
      ids.push(id);
    }
    const [touched = '', left = ''] = ids;
    const feeOf = async (id: string) => (await client.call(loadEndpoints.getLoad, { params: { id } })).countedFeeBps;
    await client.call(loadEndpoints.changeLoadStatus, { params: { id: touched }, body: { newStatus: 'CANCELLED' } });
    expect(await feeOf(touched)).toBe(300);
    await mark(client);
    await run();
    expect(await feeOf(left)).toBe(300);
    // A 0 that is saved from now on is a fact.
    const { id } = await makeLoad(client, { ...factored, factoringFeeBps: 0 });
    expect(await feeOf(id)).toBe(0);
  });

  it('is summed up by its next change', async () => {
    const client = await api.signUp();
    const id = await loadFromBefore(client);
    await client.call(loadEndpoints.changeLoadStatus, { params: { id }, body: { newStatus: 'CANCELLED' } });
    await client.call(loadEndpoints.undoLoadStatus, { params: { id } });
    expect(await storedCut(id)).toBe(194_000);
  });
});

describe('a fee for early payment that a process of the version before writes', () => {
  /** It writes the other sums of the fees only. */
  const addAsBefore = async (id: string, cents: number) => {
    await api.admin.query(
      `insert into load_fees (company_id, id, load_id, type, broker_amount_cents, status)
       select company_id, gen_random_uuid(), id, 'FACTORING_FEE', $2, 'PAID' from loads where id = $1`,
      [id, cents],
    );
    await api.admin.query('update loads set fee_costs_cents = fee_costs_cents + $2 where id = $1', [id, cents]);
  };

  it('takes the place of the percentage', async () => {
    const client = await api.signUp();
    const { id } = await makeLoad(client, factored);
    await addAsBefore(id, 6_000);
    expect([await storedCut(id), await weekCut(client)]).toEqual([194_000, 194_000]);
    await addAsBefore(id, 1_000);
    const { rows } = await api.admin.query('select early_pay_cents::int as cents from loads where id = $1', [id]);
    expect(rows).toEqual([{ cents: 7_000 }]);
    expect(await storedCut(id)).toBe(193_000);
  });
});

describe('the migration of rates and costs', () => {
  it('writes no load: its locks last as long as the catalog takes', async () => {
    const text = await readFile(new URL('../../../migrations/0033_rates_and_costs.sql', import.meta.url), 'utf8');
    const statements = text.replace(/--.*/g, '').replace(/\$\$.*?\$\$/gs, '');
    expect(statements).not.toMatch(/\b(update|insert into|delete from|do)\b\s+(?!or\b|on\b)/i);
    // The columns that it adds to loads need no rewrite: one without a value for the rows that exist.
    const { rows } = await api.admin.query(
      `select atthasmissing from pg_attribute where attrelid = 'loads'::regclass and attname = 'early_pay_cents'`,
    );
    expect(rows).toEqual([{ atthasmissing: false }]);
  });
});
