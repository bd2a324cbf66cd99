import type { TeamMember } from '@headhaul/contracts/team';
import { formatDay, formatDaysAgo } from '../../shared/time/format-time.ts';

/** The texts of a line of the list, shared by the table and the phone's cards. */

export function fullName({ name, familyName, email }: TeamMember): string {
  return `${name} ${familyName}`.trim() || email;
}

export function initials({ name, familyName, email }: TeamMember): string {
  const letters = [name, familyName].flatMap((part) => Array.from(part.trim())[0] ?? []).join('');
  return (letters || (Array.from(email)[0] ?? 'U')).toUpperCase();
}

const toneCount = 5;

/** One of five colors, always the same for the same person. */
export function avatarTone({ email }: TeamMember): number {
  let sum = 0;
  for (const letter of email.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return sum % toneCount;
}

export function roleWord({ role }: TeamMember): string {
  return role === 'owner' ? 'Owner' : 'Dispatcher';
}

export function invitedLine({ invitedBy, invitedAt }: TeamMember, now: number, zone: string): string {
  const by = invitedBy === null ? 'Invited' : `Invited by ${invitedBy}`;
  return invitedAt === null ? by : `${by}, ${formatDay(invitedAt, now, zone)}`;
}

export function invitePill({ state, invitedAt }: TeamMember, now: number, zone: string): string {
  if (state === 'expired') return 'Link expired';
  return invitedAt === null ? 'Invited' : `Invited ${formatDaysAgo(invitedAt, now, zone)}`;
}

export type MemberAction = 'make-owner' | 'billing' | 'remove' | 'resend' | 'cancel-invite';

/** The actions that the owner has for a line. Others have none, because the server would refuse them. */
export function memberActions(member: TeamMember, isTeamOwner: boolean): MemberAction[] {
  if (!isTeamOwner) return [];
  if (member.state !== 'working') return ['resend', 'cancel-invite'];
  if (member.isYou || member.role === 'owner') return [];
  return ['make-owner', 'billing', 'remove'];
}

export function countLine(working: number, invited: number): string {
  const people = `${working} ${working === 1 ? 'person' : 'people'} working`;
  return invited === 0 ? people : `${people}, ${invited} ${invited === 1 ? 'invite' : 'invites'} open`;
}
