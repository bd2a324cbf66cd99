import type { BrokerBrief, PostedBroker } from '@headhaul/contracts/boards/postings';
import { brokerNameKey } from '@headhaul/domain/factoring/match';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readBriefs } from '../brokers/broker-briefs.service.ts';
import { type BrokerLike, findBrokersLike } from '../brokers/brokers-like.service.ts';

export type Posted = z.output<typeof PostedBroker>;

export interface PostedMatch {
  id: string;
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
  if (numbered !== undefined) return { id: numbered.id, matchedBy: 'MC' };
  const key = brokerNameKey(name ?? '');
  if (key === '') return null;
  const named = known.filter((broker) => broker.nameKey === key);
  const [only] = named;
  if (only === undefined || named.length > 1) return null;
  return mc !== null && only.mc !== null ? null : { id: only.id, matchedBy: 'NAME' };
}

/** Which brokers of the company are meant, in the order of the asked ones. */
export async function matchPosted(tx: TenantTx, posted: readonly Posted[]): Promise<(PostedMatch | null)[]> {
  const mcs = [...new Set(posted.flatMap(({ mc }) => mc ?? []))];
  const names = [...new Set(posted.map(({ name }) => brokerNameKey(name ?? '')))].filter((key) => key !== '');
  const known = await findBrokersLike(tx, { mcs, dots: [], names }, mostNamesakes);
  return posted.map((one) => match(one, known));
}

export async function findPostedBrokers(ctx: Ctx, posted: readonly Posted[]): Promise<{ brokers: (BrokerBrief | null)[] }> {
  const matches = await ctx.transaction((tx) => matchPosted(tx, posted));
  const briefs = await readBriefs(
    ctx,
    matches.flatMap((found) => found?.id ?? []),
  );
  return {
    brokers: matches.map((found) => {
      const brief = found === null ? undefined : briefs.get(found.id);
      return found === null || brief === undefined ? null : { ...brief, matchedBy: found.matchedBy };
    }),
  };
}
