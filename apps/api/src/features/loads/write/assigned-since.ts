import type { AssignmentInput } from '@headhaul/contracts/loads/input';
import { Load } from '@headhaul/contracts/loads/record';
import { formatMinutes } from '@headhaul/domain/loads/detention';
import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import { personName } from '../../../lib/db/person-name.ts';
import { AppError } from '../../../lib/errors.ts';
import type { WholeLoad } from '../read/read.service.ts';
import { driverField } from '../record/changes.ts';

/** Refuses to take a load from a driver of whom the sender doesn't know. Nobody is asked when the load has no driver any more. */
export async function assertSeen(
  tx: TenantTx,
  load: WholeLoad,
  { driverId, seenDriverId }: Pick<AssignmentInput, 'driverId' | 'seenDriverId'>,
): Promise<void> {
  const isSeen = seenDriverId === undefined || load.driverId === null || load.driverId === seenDriverId || load.driverId === driverId;
  if (!isSeen) throw new AppError('version_stale', { detail: await describeAssignment(tx, load), current: Load.parse(load) });
}

/** "Ann gave 24835 to Tiana Okafor 20 s ago." */
async function describeAssignment(tx: TenantTx, { id, loadNumber, driverName, createdAt }: WholeLoad): Promise<string> {
  const { rows } = await sql<{ name: string; seconds: number }>`
    select coalesce(${personName('u')}, 'Former member') as name, extract(epoch from now() - e.at)::int as seconds
    from load_events e join users u on u.id = e.actor_id
    where e.company_id = ${tx.companyId} and e.load_id = ${id} and e.at >= ${createdAt}::timestamptz - interval '1 day'
      and e.changes @> ${JSON.stringify([{ field: driverField }])}::jsonb
    order by e.at desc, e.id desc limit 1`.execute(tx.db);
  const [last] = rows;
  const to = `${loadNumber} to ${driverName ?? 'another driver'}`;
  if (last === undefined) return `Somebody gave ${to} meanwhile.`;
  const who = last.name === 'Former member' ? 'A former member' : (last.name.split(' ')[0] ?? last.name);
  const ago = last.seconds < 60 ? `${Math.max(last.seconds, 0)} s` : formatMinutes(Math.floor(last.seconds / 60));
  return `${who} gave ${to} ${ago} ago.`;
}
