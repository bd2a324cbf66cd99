import { personName } from '../../../lib/db/person-name.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';

/** A person counts as editing a load until a minute after their last message. Only Redis stores this: without Redis nobody is shown. */
const fadesAfterMs = 60_000;

function editingKey(companyId: string): string {
  return `editing:${companyId}`;
}

interface Editor {
  loadId: string;
  userId: string;
}

function toMember({ loadId, userId }: Editor): string {
  return `${loadId} ${userId}`;
}

export function tellEditing({ platform, actor, transaction }: Ctx, loadId: string, isEditing: boolean): Promise<void> {
  return transaction(async (tx) => {
    const load = await tx.db
      .selectFrom('loads')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', loadId)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (!load) throw new AppError('not_found');
    const isNews = await remember(platform.redis, actor.companyId, { loadId, userId: actor.userId }, isEditing).catch(() => true);
    if (!isNews) return;
    const person = await tx.db.selectFrom('users').where('id', '=', actor.userId).select(personName('users').as('name')).executeTakeFirst();
    tx.publish({ type: 'load.editing', loadId, userId: actor.userId, name: person?.name ?? '', isEditing });
  });
}

/** Returns whether this is news to the teammates. */
async function remember(redis: Ctx['platform']['redis'], companyId: string, editor: Editor, isEditing: boolean): Promise<boolean> {
  const key = editingKey(companyId);
  if (!isEditing) return (await redis.zrem(key, toMember(editor))) > 0;
  const now = Date.now();
  const results = await redis
    .multi()
    .zremrangebyscore(key, '-inf', now)
    .zadd(key, now + fadesAfterMs, toMember(editor))
    .pexpire(key, fadesAfterMs)
    .exec();
  return results?.[1]?.[1] === 1;
}

interface EditorWithName extends Editor {
  name: string;
}

/** Lists teammates only. The caller already knows what they are editing. */
export async function listEditing({ platform, actor, transaction }: Ctx): Promise<{ editing: EditorWithName[] }> {
  const members = await platform.redis.zrangebyscore(editingKey(actor.companyId), Date.now(), '+inf').catch(() => []);
  const editors = members.flatMap((member) => {
    const [loadId, userId] = member.split(' ');
    return loadId && userId && userId !== actor.userId ? [{ loadId, userId }] : [];
  });
  if (editors.length === 0) return { editing: [] };
  return transaction(async (tx) => {
    const people = await tx.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('memberships.company_id', '=', tx.companyId)
      .where('memberships.removed_at', 'is', null)
      .where(
        'user_id',
        'in',
        editors.map(({ userId }) => userId),
      )
      .select(['user_id', personName('users').as('name')])
      .execute();
    const names = new Map(people.map(({ user_id, name }) => [user_id, name]));
    return {
      editing: editors.flatMap((editor) => {
        const name = names.get(editor.userId);
        return name ? [{ ...editor, name }] : [];
      }),
    };
  });
}
