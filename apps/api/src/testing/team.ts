import { randomBytes } from 'node:crypto';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { digitsOf } from '../features/session/email-code.ts';
import { issueCode } from '../features/session/sign-in.service.ts';
import { challengeOf, randomSecret } from '../lib/auth/crypto.ts';
import { createInviteTokens } from '../lib/auth/invite-token.ts';
import type { TestApp, TestClient } from './test-app.ts';

export const linkTarget = 'http://localhost:5173/oauth/login';

/** The token in the company's team link. */
export async function readLinkToken(owner: TestClient): Promise<string> {
  const { link } = await owner.call(teamEndpoints.getTeamLink, { query: { redirectTo: linkTarget } });
  return new URL(link).searchParams.get('inviteToken') ?? '';
}

/** A new person who joined this owner's team. */
export async function addTeammate(api: TestApp, owner: TestClient, email?: string): Promise<TestClient> {
  const person = await api.signUp(email);
  await person.call(teamEndpoints.joinByLink, { query: { inviteToken: await readLinkToken(owner) } });
  return person;
}

/** The token in the last invitation mailed to this address. */
export async function readMailToken(api: TestApp, email: string): Promise<string> {
  const { rows } = await api.admin.query<{ id: string; version: number }>(
    'select id, version from invitations where email = $1 order by created_at desc limit 1',
    [email],
  );
  if (!rows[0]) throw new Error(`nobody invited ${email}`);
  return createInviteTokens(api.platform.env.LINK_KEYS).issue(rows[0].id, rows[0].version);
}

/** Invites one address and returns the token in the mail. */
export async function invite(api: TestApp, owner: TestClient, email: string): Promise<string> {
  await owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: [email] } });
  return readMailToken(api, email);
}

/** The membership's id, as the team list shows it. */
export async function memberIdOf(owner: TestClient, email: string): Promise<string> {
  const { members } = await owner.call(teamEndpoints.listTeamMembers, { query: { search: email } });
  const [found] = members;
  if (!found) throw new Error(`${email} is not in the list`);
  return found.id;
}

/** The code with which this person's browser comes back from the provider, and the secret that redeems it. */
export async function beginSignIn(api: TestApp, { user }: TestClient): Promise<{ code: string; verifier: string }> {
  const verifier = randomSecret();
  const person = { userId: user.id, companyId: user.companyId, isFirstLogin: false };
  const code = await issueCode(api.platform.db.global, person, {
    audience: 'web',
    challenge: challengeOf(verifier),
    parentSessionId: null,
    authenticatedAt: null,
    hasSecondFactor: false,
    isConfirmation: false,
  });
  return { code, verifier };
}

/** Digits that this client may type to prove the address, as if they had been mailed. */
export async function plantDigits(api: TestApp, { user }: TestClient): Promise<string> {
  const nonce = randomBytes(16);
  await api.admin.query(
    `insert into email_codes (user_id, session_id, nonce, expires_at)
     select user_id, id, $2, now() + interval '10 minutes' from sessions where user_id = $1`,
    [user.id, nonce],
  );
  return digitsOf(api.platform.env.LINK_KEYS, user.id, nonce);
}

/** A session of the extension, made from this web session. */
export async function handOff(api: TestApp, web: TestClient): Promise<TestClient> {
  const verifier = randomSecret();
  const { code } = await web.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
  return api.redeem(code, verifier);
}
