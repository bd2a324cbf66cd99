import type { BrokerFactor } from '@headhaul/contracts/factoring';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { checkBrokerAtFactor } from './check.jobs.ts';
import { hasFactorKey } from './factor-key.service.ts';
import { lockFactor } from './settings.service.ts';
import { findAskedMcs, type NamedBroker, readCompanyFactor, readStandings } from './standings.service.ts';

/** An answer this young is not asked for again. */
const freshMs = 24 * 60 * 60_000;
/** A question that has taken longer was lost. */
const askingMs = 2 * 60_000;

const columns = ['id', 'name', 'mc', 'dot'] as const;

async function readBroker(tx: TenantTx, id: string): Promise<NamedBroker> {
  const broker = await tx.db
    .selectFrom('brokers')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst();
  if (!broker) throw new AppError('not_found');
  return broker;
}

/** The broker that a load with this number and name would get, in the order of `findOrMakeBroker`. A new one has no id. */
async function findTyped(tx: TenantTx, mc: string | undefined, name: string | undefined): Promise<NamedBroker> {
  const brokers = tx.db.selectFrom('brokers').where('company_id', '=', tx.companyId).select(columns);
  const numbered = mc === undefined ? undefined : await brokers.where('mc', '=', mc).executeTakeFirst();
  const named =
    numbered || name === undefined
      ? undefined
      : await brokers
          .where(sql<boolean>`name_word = lower(${name})`)
          .$if(mc !== undefined, (query) => query.where('mc', 'is', null))
          .orderBy(sql`mc is null`, 'desc')
          .orderBy('last_load_at', (order) => order.desc().nullsLast())
          .orderBy('id')
          .limit(1)
          .executeTakeFirst();
  const known = numbered ?? named;
  return known ? { ...known, mc: known.mc ?? mc ?? null } : { id: null, name: name ?? null, mc: mc ?? null, dot: null };
}

async function readCheck(tx: TenantTx, mc: string | null): Promise<BrokerFactor['check']> {
  if (mc === null) return null;
  const row = await tx.db
    .selectFrom('factor_checks')
    .where('company_id', '=', tx.companyId)
    .where('mc', '=', mc)
    .select(['asked_at', 'finished_at', 'failure', 'status', 'answered_at'])
    .executeTakeFirst();
  if (!row) return null;
  const isLost = Date.now() - row.asked_at.getTime() > askingMs;
  const failure = row.failure as 'REFUSED' | 'UNAVAILABLE' | null;
  const open = isLost ? 'UNAVAILABLE' : 'ASKING';
  return {
    state: row.finished_at === null ? open : (failure ?? (row.status === null ? 'UNKNOWN' : 'ANSWERED')),
    askedAt: row.asked_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
}

async function describeBroker(tx: TenantTx, broker: NamedBroker): Promise<BrokerFactor> {
  const factor = await readCompanyFactor(tx);
  if (!factor) return { factor: null, standing: null, matchedBy: null, isAmbiguous: false, check: null };
  // Before the standing: the worker may write an answer in between, and a question that is answered must have its answer.
  const [askedMc = null] = await findAskedMcs(tx, [broker]);
  const check = await readCheck(tx, askedMc);
  const [known] = await readStandings(tx, factor.zone, [broker]);
  if (!known) throw new Error('a broker was asked about and lost');
  const canCheck = factor.type === 'OTR' && askedMc !== null && (await hasFactorKey(tx));
  return { factor: { name: factor.name, email: factor.email, canCheck }, ...known, check };
}

interface Asked {
  brokerId?: string | undefined;
  mc?: string | undefined;
  name?: string | undefined;
}

export function findBrokerFactor({ transaction }: Ctx, { brokerId, mc, name }: Asked): Promise<BrokerFactor> {
  return transaction(async (tx) =>
    describeBroker(tx, brokerId === undefined ? await findTyped(tx, mc, name) : await readBroker(tx, brokerId)),
  );
}

/** The worker asks and the screens are told when it is done. Several people who ask at once ask once, and each gets that question. */
export function checkBrokerFactor({ platform, actor, transaction }: Ctx, brokerId: string): Promise<BrokerFactor> {
  return transaction(async (tx) => {
    const broker = await readBroker(tx, brokerId);
    const [mc = null] = await findAskedMcs(tx, [broker]);
    if (mc === null) {
      const detail = 'Your factor is asked by MC number. Add it to the broker, or look up its USDOT number first.';
      throw new AppError('move_not_allowed', { detail });
    }
    await lockFactor(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/factor check/${mc}`}, 0))`.execute(tx.db);
    const before = await describeBroker(tx, broker);
    if (!before.factor?.canCheck) throw new AppError('move_not_allowed', { detail: 'Add your factor’s key on the Company page first.' });
    const { check } = before;
    const isAnswered = check?.state === 'ANSWERED' || check?.state === 'UNKNOWN';
    const isFresh = isAnswered && check.answeredAt !== null && Date.now() - Date.parse(check.answeredAt) < freshMs;
    if (isFresh || check?.state === 'ASKING') return before;
    await platform.limits.take('factor_checks', actor.companyId);
    const question = uuidv7();
    await sql`
      insert into factor_checks (company_id, mc, question) values (${tx.companyId}, ${mc}, ${question})
      on conflict (company_id, mc) do update
        set question = excluded.question, asked_at = clock_timestamp(), finished_at = null, failure = null`.execute(tx.db);
    // One question of a company after another, so that its own rate at the factor is kept.
    await checkBrokerAtFactor(
      tx,
      { companyId: tx.companyId, mc, question },
      { key: `factor ${tx.companyId} ${mc}`, queue: `factor ${tx.companyId}` },
    );
    return describeBroker(tx, broker);
  });
}
