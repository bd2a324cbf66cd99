import { trialDays } from '@headhaul/contracts/constants';
import type { Provider, Role } from '@headhaul/contracts/session';
import { v7 as uuidv7 } from 'uuid';
import { appendAudit } from '../../lib/audit.ts';
import type { Database, TenantTx } from '../../lib/db.ts';

/** A person as a provider vouches for them. */
export interface ProvenIdentity {
  provider: Provider;
  issuer: string;
  subject: string;
  email: string;
  name: string;
  familyName: string;
}

export interface SignedInPerson {
  userId: string;
  companyId: string;
  isFirstLogin: boolean;
}

/** Finds the person behind an identity or makes them an account with a company of their own. */
export async function findOrCreatePerson(db: Database, identity: ProvenIdentity, role: Role): Promise<SignedInPerson> {
  const known = await findPerson(db, identity);
  if (known) return known;
  try {
    return await createPerson(db, identity, role);
  } catch (error) {
    // Two first sign-ins at once: the other one made the account.
    const isDouble = (error as { code?: string; constraint?: string }).constraint === 'identities_pkey';
    const made = isDouble ? await findPerson(db, identity) : undefined;
    if (!made) throw error;
    return made;
  }
}

async function findPerson(db: Database, { issuer, subject }: ProvenIdentity): Promise<SignedInPerson | undefined> {
  const person = await db.global
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select(['users.id', 'users.current_company_id', 'users.name'])
    .executeTakeFirst();
  if (!person) return undefined;
  await db.global
    .updateTable('identities')
    .set({ last_used_at: new Date() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
  const isMember = await db.withTenant(person.current_company_id, (tx) =>
    tx.db.selectFrom('memberships').where('user_id', '=', person.id).where('removed_at', 'is', null).select('id').executeTakeFirst(),
  );
  if (isMember) return { userId: person.id, companyId: person.current_company_id, isFirstLogin: false };
  // Removed from the team they worked in: they go on in a company of their own.
  const companyId = uuidv7();
  await db.withTenant(companyId, async (tx) => {
    await openCompany(tx, person.name);
    await tx.db.updateTable('users').set({ current_company_id: companyId }).where('id', '=', person.id).execute();
    await addOwner(tx, person.id);
  });
  return { userId: person.id, companyId, isFirstLogin: false };
}

async function createPerson(db: Database, identity: ProvenIdentity, role: Role): Promise<SignedInPerson> {
  const userId = uuidv7();
  const companyId = uuidv7();
  await db.withTenant(companyId, async (tx) => {
    await openCompany(tx, identity.name);
    await tx.db
      .insertInto('users')
      .values({
        id: userId,
        email: identity.email,
        name: identity.name,
        family_name: identity.familyName,
        role,
        current_company_id: companyId,
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

async function openCompany(tx: TenantTx, ownerName: string): Promise<void> {
  const paidUntil = new Date(Date.now() + trialDays * 24 * 60 * 60 * 1_000);
  await tx.db.insertInto('company_directory').values({ id: tx.companyId }).execute();
  await tx.db
    .insertInto('companies')
    .values({
      company_id: tx.companyId,
      name: ownerName === '' ? 'My company' : `${ownerName.slice(0, 150)}’s company`,
      paid_until: paidUntil,
    })
    .execute();
}

async function addOwner(tx: TenantTx, userId: string): Promise<void> {
  await tx.db
    .insertInto('memberships')
    .values({ company_id: tx.companyId, id: uuidv7(), user_id: userId, role: 'owner', can_manage_billing: true })
    .execute();
  await appendAudit(tx, { action: 'company.opened', actorId: userId, detail: {} });
}
