import type { SignaturePrefill } from '@headhaul/contracts/mail/templates';
import type { Ctx } from '../../lib/http/guards.ts';

/** The form opens even if this fails. It then starts empty. */
export async function prefillSignature({ platform, actor, transaction }: Ctx): Promise<SignaturePrefill | null> {
  try {
    return await transaction(async (tx) => {
      const company = await tx.db
        .selectFrom('companies')
        .where('company_id', '=', tx.companyId)
        .select(['name', 'mc', 'dot', 'phone'])
        .executeTakeFirstOrThrow();
      const user = await tx.db
        .selectFrom('users')
        .where('id', '=', actor.userId)
        .select(['name', 'family_name', 'email', 'phone'])
        .executeTakeFirstOrThrow();
      const newest = await tx.db
        .selectFrom('signature_images')
        .where('belongs_to', '=', tx.companyId)
        .orderBy('created_at', 'desc')
        .limit(1)
        .select('image_key')
        .executeTakeFirst();
      const text = (value: string | null) => (value === null || value.trim() === '' ? null : value.trim());
      return {
        name: text(`${user.name} ${user.family_name}`),
        company: text(company.name),
        mc: company.mc,
        dot: company.dot,
        phone: text(user.phone) ?? text(company.phone),
        email: user.email,
        logoUrl: newest ? `${new URL(platform.env.PUBLIC_URL).origin}/i/${newest.image_key}.png` : null,
      };
    });
  } catch (error) {
    platform.log.warn({ err: error }, 'a signature begins empty');
    return null;
  }
}
