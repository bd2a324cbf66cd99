import { randomUUID } from 'node:crypto';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { fileKey } from '../../lib/files/files.ts';
import { toSignaturePng } from '../../lib/files/pictures.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { picturePath } from '../email-templates/clean-html.service.ts';

/** For one company. Sent mails show their pictures for years, so old pictures are never removed automatically. */
const maxPictures = 50;

async function requireRoom({ db, companyId }: TenantTx): Promise<void> {
  // Locks the company, so that two uploads at once can't both take the last place.
  await db.selectFrom('companies').where('company_id', '=', companyId).forNoKeyUpdate().select('company_id').executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom('signature_images')
    .where('belongs_to', '=', companyId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxPictures) {
    throw new AppError('limit_reached', { detail: `Your team has ${maxPictures} pictures already. Delete one first.` });
  }
}

/** Redraws the picture, stores the file, then its row. A nightly job deletes files without a row. Returns the URL. */
export async function uploadPicture({ platform, actor, ownTransaction }: Ctx, file: Uint8Array): Promise<string> {
  await platform.limits.take('pictures', actor.companyId);
  await ownTransaction(requireRoom);
  const png = await toSignaturePng(actor.companyId, file);
  const key = randomUUID();
  const stored = fileKey(actor.companyId, 'signatures', key);
  await platform.files.put(stored, png, { contentType: 'image/png' });
  try {
    await ownTransaction(async (tx) => {
      await requireRoom(tx);
      await tx.db
        .insertInto('signature_images')
        .values({ image_key: key, belongs_to: tx.companyId, uploaded_by: actor.userId, bytes: png.length })
        .execute();
    });
  } catch (error) {
    await platform.files.remove(stored).catch(() => {});
    throw error;
  }
  return `${new URL(platform.env.PUBLIC_URL).origin}/i/${key}.png`;
}

/** Deletes a picture by its URL. A URL that is not ours is not found, and is never requested. */
export async function deletePicture({ platform, actor, transaction }: Ctx, imageUrl: string): Promise<void> {
  const { origin } = new URL(platform.env.PUBLIC_URL);
  const key = imageUrl.startsWith(origin) ? picturePath.exec(imageUrl.slice(origin.length))?.[1] : undefined;
  if (key === undefined) throw new AppError('not_found');
  await transaction(async (tx) => {
    const removed = await tx.db
      .deleteFrom('signature_images')
      .where('image_key', '=', key)
      .where('belongs_to', '=', tx.companyId)
      .returning('image_key')
      .executeTakeFirst();
    if (!removed) throw new AppError('not_found');
  });
  await platform.files.remove(fileKey(actor.companyId, 'signatures', key));
}
