import { randomUUID } from 'node:crypto';
import { toWire } from '@headhaul/contracts/http/call';
import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, fetchRaw, type Reply } from '../lib/http-client.ts';
import { countTo } from '../lib/parallel.ts';
import { type SignedIn, seedPeople, signInAll } from '../lib/people.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import type { Fleet } from './fleet.ts';
import { loadInput } from './keyed-creates.ts';

const loadsAtOnce = 4;
const editorsPerLoad = 3;
/** A load gets at most this many edits, so that its access token does not expire meanwhile. */
const editsPerLoad = 400;

export interface Edits {
  acknowledged: number;
  refusedAsStale: number;
  ambiguous: number;
  fees: number;
  /** Loads whose figures do not match their acknowledged changes. */
  wrong: string[];
}

/**
 * Several people read and save the same load in turns. Each save adds one mile, so a save that overwrote another one leaves fewer miles
 * than the history has edits. In between they add fees by key, and no save may lose a fee.
 */
export async function editTogether(
  stage: Stage,
  database: ProofDatabase,
  fleet: Fleet,
  origin: () => string,
  operations: number,
): Promise<Edits> {
  const found: Edits = { acknowledged: 0, refusedAsStale: 0, ambiguous: 0, fees: 0, wrong: [] };
  const done = stage.report.showProgress(
    () => `${formatCount(found.acknowledged)} of ${formatCount(operations)} changes, ${fleet.kills()} kills`,
  );
  while (found.acknowledged < operations) {
    await Promise.all(
      countTo(loadsAtOnce).map(async (index) => {
        const target = Math.min(editsPerLoad, Math.ceil((operations - found.acknowledged) / loadsAtOnce));
        await editOne(
          stage.random.fork(found.acknowledged + index).below(1_000),
          database,
          fleet,
          origin,
          Math.max(target, editorsPerLoad),
          found,
        );
      }),
    );
  }
  done();
  return found;
}

async function editOne(
  number: number,
  database: ProofDatabase,
  fleet: Fleet,
  origin: () => string,
  target: number,
  found: Edits,
): Promise<void> {
  const session = await signInPatiently(database, origin);
  const made = await ask(fleet, session, loadEndpoints.createLoad, { body: loadInput(number) }, randomUUID());
  const { id } = JSON.parse(made.reply.body) as Load;
  let acknowledged = 0;
  let ambiguous = 0;
  let fees = 0;
  await Promise.all(
    countTo(editorsPerLoad).map(async () => {
      while (acknowledged < target) {
        const read = await ask(fleet, session, loadEndpoints.getLoad, { params: { id } });
        const load = JSON.parse(read.reply.body) as Load;
        const body = { ...inputOf(load, number), deadheadMiles: load.deadheadMiles + 1 };
        const { reply, cuts } = await ask(fleet, session, loadEndpoints.updateLoad, {
          params: { id },
          query: { version: load.version },
          body,
        });
        ambiguous += cuts;
        if (reply.status === 200) {
          acknowledged += 1;
          found.acknowledged += 1;
        } else if (reply.status === 412) found.refusedAsStale += 1;
        else found.wrong.push(`${reply.status} ${reply.body.slice(0, 150)}`);
        if (acknowledged % 20 === 0) {
          const fee = await ask(
            fleet,
            session,
            loadEndpoints.addFee,
            { params: { id }, body: { type: 'DETENTION', brokerAmountCents: 100 } },
            randomUUID(),
          );
          fees += fee.reply.status === 200 ? 1 : 0;
        }
      }
    }),
  );
  found.ambiguous += ambiguous;
  found.fees += fees;
  await compare(database, id, { acknowledged, ambiguous, fees }, found);
}

/** The load as the edit form would send it back. */
function inputOf(load: Load, number: number) {
  const stops = load.stops.map(({ id, kind, city, state, day, time }) => ({ id, kind, city, state, day, time }));
  return { ...loadInput(number), loadNumber: load.loadNumber, brokerId: load.brokerId, stops };
}

async function compare(
  { admin }: ProofDatabase,
  id: string,
  told: { acknowledged: number; ambiguous: number; fees: number },
  found: Edits,
): Promise<void> {
  const { rows } = await admin.query<{ miles: number; edits: number; fees: number; billable: number }>(
    `select deadhead_miles as miles, billable_fees_cents::int as billable,
       (select count(*)::int from load_events e where e.company_id = l.company_id and e.load_id = l.id and e.kind = 'edited') as edits,
       (select count(*)::int from load_fees f where f.company_id = l.company_id and f.load_id = l.id) as fees
     from loads l where id = $1`,
    [id],
  );
  const load = rows[0];
  if (!load) return void found.wrong.push(`load ${id} is gone`);
  const isWhole = load.miles === load.edits && load.edits >= told.acknowledged && load.edits <= told.acknowledged + told.ambiguous;
  if (!isWhole || load.fees !== told.fees || load.billable !== told.fees * 100)
    found.wrong.push(
      `${told.acknowledged} acknowledged and ${told.ambiguous} unknown edits, ${told.fees} fees; the load has ${load.edits} edits, ${load.miles} miles, ${load.fees} fees of ${load.billable} cents`,
    );
}

async function signInPatiently(database: ProofDatabase, origin: () => string): Promise<SignedIn> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const [session] = await signInAll(database, [origin()], await seedPeople(database, 1));
      if (session) return session;
    } catch {
      // The API that was asked is being killed right now.
    }
  }
  throw new Error('nobody could sign in');
}

function ask(fleet: Fleet, { token }: SignedIn, endpoint: Endpoint, parts: object, key?: string): Promise<{ reply: Reply; cuts: number }> {
  const wire = toWire(endpoint, parts as never);
  return fleet.ask((origin, signal) =>
    fetchRaw(`${origin}/api${wire.path}`, {
      method: wire.method,
      headers: {
        ...bearer(token.accessToken),
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: wire.body === undefined ? undefined : String(wire.body),
      signal,
    }),
  );
}
