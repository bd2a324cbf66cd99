import type { Provider, Role } from '@headhaul/contracts/session';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { lockCompany } from '../../lib/auth/company-lock.ts';
import type { Database, TenantTx } from '../../lib/db/database.ts';
import type { Env } from '../../lib/env.ts';
import { AppError } from '../../lib/errors.ts';
import { findTrialEnd } from './trial.service.ts';

/** A person as a provider describes them. */
export interface ProvenIdentity {
  provider: Provider;
  issuer: string;
  subject: string;
  email: string;
  name: string;
  familyName: string;
  /** The provider also confirms the address. */
  isEmailProven: boolean;
  /** When the person last proved to the provider who they are, or null if it does not say. */
  authenticatedAt: Date | null;
  hasSecondFactor: boolean;
}

export interface SignedInPerson {
  userId: string;
  companyId: string;
  isFirstLogin: boolean;
}

/** The database with the people, and the keys that hash their addresses. */
interface People {
  db: Database;
  env: Pick<Env, 'LINK_KEYS'>;
}

/** Finds the person behind an identity, or makes an account with a new company. */
export async function findOrCreatePerson(people: People, identity: ProvenIdentity, role: Role): Promise<SignedInPerson> {
  const known = await findPerson(people, identity);
  if (known) return known;
  try {
    return await createPerson(people, identity, role);
  } catch (error) {
    // Two first sign-ins at once: the other one made the account.
    const isDouble = (error as { code?: string; constraint?: string }).constraint === 'identities_pkey';
    const made = isDouble ? await findPerson(people, identity) : undefined;
    if (!made) throw error;
    return made;
  }
}

export async function findPerson(people: People, identity: ProvenIdentity): Promise<SignedInPerson | undefined> {
  const { db } = people;
  const { issuer, subject } = identity;
  const person = await db.global
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.current_company_id', 'users.name', 'users.email', 'users.email_proven_at'])
    .executeTakeFirst();
  if (!person) return undefined;
  await db.global
    .updateTable('identities')
    .set({ last_used_at: new Date() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
  const companyId = await findWorkplace(db, person.id, person.current_company_id);
  const isSameAddress = identity.email.toLowerCase() === person.email.toLowerCase();
  if (identity.isEmailProven && isSameAddress && !person.email_proven_at) await proveEmail(people, person.id);
  return { userId: person.id, companyId: companyId ?? (await openOwnCompany(people, person)), isFirstLogin: false };
}

/** The company the person works in: the one they were in last, another one they belong to, or their own archived one. */
async function findWorkplace(db: Database, userId: string, lastCompanyId: string): Promise<string | undefined> {
  const others = await db.global
    .selectFrom('user_companies')
    .where('user_id', '=', userId)
    .where('member_of', '!=', lastCompanyId)
    .orderBy('member_of')
    .select('member_of')
    .execute();
  const standings = [];
  for (const companyId of [lastCompanyId, ...others.map(({ member_of }) => member_of)]) {
    const standing = await db.withTenant(companyId, (tx) => readStanding(tx, userId));
    if (standing) standings.push({ companyId, ...standing });
  }
  const chosen = standings.find(({ archived_at }) => archived_at === null) ?? standings[0];
  if (!chosen) return undefined;
  if (chosen.companyId !== lastCompanyId || chosen.archived_at !== null) {
    await db.withTenant(chosen.companyId, async (tx) => {
      await tx.db.updateTable('companies').set({ archived_at: null }).where('company_id', '=', tx.companyId).execute();
      await tx.db.updateTable('users').set({ current_company_id: tx.companyId }).where('id', '=', userId).execute();
    });
  }
  return chosen.companyId;
}

function readStanding(tx: TenantTx, userId: string) {
  return tx.db
    .selectFrom('memberships')
    .innerJoin('companies', 'companies.company_id', 'memberships.company_id')
    .where('memberships.company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .select('companies.archived_at')
    .executeTakeFirst();
}

/** For a person who was removed from the only team they worked in. */
async function openOwnCompany({ db, env }: People, person: { id: string; current_company_id: string; name: string }): Promise<string> {
  return db.withTenant(uuidv7(), async (tx) => {
    // Two sign-ins at once: the second waits here and enters the company the first one opened.
    const {
      current_company_id: current,
      email,
      created_at,
    } = await tx.db
      .selectFrom('users')
      .where('id', '=', person.id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .select(['current_company_id', 'email', 'created_at'])
      .executeTakeFirstOrThrow(() => new AppError('session_expired', { reason: 'the account was deleted meanwhile' }));
    if (current !== person.current_company_id) return current;
    await openCompany(tx, person.name, await findTrialEnd(tx, env.LINK_KEYS, email, created_at));
    await tx.db.updateTable('users').set({ current_company_id: tx.companyId }).where('id', '=', person.id).execute();
    await addOwner(tx, person.id);
    return tx.companyId;
  });
}

/** Records that the address is this person's, and starts the trial that waited for it. */
export async function proveEmail({ db, env }: People, userId: string): Promise<void> {
  const person = await db.global.selectFrom('users').where('id', '=', userId).select('current_company_id').executeTakeFirstOrThrow();
  await db.withTenant(person.current_company_id, async (tx) => {
    // The company before the account, as `delete_unproven_account` locks them, so that the two never deadlock.
    await lockCompany(tx);
    const proven = await tx.db
      .updateTable('users')
      .set({ email_proven_at: sql`now()` })
      .where('id', '=', userId)
      .where('email_proven_at', 'is', null)
      .where('deleted_at', 'is', null)
      .returning(['email'])
      .executeTakeFirst();
    if (!proven) return;
    tx.audit({ action: 'email.proven', actorId: userId, detail: {} });
    // Nothing is open to the person before this, so this is the company they signed up with, and its trial has not begun.
    const endsAt = await findTrialEnd(tx, env.LINK_KEYS, proven.email, new Date());
    await tx.db
      .updateTable('companies')
      .set(({ fn, val }) => ({ paid_until: fn<Date>('greatest', ['paid_until', val(endsAt)]) }))
      .where('company_id', '=', tx.companyId)
      .execute();
  });
}

async function createPerson({ db, env }: People, identity: ProvenIdentity, role: Role): Promise<SignedInPerson> {
  const userId = uuidv7();
  const companyId = uuidv7();
  await db.withTenant(companyId, async (tx) => {
    // The address may belong to somebody else, whose trial must not be used up.
    const now = new Date();
    await openCompany(tx, identity.name, identity.isEmailProven ? await findTrialEnd(tx, env.LINK_KEYS, identity.email, now) : now);
    await tx.db
      .insertInto('users')
      .values({
        id: userId,
        email: identity.email,
        name: identity.name,
        family_name: identity.familyName,
        role,
        current_company_id: companyId,
        email_proven_at: identity.isEmailProven ? now : null,
      })
      .execute();
    await tx.db
      .insertInto('identities')
      .values({ issuer: identity.issuer, subject: identity.subject, provider: identity.provider, user_id: userId })
      .execute();
    await addOwner(tx, userId);
  });
  return { userId, companyId, isFirstLogin: true };
}

async function openCompany(tx: TenantTx, ownerName: string, paidUntil: Date): Promise<void> {
  await tx.db.insertInto('company_directory').values({ id: tx.companyId }).execute();
  await tx.db
    .insertInto('companies')
    .values({
      company_id: tx.companyId,
      name: ownerName === '' ? 'My company' : `${ownerName.slice(0, 180)}’s company`,
      paid_until: paidUntil,
    })
    .execute();
}

async function addOwner(tx: TenantTx, userId: string): Promise<void> {
  await tx.db
    .insertInto('memberships')
    .values({ company_id: tx.companyId, id: uuidv7(), user_id: userId, role: 'owner', can_manage_billing: true })
    .execute();
  await tx.db.insertInto('user_companies').values({ user_id: userId, member_of: tx.companyId }).execute();
  tx.audit({ action: 'company.opened', actorId: userId, detail: {} });
}
