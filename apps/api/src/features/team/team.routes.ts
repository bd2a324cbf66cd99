import { teamEndpoints } from '@headhaul/contracts/team';
import { open, signedIn, teamOwner } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { getTeamLink, inviteMembers, resendInvite, rotateTeamLink } from './invite.service.ts';
import { createInviteTokens } from './invite-token.ts';
import { acceptInvitation, joinByLink, previewInvite } from './join.service.ts';
import { changeMember, leaveTeam, listTeam, makeOwner, removeMember } from './team.service.ts';

export function teamRoutes(app: App): void {
  const tokens = createInviteTokens(app.platform.env.TOKEN_KEYS);

  implement(app, teamEndpoints, {
    listTeamMembers: signedIn(({ ctx, query }) => listTeam(ctx, query)),
    inviteTeamMembers: teamOwner(({ ctx, body }) => inviteMembers(ctx, body.emails)),
    resendInvite: teamOwner(({ ctx, body }) => resendInvite(ctx, body.email)),
    changeTeamMember: teamOwner(({ ctx, params, body }) => changeMember(ctx, params.id, body.canManageBilling)),
    makeOwner: teamOwner(({ ctx, params }) => makeOwner(ctx, params.id)),
    removeTeamMember: teamOwner(({ ctx, params }) => removeMember(ctx, params.id)),
    leaveTeam: signedIn(({ ctx }) => leaveTeam(ctx)),
    getTeamLink: teamOwner(({ ctx, query }) => getTeamLink(ctx, tokens, query.redirectTo)),
    rotateTeamLink: teamOwner(({ ctx, query }) => rotateTeamLink(ctx, tokens, query.redirectTo)),
    joinByLink: signedIn(({ ctx, query }) => joinByLink(ctx, tokens, query.inviteToken)),
    acceptInvitation: signedIn(({ ctx, query }) => acceptInvitation(ctx, tokens, query.token)),
    previewInvite: open(({ platform, query }) => previewInvite(platform, tokens, query.token)),
  });
}
