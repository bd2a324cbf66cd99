import type { BrokerBrief } from '@headhaul/contracts/boards/postings';
import type { Ctx } from '../../lib/http/guards.ts';
import { figureCellCount, figuresStatement, foldIfDue, toHistory, toOwn } from './broker-history.service.ts';
import { readFactorFacts, readScore, scoreCells } from './broker-score.service.ts';

type Brief = Omit<BrokerBrief, 'matchedBy'>;

const briefJson = `json_build_object('id', p.id, 'name', p.name, 'mark', p.mark, 'markReason', p.mark_reason)`;

const statement = {
  name: 'broker_briefs',
  text: figuresStatement({
    page: 'select b.* from brokers b where b.company_id = $1 and b.id = any($2::uuid[])',
    cells: [...scoreCells, briefJson],
  }),
};

/** What a row of a board shows of these brokers, by id. The letter is the one of the broker's page. */
export async function readBriefs(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Brief>> {
  if (ids.length === 0) return new Map();
  const { companyId } = ctx.actor;
  const rows = await ctx.platform.db.readAsTenant(companyId, { ...statement, values: [companyId, `{${[...new Set(ids)].join(',')}}`] });
  const read = rows.map((cells) => ({ own: toOwn(cells), rest: cells.slice(figureCellCount) }));
  const factors = await readFactorFacts(
    ctx.transaction,
    read.map(({ rest }) => rest),
  );
  await foldIfDue(
    ctx,
    read.map(({ own }) => own),
  );
  return new Map(
    read.map(({ own, rest }, at) => {
      const row = JSON.parse(rest[scoreCells.length] ?? '') as Pick<Brief, 'id' | 'name' | 'mark' | 'markReason'>;
      const { daysToPayMedian, paidLoads } = toHistory(own);
      const { grade, risks } = readScore(own, rest, factors[at] ?? null);
      return [row.id, { ...row, grade, risks, daysToPay: daysToPayMedian, paidLoads }];
    }),
  );
}
