import { setTimeout as pause } from 'node:timers/promises';
import { teamEndpoints } from '@headhaul/contracts/team';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, fetchRaw, type Reply, send } from '../lib/http-client.ts';
import { type Person, type SignedIn, seedPeople, signInAll } from '../lib/people.ts';

export interface Team {
  owner: SignedIn;
  companyId: string;
}

const redirectTo = 'http://localhost:5173/oauth/login';
const mailMs = 20_000;

/** A company with this many seats, one of them its owner's. */
export async function openTeam(database: ProofDatabase, origin: string, seats: number): Promise<Team> {
  const people = await seedPeople(database, 1);
  const [owner] = await signInAll(database, [origin], people);
  if (!owner) throw new Error('nobody signed in');
  await database.admin.query('update companies set seats = $1 where company_id = $2', [seats, owner.user.companyId]);
  return { owner, companyId: owner.user.companyId };
}

/** People with sessions. If `email` is given, all of them have that address. */
export async function gather(database: ProofDatabase, origins: readonly string[], count: number, email?: string): Promise<SignedIn[]> {
  const people: Person[] = await seedPeople(database, count);
  if (email !== undefined)
    await database.admin.query('update users set email = $1 where id = any ($2)', [email, people.map(({ userId }) => userId)]);
  return signInAll(database, origins, people);
}

export async function invite(origin: string, team: Team, emails: string[]): Promise<void> {
  const reply = await send(origin, teamEndpoints.inviteTeamMembers, { body: { emails } }, bearer(team.owner.token.accessToken));
  if (reply.status !== 200) throw new Error(`an invite was refused: ${reply.status} ${reply.body}`);
}

/** The token from the mail that the person got. */
export async function readMailToken(home: string, email: string): Promise<string> {
  const deadline = performance.now() + mailMs;
  while (performance.now() < deadline) {
    const { body } = await fetchRaw(`${home}/mailbox/messages?to=${encodeURIComponent(email)}`);
    const [mail] = JSON.parse(body) as { text: string }[];
    const token = /\/login\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    if (token !== undefined) return token;
    await pause(100);
  }
  throw new Error(`no mail arrived for ${email}`);
}

export async function readLinkToken(origin: string, team: Team, isNew = false): Promise<string> {
  const endpoint = isNew ? teamEndpoints.rotateTeamLink : teamEndpoints.getTeamLink;
  const reply = await send(origin, endpoint, { query: { redirectTo } }, bearer(team.owner.token.accessToken));
  const { link } = endpoint.reply.parse(JSON.parse(reply.body));
  return new URL(link).searchParams.get('inviteToken') ?? '';
}

export function accept(origin: string, { token }: SignedIn, inviteToken: string): Promise<Reply> {
  return send(origin, teamEndpoints.acceptInvitation, { query: { token: inviteToken } }, bearer(token.accessToken));
}

export function join(origin: string, { token }: SignedIn, inviteToken: string): Promise<Reply> {
  return send(origin, teamEndpoints.joinByLink, { query: { inviteToken } }, bearer(token.accessToken));
}

/** How many people work there besides the owner, according to the database. */
export async function countJoined({ admin }: ProofDatabase, { companyId }: Team): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int from memberships where company_id = $1 and removed_at is null and role = 'member'`,
    [companyId],
  );
  return rows[0]?.count ?? 0;
}

/** How often each answer came: `200 ×1, 404 invalid_invite ×199`. */
export function tally(replies: readonly Reply[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { status, body } of replies) {
    const code = /"code":"(\w+)"/.exec(body)?.[1];
    const answer = code === undefined ? String(status) : `${status} ${code}`;
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  return counts;
}

export function formatTally(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([answer, count]) => `${answer} ×${count}`).join(', ');
}
