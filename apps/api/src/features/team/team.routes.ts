import { teamEndpoints } from '@headhaul/contracts/team';
import { createInviteTokens } from '../../lib/auth/invite-token.ts';
import { type Ctx, open, signedIn, teamOwner } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { networkOf } from '../../lib/net/client-address.ts';
import { createReferralGate } from '../referrals/accept-referral.service.ts';
import { askForInvite, getEndedInvite } from './ended-invite.service.ts';
import { getTeamLink, inviteMembers, resendInvite, rotateTeamLink } from './invite.service.ts';
import { acceptInvitation, joinByLink, previewInvite } from './join.service.ts';
import { getDeparture, leaveTeam, removeMember } from './leave.service.ts';
import { changeMember, listTeam, makeOwner } from './team.service.ts';

export function teamRoutes(app: App): void {
  const tokens = createInviteTokens(app.platform.env.LINK_KEYS);
  const referrals = createReferralGate(app.platform.env.LINK_KEYS);

  /** Clears the cached session, so that its next request already works in the company it has entered. */
  async function thenForget<T>(ctx: Ctx, work: Promise<T>): Promise<T> {
    const result = await work;
    app.actors.forget(ctx.actor.sessionId);
    return result;
  }

  implement(app, teamEndpoints, {
    listTeamMembers: signedIn(({ ctx, query }) => listTeam(ctx, query)),
    inviteTeamMembers: teamOwner(({ ctx, body }) => inviteMembers(ctx, body.emails)),
    resendInvite: teamOwner(({ ctx, body }) => resendInvite(ctx, body.email)),
    changeTeamMember: teamOwner(({ ctx, params, body }) => changeMember(ctx, params.id, body.canManageBilling)),
    makeOwner: teamOwner(({ ctx, params }) => makeOwner(ctx, params.id)),
    removeTeamMember: teamOwner(({ ctx, params }) => removeMember(ctx, params.id)),
    getDeparture: signedIn(({ ctx, params }) => getDeparture(ctx, params.id)),
    removeAndHandOver: teamOwner(({ ctx, params, body }) => removeMember(ctx, params.id, body)),
    leaveTeam: signedIn(({ ctx, body }) => thenForget(ctx, leaveTeam(ctx, body))),
    getTeamLink: teamOwner(({ ctx, query }) => getTeamLink(ctx, tokens, query.redirectTo)),
    rotateTeamLink: teamOwner(({ ctx, query }) => rotateTeamLink(ctx, tokens, query.redirectTo)),
    joinByLink: signedIn(({ ctx, query }) => thenForget(ctx, joinByLink(ctx, tokens, query.inviteToken))),
    acceptInvitation: signedIn(({ ctx, query }) =>
      referrals.owns(query.token) ? referrals.accept(ctx, query.token) : thenForget(ctx, acceptInvitation(ctx, tokens, query.token)),
    ),
    previewInvite: open(({ platform, query }) =>
      referrals.owns(query.token) ? referrals.preview(platform, query.token) : previewInvite(platform, tokens, query.token),
    ),
    getEndedInvite: signedIn(({ ctx, query }) => getEndedInvite(ctx, tokens, query.token)),
    askForInvite: signedIn(({ ctx, query, request }) => askForInvite(ctx, tokens, query.token, networkOf(request.ip))),
  });
}
