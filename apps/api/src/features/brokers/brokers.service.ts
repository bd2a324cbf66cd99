import type { BrokerMark } from '@headhaul/contracts/brokers';
import { type SqlBool, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';

/** The contact at the broker, as a load names them. */
export interface SeenContact {
  name: string | null;
  email: string | null;
  phone: string | null;
  ext: string | null;
}

/** A broker as a load names it, chosen from the list or typed. */
export interface SeenBroker {
  brokerId: string | null;
  name: string | null;
  /** Digits, as `docketNumber` leaves them. */
  mc: string | null;
  contact: SeenContact;
  /** How many new loads name this broker. They are added to the contact's count. A load that is saved again is not. */
  newLoads: number;
  /** When the load was booked. Defaults to now. Loads from a file are older. */
  at?: Date;
}

export interface FoundBroker {
  id: string;
  name: string;
  mc: string | null;
  mark: BrokerMark;
  markReason: string | null;
  paymentTermsDays: number;
}

/**
 * Finds the broker that a load names, or makes it. The MC number decides, and the name only if there is no number. Two loads at
 * once with the same new broker get the same row: the second waits for the first. Call this for all loads of a transaction before
 * the load's number is taken, so that two transactions never wait for each other.
 */
export async function findOrMakeBroker(tx: TenantTx, seen: SeenBroker): Promise<FoundBroker> {
  const name = seen.name === null ? null : tidyName(seen.name);
  const broker = await findBroker(tx, { ...seen, name });
  const found = broker ?? (await makeBroker(tx, name, seen.mc));
  const at = seen.at ?? new Date();
  await sql`
    update brokers set last_load_at = ${at} where company_id = ${tx.companyId} and id = ${found.id}
      and (last_load_at is null or last_load_at < ${at})`.execute(tx.db);
  await seeContact(tx, found.id, seen.contact, { newLoads: seen.newLoads, at });
  return found;
}

/** One space between words, so that a double space makes no second broker. */
export function tidyName(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}

/** Everything that gives a broker an MC number takes this lock first and holds it until commit, so no two brokers get the same number. */
export async function lockMc(tx: TenantTx, mc: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/mc/${mc}`}, 0))`.execute(tx.db);
}

function selectBrokers(tx: TenantTx) {
  return tx.db
    .selectFrom('brokers')
    .where('company_id', '=', tx.companyId)
    .select(['id', 'name', 'mc', 'mark', 'mark_reason as markReason', 'payment_terms_days as paymentTermsDays']);
}

async function findBroker(
  tx: TenantTx,
  { brokerId, name, mc }: Pick<SeenBroker, 'brokerId' | 'name' | 'mc'>,
): Promise<FoundBroker | undefined> {
  if (brokerId !== null) {
    const chosen = await selectBrokers(tx).where('id', '=', brokerId).executeTakeFirst();
    if (!chosen) {
      const errors = [{ path: 'body.brokerId', message: 'This broker is not in your list' }];
      throw new AppError('validation_failed', { errors, reason: 'body.brokerId' });
    }
    return (await completeBroker(tx, chosen, { name, mc })) ?? chosen;
  }
  if (mc !== null) {
    const known = await selectBrokers(tx).where('mc', '=', mc).executeTakeFirst();
    if (known) return completeBroker(tx, known, { name, mc });
  }
  if (name === null) return undefined;
  // If several brokers share the name, take the one without an MC number, otherwise the one used last.
  const namesake = await selectBrokers(tx)
    .where(sql<SqlBool>`name_word = lower(${name})`)
    .$if(mc !== null, (query) => query.where('mc', 'is', null))
    .orderBy(sql`mc is null`, 'desc')
    .orderBy('last_load_at', (order) => order.desc().nullsLast())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!namesake) return undefined;
  const completed = await completeBroker(tx, namesake, { name, mc });
  // Another request was faster: it made a broker with this number, or gave the namesake another number.
  return completed ?? (mc === null ? namesake : selectBrokers(tx).where('mc', '=', mc).executeTakeFirst());
}

/**
 * Adds what this load is the first to tell: the MC number of a broker known by name, or the name of one known by number. Undefined
 * if another broker has the number, or this broker got another number.
 */
async function completeBroker(
  tx: TenantTx,
  known: FoundBroker,
  seen: { name: string | null; mc: string | null },
): Promise<FoundBroker | undefined> {
  if (known.mc === null && seen.mc !== null) {
    await lockMc(tx, seen.mc);
    const { rows } = await sql<{ mc: string }>`
      update brokers b set mc = ${seen.mc}, version = version + 1 where company_id = ${tx.companyId} and id = ${known.id} and mc is null
        and not exists (select from brokers o where o.company_id = b.company_id and o.mc = ${seen.mc})
      returning mc`.execute(tx.db);
    return rows[0] && { ...known, mc: rows[0].mc };
  }
  if (known.mc !== null && known.name === nameFromMc(known.mc) && seen.name !== null) {
    await sql`
      update brokers set name = ${seen.name}, version = version + 1
      where company_id = ${tx.companyId} and id = ${known.id} and name = ${known.name}`.execute(tx.db);
    return { ...known, name: seen.name };
  }
  return known;
}

/** The name of a broker until its real name is seen. */
function nameFromMc(mc: string): string {
  return `MC ${mc}`;
}

async function makeBroker(tx: TenantTx, name: string | null, mc: string | null): Promise<FoundBroker> {
  if (mc !== null) await lockMc(tx, mc);
  await tx.db
    .insertInto('brokers')
    .values({ company_id: tx.companyId, id: uuidv7(), name: name ?? nameFromMc(mc ?? ''), mc })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await findBroker(tx, { brokerId: null, name, mc });
  if (!made) throw new Error('a broker that was just made is there');
  return made;
}

/** Records the contact at the broker, how many loads named them, and when they were first and last seen. */
async function seeContact(
  tx: TenantTx,
  brokerId: string,
  { name, email, phone, ext }: SeenContact,
  { newLoads, at }: { newLoads: number; at: Date },
): Promise<void> {
  if (name === null && email === null && phone === null) return;
  await sql`
    insert into broker_contacts as c (company_id, id, broker_id, name, email, phone, ext, loads, first_seen_at, last_seen_at)
    values (${tx.companyId}, ${uuidv7()}, ${brokerId}, ${name}, lower(${email}), ${phone}, ${ext}, ${Math.max(newLoads, 1)}, ${at}, ${at})
    on conflict (company_id, broker_id, coalesce(email, ''), coalesce(phone, ''), lower(coalesce(name, ''))) do update
      set loads = c.loads + ${newLoads}, ext = coalesce(excluded.ext, c.ext),
        first_seen_at = least(c.first_seen_at, excluded.first_seen_at), last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at)`.execute(
    tx.db,
  );
}
