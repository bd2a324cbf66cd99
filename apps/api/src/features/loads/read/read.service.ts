import type { Load } from '@headhaul/contracts/loads/record';
import type { PayTerms } from '@headhaul/domain/drivers/pay';
import { undoWindowMs } from '@headhaul/domain/loads/status';
import { addDays, dayAt } from '@headhaul/domain/time/zoned-time';
import { CompiledQuery } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { lastMoveOfLoad, loadFacts, wholeLoads } from '../record/sql.ts';

/** The load as its endpoints answer it, and what only the rules need to know. */
export interface WholeLoad extends Load {
  bookedAt: string | null;
  deliveredAt: string | null;
  /** How the driver is paid. */
  payTerms: PayTerms | null;
}

/** What rules and lists look at. Notes and documents are left out: those of two hundred loads are more than a process has room for. */
export type LoadFacts = Omit<WholeLoad, 'notes' | 'documents'>;

type Stored<L extends LoadFacts> = Omit<L, 'dueOn' | 'undoUntil'> & { lastMoveAt: string | null };

/** Since when a move can be taken back. */
function undoStart(): string {
  return new Date(Date.now() - undoWindowMs).toISOString();
}

export function undoEnd(movedAt: string): string {
  return new Date(Date.parse(movedAt) + undoWindowMs).toISOString();
}

function complete<L extends LoadFacts>({ lastMoveAt, ...load }: Stored<L>): L {
  // By our own zone data, which knows every zone a company can choose.
  const dueOn = load.invoicedAt && addDays(dayAt(load.invoicedAt, load.companyZone), load.paymentTermsDays);
  return { ...load, dueOn, undoUntil: lastMoveAt && undoEnd(lastMoveAt) } as unknown as L;
}

/** The page that is opened most often: one exchange with the database, by a statement that is planned once. */
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

/** Loads by one statement. Those that aren't this company's, or aren't at all, are left out; the order is by id. */
export type ReadLoads<L extends LoadFacts> = (tx: TenantTx, ids: readonly string[]) => Promise<L[]>;

/** A few at a time: each may have a hundred thousand characters of notes. */
export const readWholeLoads: ReadLoads<WholeLoad> = (tx, ids) => readBy(wholeLoads, tx, ids);
export const readLoadFacts: ReadLoads<LoadFacts> = (tx, ids) => readBy(loadFacts, tx, ids);

export async function readLoad(tx: TenantTx, id: string): Promise<WholeLoad> {
  const [load] = await readWholeLoads(tx, [id]);
  if (!load) throw new AppError('not_found');
  return load;
}

/** The move that an undo takes back next, with what it remembered. */
export async function readLastMove(tx: TenantTx, id: string): Promise<{ id: string; at: string; before: unknown } | undefined> {
  const query = CompiledQuery.raw(lastMoveOfLoad, [tx.companyId, id, undoStart()]);
  return (await tx.db.executeQuery<{ id: string; at: string; before: unknown }>(query)).rows[0];
}
