import { setTimeout as pause } from 'node:timers/promises';
import { refreshOverlapSeconds } from '@headhaul/contracts/constants';
import { sessionEndpoints, TokenPair } from '@headhaul/contracts/session';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, type Reply, send } from '../lib/http-client.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { handOff, issueCodes, redeem, type SignedIn, seedPeople } from '../lib/people.ts';
import type { Random } from '../lib/random.ts';

export const tabsPerBrowser = 8;
export const dropShare = 0.05;
// A page that got no answer tries again with its next request, up to this much later.
const longestRetryPauseMs = 300;
const browsersAtOnce = 25;

/** What all tabs of one browser share: the stored session and the cookie. The extension stores its own session. */
export interface Browser {
  web: SignedIn;
  extension: SignedIn;
}

export interface Tally {
  refreshes: number;
  dropped: number;
  /** Refusals that make a client end its session, with the API's answer. */
  signOuts: string[];
  /** Answers that are neither a token nor a refusal. */
  strange: string[];
}

export async function signInMany(database: ProofDatabase, origins: readonly string[], count: number): Promise<SignedIn[]> {
  const people = await seedPeople(database, count);
  const signedIn: SignedIn[] = [];
  // In small batches: a code lives for a minute.
  for (let first = 0; first < count; first += 200) {
    const codes = await issueCodes(database, people.slice(first, first + 200));
    await forEachParallel(codes, 20, async ({ code, verifier }, index) => {
      signedIn.push(await redeem(originFor(origins, index), code, verifier));
    });
  }
  return signedIn;
}

export async function openBrowsers(database: ProofDatabase, origins: readonly string[], count: number): Promise<Browser[]> {
  const browsers: Browser[] = [];
  await forEachParallel(await signInMany(database, origins, count), 20, async (web, index) => {
    browsers.push({ web, extension: await handOff(originFor(origins, index), web) });
  });
  return browsers;
}

export function originFor(origins: readonly string[], index: number): string {
  return origins[index % origins.length] ?? '';
}

export function refresh(origin: string, refreshToken: string, cookie: string): Promise<Reply> {
  return send(origin, sessionEndpoints.refreshToken, { body: { refreshToken } }, cookie === '' ? {} : { cookie });
}

/**
 * One client refreshes with what it finds in storage and takes no lock. This is harsher than the web app, which takes one. A dropped answer
 * is one that the server gave and the client never saw. The client then reads storage again and refreshes again, also when another tab has
 * stored a newer token.
 */
async function refreshFromStorage(origin: string, stored: SignedIn, random: Random, tally: Tally): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const reply = await refresh(origin, stored.token.refreshToken, stored.cookie);
    tally.refreshes += 1;
    if (random.chance(dropShare)) {
      tally.dropped += 1;
      await pause(random.below(longestRetryPauseMs));
      continue;
    }
    if (reply.status === 200) stored.token = TokenPair.parse(JSON.parse(reply.body));
    else if (reply.status === 400 || reply.status === 401 || reply.status === 403) tally.signOuts.push(describe(reply));
    else tally.strange.push(describe(reply));
    return;
  }
  tally.strange.push('no answer in twenty tries');
}

export function describe({ status, body }: Reply): string {
  return `${status} ${(JSON.parse(body || '{}') as { code?: string }).code ?? ''}`.trim();
}

/** All tabs and the extension of each browser refresh in the same moment, in several rounds. The overlap passes between rounds. */
export async function refreshTogether(
  database: ProofDatabase,
  browsers: readonly Browser[],
  origins: readonly string[],
  rounds: number,
  random: Random,
  tally: Tally,
): Promise<void> {
  await forEachParallel(browsers, browsersAtOnce, async ({ web, extension }, number) => {
    const clients = [...countTo(tabsPerBrowser).map(() => web), extension];
    const chances = clients.map((_, client) => random.fork(`${number}:${client}`));
    for (let round = 0; round < rounds; round++) {
      await Promise.all(
        clients.map((stored, client) =>
          refreshFromStorage(originFor(origins, number + client + round), stored, chances[client] ?? random, tally),
        ),
      );
      await passOverlap(database, web);
      await passOverlap(database, extension);
    }
  });
}

/** Moves the time of the last rotation back in the database instead of waiting for the overlap to pass. */
export async function passOverlap(database: ProofDatabase, { sessionId }: SignedIn): Promise<void> {
  const seconds = refreshOverlapSeconds + 1;
  await database.admin.query(`update sessions set rotated_at = rotated_at - $2 * interval '1 second' where id = $1`, [sessionId, seconds]);
}

/** Sends a request with each stored access token. Gives the answers that were not 200. */
export async function findRefused(browsers: readonly Browser[], origins: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  await forEachParallel(
    browsers.flatMap(({ web, extension }) => [web, extension]),
    20,
    async (stored, index) => {
      const reply = await send(originFor(origins, index), sessionEndpoints.getMe, {}, bearer(stored.token.accessToken));
      if (reply.status !== 200) refused.push(describe(reply));
    },
  );
  return refused;
}

export function emptyTally(): Tally {
  return { refreshes: 0, dropped: 0, signOuts: [], strange: [] };
}
