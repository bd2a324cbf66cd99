import { joinsWithDaysInYear, type ReferralInvite, referralDays } from '@headhaul/contracts/referrals';
import { describe, expect, it } from 'vitest';
import { byReward, countLine, formatNextSign, formatReward, joinsLeft, shareAddresses } from './invite-labels.ts';
import { rewardRoad } from './road-signs.ts';

const invite: ReferralInvite = {
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'rosa@blueridgehaul.example',
  companyName: null,
  status: 'sent',
  exclusion: null,
  rewardDays: 0,
  rewardCents: 0,
  sentAt: '2026-11-02T12:00:00Z',
  joinedAt: null,
  canRemind: true,
};

describe('the line under the title', () => {
  it.each([
    [{ invited: 0, joined: 0, paying: 0 }, 'Nobody invited yet'],
    [{ invited: 2, joined: 1, paying: 0 }, '2 invited, 1 joined'],
    [{ invited: 5, joined: 3, paying: 1 }, '5 invited, 3 joined, 1 of them paying'],
  ])('%o reads %s', (counts, words) => expect(countLine(counts)).toBe(words));
});

describe('a reward', () => {
  it.each<[Partial<ReferralInvite>, string | null]>([
    [{}, null],
    [{ status: 'joined', rewardDays: 7 }, '7 days'],
    [{ status: 'subscribed', rewardDays: 7 }, '7 days, credit on its way'],
    [{ status: 'rewarded', rewardDays: 7, rewardCents: 1_499 }, '$14.99 credit + 7 days'],
    [{ status: 'excluded', exclusion: 'self' }, 'Your own company'],
    [{ status: 'excluded', exclusion: 'same-card', rewardDays: 7 }, '7 days. The same payment card'],
    [{ status: 'excluded', exclusion: 'limit' }, 'More than 4 in twelve months'],
    [{ status: 'excluded', exclusion: 'no-card', rewardDays: 7 }, '7 days. Not paid by card'],
  ])('%o reads %s', (differs, words) => expect(formatReward({ ...invite, ...differs })).toBe(words));
});

it('promises no more days once four joined within a year', () => {
  const now = Date.parse('2026-11-10T12:00:00Z');
  const joined = { ...invite, rewardDays: 7, joinedAt: '2026-01-05T12:00:00Z' };
  const long = { ...joined, joinedAt: '2025-11-05T12:00:00Z' };
  expect(joinsLeft([joined, joined, joined, long, { ...joined, rewardDays: 0 }], now)).toBe(1);
  expect(joinsLeft([joined, joined, joined, joined, joined], now)).toBe(0);
  expect(formatNextSign(35)).toBe('Next sign: 35 days, one more person');
  expect(formatNextSign(undefined)).toBe('That is a year’s free days. Credit still counts');
});

it('those who brought most stand first, then the newest', () => {
  const list = [
    { ...invite, email: 'sent-old' },
    { ...invite, email: 'sent-new', sentAt: '2026-11-03T12:00:00Z' },
    { ...invite, email: 'joined', status: 'joined' as const },
    { ...invite, email: 'rewarded', status: 'rewarded' as const },
    { ...invite, email: 'subscribed', status: 'subscribed' as const },
  ];
  expect(byReward(list).map(({ email }) => email)).toEqual(['rewarded', 'subscribed', 'joined', 'sent-new', 'sent-old']);
});

describe('the road', () => {
  const days = (earned: number, left: number, layout: 'desk' | 'phone' = 'desk') =>
    rewardRoad(earned, layout, left).signs.map((sign) => (sign.isEarned ? sign.days : -sign.days));

  it('shows the last signs earned and the next ones', () => {
    expect(days(0, 4)).toEqual([-7, -14, -21, -28]);
    expect(days(21, 1)).toEqual([7, 14, 21, -28]);
    expect(days(70, 4)).toEqual([56, 63, 70, -77]);
    expect(days(0, 4, 'phone')).toEqual([-7, -14, -21]);
    expect(days(21, 1, 'phone')).toEqual([14, 21, -28]);
  });

  it('ends where the rules give no more days this year', () => {
    expect(days(0, joinsWithDaysInYear).at(-1)).toBe(-joinsWithDaysInYear * referralDays);
    expect(days(28, 0)).toEqual([7, 14, 21, 28]);
    expect(days(28, 0, 'phone')).toEqual([14, 21, 28]);
    expect(days(7, 0)).toEqual([7]);
  });

  it('is travelled as far as the last sign earned', () => {
    expect(rewardRoad(0, 'desk', 4).travelled).toBe(0);
    expect(Math.round(rewardRoad(21, 'desk', 1).travelled)).toBe(70);
  });
});

it('the link reaches Telegram and WhatsApp whole', () => {
  const link = 'https://app.headhaul.example/login?token=hhr_a&b';
  const { telegram, whatsApp } = shareAddresses(link);
  expect(new URL(telegram).searchParams.get('url')).toBe(link);
  expect(new URL(whatsApp).searchParams.get('text')).toContain(link);
});
