import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { plantFault } from '../lib/mutant.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { type Case, caseSizes, runCases, seedCompanies } from './cases.ts';
import { sendForgeries } from './signatures.ts';
import { type StripeModel, startStripeModel } from './stripe-model.ts';
import { startWorkers } from './workers.ts';

const short = { histories: 200, batch: 200, kills: 2, killEveryMs: 2_500, signatures: 500 };
const full = { histories: 100_000, batch: 5_000, kills: 100, killEveryMs: 10_000, signatures: 10_000 };
const mutantHistories = 60;

/**
 * A company that has paid keeps its plan, even if Stripe's messages come late, several times or out of order, and processes are killed in
 * between.
 */
export async function proveBilling(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const database = await createDatabase(stage);
  const model = await startStripeModel(stage);
  const workers = await startWorkers(stage, database, model.base);
  await proveHistories(stage, database, model, workers, sizes);
  await proveSignatures(stage, database, workers.origin, sizes.signatures);
  await workers.stop();
  await catchTrustInOrder(stage, database, model);
}

type Workers = Awaited<ReturnType<typeof startWorkers>>;

async function proveHistories(
  stage: Stage,
  database: ProofDatabase,
  model: StripeModel,
  workers: Workers,
  sizes: typeof short,
): Promise<void> {
  const { report } = stage;
  const sum: Case = { histories: 0, messages: 0, deliveries: 0, dropped: 0, reconciled: 0, wrong: [] };
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const done = report.showProgress(
    () => `${formatCount(sum.histories)} of ${formatCount(sizes.histories)} histories, ${sum.wrong.length} wrong, ${workers.kills()} kills`,
  );
  let isDone = false;
  const liveOne = async (size: number) => {
    const batch = await runCases(stage, database, workers, model, await seedCompanies(database, size), { dropPercent: 2 });
    for (const key of ['histories', 'messages', 'deliveries', 'dropped', 'reconciled'] as const) sum[key] += batch[key];
    sum.wrong.push(...batch.wrong);
  };
  const live = async () => {
    for (const size of caseSizes(sizes.histories, sizes.batch)) await liveOne(size);
    // A fast machine finishes before enough processes have been killed.
    while (workers.kills() < sizes.kills) await liveOne(Math.ceil(sizes.batch / 10));
  };
  await Promise.all([live().finally(() => (isDone = true)), workers.killWhile(sizes.killEveryMs, () => isDone)]);
  done();
  report.injected('kills of an API or a worker at work', workers.kills());
  report.injected(`messages never delivered, of ${formatCount(sum.messages)}`, sum.dropped);
  report.injected('errors of Stripe’s own', model.faults());
  report.note(
    `${formatCount(sum.deliveries)} deliveries, ${formatCount(model.requests())} questions to Stripe, ${(sum.histories / seconds()).toFixed(1)} histories a second`,
  );
  report.check({
    what: `histories of a subscription: messages 1 to 5 times, 0 to 72 hours late, in any order; ${formatCount(sum.reconciled)} with lost ones, found by the nightly look`,
    tried: sum.histories,
    bar: sizes.histories,
    expected: 'plan and paid time as the model says, each time; no good message refused',
    found: `${sum.wrong.length} differ, ${workers.refusals().length} refused${sample([...sum.wrong, ...workers.refusals()])}`,
    passed: sum.wrong.length === 0 && workers.refusals().length === 0,
  });
  report.check({
    what: 'processes killed between the steps',
    tried: workers.kills(),
    bar: sizes.kills,
    expected: `at least ${sizes.kills}`,
    found: String(workers.kills()),
    passed: true,
  });
}

async function proveSignatures(stage: Stage, database: ProofDatabase, origin: () => string, count: number): Promise<void> {
  const people = await seedCompanies(database, 20);
  const customers = people.map(({ companyId }) => `cus_${companyId.replaceAll('-', '')}`);
  await database.admin.query('insert into billing_customers (pays_for, customer_id) select * from unnest($1::uuid[], $2::text[])', [
    people.map(({ companyId }) => companyId),
    customers,
  ]);
  const before = await countEvents(database);
  const forged = await sendForgeries(stage, origin, count, customers);
  const kept = (await countEvents(database)) - before;
  stage.report.check({
    what: `forged, expired and edited messages, in ${forged.ways} ways`,
    tried: forged.tried,
    bar: count,
    expected: `all refused with 400; of the letters only the ${forged.controls} good ones are kept`,
    found: `${forged.wrong.length} not refused${sample(forged.wrong)}; ${kept} kept, ${forged.controlsTaken} good ones taken`,
    passed: forged.wrong.length === 0 && kept === forged.controls && forged.controlsTaken === forged.controls,
  });
}

async function countEvents({ admin }: ProofDatabase): Promise<number> {
  const { rows } = await admin.query<{ count: number }>('select count(*)::int as count from stripe_events');
  return rows[0]?.count ?? 0;
}

function sample(wrong: readonly string[]): string {
  return wrong.length === 0 ? '' : `, for example ${wrong.slice(0, 3).join(' | ')}`;
}

/** The mutant's code. It trusts each message instead of asking Stripe for the current state. */
const trusting = `async function believe(tx: Kysely<DB>, companyId: string, { data: { object } }: StripeEvent): Promise<void> {
  const told = object as never as { status: string; cancel_at: number | null; ended_at: number | null; created: number;
    latest_invoice: { status: string; created: number } | null; items: { data: { current_period_start: number; current_period_end: number; price: { lookup_key: never } }[] } };
  const item = told.items.data[0];
  if (!item) return;
  const at = (seconds: number) => new Date(seconds * 1_000);
  await sql\`select set_config('app.company_id', \${companyId}, true)\`.execute(tx);
  const { free_until } = await tx.selectFrom('billing_accounts').where('company_id', '=', companyId).select('free_until').executeTakeFirstOrThrow();
  const isWaiting = told.latest_invoice?.status === 'open';
  const { subscriptionType, paidUntil } = entitlementOf({ id: '', itemId: null, type: item.price.lookup_key, status: told.status.toUpperCase() as never,
    createdAt: at(told.created), periodStart: at(item.current_period_start), periodEnd: at(item.current_period_end),
    cancelAt: told.cancel_at === null ? null : at(told.cancel_at), endedAt: told.ended_at === null ? null : at(told.ended_at),
    unpaidSince: isWaiting && told.latest_invoice ? at(told.latest_invoice.created) : null, quantity: 1, priceCents: 1499 }, free_until);
  await tx.updateTable('companies').set({ subscription_type: subscriptionType, paid_until: paidUntil }).where('company_id', '=', companyId).execute();
  await tx.updateTable('billing_accounts').set({ status: told.status.toUpperCase() as never, subscription_id: 'x', quantity: 1,
    ...(told.latest_invoice?.status === 'paid' ? { free_until: at(0) } : {}) })
    .where('company_id', '=', companyId).execute();
}

function customerOf(`;

async function catchTrustInOrder(stage: Stage, database: ProofDatabase, model: StripeModel): Promise<void> {
  const file = 'features/billing/stripe-events.service.ts';
  const source = await plantFault(stage, 'trusting-order', [
    {
      file,
      find: 'if (customer) await enqueueSync({ db: tx }, customer.pays_for);',
      replace: 'if (customer) await believe(tx, customer.pays_for, event);',
    },
    { file, find: 'function customerOf(', replace: trusting },
    {
      file,
      find: `import { enqueueSync } from './enqueue-sync.service.ts';`,
      replace: `import { type Kysely, sql } from 'kysely';\nimport type { DB } from '../../lib/db/generated.ts';\nimport { entitlementOf } from './entitlement.ts';`,
    },
  ]);
  const workers = await startWorkers(stage, database, model.base, source);
  const people = await seedCompanies(database, mutantHistories);
  const { wrong } = await runCases(stage, database, workers, model, people, { dropPercent: 0 });
  await workers.stop();
  stage.report.mutant('messages are believed in the order they come', wrong.length > 0, `${wrong.length} of ${mutantHistories} differ`);
}
