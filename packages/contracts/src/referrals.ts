import { z } from 'zod';
import { empty, endpoints } from './http/endpoint.ts';
import { ChipEmail, maxInvitesAtOnce } from './team.ts';

/** Free days for both companies when an invited person joins. */
export const referralDays = 7;
/** How many joins within any twelve months give the inviter free days. */
export const joinsWithDaysInYear = 4;

const moment = z.iso.datetime({ offset: true });

export const ReferralInvite = z.object({
  id: z.uuid(),
  /** Null for a person who came by the link: the inviter sees only their company. */
  email: z.string().nullable(),
  companyName: z.string().nullable(),
  status: z.enum(['sent', 'joined', 'subscribed', 'rewarded', 'excluded']),
  /**
   * Why the invite earns nothing or less: the inviter's own company, the same card or domain, already a customer, more joins than a
   * year rewards, or a payment without a card.
   */
  exclusion: z.enum(['self', 'same-card', 'same-domain', 'already-a-customer', 'limit', 'no-card']).nullable(),
  rewardDays: z.int(),
  rewardCents: z.int(),
  sentAt: moment,
  joinedAt: moment.nullable(),
  canRemind: z.boolean(),
});
export type ReferralInvite = z.infer<typeof ReferralInvite>;

export const ReferralOverview = z.object({
  /** This person's own link. It ends with the token that `/login?token=` saves. */
  link: z.url(),
  invites: z.array(ReferralInvite),
  invited: z.int(),
  joined: z.int(),
  paying: z.int(),
  daysEarned: z.int(),
  creditCents: z.int(),
  /** The end of the company's paid time, with the earned days. */
  paidUntil: moment,
});
export type ReferralOverview = z.infer<typeof ReferralOverview>;

export const referralEndpoints = endpoints({
  getReferrals: {
    method: 'GET',
    path: '/user/invitations',
    summary: 'The own link, every invite and what it earned',
    cost: 3,
    reply: ReferralOverview,
  },
  sendInvitations: {
    method: 'POST',
    path: '/user/invitations',
    summary: 'Invite other companies by email',
    body: z.strictObject({ emails: z.array(ChipEmail).min(1).max(maxInvitesAtOnce) }),
    cost: ({ body }: { body: { emails: string[] } }) => 1 + body.emails.length / 5,
    reply: z.object({ invited: z.array(z.string()), alreadyInvited: z.array(z.string()) }),
  },
  remindInvitation: {
    method: 'POST',
    path: '/user/invitations/{id}/remind',
    summary: 'Send an invite again, at most once in three days',
    params: z.object({ id: z.uuid() }),
    reply: empty,
  },
});
