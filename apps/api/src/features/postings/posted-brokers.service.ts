import type { BrokerBrief, PostedBroker } from '@headhaul/contracts/boards/postings';
import { brokerNameKey } from '@headhaul/domain/factoring/match';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readBriefs } from '../brokers/broker-briefs.service.ts';

export type Posted = z.output<typeof PostedBroker>;

export interface PostedMatch {
  id: string;
  matchedBy: BrokerBrief['matchedBy'];
}

/** More brokers of one name are nobody's match, so no more of them are read. */
const mostNamesakes = 3;

interface Known {
  id: string;
  mc: string | null;
  nameKey: string;
}

/** The company's brokers that may be meant. Both conditions have an index. */
async function readKnown(tx: TenantTx, posted: readonly Posted[]): Promise<Known[]> {
  const mcs = [...new Set(posted.flatMap(({ mc }) => mc ?? []))];
  const names = [...new Set(posted.map(({ name }) => brokerNameKey(name ?? '')))].filter((key) => key !== '');
  const { rows } = await sql<Known>`
    select id, mc, name_key as "nameKey" from (
      select id, mc, broker_name_key(name) as name_key from brokers where company_id = ${tx.companyId} and mc = any(${mcs}::text[])
      union
      select n.id, n.mc, n.name_key from unnest(${names}::text[]) key cross join lateral (
        select b.id, b.mc, broker_name_key(b.name) as name_key from brokers b
        where b.company_id = ${tx.companyId} and broker_name_key(b.name) = key limit ${mostNamesakes}::int) n) known`.execute(tx.db);
  return rows;
}

/**
 * A number that both have decides: a broker of the same name with another MC number is somebody else. A name counts only if one broker can be
 * meant.
 */
function match({ mc, name }: Posted, known: readonly Known[]): PostedMatch | null {
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
  const known = await readKnown(tx, posted);
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
