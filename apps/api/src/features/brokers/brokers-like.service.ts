import type { Listed } from '@headhaul/domain/factoring/match';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

export interface BrokerLike extends Listed {
  id: string;
}

/**
 * The company's brokers with one of these numbers or names; of those with one USDOT number or one name, no more than `most`. Each condition
 * has an index that row-level security allows, so a company with thousands of brokers costs as much as any other.
 */
export async function findBrokersLike(
  tx: TenantTx,
  { mcs, dots, names }: { mcs: readonly string[]; dots: readonly string[]; names: readonly string[] },
  most: number,
): Promise<BrokerLike[]> {
  const own = sql`b.company_id = ${tx.companyId}`;
  const columns = sql`b.id, b.mc, b.dot, b.name_key`;
  const { rows } = await sql<BrokerLike>`
    select id, mc, dot, name_key as "nameKey" from (
      select ${columns} from brokers b where ${own} and b.mc = any(${mcs}::text[])
      union
      select b.* from unnest(${dots}::text[]) wanted
        cross join lateral (select ${columns} from brokers b where ${own} and b.dot = wanted limit ${most}::int) b
      union
      select b.* from unnest(${names}::text[]) wanted
        cross join lateral (select ${columns} from brokers b where ${own} and b.name_key = wanted limit ${most}::int) b) alike`.execute(
    tx.db,
  );
  return rows;
}
