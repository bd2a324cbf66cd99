import { z } from 'zod';
import { freshMinutes } from './constants.ts';
import { empty, endpoints } from './http/endpoint.ts';
import { emailPattern } from './http/field.ts';
import { MailProvider } from './mail/accounts.ts';

export const TeamRole = z.enum(['owner', 'member']);
export type TeamRole = z.infer<typeof TeamRole>;

/** A line of the team list: somebody who works here, or an invite that waits for its answer. */
export const TeamMember = z.object({
  id: z.uuid(),
  /** The person's ID, which loads and drivers use for their dispatcher; null for an invite. */
  userId: z.uuid().nullable(),
  state: z.enum(['working', 'invited', 'expired']),
  email: z.string(),
  name: z.string(),
  familyName: z.string(),
  role: TeamRole,
  canManageBilling: z.boolean(),
  isYou: z.boolean(),
  lastActiveAt: z.iso.datetime({ offset: true }).nullable(),
  /** Who invited the person and when. For an invite also until when its link works. */
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

export const ChipEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(320, { abort: true })
  .regex(emailPattern, 'Check this address')
  .refine((address) => !/[<>"(),;:\\[\]]/.test(address), 'Check this address');
export const maxInvitesAtOnce = 50;

const MemberParams = z.object({ id: z.uuid() });

/** What a leaving person works with, for the person who decides what happens to it. */
export const Departure = z.object({
  mailboxes: z.array(
    z.object({
      id: z.uuid(),
      provider: MailProvider,
      address: z.string(),
      /** True for a mailbox that the team shares, unless it has the address that the person signs in with. */
      canBeHandedOver: z.boolean(),
      /** True for a mailbox that the team shares or whose address is on the company's domain. */
      isOfCompany: z.boolean(),
      /** Emails that have not left yet. */
      waiting: z.int(),
    }),
  ),
  /** Copies that this person set in the team's templates, to addresses outside the team. These copies end. */
  copies: z.array(z.object({ address: z.string(), templates: z.int() })),
  activeLoads: z.int(),
  drivers: z.int(),
  templates: z.int(),
  sharedViews: z.int(),
  /** The person’s own board filters, which nobody else can use. */
  ownFilters: z.int(),
  webSessions: z.int(),
  extensions: z.int(),
});
export type Departure = z.infer<typeof Departure>;

/** Who takes over what. A mailbox that is not listed is disconnected, and its waiting mails are not sent. */
export const HandOver = z.strictObject({
  mailboxes: z
    .array(z.strictObject({ id: z.uuid(), toUserId: z.uuid() }))
    .max(100)
    .default([]),
  /** The person who takes over the active loads and the drivers; null leaves them as they are. */
  loadsToUserId: z.uuid().nullable().default(null),
});
export type HandOver = z.output<typeof HandOver>;
const Link = z.object({ link: z.url(), expiresAt: z.iso.datetime({ offset: true }) });
/** `referral`: the person stays in their own company, and both companies get days. */
const Joined = z.object({
  companyId: z.uuid(),
  companyName: z.string(),
  kind: z.enum(['team', 'referral']).default('team'),
  /**
   * For a referral: the days that the newcomer's company got. An excluded referral gives none, except
   * when only the inviter is over the limit.
   */
  days: z.int().optional(),
});
const InviteToken = z.string().min(1).max(200);
/** `replaced`: a newer mail has the link that works. */
export const EndedInviteState = z.enum(['used', 'expired', 'withdrawn', 'replaced']);
export type EndedInviteState = z.infer<typeof EndedInviteState>;

export const teamEndpoints = endpoints({
  listTeamMembers: {
    method: 'GET',
    path: '/user/team-members',
    summary: 'Who works here and who is invited',
    cost: 2,
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
    cost: ({ body }: { body: { emails: string[] } }) => 1 + body.emails.length / 5,
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
    freshWithinMinutes: freshMinutes,
    reply: empty,
  },
  makeOwner: {
    method: 'POST',
    path: '/user/team-members/{id}/make-owner',
    summary: 'Hand the company over to this member',
    params: MemberParams,
    freshWithinMinutes: freshMinutes,
    reply: empty,
  },
  removeTeamMember: {
    method: 'DELETE',
    path: '/user/team-members/{id}',
    summary: 'Remove a member, or take an invite back',
    cost: 2,
    params: MemberParams,
    reply: empty,
  },
  getDeparture: {
    method: 'GET',
    path: '/user/team-members/{id}/departure',
    summary: 'What a member works with, before they go; the owner’s to see, and one’s own',
    cost: 3,
    params: MemberParams,
    reply: Departure,
  },
  removeAndHandOver: {
    method: 'POST',
    path: '/user/team-members/{id}/remove',
    summary: 'Remove a member and hand their mailboxes and loads over',
    cost: 5,
    params: MemberParams,
    body: HandOver,
    freshWithinMinutes: freshMinutes,
    reply: empty,
  },
  leaveTeam: {
    method: 'POST',
    path: '/user/team-members/leave',
    summary: 'Leave this company, handing over what is named',
    cost: 5,
    body: HandOver,
    freshWithinMinutes: freshMinutes,
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
    cost: 2,
    query: z.object({ inviteToken: InviteToken }),
    reply: Joined,
    idempotency: 'none',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/user/invitations/accept',
    summary: 'Accept an invite that came by email',
    cost: 2,
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
      /** Until when the invite works. Null for a referral, which does not end. */
      expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
    }),
  },
  getEndedInvite: {
    method: 'GET',
    path: '/user/invitations/ended',
    summary: 'Why an invite to a team no longer works, for somebody who has its link',
    query: z.object({ token: InviteToken }),
    reply: z.object({ state: EndedInviteState, inviterName: z.string(), companyName: z.string() }),
  },
  askForInvite: {
    method: 'POST',
    path: '/user/invitations/ask',
    summary: 'Ask the team whose invite I have for one that works for me; once a day',
    cost: 2,
    query: z.object({ token: InviteToken }),
    reply: z.object({ isSent: z.boolean(), askedName: z.string() }),
    idempotency: 'none',
  },
});
