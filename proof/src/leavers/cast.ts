import { randomBytes, randomUUID } from 'node:crypto';
import { profileEndpoints } from '@headhaul/contracts/profile';
import type { ProofDatabase } from '../lib/database.ts';
import { countTo } from '../lib/parallel.ts';
import { type Person, type SignedIn, seedPeople, signInAll } from '../lib/people.ts';
import { ask, originOf, type World } from './world.ts';

/** The person who leaves. Their names and addresses contain the mark, so a search finds every trace. */
interface Canary {
  person: Person;
  /** Twelve random letters that appear nowhere else. */
  mark: string;
  email: string;
  fullName: string;
  phone: string;
}

/** The people of one history. They sign in when it begins. */
export interface Cast {
  index: number;
  /** Owns a team in which the mate and the third person work. */
  owner: Person;
  mate: Person;
  third: Person;
  /** Owns a company that the canary may join later. */
  other: Person;
  /** Owns a company that invites the canary, who never accepts. */
  stranger: Person;
  canary: Canary;
}

const roles = 6;

export async function seedCasts(database: ProofDatabase, first: number, count: number): Promise<Cast[]> {
  const { admin } = database;
  const people = await seedPeople(database, count * roles);
  const casts = countTo(count).map((index): Cast => {
    const [owner, mate, third, other, stranger, person] = people.slice(index * roles, (index + 1) * roles) as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    const inTeam = ({ userId }: Person) => ({ userId, companyId: owner.companyId });
    return { index: first + index, owner, mate: inTeam(mate), third: inTeam(third), other, stranger, canary: makeCanary(person) };
  });
  const canaries = casts.map(({ canary }) => canary);
  await admin.query(
    `update companies set seats = 20, subscription_type = 'UNLIMITED_PRO_MONTHLY', paid_until = now() + interval '30 days'
     where company_id = any($1::uuid[])`,
    [people.map(({ companyId }) => companyId)],
  );
  // Every second canary's company has been used. The other companies are archived when their owner joins a team.
  await admin.query(`update companies set mc = '918204' where company_id = any($1::uuid[])`, [
    canaries.filter((_, index) => index % 2 === 0).map(({ person }) => person.companyId),
  ]);
  await admin.query(
    'update users set email = given.email from unnest($1::uuid[], $2::text[]) as given (id, email) where users.id = given.id',
    [canaries.map(({ person }) => person.userId), canaries.map(({ email }) => email)],
  );
  const mates = casts.flatMap(({ mate, third }) => [mate, third]);
  const ids = [mates.map(({ companyId }) => companyId), mates.map(({ userId }) => userId)];
  const given = 'unnest($1::uuid[], $2::uuid[]) as given (company_id, user_id)';
  await admin.query(
    `insert into memberships (company_id, id, user_id, role) select company_id, gen_random_uuid(), user_id, 'member' from ${given}`,
    ids,
  );
  await admin.query(`insert into user_companies (user_id, member_of) select user_id, company_id from ${given}`, ids);
  return casts;
}

function makeCanary(person: Person): Canary {
  // Letters only: the product removes names from other people's texts, and it accepts no digits in a name.
  const mark = randomBytes(6)
    .toString('hex')
    .replace(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)));
  const digits = String(randomBytes(6).readUIntBE(0, 6) % 10 ** 10).padStart(10, '0');
  return {
    person,
    mark,
    email: `canary${mark}@nightjar.example`,
    fullName: `Canary${mark} Nightjar${mark}`,
    phone: `+1 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
  };
}

/** Brings an archived company back to its owner, as a real sign-in does. */
export async function signIn(world: World, person: Person, index = 0): Promise<SignedIn> {
  const { admin } = world.database;
  await admin.query('update companies set archived_at = null where company_id = $1', [person.companyId]);
  await admin.query('update users set current_company_id = $2 where id = $1', [person.userId, person.companyId]);
  const [session] = await signInAll(world.database, [originOf(world, index)], [person]);
  if (!session) throw new Error('nobody signed in');
  return session;
}

/** Sets the canary's name and phone number through the API, as every user does. */
export async function nameCanary(world: World, session: SignedIn, { fullName, phone }: Canary): Promise<void> {
  const [name = '', familyName = ''] = fullName.split(' ');
  await ask(originOf(world), session, profileEndpoints.updateProfile, { body: { name, familyName, phone, timeZone: null } });
}

/** With this key the API stores its answer, including the names in it. */
export function newKey(): Record<string, string> {
  return { 'idempotency-key': randomUUID() };
}
