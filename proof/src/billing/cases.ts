import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProofDatabase } from '../lib/database.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { type Person, seedPeople } from '../lib/people.ts';
import type { Stage } from '../lib/stage.ts';
import { expectedOf } from './entitlement-model.ts';
import { type History, makeHistory, type Weather } from './histories.ts';
import type { StripeModel } from './stripe-model.ts';
import type { Workers } from './workers.ts';

const atOnce = 48;
const drainMs = 300_000;

export interface Case {
  histories: number;
  messages: number;
  deliveries: number;
  dropped: number;
  reconciled: number;
  wrong: string[];
}

/** Runs the histories in parallel, waits until no job is left and compares each company with the model. */
export async function runCases(
  stage: Stage,
  { admin }: ProofDatabase,
  workers: Workers,
  model: StripeModel,
  people: readonly Person[],
  weather: Weather,
): Promise<Case> {
  const { random } = stage;
  const histories = people.map(({ companyId }, index) =>
    makeHistory(random.fork(`${companyId.slice(0, 8)}${index}`), companyId, `cus_${companyId.replaceAll('-', '')}`, weather),
  );
  for (const { customer } of histories) model.customers.set(customer.id, customer);
  await addCustomers(admin, histories);
  await forEachParallel(histories, atOnce, async ({ timeline }) => {
    for (const { kind, run, body } of timeline) {
      if (kind === 'change') run();
      else await workers.deliver(body);
    }
  });
  await untilQuiet(admin);
  const whole = histories.filter(({ dropped }) => dropped === 0);
  const holed = histories.filter(({ dropped }) => dropped > 0);
  const wrong = await compare(admin, whole);
  await forgetCustomers(admin, whole);
  if (holed.length > 0) {
    await reconcile(admin);
    wrong.push(...(await compare(admin, holed)));
    await forgetCustomers(admin, holed);
  }
  for (const { customer } of histories) model.customers.delete(customer.id);
  const sum = (of: (history: History) => number) => histories.reduce((total, history) => total + of(history), 0);
  return {
    histories: histories.length,
    messages: sum(({ messages }) => messages),
    deliveries: sum(({ copies }) => copies),
    dropped: sum(({ dropped }) => dropped),
    reconciled: holed.length,
    wrong,
  };
}

export function seedCompanies(database: ProofDatabase, count: number): Promise<Person[]> {
  return seedPeople(database, count);
}

type Admin = ProofDatabase['admin'];

async function addCustomers(admin: Admin, histories: readonly History[]): Promise<void> {
  const ids = [histories.map(({ companyId }) => companyId), histories.map(({ customer }) => customer.id)];
  await admin.query('insert into billing_customers (pays_for, customer_id) select * from unnest($1::uuid[], $2::text[])', ids);
  await admin.query(
    `insert into billing_accounts (company_id, customer_id, free_until)
     select given.company_id, given.customer_id, c.paid_until from unnest($1::uuid[], $2::text[]) as given (company_id, customer_id)
     join companies c on c.company_id = given.company_id`,
    ids,
  );
}

/** Keeps the nightly job from checking these companies again. */
async function forgetCustomers(admin: Admin, histories: readonly History[]): Promise<void> {
  await admin.query('delete from billing_customers where pays_for = any($1::uuid[])', [histories.map(({ companyId }) => companyId)]);
}

/** Waits until no sync job waits or runs. A killed worker's job goes back to the queue. A job without a key was replaced by a newer job. */
async function untilQuiet(admin: Admin): Promise<void> {
  for (const giveUp = performance.now() + drainMs; performance.now() < giveUp; ) {
    const { rows } = await admin.query<{ waiting: number; stuck: number }>(
      `select count(*) filter (where key is not null or locked_at is not null)::int as waiting,
         count(*) filter (where attempts >= max_attempts and key is not null)::int as stuck
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'billing.sync'`,
    );
    if ((rows[0]?.stuck ?? 0) > 0) throw new Error('a look at Stripe was given up');
    if (rows[0]?.waiting === 0) return;
    await pause(200);
  }
  throw new Error('the looks at Stripe never came to an end');
}

/** Runs the real nightly job. The proof only moves up the jobs that it spreads over the hour. */
async function reconcile(admin: Admin): Promise<void> {
  await admin.query(`select graphile_worker.add_job('billing.reconcile', '{}'::json, job_key => $1)`, [`night ${randomUUID()}`]);
  for (const giveUp = performance.now() + drainMs; performance.now() < giveUp; ) {
    const { rows } = await admin.query<{ nights: number }>(
      `with hurried as (update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts = 0 returning id)
       select count(*)::int as nights from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'billing.reconcile'`,
    );
    if (rows[0]?.nights === 0) break;
    await pause(200);
  }
  await admin.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts = 0`);
  await untilQuiet(admin);
}

interface Found {
  company_id: string;
  type: string;
  paid_until: number;
  free_until: number;
  status: string | null;
  quantity: number | null;
  trial_end: number;
}

async function compare(admin: Admin, histories: readonly History[]): Promise<string[]> {
  const { rows } = await admin.query<Found>(
    `select c.company_id, c.subscription_type as type, extract(epoch from c.paid_until)::float8 as paid_until, a.status, a.quantity,
       extract(epoch from c.created_at + interval '14 days')::float8 as trial_end
     from companies c join billing_accounts a on a.company_id = c.company_id where c.company_id = any($1::uuid[])`,
    [histories.map(({ companyId }) => companyId)],
  );
  const found = new Map(rows.map((row) => [row.company_id, row]));
  return histories.flatMap(({ companyId, customer, names }) => {
    const row = found.get(companyId);
    const expected = row && expectedOf(customer, row.trial_end);
    if (!row || !expected) return [`${names.join(', ')}: no company`];
    const isSeated = !['ACTIVE', 'TRIALING', 'PAST_DUE'].includes(expected.status) || row.quantity === 1;
    const isSame = row.type === expected.type && Math.abs(row.paid_until - expected.paidUntil) < 0.01 && row.status === expected.status;
    return isSame && isSeated
      ? []
      : [
          `${names.join(', ')}: expected ${expected.status} ${expected.type} ${expected.paidUntil}, found ${row.status} ${row.type} ${row.paid_until} × ${row.quantity}`,
        ];
  });
}

export function caseSizes(total: number, largest: number): number[] {
  return countTo(Math.ceil(total / largest)).map((index) => Math.min(largest, total - index * largest));
}
