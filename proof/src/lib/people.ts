import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type SessionUser, sessionEndpoints, type TokenPair } from '@headhaul/contracts/session';
import type { ProofDatabase } from './database.ts';
import { bearer, cookiesOf, send } from './http-client.ts';
import { countTo, forEachParallel } from './parallel.ts';

const codesPerBatch = 100;

export interface Person {
  userId: string;
  companyId: string;
}

/** Seeds people. Each of them owns a company. */
export async function seedPeople({ admin }: ProofDatabase, count: number): Promise<Person[]> {
  const people = countTo(count).map(() => ({ userId: randomUUID(), companyId: randomUUID() }));
  const ids = [people.map(({ userId }) => userId), people.map(({ companyId }) => companyId)];
  const given = 'unnest($1::uuid[], $2::uuid[]) as given (user_id, company_id)';
  await admin.query('insert into company_directory (id) select unnest($1::uuid[])', [ids[1]]);
  await admin.query(
    `insert into companies (company_id, name, paid_until) select company_id, 'Proof freight', now() + interval '14 days' from ${given}`,
    ids,
  );
  await admin.query(
    `insert into users (id, email, name, family_name, role, current_company_id, email_proven_at)
     select user_id, user_id || '@proof.example', 'Pat', 'Proof', 'DISPATCHER', company_id, now() from ${given}`,
    ids,
  );
  await admin.query(
    `insert into memberships (company_id, id, user_id, role, can_manage_billing) select company_id, user_id, user_id, 'owner', true from ${given}`,
    ids,
  );
  await admin.query(`insert into user_companies (user_id, member_of) select user_id, company_id from ${given}`, ids);
  return people;
}

export interface OneTimeCode {
  person: Person;
  code: string;
  verifier: string;
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Inserts the rows that a finished sign-in leaves: the code's hash, bound to the verifier that the browser keeps. */
export async function issueCodes({ admin }: ProofDatabase, people: readonly Person[], lifeSeconds = 60): Promise<OneTimeCode[]> {
  const codes = people.map((person) => ({ person, code: randomSecret(), verifier: randomSecret() }));
  await admin.query(
    `insert into one_time_codes (code_hash, audience, user_id, current_company_id, challenge, authenticated_at, has_second_factor, expires_at)
     select sha256(code::bytea), 'web', user_id, company_id, challenge, now(), true, now() + $5 * interval '1 second'
     from unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[]) as given (code, user_id, company_id, challenge)`,
    [
      codes.map(({ code }) => code),
      codes.map(({ person }) => person.userId),
      codes.map(({ person }) => person.companyId),
      codes.map(({ verifier }) => challengeOf(verifier)),
      lifeSeconds,
    ],
  );
  return codes;
}

/** What a browser or an extension holds after it has redeemed a code. */
export interface SignedIn {
  user: SessionUser;
  token: TokenPair;
  /** The second part of the web's refresh token. Empty for the extension. */
  cookie: string;
  sessionId: string;
}

export async function redeem(origin: string, code: string, verifier: string): Promise<SignedIn> {
  const reply = await send(origin, sessionEndpoints.exchangeCode, { body: { code, verifier } });
  if (reply.status !== 200) throw new Error(`a good code was refused: ${reply.status} ${reply.body}`);
  const { user, token } = sessionEndpoints.exchangeCode.reply.parse(JSON.parse(reply.body));
  return { user, token, cookie: cookiesOf(reply), sessionId: sessionIdOf(token.accessToken) };
}

/** Opens the extension's own session with a hand-off code, as the web app requests it. */
export async function handOff(origin: string, { token, cookie }: Pick<SignedIn, 'token' | 'cookie'>): Promise<SignedIn> {
  const verifier = randomSecret();
  const body = { challenge: challengeOf(verifier) };
  const reply = await send(origin, sessionEndpoints.createHandoffCode, { body }, { ...bearer(token.accessToken), cookie });
  if (reply.status !== 200) throw new Error(`a hand-off was refused: ${reply.status} ${reply.body}`);
  const { code } = sessionEndpoints.createHandoffCode.reply.parse(JSON.parse(reply.body));
  return redeem(origin, code, verifier);
}

/** Signs everybody in, spread over the APIs. */
export async function signInAll(database: ProofDatabase, origins: readonly string[], people: readonly Person[]): Promise<SignedIn[]> {
  const signedIn: SignedIn[] = [];
  // A code lives for a minute, so codes are made shortly before they are used.
  for (let first = 0; first < people.length; first += codesPerBatch) {
    const codes = await issueCodes(database, people.slice(first, first + codesPerBatch));
    await forEachParallel(codes, 8, async ({ code, verifier }, index) => {
      signedIn[first + index] = await redeem(origins[index % origins.length] ?? '', code, verifier);
    });
  }
  return signedIn;
}

function sessionIdOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.');
  return String((JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { sid: unknown }).sid);
}
