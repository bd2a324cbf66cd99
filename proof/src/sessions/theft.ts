import { TokenPair } from '@headhaul/contracts/session';
import type { ProofDatabase } from '../lib/database.ts';
import { forEachParallel } from '../lib/parallel.ts';
import type { SignedIn } from '../lib/people.ts';
import { type Browser, describe, openBrowsers, originFor, passOverlap, refresh, signInMany } from './browsers.ts';
import { isServed, measureEffect } from './effect.ts';

const sessionsAtOnce = 20;

export interface TheftResult {
  tried: number;
  /** Thefts where the replay was refused and the whole session family ended, including the extension's session. */
  caught: number;
  /** How long the stolen session was still served, over both processes. */
  times: number[];
  misses: string[];
}

async function rotate(origin: string, stored: SignedIn): Promise<void> {
  const reply = await refresh(origin, stored.token.refreshToken, stored.cookie);
  if (reply.status !== 200) throw new Error(`a current token was refused: ${describe(reply)}`);
  stored.token = TokenPair.parse(JSON.parse(reply.body));
}

/** A thief who has the cookie sends a refresh token that the browser has already replaced. */
async function replay(origins: readonly string[], index: number, { web, extension }: Browser, stolen: string, result: TheftResult) {
  const [first, second] = [originFor(origins, index), originFor(origins, index + 1)];
  // Both processes have the session in memory now. It must not outlive the session.
  const wasServed = await Promise.all([first, second].flatMap((origin) => [isServed(origin, web), isServed(origin, extension)]));
  result.tried += 1;
  const reply = await refresh(first, stolen, web.cookie);
  const time = await measureEffect(origins, async (origin) => !(await isServed(origin, web)) && !(await isServed(origin, extension)));
  result.times.push(time);
  const after = await refresh(second, web.token.refreshToken, web.cookie);
  const isEnded = (await Promise.all([isServed(first, web), isServed(second, extension)])).every((served) => !served);
  if (wasServed.every(Boolean) && reply.status === 401 && after.status === 401 && isEnded) result.caught += 1;
  else result.misses.push(`served before ${wasServed.join()}, replay ${describe(reply)}, owner ${describe(after)}, ended ${isEnded}`);
}

export async function replayTwoOld(database: ProofDatabase, origins: readonly string[], count: number): Promise<TheftResult> {
  const result: TheftResult = { tried: 0, caught: 0, times: [], misses: [] };
  const browsers = await openBrowsers(database, origins, count);
  await forEachParallel(browsers, sessionsAtOnce, async (browser, index) => {
    const stolen = browser.web.token.refreshToken;
    await rotate(originFor(origins, index), browser.web);
    await passOverlap(database, browser.web);
    await rotate(originFor(origins, index + 1), browser.web);
    await replay(origins, index, browser, stolen, result);
  });
  return result;
}

export async function replayAfterOverlap(database: ProofDatabase, origins: readonly string[], count: number): Promise<TheftResult> {
  const result: TheftResult = { tried: 0, caught: 0, times: [], misses: [] };
  const browsers = await openBrowsers(database, origins, count);
  await forEachParallel(browsers, sessionsAtOnce, async (browser, index) => {
    const stolen = browser.web.token.refreshToken;
    await rotate(originFor(origins, index), browser.web);
    await passOverlap(database, browser.web);
    await replay(origins, index, browser, stolen, result);
  });
  return result;
}

/** A thief who has only the token from the JSON answer is refused, and the owner stays signed in. */
export async function refreshWithoutCookie(database: ProofDatabase, origins: readonly string[], count: number): Promise<TheftResult> {
  const result: TheftResult = { tried: 0, caught: 0, times: [], misses: [] };
  const people = await signInMany(database, origins, count);
  await forEachParallel(people, sessionsAtOnce, async (owner, index) => {
    const [first, second] = [originFor(origins, index), originFor(origins, index + 1)];
    result.tried += 1;
    // Every second thief sends another person's cookie.
    const cookie = index % 2 === 0 ? '' : (people[(index + 2) % people.length]?.cookie ?? '');
    const reply = await refresh(first, owner.token.refreshToken, cookie);
    const own = await refresh(second, owner.token.refreshToken, owner.cookie);
    if (reply.status === 401 && own.status === 200 && (await isServed(first, owner))) result.caught += 1;
    else result.misses.push(`without the cookie ${describe(reply)}, owner ${describe(own)}`);
  });
  return result;
}
