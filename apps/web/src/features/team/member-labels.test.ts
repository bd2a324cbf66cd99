import type { TeamMember } from '@headhaul/contracts/team';
import { describe, expect, it } from 'vitest';
import { avatarTone, countLine, fullName, initials, invitedLine, invitePill, memberActions, roleWord } from './member-labels.ts';

const zone = 'America/Chicago';
const now = Date.parse('2025-11-14T15:00:00Z');
const working: TeamMember = {
  id: '0190a000-0000-7000-8000-000000000001',
  userId: '0190a000-0000-7000-8000-000000000011',
  state: 'working',
  email: 'luis@bluffline.example',
  name: 'Luis',
  familyName: 'Herrera',
  role: 'member',
  canManageBilling: false,
  isYou: false,
  lastActiveAt: null,
  invitedBy: null,
  invitedAt: null,
  expiresAt: null,
};
const invited: TeamMember = {
  ...working,
  state: 'invited',
  name: '',
  familyName: '',
  invitedBy: 'Nina',
  invitedAt: '2025-11-13T05:30:00Z',
};

describe('a person', () => {
  it.each([
    [working, 'Luis Herrera', 'LH'],
    [{ ...working, familyName: '' }, 'Luis', 'L'],
    [{ ...working, name: '', familyName: '' }, 'luis@bluffline.example', 'L'],
    [{ ...working, name: 'Élodie', familyName: 'Özdemir' }, 'Élodie Özdemir', 'ÉÖ'],
  ])('%# has a name and initials', (member, name, letters) => {
    expect([fullName(member), initials(member)]).toEqual([name, letters]);
  });

  it('keeps one colour', () => {
    expect(avatarTone(working)).toBe(avatarTone({ ...working, email: 'LUIS@bluffline.example' }));
    expect([0, 1, 2, 3, 4]).toContain(avatarTone(working));
  });

  it('is an owner or a dispatcher', () => {
    expect([roleWord({ ...working, role: 'owner' }), roleWord(working)]).toEqual(['Owner', 'Dispatcher']);
  });
});

describe('an invite', () => {
  it('says who sent it when, and how it stands', () => {
    expect(invitedLine(invited, now, zone)).toBe('Invited by Nina, Nov 12');
    expect(invitePill(invited, now, zone)).toBe('Invited 2 days ago');
    expect(invitePill({ ...invited, state: 'expired' }, now, zone)).toBe('Link expired');
  });
});

describe('what can be done with a line', () => {
  it.each([
    ['a member, by the owner', working, true, ['make-owner', 'billing', 'remove']],
    ['oneself', { ...working, isYou: true, role: 'owner' as const }, true, []],
    ['an invite', invited, true, ['resend', 'cancel-invite']],
    ['an old invite', { ...invited, state: 'expired' as const }, true, ['resend', 'cancel-invite']],
    ['a member, by another member', working, false, []],
    ['an invite, by a member', invited, false, []],
  ])('%s', (_, member, isTeamOwner, actions) => {
    expect(memberActions(member, isTeamOwner)).toEqual(actions);
  });
});

it.each([
  [4, 2, '4 people working, 2 invites open'],
  [1, 1, '1 person working, 1 invite open'],
  [3, 0, '3 people working'],
])('%i and %i: %s', (people, invites, line) => {
  expect(countLine(people, invites)).toBe(line);
});
