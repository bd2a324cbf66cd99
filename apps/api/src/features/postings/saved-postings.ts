import { createHash } from 'node:crypto';
import type { SavedPosting } from '@headhaul/contracts/boards/postings';
import type { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { boardFingerprintText } from '@headhaul/domain/boards/freight';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { personName } from '../../lib/db/person-name.ts';

/** Older loads were other freight. */
const savedDays = 30;
/**
 * A posting without a pickup day has the fingerprint of every such posting of this lane and broker. One that was saved longer ago than a
 * posting stays on a board says nothing about the one of today, and must not keep it from being saved.
 */
const savedDaysWithoutPickup = 2;

/** As for the mail about the same row. Null without both cities. */
export function fingerprintOf(load: BoardLoad): string | null {
  const text = boardFingerprintText(load);
  return text && createHash('sha256').update(text).digest('hex').slice(0, 32);
}

type SavedRow = Omit<SavedPosting, 'savedAt'> & { savedAt: Date };

/** The newest load of this freight. One in the trash doesn't count. */
export async function findSaved(tx: TenantTx, fingerprint: string): Promise<SavedPosting | null> {
  const { rows } = await sql<SavedRow>`
    select l.id as "loadId", l.load_number as "loadNumber", l.status, l.created_at as "savedAt", ${personName('u')} as "savedByName",
      (l.board_snapshot #>> '{load,rateCents}')::int as "postedCents"
    from loads l left join users u on u.id = l.created_by
    where l.company_id = ${tx.companyId} and l.board_fingerprint = ${fingerprint} and l.deleted_at is null
      and l.created_at > now() - ${savedDays} * interval '1 day'
      and (l.board_snapshot is null or l.board_snapshot #>> '{load,pickupDay}' is not null
        or l.created_at > now() - ${savedDaysWithoutPickup} * interval '1 day')
    order by l.created_at desc limit 1`.execute(tx.db);
  const [row] = rows;
  return row === undefined ? null : { ...row, savedAt: row.savedAt.toISOString() };
}
