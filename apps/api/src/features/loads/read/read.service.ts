import type { Load } from '@headhaul/contracts/loads/record';
import type { PayTerms } from '@headhaul/domain/drivers/pay';
import { loadCut } from '@headhaul/domain/loads/cut';
import { undoWindowMs } from '@headhaul/domain/loads/status';
import { addDays, dayAt } from '@headhaul/domain/time/zoned-time';
import { CompiledQuery } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { lastMoveOfLoad, loadFacts, wholeLoads } from '../record/sql.ts';

/** The load as the endpoints return it, plus fields that only the rules need. */
export interface WholeLoad extends Load {
  bookedAt: string | null;
  deliveredAt: string | null;
  companyPay: PayTerms | null;
  companyFeeBps: number | null;
}

/** What rules and lists need. It has no notes and documents: those of two hundred loads would take too much memory. */
export type LoadFacts = Omit<WholeLoad, 'notes' | 'documents'>;

type Stored<L extends LoadFacts> = Omit<L, 'dueOn' | 'undoUntil' | 'cutCents' | 'countedPayCents' | 'countedFeeBps'> & {
  lastMoveAt: string | null;
};

/** Moves after this moment can be undone. */
function undoStart(): string {
  return new Date(Date.now() - undoWindowMs).toISOString();
}

export function undoEnd(movedAt: string): string {
  return new Date(Date.parse(movedAt) + undoWindowMs).toISOString();
}

function complete<L extends LoadFacts>({ lastMoveAt, ...load }: Stored<L>): L {
  // Computed here, not in SQL: our zone data has every zone that a company can choose.
  const dueOn = load.invoicedAt && addDays(dayAt(load.invoicedAt, load.companyZone), load.paymentTermsDays);
  const {
    cutCents,
    driverPayCents: countedPayCents,
    factoringFeeBps: countedFeeBps,
  } = loadCut({
    ...load,
    payTerms: load.payTerms ?? load.companyPay,
  });
  return { ...load, dueOn, undoUntil: lastMoveAt && undoEnd(lastMoveAt), cutCents, countedPayCents, countedFeeBps } as unknown as L;
}

/** The page people open most often, so it takes one round trip and a prepared statement. */
export async function getLoad({ platform, actor }: Ctx, id: string): Promise<Load> {
  const read = { name: 'whole_loads', text: wholeLoads, values: [actor.companyId, `{${id}}`, undoStart()] };
  const [row] = await platform.db.readAsTenant(actor.companyId, read);
  if (!row?.[0]) throw new AppError('not_found');
  return complete<WholeLoad>(JSON.parse(row[0]) as Stored<WholeLoad>);
}

async function readBy<L extends LoadFacts>(text: string, tx: TenantTx, ids: readonly string[]): Promise<L[]> {
  const query = CompiledQuery.raw(text, [tx.companyId, ids, undoStart()]);
  const { rows } = await tx.db.executeQuery<{ load: Stored<L> }>(query);
  return rows.map(({ load }) => complete(load));
}

/** Reads loads with one statement, ordered by id. Leaves out ids that don't exist or belong to another company. */
export type ReadLoads<L extends LoadFacts> = (tx: TenantTx, ids: readonly string[]) => Promise<L[]>;

/** Read only a few loads at a time: each may have 100,000 characters of notes. */
export const readWholeLoads: ReadLoads<WholeLoad> = (tx, ids) => readBy(wholeLoads, tx, ids);
export const readLoadFacts: ReadLoads<LoadFacts> = (tx, ids) => readBy(loadFacts, tx, ids);

export async function readLoad(tx: TenantTx, id: string): Promise<WholeLoad> {
  const [load] = await readWholeLoads(tx, [id]);
  if (!load) throw new AppError('not_found');
  return load;
}

/** The move that the next undo takes back, and the state that it saved. */
export async function readLastMove(tx: TenantTx, id: string): Promise<{ id: string; at: string; before: unknown } | undefined> {
  const query = CompiledQuery.raw(lastMoveOfLoad, [tx.companyId, id, undoStart()]);
  return (await tx.db.executeQuery<{ id: string; at: string; before: unknown }>(query)).rows[0];
}
