import type { Point } from '@headhaul/domain/places/distance';
import type { TruckClass } from '@headhaul/domain/roads/truck-class';
import type { Kysely } from 'kysely';
import type { DB } from '../../lib/db/generated.ts';
import { createSharedAnswers } from '../../lib/net/providers/shared-answers.ts';
import type { ApiPlatform } from '../../lib/platform.ts';
import { countMapRoutes, giveBackMapRoutes, type MapRouteRefusal } from '../limits/plan-limits.service.ts';
import { createGoogleRoutes } from './google-routes.ts';
import { createHere } from './here.ts';
import { findKeptRoutes, type KeptRoute, keepRoute, type MapsSource } from './kept-routes.service.ts';
import { type MapQuestion, type MapsService, thisWeek, toQuestion } from './map-question.ts';

/** An answer without tolls is asked for again after this long: HERE may know them tomorrow. */
const unknownTollsMs = 24 * 60 * 60_000;

/** A route of a maps service, with its source and the week of the answer. */
export interface MapRoute {
  miles: number;
  /** One for each leg, as `readPolyline` reads them. Null if there is nothing to draw. */
  lines: string[] | null;
  /** Null if the service can't say. */
  tollsCents: number | null;
  source: MapsSource;
  /** The Monday of the week in which the service was asked. */
  week: string;
}

/** What a route is asked for by. */
export interface Way {
  stops: readonly Point[];
  truck: TruckClass;
}

export interface AskedRoute {
  /** Null without a key, without a route, and if no service answers. */
  route: MapRoute | null;
  /** Null if a service was asked, or need not be. */
  notAsked: MapRouteRefusal | null;
}

export interface Maps {
  /** The routes of the ways, in their order. Call it outside of a transaction, because it may wait some seconds for a service. */
  routes(companyId: string, ways: readonly Way[]): Promise<AskedRoute[]>;
}

/** A route that a service is asked for, and what is kept of it from an earlier week. */
interface Wanted {
  key: string;
  question: MapQuestion;
  kept: KeptRoute | null;
}

const opened = new WeakMap<ApiPlatform, Maps>();

/**
 * One for a process: whoever asks for the same route at the same time shares the answer, whether for its miles or for its tolls, and a
 * service that fails rests for all of them.
 */
export function openMaps(platform: ApiPlatform): Maps {
  const maps = opened.get(platform) ?? createMaps(platform);
  opened.set(platform, maps);
  return maps;
}

/** HERE first, because it has trucks and tolls; Google if HERE has no key or does not answer. Each route is asked for once a week. */
function createMaps(platform: ApiPlatform): Maps {
  const here = createHere(platform);
  const google = createGoogleRoutes(platform);
  const shared = createSharedAnswers<KeptRoute>();

  /** Undefined if the service has no key or does not answer. */
  async function askService(
    service: MapsService | undefined,
    source: MapsSource,
    companyId: string,
    question: MapQuestion,
  ): Promise<KeptRoute | undefined> {
    const answer = await service?.route(companyId, question);
    if (!answer) return undefined;
    if (answer.kind === 'unavailable') {
      const { because, reason } = answer;
      // A company without turns left, and a service that is resting, were logged when it began.
      if (because !== 'LIMIT' && because !== 'RESTING') platform.log.warn({ source, because, reason }, 'the maps service did not answer');
      return undefined;
    }
    await keepRoute(platform.db.global, question, source, answer.value);
    return { source, week: thisWeek(), answeredAt: new Date(), route: answer.value };
  }

  async function ask(companyId: string, { question, kept }: Wanted): Promise<KeptRoute | undefined> {
    const byHere = await askService(here, 'HERE', companyId, question);
    if (byHere || (kept && (kept.source === 'HERE' || isFresh(kept, false)))) return byHere;
    return askService(google, 'GOOGLE', companyId, question);
  }

  /** Counts all routes for the company at once, and gives those back that nobody answers or that others have paid for meanwhile. */
  async function askCounted(companyId: string, wanted: readonly Wanted[]): Promise<[key: string, AskedRoute][]> {
    if (wanted.length === 0) return [];
    const { count, day, refusal } = await platform.db.withTenant(companyId, (tx) => countMapRoutes(tx, wanted.length));
    const asked = await Promise.allSettled(wanted.slice(0, count).map((one) => shared.ask(one.key, () => ask(companyId, one))));
    const paid = asked.filter((one) => one.status === 'fulfilled' && one.value.isOwn && one.value.answer !== undefined).length;
    if (paid < count) await platform.db.withTenant(companyId, (tx) => giveBackMapRoutes(tx, day, count - paid));
    return wanted.map(({ key, kept }, index) => {
      const one = asked[index];
      if (one?.status === 'rejected') throw one.reason;
      return [key, one ? toAsked(one.value.answer ?? kept) : { ...toAsked(kept), notAsked: refusal }];
    });
  }

  /** People who ask for the same route at the same time share the answer, which counts for the company that asked first. */
  async function askAll(companyId: string, wanted: readonly Wanted[]): Promise<Map<string, AskedRoute>> {
    const begun = wanted.map((one) => ({ ...one, others: shared.listen(one.key) }));
    const [own, heard] = await Promise.all([
      askCounted(
        companyId,
        begun.filter(({ others }) => others === undefined),
      ),
      Promise.all(begun.filter(({ others }) => others !== undefined).map(async (one) => ({ ...one, told: await one.others }))),
    ]);
    const unanswered = heard.filter(({ told }) => told === undefined);
    const shown = heard.map(({ key, told }): [key: string, AskedRoute] => [key, toAsked(told ?? null)]);
    // Of two entries with one key the later one stays in the map.
    return new Map([...own, ...shown, ...(await askCounted(companyId, unanswered))]);
  }

  return {
    async routes(companyId, ways) {
      if (!here && !google) return ways.map(() => toAsked(null));
      const questions = ways.map(toQuestion);
      const kept = await findKeptRoutes(platform.db.global, questions);
      const wanted = new Map<string, Wanted>();
      const keys = questions.map((question, index) => {
        const before = kept[index] ?? null;
        if (question === null || (before && isFresh(before, here !== undefined))) return null;
        const key = `${question.truck} ${question.stops}`;
        wanted.set(key, { key, question, kept: before });
        return key;
      });
      const routes = await askAll(companyId, [...wanted.values()]);
      return keys.map((key, index) => routes.get(key ?? '') ?? toAsked(kept[index] ?? null));
    },
  };
}

/** What is kept of the routes, without asking a service. Also for use inside of a transaction. In the order of the ways. */
export async function findKeptMapRoutes(db: Kysely<DB>, ways: readonly Way[]): Promise<(MapRoute | null)[]> {
  return (await findKeptRoutes(db, ways.map(toQuestion))).map(toMapRoute);
}

/** Google's answer is not enough while HERE can be asked. */
function isFresh({ source, week, route, answeredAt }: KeptRoute, hasHere: boolean): boolean {
  if (week !== thisWeek()) return false;
  if (source === 'GOOGLE') return !hasHere;
  return route === null || route.tollsCents !== null || Date.now() - answeredAt.getTime() < unknownTollsMs;
}

function toMapRoute(kept: KeptRoute | null): MapRoute | null {
  return kept?.route ? { ...kept.route, source: kept.source, week: kept.week } : null;
}

function toAsked(kept: KeptRoute | null): AskedRoute {
  return { route: toMapRoute(kept), notAsked: null };
}

/** Whether the week of an answer is over. */
export function isOfEarlierWeek({ week }: Pick<MapRoute, 'week'>): boolean {
  return week < thisWeek();
}
