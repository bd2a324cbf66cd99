import { joinsWithDaysInYear, type ReferralInvite, type ReferralOverview } from '@headhaul/contracts/referrals';
import { formatDay } from '../../shared/time/format-time.ts';
import { priceText } from '../pricing/plan-labels.public.ts';

/** "5 invited, 3 joined, 1 of them paying" */
export function countLine({ invited, joined, paying }: Pick<ReferralOverview, 'invited' | 'joined' | 'paying'>): string {
  if (invited === 0) return 'Nobody invited yet';
  return `${invited} invited, ${joined} joined${paying === 0 ? '' : `, ${paying} of them paying`}`;
}

type Pill = { words: string; tone: 'ok' | 'info' | 'mute' };
export const statusPills: Record<ReferralInvite['status'], Pill> = {
  sent: { words: 'Sent', tone: 'mute' },
  joined: { words: 'Joined', tone: 'info' },
  subscribed: { words: 'Paying', tone: 'ok' },
  rewarded: { words: 'Paying', tone: 'ok' },
  excluded: { words: 'Not counted', tone: 'mute' },
};

const exclusions: Record<NonNullable<ReferralInvite['exclusion']>, string> = {
  self: 'Your own company',
  'same-card': 'The same payment card',
  'same-domain': 'The same email domain',
  'already-a-customer': 'Already a customer',
  limit: `More than ${joinsWithDaysInYear} in twelve months`,
  'no-card': 'Not paid by card',
};

/** "$14.99 credit + 7 days", or why there is no reward. Null while nothing has happened yet. */
export function formatReward({ status, exclusion, rewardDays, rewardCents }: ReferralInvite): string | null {
  const parts = [...(rewardCents > 0 ? [`${priceText(rewardCents)} credit`] : []), ...(rewardDays > 0 ? [`${rewardDays} days`] : [])].join(
    ' + ',
  );
  if (exclusion !== null) return parts === '' ? exclusions[exclusion] : `${parts}. ${exclusions[exclusion]}`;
  if (status === 'subscribed') return parts === '' ? 'Credit on its way' : `${parts}, credit on its way`;
  return parts === '' ? null : parts;
}

/** A person who came by the link is known only by their company, which has its own column. */
export const byLink = 'By your link';

const ranks: Record<ReferralInvite['status'], number> = { rewarded: 0, subscribed: 1, joined: 2, sent: 3, excluded: 4 };

/** The invites with the most reward first. Among equals the newest. */
export function byReward(invites: readonly ReferralInvite[]): ReferralInvite[] {
  return [...invites].sort((one, other) => ranks[one.status] - ranks[other.status] || other.sentAt.localeCompare(one.sentAt));
}

/** What the earned days did for the company. */
export function formatEarned({ paidUntil }: Pick<ReferralOverview, 'paidUntil'>, isTrial: boolean, now: number, zone: string): string {
  return isTrial ? `your trial now reaches ${formatDay(paidUntil, now, zone)}` : 'taken off your bill as credit';
}

/** How many more people can bring free days when they join, in the twelve months up to now. */
export function joinsLeft(invites: readonly ReferralInvite[], now: number): number {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  const given = invites.filter(
    ({ rewardDays, joinedAt }) => rewardDays > 0 && joinedAt !== null && Date.parse(joinedAt) > yearAgo.getTime(),
  );
  return Math.max(0, joinsWithDaysInYear - given.length);
}

/** The reward for the next person who joins: the next sign, or only credit once the days of a year are used up. */
export function formatNextSign(nextDays: number | undefined): string {
  return nextDays === undefined ? 'That is a year’s free days. Credit still counts' : `Next sign: ${nextDays} days, one more person`;
}

export function shareAddresses(link: string): { telegram: string; whatsApp: string } {
  const text = 'I use Headhaul beside the load board. Join with my link and we both get 7 days:';
  return {
    telegram: `https://t.me/share/url?${new URLSearchParams({ url: link, text })}`,
    whatsApp: `https://wa.me/?${new URLSearchParams({ text: `${text} ${link}` })}`,
  };
}
