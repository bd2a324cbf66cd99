import { randomBytes, randomUUID } from 'node:crypto';
import type { ProofDatabase } from '../lib/database.ts';
import type { ActorName, Company, Member, World } from './actors.ts';
import { emailSql } from './email-rules.ts';
import { mailboxSql } from './mailbox-rules.ts';
import { officeSql, officeTables, planOffice } from './office.ts';
import { templateSql } from './template-rules.ts';

function planMember(mark: string, role: string): Member {
  return { userId: randomUUID(), membershipId: randomUUID(), email: `${role}-${mark}@proof.example`, sessionId: randomUUID() };
}

function planCompany(): Company {
  const mark = `mark${randomBytes(8).toString('hex')}`;
  return {
    id: randomUUID(),
    mark,
    owner: planMember(mark, 'owner'),
    dispatcher: planMember(mark, 'dispatcher'),
    guest: planMember(mark, 'guest'),
    removed: planMember(mark, 'removed'),
    waitingEmail: `waiting-${mark}@proof.example`,
    cancelledEmail: `cancelled-${mark}@proof.example`,
    endedSessionId: randomUUID(),
    office: planOffice(),
  };
}

/** All values are ours, so they may be written into the SQL text. */
function companySql(company: Company, isPaid: boolean, ownerRole: string): string {
  const { id, mark, owner, dispatcher, guest, removed } = company;
  const people = [
    { ...owner, role: ownerRole, team: 'owner' },
    { ...dispatcher, role: 'DISPATCHER', team: 'member' },
    { ...guest, role: 'GUEST', team: 'member' },
    { ...removed, role: 'DISPATCHER', team: 'member' },
  ];
  const rows = (row: (person: (typeof people)[number]) => string) => people.map((person) => `(${row(person)})`).join(', ');
  const session = (sessionId: string, userId: string, ended: string) =>
    `('${sessionId}', '${userId}', '${id}', 'web', sha256('${sessionId}'), sha256('x${sessionId}'), '${mark} browser', now() + interval '1 day', now(), true, ${ended})`;
  const invite = (inviteId: string, email: string, cancelled: string) =>
    `('${id}', '${inviteId}', '${email}', '${owner.userId}', now() + interval '1 day', ${cancelled})`;
  const [waitingId, cancelledId] = [randomUUID(), randomUUID()];
  const entry = JSON.stringify({ at: new Date().toISOString(), action: 'company.changed', actorId: owner.userId, detail: { name: mark } });
  return `
    insert into company_directory (id) values ('${id}');
    insert into companies (company_id, name, address, phone, seats, paid_until)
      values ('${id}', '${mark} Freight', '${mark} Main St', '${mark}', 20, now() + interval '${isPaid ? 9 : -9} days');
    insert into users (id, email, name, family_name, role, current_company_id, email_proven_at)
      values ${rows(({ userId, email, role }) => `'${userId}', '${email}', 'Pat ${mark}', 'Proof', '${role}', '${id}', now()`)};
    insert into memberships (company_id, id, user_id, role) values ${rows(({ membershipId, userId, team }) => `'${id}', '${membershipId}', '${userId}', '${team}'`)};
    insert into user_companies (user_id, member_of) values ${rows(({ userId }) => `'${userId}', '${id}'`)};
    insert into sessions (id, user_id, current_company_id, audience, current_hash, cookie_hash, user_agent, expires_at, authenticated_at, has_second_factor, revoked_at, revoke_reason)
      values ${[...people.map(({ sessionId, userId }) => session(sessionId, userId, 'null, null')), session(company.endedSessionId, owner.userId, `now(), 'logout'`)].join(', ')};
    insert into invite_directory (id, invites_to) values ('${waitingId}', '${id}'), ('${cancelledId}', '${id}');
    insert into invitations (company_id, id, email, invited_by, expires_at, cancelled_at)
      values ${invite(waitingId, company.waitingEmail, 'null')}, ${invite(cancelledId, company.cancelledEmail, 'now()')};
    insert into audit_heads (company_id, seq, hash) values ('${id}', 1, sha256(sha256('${entry}')));
    insert into audit_log (company_id, seq, at, entry, entry_hash, hash)
      values ('${id}', 1, now(), '${entry}', sha256('${entry}'), sha256(sha256('${entry}')));
    ${[owner, dispatcher, guest].map((member) => mailboxSql(id, mark, member, false)).join('')}
    ${mailboxSql(id, mark, removed, true)}
    ${[owner, dispatcher, guest, removed].map((member) => templateSql(id, mark, member) + emailSql(id, mark, member)).join('')}
    ${officeSql(id, mark, owner.userId, company.office)}`;
}

/** With a new foreign company, unless there is one that nobody has changed yet. */
export async function createWorld({ admin }: ProofDatabase, actor: ActorName, untouched: Company | undefined): Promise<World> {
  const world = { home: planCompany(), foreign: untouched ?? planCompany() };
  const homeSql = companySql(world.home, actor !== 'expired billing', actor === 'admin' ? 'ADMIN' : 'DISPATCHER');
  await admin.query(homeSql + (untouched ? '' : companySql(world.foreign, true, 'DISPATCHER')));
  return world;
}

/** The person of the home company that this actor is. Undefined for a signed-out actor. */
export function personOf({ home }: World, actor: ActorName): Member | undefined {
  if (actor === 'anonymous') return undefined;
  if (actor === 'guest') return home.guest;
  if (actor === 'dispatcher') return home.dispatcher;
  if (actor === 'removed member') return home.removed;
  return home.owner;
}

const companyTables = [
  'companies',
  'memberships',
  'invitations',
  'team_links',
  'company_logos',
  'email_accounts',
  'email_templates',
  'emails',
  ...officeTables,
];

export async function readCompanyRows({ admin }: ProofDatabase, companyId: string): Promise<string> {
  const rows = companyTables.map((table) => `select t::text as row from ${table} t where company_id = '${companyId}'`);
  const sessions = `select s.id || coalesce(s.revoked_at::text, '') as row from sessions s where current_company_id = '${companyId}'`;
  const found = await admin.query<{ row: string }>([...rows, sessions].join(' union all '));
  return found.rows
    .map(({ row }) => row)
    .sort((a, b) => a.localeCompare(b))
    .join('\n');
}

export async function removeMember({ admin }: ProofDatabase, { membershipId }: Member): Promise<void> {
  await admin.query('update memberships set removed_at = now() where id = $1', [membershipId]);
}
