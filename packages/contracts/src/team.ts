import { z } from 'zod';
import { empty, endpoints } from './http/endpoint.ts';

export const TeamRole = z.enum(['owner', 'member']);
export type TeamRole = z.infer<typeof TeamRole>;

/** A line of the team list: somebody who works here, or an invite that waits for its answer. */
export const TeamMember = z.object({
  id: z.uuid(),
  /** The person, by whom loads and drivers name their dispatcher; null for an invite. */
  userId: z.uuid().nullable(),
  state: z.enum(['working', 'invited', 'expired']),
  email: z.string(),
  name: z.string(),
  familyName: z.string(),
  role: TeamRole,
  canManageBilling: z.boolean(),
  isYou: z.boolean(),
  lastActiveAt: z.iso.datetime({ offset: true }).nullable(),
  /** Who invited and when; for an invite also until when its link works. */
  invitedBy: z.string().nullable(),
  invitedAt: z.iso.datetime({ offset: true }).nullable(),
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
});
export type TeamMember = z.infer<typeof TeamMember>;

export const TeamPage = z.object({
  members: z.array(TeamMember),
  nextCursor: z.string().nullable(),
  working: z.int(),
  invited: z.int(),
  seats: z.int(),
});
export type TeamPage = z.infer<typeof TeamPage>;

/** Non-space text, an at sign, more text, a dot, more text: the specification's rule for a chip. */
export const chipEmailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const ChipEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .regex(chipEmailPattern, 'Check this address')
  .refine((address) => !/[<>"(),;:\\[\]]/.test(address), 'Check this address');
export const maxInvitesAtOnce = 50;

const MemberParams = z.object({ id: z.uuid() });
const Link = z.object({ link: z.url(), expiresAt: z.iso.datetime({ offset: true }) });
/** `referral`: the person stays in their own company, which both sides' days go to. */
const Joined = z.object({
  companyId: z.uuid(),
  companyName: z.string(),
  kind: z.enum(['team', 'referral']).default('team'),
  /** Of a referral: the days the newcomer's company got; an excluded one gets none. */
  days: z.int().optional(),
});
const InviteToken = z.string().min(1).max(200);

export const teamEndpoints = endpoints({
  listTeamMembers: {
    method: 'GET',
    path: '/user/team-members',
    summary: 'Who works here and who is invited',
    query: z.object({
      search: z.string().trim().max(100).optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: TeamPage,
  },
  inviteTeamMembers: {
    method: 'POST',
    path: '/user/team-members/invite',
    summary: 'Invite people by email',
    body: z.strictObject({ emails: z.array(ChipEmail).min(1).max(maxInvitesAtOnce) }),
    reply: z.object({ invited: z.array(z.string()), alreadyHere: z.array(z.string()) }),
  },
  resendInvite: {
    method: 'POST',
    path: '/user/team-members/resend-invite',
    summary: 'Send an invite again; its earlier link stops working',
    body: z.strictObject({ email: ChipEmail }),
    reply: empty,
  },
  changeTeamMember: {
    method: 'PUT',
    path: '/user/team-members/{id}',
    summary: 'Let a member manage billing, or not',
    params: MemberParams,
    body: z.strictObject({ canManageBilling: z.boolean() }),
    reply: empty,
  },
  makeOwner: {
    method: 'POST',
    path: '/user/team-members/{id}/make-owner',
    summary: 'Hand the company over to this member',
    params: MemberParams,
    reply: empty,
  },
  removeTeamMember: {
    method: 'DELETE',
    path: '/user/team-members/{id}',
    summary: 'Remove a member, or take an invite back',
    params: MemberParams,
    reply: empty,
  },
  leaveTeam: {
    method: 'POST',
    path: '/user/team-members/leave',
    summary: 'Leave this company',
    reply: empty,
  },
  getTeamLink: {
    method: 'GET',
    path: '/user/team-members/link',
    summary: 'The link by which anyone joins while seats are free',
    query: z.object({ redirectTo: z.string().max(2000) }),
    reply: Link,
  },
  rotateTeamLink: {
    method: 'POST',
    path: '/user/team-members/link/rotate',
    summary: 'A new link; the old one stops working',
    query: z.object({ redirectTo: z.string().max(2000) }),
    reply: Link,
    idempotency: 'none',
  },
  joinByLink: {
    method: 'POST',
    path: '/user/team-members/join-by-link',
    summary: 'Join the team whose link was followed',
    query: z.object({ inviteToken: InviteToken }),
    reply: Joined,
    idempotency: 'none',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/user/invitations/accept',
    summary: 'Accept an invite that came by email',
    query: z.object({ token: InviteToken }),
    reply: Joined,
    idempotency: 'none',
  },
  previewInvite: {
    method: 'GET',
    path: '/user/invitations/preview',
    summary: 'Who invites to what, for the login page',
    query: z.object({ token: InviteToken }),
    reply: z.object({
      inviterName: z.string(),
      companyName: z.string(),
      email: z.string().nullable(),
      kind: z.enum(['team', 'referral']).default('team'),
    }),
  },
});
