import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import type { Reply } from '../lib/http-client.ts';
import { plantFault } from '../lib/mutant.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { formatCount } from '../lib/report.ts';
import { startProviders } from '../lib/sandbox.ts';
import type { Stage } from '../lib/stage.ts';
import { startApis, startWorker } from '../lib/start-api.ts';
import { countUsable, dumpDatabase } from './stolen-database.ts';
import { accept, countJoined, formatTally, gather, invite, join, openTeam, readLinkToken, readMailToken, tally } from './team.ts';

interface Sizes {
  accepts: number;
  joins: number;
  strangers: number;
  invites: number;
}
const short: Sizes = { accepts: 40, joins: 40, strangers: 20, invites: 5 };
const full: Sizes = { accepts: 200, joins: 100, strangers: 100, invites: 10 };
const freeSeats = 5;
const manySeats = 1_000;

interface Scene {
  stage: Stage;
  database: ProofDatabase;
  origins: readonly string[];
  home: string;
  sizes: Sizes;
  /** Every token that was issued during the proof. */
  tokens: string[];
}

/** An invite can't be forged, shared or won in a race, and a stolen database contains no usable invite. */
export async function proveInvites(stage: Stage): Promise<void> {
  const database = await createDatabase(stage);
  const { env, home } = await startProviders(stage);
  const apis = await startApis(stage, database, { label: 'api', env });
  await startWorker(stage, database, { label: 'worker', env });
  const origins = apis.map(({ origin }) => origin);
  const scene: Scene = { stage, database, origins, home, sizes: stage.isFull ? full : short, tokens: [] };
  await proveOneMember(scene);
  await proveSeats(scene);
  await proveStrangers(scene);
  await proveDump(scene);
  await Promise.all(apis.map((api) => api.stop()));
  await catchUncountedSeats(scene);
  await catchKeptToken(scene);
}

function originOf({ origins }: Scene, index = 0): string {
  return origins[index % origins.length] ?? '';
}

async function proveOneMember(scene: Scene): Promise<void> {
  const { stage, database, origins, home, sizes, tokens } = scene;
  for (const way of ['people who share the address', 'tabs of one person'] as const) {
    const isOnePerson = way === 'tabs of one person';
    const team = await openTeam(database, originOf(scene), manySeats);
    const email = `crowd-${isOnePerson ? 'tabs' : 'people'}@proof.example`;
    await invite(originOf(scene), team, [email]);
    const token = await readMailToken(home, email);
    tokens.push(token);
    const crowd = await gather(database, origins, isOnePerson ? 1 : sizes.accepts, email);
    const replies = await Promise.all(
      countTo(sizes.accepts).map((index) => accept(originOf(scene, index), crowd[index % crowd.length] ?? team.owner, token)),
    );
    const answers = tally(replies);
    const joined = await countJoined(database, team);
    const expected: Record<string, number> = isOnePerson ? { '200': sizes.accepts } : { '200': 1, '404 invalid_invite': sizes.accepts - 1 };
    stage.report.check({
      what: `one invite accepted ${formatCount(sizes.accepts)} times in the same moment, by ${way}`,
      tried: replies.length,
      bar: sizes.accepts,
      expected: `exactly 1 member; ${formatTally(new Map(Object.entries(expected)))}`,
      found: `${joined} member; ${formatTally(answers)}`,
      passed: joined === 1 && sameTally(answers, expected),
    });
  }
}

function sameTally(found: ReadonlyMap<string, number>, expected: Record<string, number>): boolean {
  return found.size === Object.keys(expected).length && Object.entries(expected).every(([answer, count]) => found.get(answer) === count);
}

async function raceForSeats(scene: Scene, origins: readonly string[], joins: number): Promise<{ replies: Reply[]; joined: number }> {
  const team = await openTeam(scene.database, origins[0] ?? '', freeSeats + 1);
  const token = await readLinkToken(origins[0] ?? '', team);
  scene.tokens.push(token);
  const people = await gather(scene.database, origins, joins);
  const replies = await Promise.all(people.map((person, index) => join(origins[index % origins.length] ?? '', person, token)));
  return { replies, joined: await countJoined(scene.database, team) };
}

async function proveSeats(scene: Scene): Promise<void> {
  const { joins } = scene.sizes;
  const { replies, joined } = await raceForSeats(scene, scene.origins, joins);
  const answers = tally(replies);
  const expected = { '200': freeSeats, '422 limit_reached': joins - freeSeats };
  scene.stage.report.check({
    what: `${formatCount(joins)} people join by one link in the same moment, ${freeSeats} seats are free`,
    tried: replies.length,
    bar: joins,
    expected: `exactly ${freeSeats} members; ${formatTally(new Map(Object.entries(expected)))}`,
    found: `${joined} members; ${formatTally(answers)}`,
    passed: joined === freeSeats && sameTally(answers, expected),
  });
}

async function proveStrangers(scene: Scene): Promise<void> {
  const { stage, database, origins, home, sizes, tokens } = scene;
  const team = await openTeam(database, originOf(scene), manySeats);
  const emails = countTo(sizes.invites).map((index) => `named${index}@proof.example`);
  await invite(originOf(scene), team, emails);
  const named = await Promise.all(emails.map(async (email) => ({ email, token: await readMailToken(home, email) })));
  tokens.push(...named.map(({ token }) => token));
  const strangers = await gather(database, origins, sizes.strangers);
  const tries = strangers.flatMap((stranger) => named.map(({ token }) => ({ stranger, token })));
  const replies: Reply[] = [];
  await forEachParallel(tries, 16, async ({ stranger, token }, index) => {
    const attempt = index % 2 === 0 ? accept : join;
    replies.push(await attempt(originOf(scene, index), stranger, token));
  });
  const before = await countJoined(database, team);
  let welcome = 0;
  for (const { email, token } of named) {
    const [person] = await gather(database, origins, 1, email.toUpperCase());
    if (person && (await accept(originOf(scene), person, token)).status === 200) welcome += 1;
  }
  const answers = tally(replies);
  stage.report.check({
    what: 'invites shown by somebody with another address, on both ways in; then by the person they name',
    tried: replies.length,
    bar: sizes.strangers * sizes.invites,
    expected: `all refused with 403, nobody in; then all ${sizes.invites} named people in`,
    found: `${formatTally(answers)}, ${before} in; then ${welcome} in`,
    passed: sameTally(answers, { '403 wrong_account': tries.length }) && before === 0 && welcome === sizes.invites,
  });
}

async function proveDump(scene: Scene): Promise<void> {
  const { stage, database, home, sizes, tokens } = scene;
  // These tokens are still valid, so finding one in the dump would matter.
  const team = await openTeam(database, originOf(scene), manySeats);
  const emails = countTo(sizes.accepts).map((index) => `waiting${index}@proof.example`);
  for (let first = 0; first < emails.length; first += 50) await invite(originOf(scene), team, emails.slice(first, first + 50));
  for (const email of emails) tokens.push(await readMailToken(home, email));
  tokens.push(await readLinkToken(originOf(scene), team), await readLinkToken(originOf(scene), team, true));
  const dump = await dumpDatabase(database);
  const usable = countUsable(dump, tokens);
  const named = emails.filter((email) => dump.includes(email)).length;
  stage.report.check({
    what: `${formatCount(tokens.length)} issued tokens searched in a dump of the database and its job queue (${formatCount(dump.length)} characters)`,
    tried: tokens.length,
    bar: sizes.accepts,
    expected: `0 usable; the dump is whole: all ${emails.length} waiting addresses are in it`,
    found: `${usable} usable; ${named} addresses`,
    passed: usable === 0 && named === emails.length,
  });
}

async function catchUncountedSeats(scene: Scene): Promise<void> {
  const { stage, database } = scene;
  const source = await plantFault(stage, 'uncounted-seats', [
    { file: 'lib/auth/company-lock.ts', find: '    .forUpdate()\n', replace: '' },
  ]);
  const apis = await startApis(stage, database, { label: 'uncounted-seats', source });
  const origins = apis.map(({ origin }) => origin);
  const { joined } = await raceForSeats(scene, origins, short.joins);
  stage.report.mutant('seats are counted without the company’s lock', joined > freeSeats, `${joined} members on ${freeSeats} seats`);
  await Promise.all(apis.map((api) => api.stop()));
}

async function catchKeptToken(scene: Scene): Promise<void> {
  const { stage, database } = scene;
  const source = await plantFault(stage, 'kept-token', [
    {
      file: 'features/team/invite.service.ts',
      find: `action: 'team_link.rotated', actorId: ctx.actor.userId, detail: {} }`,
      replace: `action: 'team_link.rotated', actorId: ctx.actor.userId, detail: { link: toLink(tokens, target, link).link } }`,
    },
  ]);
  const apis = await startApis(stage, database, { label: 'kept-token', source });
  const origin = apis[0]?.origin ?? '';
  const team = await openTeam(database, origin, manySeats);
  const token = await readLinkToken(origin, team, true);
  const found = countUsable(await dumpDatabase(database), [token]);
  stage.report.mutant('the link is written into the log', found > 0, `${found} usable`);
  await Promise.all(apis.map((api) => api.stop()));
}
