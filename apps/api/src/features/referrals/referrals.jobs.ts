import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { giveNewcomerDays } from './newcomer-days.service.ts';
import { settlePayment } from './referral-credit.service.ts';
import { monthDays } from './referral-limits.ts';
import { writeReferralMail } from './referral-mail.ts';
import { createReferralTokens, referralLink } from './referral-token.ts';

/** Mails one invite or its reminder. After a crash it may arrive twice, with the same link. */
export const sendReferralMail = defineJob({
  name: 'referrals.send_mail',
  payload: z.object({ companyId: z.uuid(), referralId: z.uuid(), kind: z.enum(['invite', 'reminder']) }),
  attempts: 8,
  async run({ platform, transaction }, { companyId, referralId, kind }) {
    const [due, sent] = kind === 'invite' ? (['created_at', 'sent_at'] as const) : (['reminded_at', 'reminder_sent_at'] as const);
    const invite = await transaction(companyId, (tx) =>
      tx.db
        .selectFrom('referrals')
        .innerJoin('users', 'users.id', 'referrals.invited_by')
        .innerJoin('companies', 'companies.company_id', 'referrals.company_id')
        .where('referrals.company_id', '=', companyId)
        .where('referrals.id', '=', referralId)
        .where('joined_at', 'is', null)
        .where('exclusion', 'is', null)
        .where(`referrals.${due}`, 'is not', null)
        .where((where) =>
          where.or([where(`referrals.${sent}`, 'is', null), where(`referrals.${sent}`, '<', where.ref(`referrals.${due}`))]),
        )
        .where('users.deleted_at', 'is', null)
        .select(['referrals.email', 'users.name', 'users.family_name', 'users.email as inviter_email', 'companies.name as company_name'])
        .executeTakeFirst(),
    );
    // The company joined, the mail was sent meanwhile, or the inviter's account was deleted.
    if (!invite?.email) return;
    const webOrigin = platform.env.WEB_ORIGINS[0];
    const mail = writeReferralMail({
      kind,
      inviterName: invite.name,
      inviterFullName: `${invite.name} ${invite.family_name}`.trim(),
      inviterEmail: invite.inviter_email,
      companyName: invite.company_name,
      link: referralLink(webOrigin, createReferralTokens(platform.env.LINK_KEYS).issue(referralId)),
      webOrigin,
    });
    await platform.mailer.send({ ...mail, to: invite.email });
    await transaction(companyId, (tx) =>
      tx.db
        .updateTable('referrals')
        .set({ [sent]: sql`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', referralId)
        .execute(),
    );
  },
});

/** The days for the invited company. The request grants them at once. This job is for the case that its process dies. */
export const giveJoinDays = defineJob({
  name: 'referrals.give_join_days',
  payload: z.object({ companyId: z.uuid(), referralId: z.uuid() }),
  attempts: 25,
  run: ({ platform }, { companyId, referralId }) => giveNewcomerDays(platform, companyId, referralId),
});

/** Settles what an invited company's payment or refund means for the inviting company. Events may come in any order and repeatedly. */
export const settleReferralPayment = defineJob({
  name: 'referrals.settle_payment',
  payload: z.object({
    companyId: z.uuid(),
    referralId: z.uuid(),
    joinedCompany: z.uuid(),
    event: z.discriminatedUnion('type', [
      // The card is passed as base64 hashes, because waiting jobs are readable by more people than may know the card.
      z.object({ type: z.literal('paid'), paidCents: z.int(), cardHashes: z.array(z.base64()) }),
      z.object({ type: z.literal('refunded') }),
      z.object({ type: z.literal('same-card') }),
    ]),
  }),
  attempts: 25,
  run: ({ transaction }, { companyId, ...payment }) => transaction(companyId, (tx) => settlePayment(tx, payment)),
});

/** After an account was deleted, removes its address from the inviter's referral, unless another account still has the address. */
export const forgetReferred = defineJob({
  name: 'referrals.forget',
  payload: z.object({ companyId: z.uuid(), referralId: z.uuid() }),
  attempts: 25,
  async run({ transaction }, { companyId, referralId }) {
    await transaction(companyId, (tx) =>
      tx.db
        .updateTable('referrals')
        .set({ email: null })
        .where('company_id', '=', companyId)
        .where('id', '=', referralId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('users')
                .where(sql`lower(users.email)`, '=', sql.ref('referrals.email'))
                .where('users.deleted_at', 'is', null)
                .where('users.email_proven_at', 'is not', null),
            ),
          ),
        )
        .execute(),
    );
  },
});

/** Mails to an address are counted for a month. After that its hash is deleted, unless the address has joined. */
export const forgetAddresses = defineJob({
  name: 'referrals.forget_addresses',
  payload: z.object({}),
  attempts: 5,
  cron: '19 9 * * *',
  async run({ platform }) {
    await sql`delete from referral_addresses where joined_at is null
      and not exists (select from unnest(written_at) at where at > now() - make_interval(days => ${monthDays}))`.execute(
      platform.db.global,
    );
  },
});
