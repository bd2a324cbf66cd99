import { demoPeople } from '@headhaul/contracts/demo-people';
import type { Role } from '@headhaul/contracts/session';
import { findOrCreatePerson } from '../features/session/people.service.ts';
import { openDatabase } from '../lib/db.ts';
import { readEnv } from '../lib/env.ts';
import { createTracing } from '../lib/trace.ts';
import { seedTeam } from './seed-team.ts';

/** The demo office: the sandbox's people with their companies. Running it again changes nothing. */
const env = readEnv();
if (env.NODE_ENV === 'production') throw new Error('db:seed makes demo people; it does not run in production.');
const db = openDatabase(env.DATABASE_APP_URL, env, createTracing(undefined));

const companies: Record<string, { name: string; mc: string; dot: string; address: string; phone: string }> = {
  'demo-owner': {
    name: 'Bluff Line Logistics',
    mc: '1184420',
    dot: '3318907',
    address: '2140 Riverport Rd, Suite 300, Council Bluffs, IA 51501',
    phone: '(712) 555-0148',
  },
  'demo-carrier': {
    name: 'Bell Freight',
    mc: '902217',
    dot: '2640158',
    address: '880 Depot St, Joplin, MO 64801',
    phone: '(417) 555-0172',
  },
  'demo-admin': { name: 'Headhaul', mc: '1', dot: '1', address: '500 W Madison St, Chicago, IL 60661', phone: '(312) 555-0100' },
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

const office = { companyId: '', ownerId: '' };
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
  // They have worked here for a while; only the newcomer meets the setup.
  await db.global
    .updateTable('users')
    .set({ setup_completed_at: new Date() })
    .where('id', '=', userId)
    .where('setup_completed_at', 'is', null)
    .execute();
  const company = companies[person.subject];
  // Only the first time: what somebody tried out in the demo office is theirs.
  if (company)
    await db.withTenant(companyId, (tx) =>
      tx.db.updateTable('companies').set(company).where('company_id', '=', companyId).where('mc', 'is', null).execute(),
    );
  if (person.subject === 'demo-owner') Object.assign(office, { companyId, ownerId: userId });
  if (person.subject === 'demo-dispatcher') await seedTeam(db, { ...office, dispatcherId: userId, ownCompanyId: companyId });
}
await db.close();
process.stdout.write('The demo office is ready.\n');
