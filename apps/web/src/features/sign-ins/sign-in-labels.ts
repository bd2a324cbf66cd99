import type { SignIn } from '@headhaul/contracts/sign-ins';
import { readDevice } from '@headhaul/domain/sign-ins/device';
import { calendarDays, formatAgo, formatClock, formatDay } from '../../shared/time/format-time.ts';

export interface MemberSignIns {
  userId: string;
  name: string;
  signIns: SignIn[];
}

/** Sign-ins grouped by person, each newest first. The user comes first, then the others by when they were last active. */
export function groupByMember(signIns: readonly SignIn[]): MemberSignIns[] {
  const members = new Map<string, MemberSignIns>();
  const newestFirst = [...signIns].sort(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastActiveAt.localeCompare(a.lastActiveAt),
  );
  for (const signIn of newestFirst) {
    const member = members.get(signIn.userId) ?? { userId: signIn.userId, name: signIn.name, signIns: [] };
    member.signIns.push(signIn);
    members.set(signIn.userId, member);
  }
  return [...members.values()].sort((a, b) => Number(b.signIns[0]?.isYou) - Number(a.signIns[0]?.isYou));
}

export function deviceOf({ userAgent }: SignIn): { name: string; isHandheld: boolean } {
  const { name, isHandheld } = readDevice(userAgent);
  return { name: name ?? 'Device not known', isHandheld };
}

/** The line under the device. */
export function deviceLine({ isNewDevice, hasExtension }: SignIn): string | null {
  if (isNewDevice) return hasExtension ? 'first time on this device, with the extension' : 'first time on this device';
  return hasExtension ? 'with the extension' : null;
}

/** "Now", "6 min ago", "Today 07:02 CST", "Yesterday 17:20", "Nov 12". */
export function formatLastActive({ isCurrent, lastActiveAt }: SignIn, now: number, zone: string): string {
  if (isCurrent) return 'Now';
  const ago = formatAgo(lastActiveAt, now, zone);
  if (ago === 'Now' || ago.endsWith('min ago')) return ago;
  const days = calendarDays(lastActiveAt, now, zone);
  if (days <= 0) return `Today ${formatClock(lastActiveAt, zone)}`;
  return days === 1 ? `Yesterday ${formatClock(lastActiveAt, zone)}` : formatDay(lastActiveAt, now, zone);
}

/** Whether a sign-in needs an answer. The current session needs none, because the user is at that device. */
export function isUnanswered({ isNewDevice, isNewPlace, isCurrent }: SignIn): boolean {
  return (isNewDevice || isNewPlace) && !isCurrent;
}

export function firstName({ name }: Pick<SignIn, 'name'>): string {
  return name.split(' ')[0] ?? name;
}

function formatMoment(iso: string, now: number, zone: string): string {
  const days = calendarDays(iso, now, zone);
  const day = days <= 0 ? 'today' : days === 1 ? 'yesterday' : `on ${formatDay(iso, now, zone)}`;
  return `${day} at ${formatClock(iso, zone)}`;
}

function listPlaces(places: readonly string[]): string {
  return places.length <= 2 ? places.join(' and ') : `${places[0]}, ${places[1]} and ${places.length - 2} more places`;
}

/** The text of the bar over the list: what happened, what is usual, and what we did about it. */
export function describeNews(signIn: SignIn, all: readonly SignIn[], now: number, zone: string): { fact: string; reason: string } {
  const { isYou, place, isNewPlace, userId, id } = signIn;
  const who = isYou ? 'You' : firstName(signIn);
  const mailed = `We emailed ${isYou ? 'you' : who}, no answer yet.`;
  const when = formatMoment(signIn.signedInAt, now, zone);
  if (isNewPlace && place !== null) {
    const usual = [
      ...new Set(all.flatMap((one) => (one.userId === userId && one.id !== id && one.place !== place ? (one.place ?? []) : []))),
    ];
    const others = usual.length === 0 ? '' : `Other sign-ins are from ${listPlaces(usual)}. `;
    return { fact: `${who} signed in from ${place} ${when}.`, reason: `${others}${mailed}` };
  }
  const where = place === null ? '' : ` in ${place}`;
  return { fact: `${who} signed in on a new device ${when}.`, reason: `It was ${deviceOf(signIn).name}${where}. ${mailed}` };
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** "9 sign-ins, 4 members" */
export function formatCount(signIns: readonly SignIn[], isTeamOwner: boolean): string {
  const number = count(signIns.length, 'sign-in', 'sign-ins');
  if (!isTeamOwner) return number;
  return `${number}, ${count(new Set(signIns.map(({ userId }) => userId)).size, 'member', 'members')}`;
}

/** "1 from a new place", "2 on new devices". Null when there is nothing new. */
export function formatNews(signIns: readonly SignIn[]): string | null {
  const news = signIns.filter(isUnanswered);
  if (news.length === 0) return null;
  const places = news.filter(({ isNewPlace }) => isNewPlace).length;
  const devices = news.length - places;
  const parts = [
    ...(places === 0 ? [] : [count(places, 'from a new place', 'from new places')]),
    ...(devices === 0 ? [] : [count(devices, 'on a new device', 'on new devices')]),
  ];
  return parts.join(', ');
}
