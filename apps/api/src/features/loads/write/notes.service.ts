import type { Load, LoadNote } from '@headhaul/contracts/loads/record';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../../lib/db/database.ts';
import { updateRows } from '../../../lib/db/row-sets.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { readLoad, type WholeLoad } from '../read/read.service.ts';
import { formatNote } from '../record/changes.ts';
import { type NewEvent, writeEvents } from '../record/events.ts';
import { lockLoad, nextTimestamp } from '../record/lock.ts';
import { publishLoadsChanged } from '../status/status.service.ts';

/** Limits the damage of a client that adds notes in a loop: every change of a load reads and returns all its notes. */
const maxNotes = 500;
const maxCharacters = 100_000;

async function finish(ctx: Ctx, tx: TenantTx, load: WholeLoad, at: string, event: Pick<NewEvent, 'kind' | 'changes'>): Promise<Load> {
  await updateRows(tx, 'loads', [{ id: load.id, version: load.version + 1, updated_at: at }]);
  await writeEvents(tx, [{ loadId: load.id, at, actorId: ctx.actor.userId, ...event }]);
  const after = await readLoad(tx, load.id);
  publishLoadsChanged(ctx, tx, [{ id: load.id, driverId: null }]);
  return after;
}

export function addNote(ctx: Ctx, id: string, { kind, body }: Pick<LoadNote, 'kind' | 'body'>): Promise<Load> {
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    if (load.notes.length >= maxNotes) throw new AppError('limit_reached', { detail: `A load has at most ${maxNotes} notes.` });
    const characters = load.notes.reduce((sum, note) => sum + note.body.length, body.length);
    if (characters > maxCharacters) throw new AppError('limit_reached', { detail: 'This load’s notes are full. Remove an old one first.' });
    const at = nextTimestamp(load);
    await tx.db
      .insertInto('load_notes')
      .values({ company_id: tx.companyId, id: uuidv7(), load_id: id, kind, body, author_id: ctx.actor.userId, created_at: at })
      .execute();
    return finish(ctx, tx, load, at, { kind: 'note.added', changes: [{ field: 'Note', from: null, to: formatNote(body) }] });
  });
}

export function removeNote(ctx: Ctx, { id, noteId }: { id: string; noteId: string }): Promise<Load> {
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    const note = await tx.db
      .selectFrom('load_notes')
      .where('company_id', '=', tx.companyId)
      .where('load_id', '=', id)
      .where('id', '=', noteId)
      .select(['author_id', 'body'])
      .executeTakeFirst();
    if (!note) throw new AppError('not_found');
    if (note.author_id !== ctx.actor.userId) throw new AppError('not_allowed', { detail: 'Only its author can remove a note.' });
    await tx.db.deleteFrom('load_notes').where('company_id', '=', tx.companyId).where('id', '=', noteId).execute();
    const changes = [{ field: 'Note', from: formatNote(note.body), to: null }];
    return finish(ctx, tx, load, nextTimestamp(load), { kind: 'note.removed', changes });
  });
}
