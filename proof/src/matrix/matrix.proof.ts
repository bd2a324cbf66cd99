import { join } from 'node:path';
import { replyKind } from '@headhaul/contracts/http/endpoint';
import { runToEnd } from '../lib/children.ts';
import { createDatabase } from '../lib/database.ts';
import { type Patch, plantFault } from '../lib/mutant.ts';
import { forEachParallel } from '../lib/parallel.ts';
import { formatCount } from '../lib/report.ts';
import { startProviders } from '../lib/sandbox.ts';
import { apiSource, type Stage } from '../lib/stage.ts';
import { startApi, startWorker } from '../lib/start-api.ts';
import { type ActorName, actors, type Company, type ObjectState, states } from './actors.ts';
import { type Ground, openCell } from './cell.ts';
import { listRoutes, type Route } from './routes.ts';
import type { Answer, Cell, Rule } from './rule.ts';
import { rules } from './rules.ts';

const cellsAtOnce = 4;
const owners: readonly ActorName[] = ['owner', 'other owner', 'expired billing', 'extension', 'stale sign-in', 'unproven address', 'admin'];

interface Findings {
  cells: number;
  unexpected: string[];
  foreignBytes: string[];
  /** Requests that were refused, or must leave the other company alone, but changed a row of it. */
  trespasses: string[];
  broken: string[];
  conflicts: string[];
}

/** Nobody reaches another company's data: every route, every kind of caller, every state of the object. */
export async function proveMatrix(stage: Stage): Promise<void> {
  const { report } = stage;
  const database = await createDatabase(stage);
  const { env, home } = await startProviders(stage);
  await runToEnd(join(apiSource, 'cli/billing-setup.ts'), env);
  const api = await startApi(stage, database, { label: 'api', env });
  await startWorker(stage, database, { label: 'worker', env });
  const routes = await listRoutes();
  const missing = routes.filter(({ name }) => !(name in rules)).map(({ name }) => name);
  const stale = Object.keys(rules).filter((name) => !routes.some((route) => route.name === name));
  report.check({
    what: 'every route of the contracts has a rule',
    tried: routes.length,
    bar: 34,
    expected: 'none without a rule, no rule without a route',
    found: `${missing.length} without a rule${list(missing)}, ${stale.length} rules without a route${list(stale)}`,
    passed: missing.length === 0 && stale.length === 0,
  });
  const known = routes.filter(({ name }) => name in rules);
  const findings = await walk(stage, { database, origin: api.origin, home }, known);
  reportFindings(stage, findings, known);
  await api.stop();

  const mutant = async (name: string, patch: Patch, tried: (route: Route) => boolean): Promise<Findings> => {
    const source = await plantFault(stage, name, [patch]);
    const faulty = await startApi(stage, database, { label: name, source, env });
    const found = await walk(stage, { database, origin: faulty.origin, home }, known.filter(tried));
    await faulty.stop();
    return found;
  };
  const unguarded = await mutant(
    'unguarded',
    { file: 'lib/http/guards.ts', find: `if (actor.teamRole !== 'owner') throw`, replace: `if (actor.userId === '') throw` },
    ({ name }) => ['updateMyCompany', 'listAudit', 'inviteTeamMembers'].includes(name),
  );
  report.mutant('the owner’s guard lets everyone through', unguarded.unexpected.length > 0, summary(unguarded));
  const everywhere = await mutant(
    'everywhere',
    {
      file: 'lib/http/implement.ts',
      find: `if (actor.audience === 'extension' && !endpoint.isForExtension) throw`,
      replace: `if (actor.userId === '') throw`,
    },
    ({ name }) => ['getMyCompany', 'listTeamMembers', 'listAudit'].includes(name),
  );
  report.mutant('the extension’s session may call every endpoint', everywhere.unexpected.length > 0, summary(everywhere));
  const everStale = await mutant(
    'stale',
    {
      file: 'lib/http/implement.ts',
      find: 'if (freshWithinMinutes) await',
      replace: `if (freshWithinMinutes && actor.userId === '') await`,
    },
    ({ name }) => ['exportMyData', 'makeOwner', 'startCompanyExport'].includes(name),
  );
  report.mutant('an old sign-in is as good as a fresh one', everStale.unexpected.length > 0, summary(everStale));
  const unfiltered = await mutant(
    'unfiltered',
    { file: 'features/profile/profile.service.ts', find: `    .where('user_id', '=', userId)\n`, replace: '' },
    ({ name }) => name === 'listSessions',
  );
  report.mutant('sessions are listed whosever they are', unfiltered.foreignBytes.length > 0, summary(unfiltered));
}

function statesOf(stage: Stage, { name }: Route): readonly ObjectState[] {
  const answers = rules[name]?.answers;
  return [...(answers || stage.isFull ? states : (['own'] as const)), ...(answers?.private === undefined ? [] : (['private'] as const))];
}

async function walk(stage: Stage, ground: Ground, routes: readonly Route[]): Promise<Findings> {
  const findings: Findings = { cells: 0, unexpected: [], foreignBytes: [], trespasses: [], broken: [], conflicts: [] };
  const cells = routes.flatMap((route) => actors.flatMap((actor) => statesOf(stage, route).map((state) => ({ route, actor, state }))));
  const stop = stage.report.showProgress(() => `${formatCount(findings.cells)} of ${formatCount(cells.length)} requests`);
  const untouched: { company: Company; rows: string }[] = [];
  await forEachParallel(cells, cellsAtOnce, async ({ route, actor, state }) => {
    const rule = rules[route.name];
    if (!rule) return;
    const foreign = untouched.pop();
    const cell = await openCell(ground, actor, state, foreign?.company);
    const asked = rule.ask?.(cell);
    const parts = (await asked) ?? {};
    // A request that takes calls to build may have changed the company.
    const before = asked instanceof Promise || !foreign ? await cell.readForeign() : foreign.rows;
    const answer = await cell.call(route.endpoint, parts);
    const rows = await cell.readForeign();
    if (rows === before && !(asked instanceof Promise)) untouched.push({ company: cell.world.foreign, rows });
    else if (rows !== before && (answer.status >= 400 || rule.leavesForeign))
      findings.trespasses.push(`${route.name} by ${actor}, ${state} object`);
    assess(findings, route, rule, cell, answer);
  });
  stop();
  return findings;
}

function assess(findings: Findings, route: Route, rule: Rule, cell: Cell, answer: Answer): void {
  const where = `${route.name} by ${cell.actor}, ${cell.state} object`;
  const expected = expectedStatus(route, rule, cell.actor, cell.state);
  findings.cells += 1;
  if (answer.status !== expected)
    findings.unexpected.push(`${where}: ${answer.status} instead of ${expected} ${answer.body.slice(0, 120)}`);
  if (answer.status >= 400 && !answer.contentType.startsWith('application/problem+json'))
    findings.unexpected.push(`${where}: ${answer.contentType} instead of problem details`);
  if (answer.status >= 500) findings.broken.push(where);
  if (answer.status === 409) findings.conflicts.push(where);
  const mayName = (rule.namesInviter || rule.namesEveryCompany) && answer.status === 200;
  // A signed-out or removed actor has no company, so nothing of either may be in the answer.
  const isOutside = cell.actor === 'anonymous' || cell.actor === 'removed member';
  const marks = [cell.world.foreign.mark, ...(isOutside && !ownsWhatItShows(route) ? [cell.world.home.mark] : [])];
  // `answer.body` is the body and the Location header.
  if (!mayName && marks.some((mark) => answer.body.includes(mark))) findings.foreignBytes.push(`${where}: ${answer.body.slice(0, 120)}`);
}

/** A caller who redeems a good code is that person from then on, and may read their own profile. */
function ownsWhatItShows({ name }: Route): boolean {
  return name === 'exchangeCode';
}

function expectedStatus({ endpoint }: Route, rule: Rule, actor: ActorName, state: ObjectState): number {
  const isOwner = owners.includes(actor);
  const success = { json: 200, text: 200, file: 200, events: 200, redirect: 302, empty: 204 }[replyKind(endpoint.reply)];
  if (rule.guard === 'open') return openStatus(rule, actor, state, success);
  if (actor === 'anonymous' || actor === 'removed member') return 401;
  if (rule.guard === 'admin' && actor !== 'admin') return 404;
  if (rule.guard === 'owner' && !isOwner) return 403;
  if (rule.guard === 'extension' && actor !== 'extension') return 403;
  if (actor === 'extension' && !endpoint.isForExtension) return 403;
  if (actor === 'unproven address' && !endpoint.isForUnproven) return 403;
  if (actor === 'stale sign-in' && endpoint.freshWithinMinutes) return 403;
  if (actor === 'stale sign-in' && rule.ownWantsFresh && state === 'own') return 403;
  if (rule.refusesOwner && isOwner) return 403;
  if (rule.needsPlan && actor === 'expired billing') return 422;
  return rule.answers?.[state] ?? success;
}

/** Open to everybody. Only a refresh needs the cookie, which only the signed-in browser has. */
function openStatus(rule: Rule, actor: ActorName, state: ObjectState, success: number): number {
  const needsCookie = rule === rules.refreshToken;
  if (needsCookie && actor === 'anonymous') return 401;
  return rule.answers?.[state] ?? success;
}

function reportFindings({ report, isFull }: Stage, findings: Findings, routes: readonly Route[]): void {
  const withObject = routes.filter(({ name }) => rules[name]?.answers).length;
  const withPrivate = routes.filter(({ name }) => rules[name]?.answers?.private !== undefined).length;
  const perActor = (isFull ? routes.length * states.length : routes.length + withObject * (states.length - 1)) + withPrivate;
  report.check({
    what: `${routes.length} routes × ${actors.length} actors × ${isFull ? '4 states of the object' : '4 states where the route names an object'}`,
    tried: findings.cells,
    bar: perActor * actors.length,
    expected: '0 unexpected answers, 0 foreign bytes, 0 refused requests that changed a foreign row, 0 × 5xx, 0 × 409',
    found: summary(findings),
    passed: [findings.unexpected, findings.foreignBytes, findings.trespasses, findings.broken, findings.conflicts].every(
      (some) => some.length === 0,
    ),
  });
}

function summary({ unexpected, foreignBytes, trespasses, broken, conflicts }: Findings): string {
  return `${unexpected.length} unexpected${list(unexpected)}, ${foreignBytes.length} with foreign bytes${list(foreignBytes)}, ${trespasses.length} with foreign changes${list(trespasses)}, ${broken.length} × 5xx, ${conflicts.length} × 409`;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? '' : ` (${texts.slice(0, 5).join('; ')})`;
}
