import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { toWire } from '@headhaul/contracts/http/call';
import { type Endpoint, replyKind } from '@headhaul/contracts/http/endpoint';
import { TokenPair } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { readMailToken } from '../invites/team.ts';
import type { ProofDatabase } from '../lib/database.ts';
import { handOff, issueCodes, randomSecret, redeem, type SignedIn } from '../lib/people.ts';
import type { ActorName, Company, Member, ObjectState } from './actors.ts';
import type { Answer, Cell } from './rule.ts';
import { createWorld, personOf, readCompanyRows, removeMember } from './world.ts';

export interface Ground {
  database: ProofDatabase;
  origin: string;
  /** The sandbox, which receives the mails. */
  home: string;
}

const redirectTo = 'http://localhost:5173/oauth/login';

export async function openCell(ground: Ground, actor: ActorName, state: ObjectState, untouched: Company | undefined): Promise<Cell> {
  const { database, origin, home } = ground;
  const world = await createWorld(database, actor, untouched);
  const person = personOf(world, actor);
  const signIn = async ({ userId }: Member, company: Company): Promise<SignedIn> => {
    const [code] = await issueCodes(database, [{ userId, companyId: company.id }]);
    return redeem(origin, code?.code ?? '', code?.verifier ?? '');
  };
  const browser = person ? await signIn(person, world.home) : undefined;
  const own = browser && actor === 'extension' ? await handOff(origin, browser) : browser;
  if (person && actor === 'stale sign-in')
    await database.admin.query(`update sessions set authenticated_at = now() - interval '1 day' where user_id = $1`, [person.userId]);
  // Only after the sign-in above, because a removed member can't sign in.
  await removeMember(database, world.home.removed);

  const ask = async (endpoint: Endpoint, parts: object, by: SignedIn | undefined): Promise<Answer> => {
    const wire = toWire(endpoint, parts as never);
    const hangUp = new AbortController();
    const response = await fetch(`${origin}/api${wire.path}`, {
      method: wire.method,
      redirect: 'manual',
      signal: hangUp.signal,
      headers: {
        ...(by ? { authorization: `Bearer ${by.token.accessToken}`, cookie: by.cookie } : {}),
        ...(wire.contentType ? { 'content-type': wire.contentType } : {}),
      },
      ...(wire.body === undefined ? {} : { body: wire.body }),
    });
    const isStream = replyKind(endpoint.reply) === 'events' && response.ok;
    const body = isStream ? await readFirst(response) : await response.text();
    if (isStream) hangUp.abort();
    const location = response.headers.get('location') ?? '';
    return { status: response.status, contentType: response.headers.get('content-type') ?? '', body: body + location };
  };

  const ownerLink = async (company: Company, isNew: boolean): Promise<string> => {
    const owner = await signIn(company.owner, company);
    const endpoint = isNew ? teamEndpoints.rotateTeamLink : teamEndpoints.getTeamLink;
    const { body } = await ask(endpoint, { query: { redirectTo } }, owner);
    return new URL(endpoint.reply.parse(JSON.parse(body)).link).searchParams.get('inviteToken') ?? '';
  };

  return {
    world,
    actor,
    state,
    person,
    async call(endpoint, parts) {
      // Only now, because building the request may call routes for which the same person needs a proven address.
      if (person && actor === 'unproven address')
        await database.admin.query('update users set email_proven_at = null where id = $1', [person.userId]);
      return ask(endpoint, parts, own);
    },
    async issueCode() {
      const company = state === 'foreign' ? world.foreign : world.home;
      const [code] = await issueCodes(database, [{ userId: company.owner.userId, companyId: company.id }]);
      if (!code) throw new Error('no code was issued');
      return code;
    },
    async refreshToken() {
      if (state === 'absent') return randomSecret();
      if (state === 'own' && own) return own.token.refreshToken;
      const company = state === 'foreign' ? world.foreign : world.home;
      const opened = await signIn(company.owner, company);
      if (state === 'deleted')
        await database.admin.query(`update sessions set revoked_at = now(), revoke_reason = 'logout' where id = $1`, [opened.sessionId]);
      return TokenPair.parse(opened.token).refreshToken;
    },
    async linkToken() {
      if (state === 'absent') return randomSecret();
      const token = await ownerLink(state === 'foreign' ? world.foreign : world.home, false);
      if (state === 'deleted') {
        // The old link of another team, after it was rotated. With a link of the actor's own team the actor would still be let in.
        const dead = await ownerLink(world.foreign, false);
        await ownerLink(world.foreign, true);
        return dead;
      }
      return token;
    },
    async mailToken() {
      if (state === 'absent') return randomSecret();
      const owner = await signIn(world.foreign.owner, world.foreign);
      const email = state === 'foreign' || !person ? `stranger-${randomUUID()}@proof.example` : person.email;
      await ask(teamEndpoints.inviteTeamMembers, { body: { emails: [email] } }, owner);
      const token = await readMailToken(home, email);
      // The worker records the sending a moment after the mail arrives. That must not look like a change made by this request.
      await untilNoted(database, email);
      if (state === 'deleted') await database.admin.query('update invitations set cancelled_at = now() where email = $1', [email]);
      return token;
    },
    async otherCompanyId() {
      if (state === 'absent') return randomUUID();
      // `deleted`: the actor used to work there.
      if (state === 'deleted' && person)
        await database.admin.query(
          `insert into memberships (company_id, id, user_id, role, removed_at) values ($1, gen_random_uuid(), $2, 'member', now())`,
          [world.foreign.id, person.userId],
        );
      return world.foreign.id;
    },
    readForeign: () => readCompanyRows(database, world.foreign.id),
  };
}

async function untilNoted({ admin }: ProofDatabase, email: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { rowCount } = await admin.query('select from invitations where email = $1 and sent_at is null', [email]);
    if (rowCount === 0) return;
    await pause(50);
  }
  throw new Error(`the worker did not note the mail to ${email}`);
}

async function readFirst(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunk = await reader?.read();
  return new TextDecoder().decode(chunk?.value);
}
