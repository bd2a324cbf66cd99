import type { SavedPosting } from '@headhaul/contracts/boards/postings';
import type { FieldError } from '@headhaul/contracts/http/errors';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { toJsonText } from '../../lib/db/row-sets.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { createLoadsInTx } from '../loads/write/create-load.service.ts';
import { readRates } from '../profit/rates.service.ts';
import { matchPosted } from './posted-brokers.service.ts';
import { brokerOf, type Posting, refuseLoad, toLoad } from './posting-load.ts';
import { findSaved, fingerprintOf } from './saved-postings.ts';

function refusal(errors: readonly FieldError[]): AppError {
  return new AppError('validation_failed', { errors: [...errors], reason: errors.map(({ path }) => path).join(', ') });
}

export function refuseIf(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw refusal(errors);
}

async function makeDraft(tx: TenantTx, by: { userId: string }, posting: Posting, fingerprint: string): Promise<string> {
  const { load, phone, phoneExt, comments, seenAt } = posting;
  const [match = null] = await matchPosted(tx, [brokerOf(load)]);
  const values = toLoad(posting, await readRates(tx), match?.id ?? null, fingerprint);
  const [made] = await createLoadsInTx(tx, by, [{ values }]);
  if (!made || 'refused' in made) throw made?.refused ?? new Error('no load was made');
  // The page's text may end in half of a character, where it was cut.
  const snapshot = toJsonText({ load, phone, phoneExt, comments, seenAt });
  await sql`update loads set board_snapshot = ${snapshot}::jsonb where company_id = ${tx.companyId} and id = ${made.id}`.execute(tx.db);
  return made.id;
}

/**
 * Keeps a posting as a draft. Two people who save it at once get one load: the second waits for the first. The answer for a posting that was
 * saved before names that load, so asking again does no harm.
 */
export async function savePosting({ actor, transaction }: Ctx, posting: Posting): Promise<{ saved: SavedPosting; isNew: boolean }> {
  refuseIf(refuseLoad(posting));
  const fingerprint = fingerprintOf(posting.load);
  // A city without a letter is none.
  if (fingerprint === null) throw refusal([{ path: 'body.load.origin.city', message: 'The board shows no city' }]);
  return transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/posting/${fingerprint}`}, 0))`.execute(tx.db);
    const before = await findSaved(tx, fingerprint);
    if (before !== null) return { saved: before, isNew: false };
    const id = await makeDraft(tx, actor, posting, fingerprint);
    const saved = await findSaved(tx, fingerprint);
    if (saved === null) throw new Error('a load that was just saved is there');
    tx.publish({ type: 'loads.changed', ids: [id], byUserId: actor.userId });
    tx.publish({ type: 'brokers.changed' });
    return { saved, isNew: true };
  });
}
