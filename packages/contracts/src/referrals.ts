import { z } from 'zod';
import { empty, endpoints } from './http/endpoint.ts';
import { ChipEmail, maxInvitesAtOnce } from './team.ts';

/** Time for both sides when an invited person joins. */
export const referralDays = 7;
/** How many that join give their inviter time, within any twelve months. */
export const joinsWithDaysInYear = 4;

const moment = z.iso.datetime({ offset: true });

export const ReferralInvite = z.object({
  id: z.uuid(),
  /** Null for who came by the link and has not let us show more than their company. */
  email: z.string().nullable(),
  companyName: z.string().nullable(),
  status: z.enum(['sent', 'joined', 'subscribed', 'rewarded', 'excluded']),
  /** Why it gives nothing or less: own company, the same card or domain, more joins than a year gives time for, a payment by no card. */
  exclusion: z.enum(['self', 'same-card', 'same-domain', 'already-a-customer', 'limit', 'no-card']).nullable(),
  rewardDays: z.int(),
  rewardCents: z.int(),
  sentAt: moment,
  joinedAt: moment.nullable(),
  canRemind: z.boolean(),
});
export type ReferralInvite = z.infer<typeof ReferralInvite>;

export const ReferralOverview = z.object({
  /** The person's own; ends in the token that `/login?token=` saves. */
  link: z.url(),
  invites: z.array(ReferralInvite),
  invited: z.int(),
  joined: z.int(),
  paying: z.int(),
  daysEarned: z.int(),
  creditCents: z.int(),
  /** Until when the company's time reaches with the days added. */
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
