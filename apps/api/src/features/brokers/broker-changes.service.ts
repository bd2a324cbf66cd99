import type { BrokerDetails, BrokerInput, BrokerMark } from '@headhaul/contracts/brokers';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readBroker } from './broker-details.service.ts';
import { lockMc, tidyName } from './brokers.service.ts';

type BrokerValues = z.output<typeof BrokerInput>;
function toColumns(input: BrokerValues) {
  return {
    name: tidyName(input.name),
    dba: input.dba,
    dot: input.dot,
    mc: input.mc,
    address: input.address,
    phone: input.phone,
    payment_terms_days: input.paymentTermsDays,
    detention_free_minutes: input.detentionFreeMinutes,
    detention_per_hour_cents: input.detentionPerHourCents,
    notes: input.notes,
  };
}

export function createBroker({ transaction }: Ctx, input: BrokerValues): Promise<BrokerDetails> {
  return transaction(async (tx) => {
    const id = uuidv7();
    const columns = toColumns(input);
    if (columns.mc !== null) await lockMc(tx, columns.mc);
    const made = await tx.db
      .insertInto('brokers')
      .values({ ...columns, company_id: tx.companyId, id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw await taken(tx, id, columns);
    return answerAndTell(tx, id);
  });
}

export function updateBroker({ transaction }: Ctx, id: string, version: number, input: BrokerValues): Promise<BrokerDetails> {
  return transaction(async (tx) => {
    const columns = toColumns(input);
    // Lock the MC number first, then the row. A load that gives this broker a number locks in the same order.
    if (columns.mc !== null) await lockMc(tx, columns.mc);
    const broker = await lockBroker(tx, id);
    if (broker.version !== version) throw new AppError('version_stale', { current: await readBroker(tx, id) });
    const clash = await taken(tx, id, columns);
    if (clash) throw clash;
    await tx.db
      .updateTable('brokers')
      .set({ ...columns, version: version + 1 })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute()
      // Another broker with the same name was made between the check and the update.
      .catch((error: unknown) => {
        throw (error as { code?: string }).code === '23505' ? nameTaken(columns.name) : error;
      });
    return answerAndTell(tx, id);
  });
}

async function lockBroker(tx: TenantTx, id: string): Promise<{ version: number; name: string }> {
  return tx.db
    .selectFrom('brokers')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .select(['version', 'name'])
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** The error if another broker is the same one: it has the same MC number, or the same name if neither has a number. */
async function taken(tx: TenantTx, id: string, { name, mc }: { name: string; mc: string | null }): Promise<AppError | undefined> {
  const same = mc === null ? sql`mc is null and name_word = lower(${name})` : sql`mc = ${mc}`;
  const { rows } = await sql<{ name: string }>`
    select name from brokers where company_id = ${tx.companyId} and id <> ${id} and ${same} limit 1`.execute(tx.db);
  if (!rows[0]) return undefined;
  if (mc === null) return nameTaken(name);
  const message = `${rows[0].name} has MC ${mc}`;
  return new AppError('already_taken', { detail: `${message}.`, errors: [{ path: 'body.mc', message }] });
}

function nameTaken(name: string): AppError {
  const message = `${name} is already in your list. Enter the MC number if this is another one`;
  return new AppError('already_taken', { detail: `${message}.`, errors: [{ path: 'body.name', message }] });
}

async function answerAndTell(tx: TenantTx, id: string): Promise<BrokerDetails> {
  const broker = await readBroker(tx, id);
  tx.publish({ type: 'brokers.changed' });
  return broker;
}

export function markBroker({ actor, transaction }: Ctx, id: string, mark: BrokerMark, reason: string): Promise<BrokerDetails> {
  return transaction(async (tx) => {
    const { name } = await lockBroker(tx, id);
    await tx.db
      .updateTable('brokers')
      .set({ mark, mark_reason: mark === 'NONE' || reason === '' ? null : reason })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    const broker = await readBroker(tx, id);
    tx.audit({ action: 'broker.marked', actorId: actor.userId, detail: { brokerId: id, name, mark } });
    tx.publish({ type: 'brokers.changed' });
    return broker;
  });
}
