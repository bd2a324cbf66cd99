import { sessionEndpoints, TokenPair } from '@headhaul/contracts/session';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, cookiesOf, type Reply, send } from '../lib/http-client.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { challengeOf, handOff, issueCodes, type OneTimeCode, type Person, randomSecret, redeem } from '../lib/people.ts';
import { approveAtProvider } from '../lib/sandbox.ts';
import type { SecretSearch } from '../lib/secret-search.ts';
import { openCallback, readCallbackToken, startSignIn } from '../lib/sign-in.ts';

export const exchangesPerCode = 50;
const codesAtOnce = 2;
// A code lives for a minute, so codes are made shortly before they are raced for.
const codesPerBatch = 10;

export interface RaceResult {
  exchanges: number;
  /** How many exchanges succeeded for each code. */
  wins: number[];
  /** Answers that are neither a session nor a refusal. */
  strange: string[];
}

function exchange(origin: string, code: string, verifier: string): Promise<Reply> {
  return send(origin, sessionEndpoints.exchangeCode, { body: { code, verifier } });
}

function markSession(secrets: SecretSearch, reply: Reply): TokenPair {
  const { token } = sessionEndpoints.exchangeCode.reply.parse(JSON.parse(reply.body));
  secrets.mark(token.accessToken);
  secrets.mark(token.refreshToken);
  for (const pair of cookiesOf(reply).split('; ')) if (pair !== '') secrets.mark(pair.slice(pair.indexOf('=') + 1));
  return token;
}

/** Exchanges every code fifty times in the same moment, spread over all processes. */
export async function raceForCodes(
  database: ProofDatabase,
  origins: readonly string[],
  people: readonly Person[],
  secrets: SecretSearch,
  result: RaceResult,
): Promise<void> {
  for (let first = 0; first < people.length; first += codesPerBatch) {
    const codes = await issueCodes(database, people.slice(first, first + codesPerBatch));
    await forEachParallel(codes, codesAtOnce, async (one) => {
      secrets.mark(one.code);
      secrets.mark(one.verifier);
      const replies = await Promise.all(
        countTo(exchangesPerCode).map((index) => exchange(origins[index % origins.length] ?? '', one.code, one.verifier)),
      );
      result.exchanges += replies.length;
      const won = replies.filter(({ status }) => status === 200);
      for (const reply of won) markSession(secrets, reply);
      result.wins.push(won.length);
      for (const { status, body } of replies) {
        if (status !== 200 && !(status === 400 && body.includes('invalid_code'))) result.strange.push(`${status} ${body}`);
      }
    });
  }
}

/** A wrong verifier is refused and the owner can still use the code. An expired code is refused to its owner too. */
export async function tryWrongly(database: ProofDatabase, origin: string, people: readonly Person[], secrets: SecretSearch) {
  const outcome = { wrongVerifier: 0, ownerAfterwards: 0, expired: 0 };
  await forEachParallel(await issueCodes(database, people), 10, async ({ code, verifier }) => {
    secrets.mark(code);
    secrets.mark(verifier);
    if ((await exchange(origin, code, randomSecret())).status === 400) outcome.wrongVerifier += 1;
    const own = await exchange(origin, code, verifier);
    if (own.status !== 200) return;
    markSession(secrets, own);
    outcome.ownerAfterwards += 1;
  });
  await forEachParallel(await issueCodes(database, people, -1), 10, async ({ code, verifier }: OneTimeCode) => {
    secrets.mark(code);
    secrets.mark(verifier);
    if ((await exchange(origin, code, verifier)).status === 400) outcome.expired += 1;
  });
  return outcome;
}

/** Whole sign-ins through the provider, then a refresh, a hand-off and a sign-out: every secret on the way is marked. */
export async function walkThrough(origins: readonly string[], webOrigin: string, count: number, secrets: SecretSearch): Promise<void> {
  await forEachParallel(countTo(count), 4, async (index) => {
    const origin = origins[0] ?? '';
    const started = await startSignIn(origin, `${webOrigin}/oauth/callback`);
    secrets.mark(started.verifier);
    secrets.mark(started.state);
    // The cookie holds a JWE of five parts: header, key, nonce, ciphertext, tag. This is the ciphertext.
    secrets.mark(started.flowCookie.split('.')[3] ?? '');
    const callback = await approveAtProvider(started.providerAddress, index % 2 === 0 ? 'demo-owner' : 'demo-newcomer');
    secrets.mark(new URL(callback).searchParams.get('code') ?? '');
    const target = await openCallback(callback, started.flowCookie);
    const token = readCallbackToken(target);
    if (!token) throw new Error(`a whole sign-in ended at ${target.pathname} without a code`);
    secrets.mark(token.code);
    secrets.mark(target.searchParams.get('token') ?? '');
    const web = await redeem(origin, token.code, started.verifier);
    const headers = { cookie: web.cookie };
    const refreshed = await send(origin, sessionEndpoints.refreshToken, { body: { refreshToken: web.token.refreshToken } }, headers);
    const pair = TokenPair.parse(JSON.parse(refreshed.body));
    const extension = await handOff(origin, { token: pair, cookie: web.cookie });
    for (const session of [web.token, pair, extension.token]) {
      secrets.mark(session.accessToken);
      secrets.mark(session.refreshToken);
    }
    secrets.mark(web.cookie.slice(web.cookie.indexOf('=') + 1));
    // Refused hand-offs and refreshes are logged by another code path than successful ones.
    await send(origin, sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf('x') } }, bearer(extension.token.accessToken));
    await send(origin, sessionEndpoints.logout, {}, bearer(pair.accessToken));
    await send(origin, sessionEndpoints.refreshToken, { body: { refreshToken: pair.refreshToken } }, headers);
  });
}
