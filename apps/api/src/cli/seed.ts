import { demoPeople } from '@headhaul/contracts/demo-people';
import type { Role } from '@headhaul/contracts/session';
import { findOrCreatePerson } from '../features/session/people.service.ts';
import { type Database, openDatabase } from '../lib/db.ts';
import { readEnv } from '../lib/env.ts';
import { createTracing } from '../lib/trace.ts';

/** The demo office: the sandbox's people with their companies. Running it again changes nothing. */
const env = readEnv();
if (env.NODE_ENV === 'production') throw new Error('db:seed makes demo people; it does not run in production.');
const db: Database = openDatabase(env.DATABASE_APP_URL, env, createTracing(undefined));

const companies: Record<string, { name: string; mc: string; dot: string }> = {
  'demo-owner': { name: 'Bluff Line Logistics', mc: '1184420', dot: '3318907' },
  'demo-carrier': { name: 'Bell Freight', mc: '902217', dot: '2640158' },
  'demo-admin': { name: 'Headhaul', mc: '1', dot: '1' },
};
const roles: Record<string, Role> = {
  'demo-owner': 'DISPATCHER',
  'demo-dispatcher': 'DISPATCHER',
  'demo-carrier': 'CARRIER',
  'demo-admin': 'ADMIN',
};

async function addIdentity(userId: string, subject: string): Promise<void> {
  await db.global
    .insertInto('identities')
    .values({ issuer: env.MICROSOFT_ISSUER, subject, provider: 'microsoft', user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function joinCompany(userId: string, companyId: string): Promise<void> {
  await db.withTenant(companyId, async (tx) => {
    await tx.db
      .insertInto('memberships')
      .values({ company_id: companyId, id: userId, user_id: userId, role: 'member' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.db.updateTable('users').set({ current_company_id: companyId }).where('id', '=', userId).execute();
  });
}

let ownerCompanyId = '';
for (const person of demoPeople) {
  const role = roles[person.subject];
  if (!role) continue;
  const { userId, companyId } = await findOrCreatePerson(
    db,
    {
      provider: 'google',
      issuer: env.GOOGLE_ISSUER,
      subject: person.subject,
      email: person.email,
      name: person.name,
      familyName: person.familyName,
    },
    role,
  );
  await addIdentity(userId, person.subject);
  const company = companies[person.subject];
  if (company)
    await db.withTenant(companyId, (tx) => tx.db.updateTable('companies').set(company).where('company_id', '=', companyId).execute());
  if (person.subject === 'demo-owner') ownerCompanyId = companyId;
  if (person.subject === 'demo-dispatcher') await joinCompany(userId, ownerCompanyId);
}
await db.close();
process.stdout.write('The demo office is ready.\n');
