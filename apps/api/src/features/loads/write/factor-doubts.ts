import type { LoadEvent } from '@headhaul/contracts/loads/record';
import { describeDoubt, factorDoubt } from '@headhaul/domain/factoring/approvals';
import type { TenantTx } from '../../../lib/db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import { readCompanyFactor, readStandings } from '../../factoring/standings.service.ts';
import type { LoadFacts } from '../read/read.service.ts';
import { writeEvents } from '../record/events.ts';

type Booked = Pick<LoadFacts, 'id' | 'brokerId' | 'grossCents'>;

export interface FactorWord {
  factorName: string | null;
  /** By load id what the factor says against booking it. Loads that it says nothing against are left out. */
  doubts: Map<string, string>;
  /** The names of the brokers that it has not said anything about. */
  unknown: string[];
}

/**
 * What the factor says about the brokers of these loads. Against a load it says that the broker is declined, or that too little of the
 * limit is left. `earlier` is the load before a change: a doubt that it had already is not raised again.
 */
export async function readFactorWord(
  tx: TenantTx,
  loads: readonly Booked[],
  earlier: ReadonlyMap<string, Booked> = new Map(),
): Promise<FactorWord> {
  const factor = loads.length === 0 ? undefined : await readCompanyFactor(tx);
  if (!factor) return { factorName: null, doubts: new Map(), unknown: [] };
  const brokers = await tx.db
    .selectFrom('brokers')
    .where('company_id', '=', tx.companyId)
    .where('id', 'in', [...new Set(loads.map(({ brokerId }) => brokerId))])
    .select(['id', 'name', 'mc', 'dot'])
    .execute();
  const standings = await readStandings(tx, factor.zone, brokers);
  const doubts = new Map<string, string>();
  for (const { id, brokerId, grossCents } of loads) {
    const at = brokers.findIndex((broker) => broker.id === brokerId);
    const standing = standings[at]?.standing ?? null;
    const doubt = factorDoubt(standing, grossCents);
    if (standing === null || doubt === null) continue;
    const before = earlier.get(id);
    if (before?.brokerId === brokerId && factorDoubt(standing, before.grossCents) === doubt) continue;
    doubts.set(id, describeDoubt(doubt, standing, { factorName: factor.name, brokerName: brokers[at]?.name ?? '', grossCents }));
  }
  const unknown = brokers.flatMap(({ name }, at) => (standings[at]?.standing ? [] : [name]));
  return { factorName: factor.name, doubts, unknown };
}

export async function findFactorDoubts(tx: TenantTx, loads: readonly Booked[]): Promise<Map<string, string>> {
  return (await readFactorWord(tx, loads)).doubts;
}

export function factorQuestion(detail: string): AppError {
  return new AppError('confirmation_needed', { detail, confirm: 'FACTOR' });
}

interface Confirmed {
  loadId: string;
  at: string;
  actorId: string;
  source?: LoadEvent['source'];
  doubt: string | undefined;
}

/** The history says who booked against the factor, and what the factor had said. */
export async function noteConfirmed(tx: TenantTx, confirmed: readonly Confirmed[]): Promise<void> {
  await writeEvents(
    tx,
    confirmed.flatMap(({ doubt, ...event }) =>
      doubt === undefined ? [] : [{ ...event, kind: 'factor.confirmed' as const, reason: doubt }],
    ),
  );
}

/** Asks about one load that is booked or changed, unless the person has confirmed it; then the history says so. */
export async function settleFactorDoubt(
  tx: TenantTx,
  load: Booked,
  { before, isConfirmed, at, actorId }: { before?: Booked; isConfirmed: boolean; at: string; actorId: string },
): Promise<void> {
  const { doubts } = await readFactorWord(tx, [load], new Map(before ? [[before.id, before]] : []));
  const doubt = doubts.get(load.id);
  if (doubt !== undefined && !isConfirmed) throw factorQuestion(doubt);
  await noteConfirmed(tx, [{ loadId: load.id, at, actorId, doubt }]);
}

/**
 * What the factor says against a load that comes back as booked. What somebody has confirmed for this load before is not raised again. An
 * import marks its loads without asking anybody, so its marks don't count.
 */
export async function findUnconfirmedDoubt(tx: TenantTx, load: Booked): Promise<string | undefined> {
  const doubt = (await findFactorDoubts(tx, [load])).get(load.id);
  if (doubt === undefined) return undefined;
  const confirmed = await tx.db
    .selectFrom('load_events')
    .where('company_id', '=', tx.companyId)
    .where('load_id', '=', load.id)
    .where('kind', '=', 'factor.confirmed')
    .where('reason', '=', doubt)
    .where('source', '<>', 'import')
    .select('id')
    .executeTakeFirst();
  return confirmed ? undefined : doubt;
}
