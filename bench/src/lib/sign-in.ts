import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { call } from '@headhaul/contracts/http/call';
import { sessionEndpoints } from '@headhaul/contracts/session';
import type pg from 'pg';
import type { BenchApi } from './bench-api.ts';

export interface Member {
  accessToken: string;
  sessionId: string;
  userId: string;
  companyId: string;
}

/** What a provider sends a person back with: a code that can be redeemed once. */
interface Admission {
  code: string;
  verifier: string;
  userId: string;
  companyId: string;
}

/** A new person with a real one-time code, in this company or in a new one. */
export async function admit(admin: pg.Pool, companyId?: string): Promise<Admission> {
  const userId = randomUUID();
  const company = companyId ?? randomUUID();
  if (companyId === undefined) {
    await admin.query('insert into company_directory (id) values ($1)', [company]);
    await admin.query(`insert into companies (company_id, name, paid_until) values ($1, 'Bench freight', now() + interval '14 days')`, [
      company,
    ]);
  }
  await admin.query(
    `insert into users (id, email, name, role, current_company_id, email_proven_at)
     values ($1, $1::uuid || '@bench.example', 'Pat', 'DISPATCHER', $2, now())`,
    [userId, company],
  );
  await admin.query(`insert into memberships (company_id, id, user_id, role) values ($1, $2, $2, $3)`, [
    company,
    userId,
    companyId === undefined ? 'owner' : 'member',
  ]);
  return issueCode(admin, userId, company);
}

async function issueCode(admin: pg.Pool, userId: string, companyId: string): Promise<Admission> {
  const [code, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  await admin.query(
    `insert into one_time_codes (code_hash, audience, user_id, current_company_id, challenge, authenticated_at, expires_at)
     values (sha256($1::text::bytea), 'web', $2, $3, $4, now(), now() + interval '60 seconds')`,
    [code, userId, companyId, createHash('sha256').update(verifier).digest('base64url')],
  );
  return { code, verifier, userId, companyId };
}

/** A new person who is signed in, in this company or in a new one. */
export async function signIn(api: Pick<BenchApi, 'origin' | 'admin'>, inCompany?: string): Promise<Member> {
  return redeem(api, await admit(api.admin, inCompany));
}

/** Gives the same person a new session, because a token lives ten minutes and a long run takes more. */
export async function signInAgain(api: BenchApi, { userId, companyId, sessionId }: Member): Promise<Member> {
  const renewed = await redeem(api, await issueCode(api.admin, userId, companyId));
  await api.admin.query('delete from sessions where id = $1', [sessionId]);
  return renewed;
}

async function redeem(
  { origin, admin }: Pick<BenchApi, 'origin' | 'admin'>,
  { code, verifier, userId, companyId }: Admission,
): Promise<Member> {
  const { token } = await call(sessionEndpoints.exchangeCode, { body: { code, verifier } }, { base: `${origin}/api` });
  const { rows } = await admin.query<{ id: string }>('select id from sessions where user_id = $1 order by id desc limit 1', [userId]);
  return { accessToken: token.accessToken, sessionId: rows[0]?.id ?? '', userId, companyId };
}
