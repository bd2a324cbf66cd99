import { sql } from 'kysely';
import { z } from 'zod';
import { createInviteTokens } from '../../lib/auth/invite-token.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { writeInviteMail } from './invite-mail.ts';

/** Mails one invite. After a crash it may arrive twice, with the same link. */
export const sendInvitation = defineJob({
  name: 'team.send_invitation',
  payload: z.object({ companyId: z.uuid(), invitationId: z.uuid() }),
  attempts: 8,
  async run({ platform, transaction }, { companyId, invitationId }) {
    const invite = await transaction(companyId, (tx) =>
      tx.db
        .selectFrom('invitations')
        .innerJoin('users', 'users.id', 'invitations.invited_by')
        .innerJoin('companies', 'companies.company_id', 'invitations.company_id')
        .where('invitations.company_id', '=', companyId)
        .where('invitations.id', '=', invitationId)
        .where('accepted_at', 'is', null)
        .where('cancelled_at', 'is', null)
        .where('sent_at', 'is', null)
        .where('users.deleted_at', 'is', null)
        .select([
          'invitations.email',
          'invitations.version',
          'invitations.expires_at',
          'users.name as inviter_name',
          'users.family_name as inviter_family_name',
        ])
        .select(['users.email as inviter_email', 'companies.name as company_name', 'companies.mc', 'companies.time_zone'])
        .executeTakeFirst(),
    );
    // The invite was canceled, accepted or sent meanwhile, or the inviter's account was deleted.
    if (!invite) return;
    const token = createInviteTokens(platform.env.LINK_KEYS).issue(invitationId, invite.version);
    const mail = writeInviteMail({
      to: invite.email,
      inviterName: invite.inviter_name || invite.inviter_email,
      inviterFullName: `${invite.inviter_name} ${invite.inviter_family_name}`.trim() || invite.inviter_email,
      inviterEmail: invite.inviter_email,
      companyName: invite.company_name,
      mc: invite.mc,
      expiresAt: invite.expires_at,
      timeZone: invite.time_zone,
      link: `${platform.env.WEB_ORIGINS[0]}/login?token=${token}`,
      webOrigin: platform.env.WEB_ORIGINS[0],
    });
    await platform.mailer.send({ ...mail, to: invite.email });
    await transaction(companyId, (tx) =>
      tx.db
        .updateTable('invitations')
        .set({ sent_at: sql`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', invitationId)
        .where('version', '=', invite.version)
        .execute(),
    );
  },
});
