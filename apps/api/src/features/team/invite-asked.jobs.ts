import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { writeInviteAskedMail } from './invite-asked-mail.ts';

/** Tells the owner that somebody who has one of the team's invites asks for one that works. It may arrive twice after a crash. */
export const sendInviteAsked = defineJob({
  name: 'team.invite_asked',
  payload: z.object({ companyId: z.uuid(), inviteId: z.uuid(), askedBy: z.uuid() }),
  attempts: 8,
  async run({ platform, transaction }, { companyId, inviteId, askedBy }) {
    const told = await transaction(companyId, async ({ db }) => ({
      owner: await db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .innerJoin('companies', 'companies.company_id', 'memberships.company_id')
        .where('memberships.company_id', '=', companyId)
        .where('memberships.role', '=', 'owner')
        .where('memberships.removed_at', 'is', null)
        .where('companies.archived_at', 'is', null)
        .select(['users.email', 'companies.name as companyName'])
        .executeTakeFirst(),
      asker: await db
        .selectFrom('users')
        .where('id', '=', askedBy)
        .where('deleted_at', 'is', null)
        .where('email_proven_at', 'is not', null)
        .select(['name', 'family_name', 'email'])
        .executeTakeFirst(),
      invite: await db
        .selectFrom('invitations')
        .where('company_id', '=', companyId)
        .where('id', '=', inviteId)
        .select('email')
        .executeTakeFirst(),
    }));
    const { owner, asker, invite } = told;
    const isNamed = invite !== undefined && !invite.email.endsWith('@deleted.invalid');
    // The company or the person is gone meanwhile.
    if (!owner || !asker) return;
    const mail = writeInviteAskedMail({
      askerName: `${asker.name} ${asker.family_name}`.trim(),
      askerEmail: asker.email,
      companyName: owner.companyName,
      invitedEmail: isNamed ? invite.email : null,
      isTeamLink: invite === undefined,
      webOrigin: platform.env.WEB_ORIGINS[0],
    });
    await platform.mailer.send({ ...mail, to: owner.email });
  },
});
