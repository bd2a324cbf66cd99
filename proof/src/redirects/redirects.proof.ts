import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { plantFault } from '../lib/mutant.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { randomSecret } from '../lib/people.ts';
import { formatCount } from '../lib/report.ts';
import { type Providers, startProviders } from '../lib/sandbox.ts';
import { authorize, openCallback, readStarted } from '../lib/sign-in.ts';
import type { Stage } from '../lib/stage.ts';
import { startApi } from '../lib/start-api.ts';
import { foreignKeys, isAllowedTarget, paths, webOrigins } from './allow-list.ts';
import { makeGoodRedirects } from './good-redirects.ts';
import { type Hostile, makeHostileRedirects } from './hostile-redirects.ts';
import { type CsrfResult, lureOnce } from './login-csrf.ts';

interface Sizes {
  hostile: number;
  good: number;
  lures: number;
}
const short: Sizes = { hostile: 1_500, good: 150, lures: 60 };
const full: Sizes = { hostile: 5_000, good: 500, lures: 200 };
const requestsAtOnce = 16;
const luresPerSignIn = 6;

/**
 * No address leads a signed-in browser away from our site, every good address works, and nobody is signed in to another person's account.
 */
export async function proveRedirects(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const database = await createDatabase(stage);
  const providers = await startProviders(stage);
  const env = { ...providers.env, WEB_ORIGINS: webOrigins.join() };
  const { origin } = await startApi(stage, database, { label: 'api', env });

  await proveHostile(stage, origin, providers, sizes);
  await proveGood(stage, origin, providers, sizes);
  await proveLogin(stage, origin, sizes);
  await catchPrefixMatch(stage, database, providers, env);
}

/** Where a browser ends up that asks to return to `redirectTo`. The sign-in is started and then declined at the provider. */
async function findEnd(origin: string, providers: Providers, redirectTo: string): Promise<URL | number> {
  const verifier = randomSecret();
  const reply = await authorize(origin, redirectTo, verifier);
  const started = readStarted(reply, verifier);
  if (!started) return reply.status;
  if (new URL(started.providerAddress).origin !== providers.google) return new URL(started.providerAddress);
  const search = new URLSearchParams({ error: 'access_denied', state: started.state, iss: providers.google });
  return openCallback(`${origin}/api/oauth/callback/google?${search}`, started.flowCookie);
}

interface HostileResult {
  tried: number;
  refused: number;
  /** Accepted, but only after everything foreign was removed. */
  keptHome: number;
  escaped: string[];
  strange: string[];
}

async function tryHostile(stage: Stage, origin: string, providers: Providers, hostile: readonly Hostile[]): Promise<HostileResult> {
  const result: HostileResult = { tried: 0, refused: 0, keptHome: 0, escaped: [], strange: [] };
  const stop = stage.report.showProgress(() => `${formatCount(result.tried)} hostile addresses`);
  await forEachParallel(hostile, requestsAtOnce, async ({ kind, text }) => {
    const end = await findEnd(origin, providers, text);
    result.tried += 1;
    if (end === 400) result.refused += 1;
    else if (typeof end === 'number') result.strange.push(`${end} for ${JSON.stringify(text)}`);
    else if (isAllowedTarget(end) && foreignKeys(end).length === 0 && end.searchParams.has('error')) result.keptHome += 1;
    else result.escaped.push(`${kind}: ${JSON.stringify(text)} to ${end.href}`);
  });
  stop();
  return result;
}

async function proveHostile(stage: Stage, origin: string, providers: Providers, sizes: Sizes): Promise<void> {
  const hostile = makeHostileRedirects(stage.random.fork('hostile'), sizes.hostile);
  const startedAt = performance.now();
  const { tried, refused, keptHome, escaped, strange } = await tryHostile(stage, origin, providers, hostile);
  stage.report.check({
    what: `hostile return addresses of ${new Set(hostile.map(({ kind }) => kind)).size} kinds, all different`,
    tried,
    bar: sizes.hostile,
    expected: '0 leave the allow-list or carry in a query key of their own',
    found: `${escaped.length} left, ${formatCount(refused)} refused, ${formatCount(keptHome)} stripped and kept home, ${strange.length} other answers${sample([...escaped, ...strange])}`,
    passed: escaped.length === 0 && strange.length === 0 && refused > 0,
  });
  stage.report.note(`${Math.round(tried / ((performance.now() - startedAt) / 1_000))} addresses a second`);
}

async function proveGood(stage: Stage, origin: string, providers: Providers, sizes: Sizes): Promise<void> {
  const good = makeGoodRedirects(stage.random.fork('good'), sizes.good);
  const wrong: string[] = [];
  let tried = 0;
  await forEachParallel(good, requestsAtOnce, async (text) => {
    const end = await findEnd(origin, providers, text);
    tried += 1;
    const asked = new URL(text);
    asked.searchParams.set('error', 'access_denied');
    asked.searchParams.sort();
    if (typeof end !== 'number') end.searchParams.sort();
    if (typeof end === 'number' || end.href !== asked.href) wrong.push(`${text} to ${typeof end === 'number' ? end : end.href}`);
  });
  stage.report.check({
    what: `good return addresses (${webOrigins.length} origins, ${paths.length} paths, all query keys), all different`,
    tried,
    bar: sizes.good,
    expected: '0 refused, each ends exactly where it asked to',
    found: `${wrong.length} refused or elsewhere${sample(wrong)}`,
    passed: wrong.length === 0,
  });
}

async function proveLogin(stage: Stage, origin: string, sizes: Sizes): Promise<void> {
  const result: CsrfResult = { tried: 0, won: [], controls: 0, controlsGranted: 0 };
  const stop = stage.report.showProgress(() => `${result.tried} lures`);
  const random = stage.random.fork('lures');
  await forEachParallel(countTo(Math.ceil(sizes.lures / luresPerSignIn)), 4, (index) =>
    lureOnce(origin, `${webOrigins[0]}/oauth/callback`, random.fork(index), result),
  );
  stop();
  stage.report.check({
    what: 'login CSRF: a callback with a good code and state is opened by another browser',
    tried: result.tried,
    bar: sizes.lures,
    expected: `0 get a code, while all ${result.controls} browsers that opened their own do`,
    found: `${result.won.length} got one, ${result.controlsGranted} controls did${sample(result.won)}`,
    passed: result.won.length === 0 && result.controls > 0 && result.controlsGranted === result.controls,
  });
}

function sample(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `: ${texts.slice(0, 3).join(' | ')}`;
}

async function catchPrefixMatch(stage: Stage, database: ProofDatabase, providers: Providers, env: Record<string, string>): Promise<void> {
  const find = `const url = URL.canParse(requested) ? new URL(requested) : refuse('not an absolute address');`;
  const source = await plantFault(stage, 'prefix-match', [
    {
      file: 'features/session/redirects.service.ts',
      find,
      replace: `${find}\n  if (origins.some((allowed) => requested.startsWith(allowed))) return url;`,
    },
  ]);
  const api = await startApi(stage, database, { label: 'prefix-match', source, env });
  const hostile = makeHostileRedirects(stage.random.fork('mutant'), 500);
  const { tried, escaped } = await tryHostile(stage, api.origin, providers, hostile);
  stage.report.mutant(
    'an address is allowed when it starts with an allowed origin',
    escaped.length > 0,
    `${escaped.length} of ${tried} left the allow-list${sample(escaped.slice(0, 1))}`,
  );
  await api.stop();
}
