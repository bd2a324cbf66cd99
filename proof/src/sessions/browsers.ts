import { setTimeout as pause } from 'node:timers/promises';
import { sessionEndpoints, TokenPair } from '@headhaul/contracts/session';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, type Reply, send } from '../lib/http-client.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { handOff, issueCodes, redeem, type SignedIn, seedPeople } from '../lib/people.ts';
import type { Random } from '../lib/random.ts';

export const tabsPerBrowser = 8;
export const dropShare = 0.05;
// A page that saw no answer tries again with its next request, at once or a little later.
const longestRetryPauseMs = 300;
const browsersAtOnce = 25;

/**
 * What a client does after a lost answer when it finds a newer token in storage: use it, as the web app does, or rotate
 * that one too. The second is no client of ours; its run only shows where the limit lies.
 */
export type AfterLoss = 'use newer' | 'rotate newer';

/** What all tabs of one browser share: the stored session and the cookie. The extension stores its own. */
export interface Browser {
  web: SignedIn;
  extension: SignedIn;
}

export interface Tally {
  refreshes: number;
  dropped: number;
  /** Clients that lost their answer and found another tab's newer token in storage. */
  foundNewer: number;
  /** Refusals a client takes as the end of its session, by what the API said. */
  signOuts: string[];
  /** Answers that are neither a token nor a refusal. */
  strange: string[];
}

export async function signInMany(database: ProofDatabase, origins: readonly string[], count: number): Promise<SignedIn[]> {
  const people = await seedPeople(database, count);
  const signedIn: SignedIn[] = [];
  // In small lots: a code lives for a minute.
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
    browsers.push({ web, extension: await handOff(originFor(origins, index), web.token.accessToken) });
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
 * One client refreshes with what it finds in storage, without a lock: harsher than the web app, which takes one. A lost
 * answer is an answer the server gave and the client never saw; the client looks into storage again and, like the web app,
 * uses a newer token when another tab has left one there.
 */
async function refreshFromStorage(origin: string, stored: SignedIn, random: Random, tally: Tally, afterLoss: AfterLoss): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const sent = stored.token.refreshToken;
    const reply = await refresh(origin, sent, stored.cookie);
    tally.refreshes += 1;
    if (random.chance(dropShare)) {
      tally.dropped += 1;
      await pause(random.below(longestRetryPauseMs));
      if (stored.token.refreshToken === sent || afterLoss === 'rotate newer') continue;
      tally.foundNewer += 1;
    } else if (reply.status === 200) stored.token = TokenPair.parse(JSON.parse(reply.body));
    else if (reply.status === 400 || reply.status === 401 || reply.status === 403) tally.signOuts.push(describe(reply));
    else tally.strange.push(describe(reply));
    return;
  }
  tally.strange.push('no answer in twenty tries');
}

export function describe({ status, body }: Reply): string {
  return `${status} ${(JSON.parse(body || '{}') as { code?: string }).code ?? ''}`.trim();
}

/** All tabs and the extension of each browser refresh in the same moment, round after round. */
export async function refreshTogether(
  browsers: readonly Browser[],
  origins: readonly string[],
  rounds: number,
  random: Random,
  tally: Tally,
  afterLoss: AfterLoss,
): Promise<void> {
  await forEachParallel(browsers, browsersAtOnce, async ({ web, extension }, number) => {
    const clients = [...countTo(tabsPerBrowser).map(() => web), extension];
    const chances = clients.map((_, client) => random.fork(`${number}:${client}`));
    for (let round = 0; round < rounds; round++) {
      await Promise.all(
        clients.map((stored, client) =>
          refreshFromStorage(originFor(origins, number + client + round), stored, chances[client] ?? random, tally, afterLoss),
        ),
      );
    }
  });
}

/** Asks with each stored access token; gives the answers that were no welcome. */
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
  return { refreshes: 0, dropped: 0, foundNewer: 0, signOuts: [], strange: [] };
}
