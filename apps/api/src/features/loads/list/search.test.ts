import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from '../../../testing/database/statement-log.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { startDraft } from './filter.ts';
import { writeCandidates } from './search.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** Inserts brokers whose names begin with `name`, each with the same number of loads. */
async function plantBrokers({ user }: TestClient, name: string, brokers: number, loads: number): Promise<void> {
  await api.admin.query(
    `with made as (
       insert into brokers (company_id, id, name) select $1, gen_random_uuid(), $2::text || n from generate_series(1, ${brokers}) n returning id)
     insert into loads (company_id, id, load_number, status, broker_id, linehaul_cents, booked_at, booked_day,
       pickup_city, pickup_state, pickup_zone, pickup_at, pickup_ends_at, pickup_has_time, pickup_day,
       delivery_city, delivery_state, delivery_zone, delivery_at, delivery_ends_at, delivery_has_time, delivery_day)
     select $1, gen_random_uuid(), left(made.id::text, 8) || '-' || n, 'CANCELLED', made.id, 1, now(), now()::date,
       'Dallas', 'TX', 'America/Chicago', now(), now(), true, now()::date, 'Atlanta', 'GA', 'America/New_York', now(), now(), true, now()::date
     from made cross join generate_series(1, ${loads}) n`,
    [user.companyId, name],
  );
}

async function countCandidates({ user }: TestClient, search: string): Promise<number> {
  const draft = startDraft(user.companyId);
  const text = writeCandidates(search, null, draft);
  const { rows } = await api.admin.query<{ count: number }>(`select count(*)::int as count from (${text}) found`, draft.values);
  const [whole] = await explain(api.admin, { sql: text, parameters: draft.values });
  expect(whole?.['Actual Rows']).toBe(rows[0]?.count);
  return rows[0]?.count ?? 0;
}

describe('GET /loads?search= with several words', () => {
  it('is led by 2,000 loads of each kind at most, however many words there are and however many begin alike', async () => {
    const client = await api.signUp();
    for (const name of ['zeta ', 'yota ', 'xeta ', 'wota ']) await plantBrokers(client, name, 20, 110);
    expect(await countCandidates(client, 'zeta')).toBe(2_000);
    expect(await countCandidates(client, 'zeta yota')).toBe(2_000);
    expect(await countCandidates(client, 'zeta yota xeta wota')).toBe(2_000);
    // Single letters add no candidates when there is a longer word.
    expect(await countCandidates(client, 'zeta y x w')).toBe(2_000);
    expect(await countCandidates(client, 'z')).toBe(2_000);
  });

  it('is led by a thousand of one broker', async () => {
    const client = await api.signUp();
    await plantBrokers(client, 'alone ', 1, 1_200);
    expect(await countCandidates(client, 'alone')).toBe(1_000);
  });
});
