import type { SignIn } from '@headhaul/contracts/sign-ins';
import { describe, expect, it } from 'vitest';
import { describeNews, deviceLine, formatCount, formatLastActive, formatNews, groupByMember, isUnanswered } from './sign-in-labels.ts';

const zone = 'America/Chicago';
const now = Date.parse('2026-11-16T16:42:00Z');
const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

const signIn: SignIn = {
  id: 'a',
  userId: 'jay',
  name: 'Jay Ortiz',
  isYou: false,
  isCurrent: false,
  userAgent: android,
  hasExtension: false,
  place: 'Milwaukee, WI',
  ip: '203.0.113.18',
  signedInAt: '2026-11-16T12:12:00Z',
  lastActiveAt: '2026-11-16T12:12:00Z',
  isNewDevice: false,
  isNewPlace: false,
};
const make = (some: Partial<SignIn>): SignIn => ({ ...signIn, ...some });

describe('the list', () => {
  it('has who looks first, then people as they were last seen, and of each the newest first', () => {
    const rows = [
      make({ id: 'jay-old', lastActiveAt: '2026-11-09T10:00:00Z' }),
      make({ id: 'ann', userId: 'ann', lastActiveAt: '2026-11-16T16:36:00Z' }),
      make({ id: 'me-phone', userId: 'nina', isYou: true, lastActiveAt: '2026-11-16T16:41:00Z' }),
      make({ id: 'jay', lastActiveAt: '2026-11-16T16:31:00Z' }),
      make({ id: 'me', userId: 'nina', isYou: true, isCurrent: true, lastActiveAt: '2026-11-16T13:00:00Z' }),
    ];
    expect(groupByMember(rows).map(({ signIns }) => signIns.map(({ id }) => id))).toEqual([
      ['me', 'me-phone'],
      ['ann'],
      ['jay', 'jay-old'],
    ]);
  });

  it('counts people for the owner alone', () => {
    const rows = [signIn, make({ id: 'b' }), make({ id: 'c', userId: 'ann' })];
    expect(formatCount(rows, true)).toBe('3 sign-ins, 2 members');
    expect(formatCount([signIn], false)).toBe('1 sign-in');
  });
});

describe('last active', () => {
  it.each([
    ['2026-11-16T16:41:00Z', 'Now'],
    ['2026-11-16T16:36:00Z', '6 min ago'],
    ['2026-11-16T13:02:00Z', /^Today 07:02/],
    ['2026-11-15T23:20:00Z', /^Yesterday 17:20/],
    ['2026-11-12T15:00:00Z', 'Nov 12'],
  ])('%s is %s', (lastActiveAt, words) => {
    expect(formatLastActive(make({ lastActiveAt }), now, zone)).toMatch(words);
  });

  it('is now where somebody looks', () => {
    expect(formatLastActive(make({ isCurrent: true }), now, zone)).toBe('Now');
  });
});

describe('a new sign-in', () => {
  it('from a place says which ones are usual', () => {
    const news = make({ place: 'Phoenix, AZ', isNewPlace: true, isNewDevice: true });
    const { fact, reason } = describeNews(
      news,
      [news, make({ id: 'b' }), make({ id: 'c', userId: 'ann', place: 'Waukesha, WI' })],
      now,
      zone,
    );
    expect(fact).toMatch(/^Jay signed in from Phoenix, AZ today at 06:12/);
    expect(reason).toBe('Other sign-ins are from Milwaukee, WI. We emailed Jay, no answer yet.');
  });

  it('on a device says which one it was, and no place that is not known', () => {
    const news = make({ place: null, isNewDevice: true, isYou: true });
    const { fact, reason } = describeNews(news, [news], now, zone);
    expect(fact).toMatch(/^You signed in on a new device today at 06:12/);
    expect(reason).toBe('It was Chrome on Android. We emailed you, no answer yet.');
  });

  it('is not asked about where it happened', () => {
    expect(isUnanswered(make({ isNewDevice: true }))).toBe(true);
    expect(isUnanswered(make({ isNewDevice: true, isCurrent: true }))).toBe(false);
    expect(formatNews([make({ isNewDevice: true, isCurrent: true })])).toBeNull();
  });

  it.each([
    [[make({ isNewPlace: true })], '1 from a new place'],
    [[make({ isNewDevice: true }), make({ isNewDevice: true })], '2 on new devices'],
    [[make({ isNewDevice: true, isNewPlace: true }), make({ isNewDevice: true })], '1 from a new place, 1 on a new device'],
  ])('is counted in the header', (rows, words) => {
    expect(formatNews(rows)).toBe(words);
  });

  it.each([
    [{}, null],
    [{ hasExtension: true }, 'with the extension'],
    [{ isNewDevice: true }, 'first time on this device'],
  ])('%j reads %s under the device', (some, words) => {
    expect(deviceLine(make(some))).toBe(words);
  });
});
