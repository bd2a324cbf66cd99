import type { BrokerBrief, PostedBroker, PostedBrokerFacts } from '@headhaul/contracts/boards/postings';
import { brokerNameKey } from '@headhaul/domain/factoring/match';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readBriefs } from '../brokers/broker-briefs.service.ts';
import { type BrokerLike, findBrokersLike } from '../brokers/brokers-like.service.ts';
import { type NamedBroker, readCompanyFactor, readStandings } from '../factoring/standings.service.ts';

export type Posted = z.output<typeof PostedBroker>;

export interface PostedMatch {
  id: string;
  dot: string | null;
  matchedBy: BrokerBrief['matchedBy'];
}

/** More brokers of one name are nobody's match, so no more of them are read. */
const mostNamesakes = 3;

/**
 * A number that both have decides: a broker of the same name with another MC number is somebody else. A name counts only if one broker can be
 * meant.
 */
function match({ mc, name }: Posted, known: readonly BrokerLike[]): PostedMatch | null {
  const numbered = mc === null ? undefined : known.find((broker) => broker.mc === mc);
  if (numbered !== undefined) return { id: numbered.id, dot: numbered.dot, matchedBy: 'MC' };
  const key = brokerNameKey(name ?? '');
  if (key === '') return null;
  const named = known.filter((broker) => broker.nameKey === key);
  const [only] = named;
  if (only === undefined || named.length > 1) return null;
  return mc !== null && only.mc !== null ? null : { id: only.id, dot: only.dot, matchedBy: 'NAME' };
}

/** Nobody of the company has the number, nor the name without another number. */
function isNobody({ mc, name }: Posted, known: readonly BrokerLike[]): boolean {
  const key = brokerNameKey(name ?? '');
  const isMeant = (broker: BrokerLike) =>
    (mc !== null && broker.mc === mc) || (key !== '' && broker.nameKey === key && (mc === null || broker.mc === null));
  // More of them may not have been read.
  return !known.some(isMeant) && known.filter(({ nameKey }) => nameKey === key).length < mostNamesakes;
}

async function findLike(tx: TenantTx, posted: readonly Posted[]): Promise<BrokerLike[]> {
  const mcs = [...new Set(posted.flatMap(({ mc }) => mc ?? []))];
  const names = [...new Set(posted.map(({ name }) => brokerNameKey(name ?? '')))].filter((key) => key !== '');
  return findBrokersLike(tx, { mcs, dots: [], names }, mostNamesakes);
}

/** Which brokers of the company are meant, in the order of the asked ones. */
export async function matchPosted(tx: TenantTx, posted: readonly Posted[]): Promise<(PostedMatch | null)[]> {
  const known = await findLike(tx, posted);
  return posted.map((one) => match(one, known));
}

/**
 * What the factor says about each of them, in their order. Anybody can post under a name, so neither the posting nor the factor's list is
 * believed without a number.
 */
async function readFactors(
  tx: TenantTx,
  posted: readonly Posted[],
  matches: readonly (PostedMatch | null)[],
): Promise<PostedBrokerFacts['factor'][]> {
  const factor = await readCompanyFactor(tx);
  if (factor === undefined) return posted.map(() => null);
  const numbered = posted.map(({ mc }, at): NamedBroker | null => {
    const found = matches[at]?.matchedBy === 'MC' ? matches[at] : null;
    return mc === null ? null : { id: found?.id ?? null, name: null, mc, dot: found?.dot ?? null };
  });
  const standings = await readStandings(
    tx,
    factor.zone,
    numbered.filter((broker) => broker !== null),
  );
  const next = standings.values();
  return numbered.map((broker) => (broker === null ? null : (next.next().value?.standing?.status ?? null)));
}

export async function findPostedBrokers(ctx: Ctx, posted: readonly Posted[]): Promise<{ brokers: PostedBrokerFacts[] }> {
  const { known, matches, factors } = await ctx.transaction(async (tx) => {
    const like = await findLike(tx, posted);
    const found = posted.map((one) => match(one, like));
    return { known: like, matches: found, factors: await readFactors(tx, posted, found) };
  });
  const briefs = await readBriefs(
    ctx,
    matches.flatMap((found) => found?.id ?? []),
  );
  return {
    brokers: posted.map((one, at) => {
      const found = matches[at] ?? null;
      const brief = found === null ? undefined : briefs.get(found.id);
      return {
        brief: found === null || brief === undefined ? null : { ...brief, matchedBy: found.matchedBy },
        isNew: isNobody(one, known),
        factor: factors[at] ?? null,
      };
    }),
  };
}
