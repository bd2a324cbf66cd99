import type { BoardRule } from '@headhaul/contracts/boards/filters';
import { demoPeople } from '@headhaul/contracts/demo-people';
import type { Role } from '@headhaul/contracts/session';
import { v7 as uuidv7 } from 'uuid';
import { foldOnce as foldBrokersOnce } from '../../features/brokers/brokers.jobs.ts';
import { refreshDieselPrices } from '../../features/fuel/diesel.jobs.ts';
import { foldOnce } from '../../features/load-stats/fold-figures.ts';
import { findOrCreatePerson } from '../../features/session/people.service.ts';
import { type Database, openDatabase } from '../../lib/db/database.ts';
import type { ApiEnv } from '../../lib/env.ts';
import { openFiles } from '../../lib/files/files.ts';
import { createTracing } from '../../lib/telemetry/trace.ts';
import { planBellFreight } from './bell-freight.ts';
import { seedEndingTrial, seedSubscriber } from './billing.ts';
import { planBluffLine } from './bluff-line.ts';
import { seedOffice } from './office.ts';
import { bellFreight, bluffLine } from './office-data.ts';
import { seedTeam } from './team.ts';

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
/** What the demo office counts its loads with, as on the drawn cards. */
const bluffLineRates = {
  floor_net_per_day_cents: 20_000,
  target_per_mile_cents: 250,
  ask_margin_bps: 1_000,
  detention_per_hour_cents: 5_000,
  is_factored: true,
  factoring_fee_bps: 250,
  driver_pay: { model: 'PER_MILE', rate: 65 },
  mpg_loaded: 6.5,
  mpg_empty: 7.5,
  fixed_cost_per_day_cents: 12_100,
};
const roles: Record<string, Role> = {
  'demo-owner': 'DISPATCHER',
  'demo-dispatcher': 'DISPATCHER',
  'demo-carrier': 'CARRIER',
  'demo-admin': 'ADMIN',
};

async function addIdentity(db: Database, issuer: string, userId: string, subject: string): Promise<void> {
  await db.global
    .insertInto('identities')
    .values({ issuer, subject, provider: 'microsoft', user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Makes the demo offices: the sandbox's people with their companies, and months of their work. Running it again
 * only moves the end of the admin's trial.
 */
export async function seedDemo(env: ApiEnv, workerUrl: string): Promise<void> {
  const options = { tracing: createTracing(undefined), onPublished: () => {} };
  const db = openDatabase(env.DATABASE_APP_URL, env, options);
  const worker = openDatabase(workerUrl, env, options);
  const files = openFiles(env);
  const office = { companyId: '', ownerId: '' };
  const carrier = { companyId: '', ownerId: '' };
  for (const person of demoPeople) {
    const role = roles[person.subject];
    if (!role) continue;
    const { userId, companyId } = await findOrCreatePerson(
      { db, env },
      {
        provider: 'google',
        issuer: env.GOOGLE_ISSUER,
        subject: person.subject,
        email: person.email,
        name: person.name,
        familyName: person.familyName,
        isEmailProven: true,
        authenticatedAt: null,
        hasSecondFactor: false,
      },
      role,
    );
    await addIdentity(db, env.MICROSOFT_ISSUER, userId, person.subject);
    // These people have worked here for a while. Only the newcomer sees the setup.
    await db.global
      .updateTable('users')
      .set({ setup_completed_at: new Date() })
      .where('id', '=', userId)
      .where('setup_completed_at', 'is', null)
      .execute();
    const company = companies[person.subject];
    // Only the first time, so that changes made while trying out the demo office are kept.
    if (company)
      await db.withTenant(companyId, (tx) =>
        tx.db
          .updateTable('companies')
          .set({ ...company, ...(person.subject === 'demo-owner' ? bluffLineRates : {}) })
          .where('company_id', '=', companyId)
          .where('mc', 'is', null)
          .execute(),
      );
    if (person.subject === 'demo-owner') Object.assign(office, { companyId, ownerId: userId });
    if (person.subject === 'demo-admin') await seedEndingTrial(db, companyId, 3);
    if (person.subject === 'demo-carrier') Object.assign(carrier, { companyId, ownerId: userId });
    if (person.subject === 'demo-dispatcher') await seedTeam(db, { ...office, dispatcherId: userId, ownCompanyId: companyId });
  }
  await seedSubscriber(db, {
    companyId: office.companyId,
    name: 'bluff',
    type: 'PRO_MONTHLY',
    quantity: 6,
    invoicesDaysAgo: [12, 42, 73, 103, 134],
    card: { brand: 'visa', last4: '4242' },
  });
  await seedSubscriber(db, {
    companyId: carrier.companyId,
    name: 'bell',
    type: 'UNLIMITED_PRO_YEARLY',
    quantity: 1,
    invoicesDaysAgo: [120, 485],
    card: { brand: 'mastercard', last4: '4444' },
  });
  const people = await findDispatchers(db, office.companyId);
  const isNew = await seedOffice(db, files, {
    office: bluffLine,
    companyId: office.companyId,
    dispatchers: people,
    planActive: planBluffLine,
  });
  if (isNew) await saveView(db, office.companyId, office.ownerId);
  if (isNew) await saveFilters(db, office.companyId, office.ownerId);
  await seedOffice(db, files, {
    office: bellFreight,
    companyId: carrier.companyId,
    dispatchers: [carrier.ownerId],
    planActive: planBellFreight,
  });
  for (const { companyId } of [office, carrier]) {
    await worker.withTenant(companyId, foldOnce);
    await worker.withTenant(companyId, foldBrokersOnce);
  }
  // A fresh installation gets its diesel prices within the hour. On a laptop the worker gets them when it starts.
  await refreshDieselPrices({ db: worker.global }, {}, { key: 'diesel prices' });
  await Promise.all([db.close(), worker.close()]);
}

/** The owner first, then the members. Three people at most. */
async function findDispatchers(db: Database, companyId: string): Promise<string[]> {
  const rows = await db.withTenant(companyId, (tx) =>
    tx.db
      .selectFrom('memberships')
      .where('company_id', '=', companyId)
      .where('removed_at', 'is', null)
      .orderBy('role', 'asc')
      .orderBy('id')
      .limit(3)
      .select('user_id')
      .execute(),
  );
  return rows.map(({ user_id }) => user_id);
}

async function saveView(db: Database, companyId: string, userId: string): Promise<void> {
  const query = new URLSearchParams({ equipment: 'DRY_VAN', from: 'GA,FL,NC,SC,TN,AL,MS' }).toString();
  await db.withTenant(companyId, (tx) =>
    tx.db
      .insertInto('saved_views')
      .values({ company_id: companyId, id: uuidv7(), user_id: userId, screen: 'LOADS', name: 'Southeast vans', query, is_shared: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Two filters of the team. Nobody uses them yet, so the demo board shows every row as it is. */
async function saveFilters(db: Database, companyId: string, userId: string): Promise<void> {
  const filters: [name: string, rules: BoardRule[]][] = [
    [
      'Van, Southeast',
      [
        { kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' },
        { kind: 'MAX_DEADHEAD', miles: 75 },
        { kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: ['TEAM'] },
        { kind: 'DESTINATION_STATES', allow: [], block: ['NY', 'NJ', 'CA'] },
      ],
    ],
    ['Flatbed, no tarps', [{ kind: 'EQUIPMENT', anyOf: ['FLATBED', 'STEPDECK'], withoutModifiers: ['TARPS'] }]],
  ];
  const rows = filters.map(([name, rules], index) => ({
    company_id: companyId,
    id: uuidv7(),
    place: index + 1,
    name,
    rules: JSON.stringify(rules),
    on_unknown: 'KEEP',
    action: 'DIM',
    updated_by: userId,
  }));
  await db.withTenant(companyId, (tx) => tx.db.insertInto('board_filters').values(rows).execute());
}
