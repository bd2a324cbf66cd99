import type { Departure, TeamMember } from '@headhaul/contracts/team';
import { testUser } from './browser-doubles.ts';

/** A team of three, an invite, and what a leaving member works with. Tests pass only the fields that differ. */

const id = (number: number) => `0190c000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const teamIds = {
  nina: { id: id(1), userId: testUser.id, name: 'Nina', familyName: 'Alvarez' },
  ann: { id: id(2), userId: id(12), name: 'Ann', familyName: 'Doyle' },
  jay: { id: id(3), userId: id(13), name: 'Jay', familyName: 'Ortiz' },
};

export function sampleMember(differs: Partial<TeamMember> = {}): TeamMember {
  return {
    id: id(9),
    userId: id(19),
    state: 'working',
    email: `${(differs.name ?? 'sam').toLowerCase()}@bluffline.example`,
    name: 'Sam',
    familyName: 'Stone',
    role: 'member',
    canManageBilling: false,
    isYou: false,
    lastActiveAt: null,
    invitedBy: null,
    invitedAt: null,
    expiresAt: null,
    ...differs,
  };
}

/** Nina is the owner. `you` is the name of the member who is signed in. */
export function sampleTeam(you = 'Nina'): TeamMember[] {
  const { nina, ann, jay } = teamIds;
  return [
    sampleMember({ ...ann, isYou: you === 'Ann' }),
    sampleMember({ ...jay, isYou: you === 'Jay' }),
    sampleMember({ ...nina, role: 'owner', isYou: you === 'Nina' }),
    sampleMember({ id: id(4), userId: null, state: 'invited', name: '', familyName: '' }),
  ];
}

export function sampleDeparture(differs: Partial<Departure> = {}): Departure {
  return {
    mailboxes: [
      { id: id(21), provider: 'microsoft', address: 'dispatch2@bluffline.example', canBeHandedOver: true, isOfCompany: true, waiting: 3 },
      { id: id(22), provider: 'google', address: 'jay@mail.example', canBeHandedOver: false, isOfCompany: false, waiting: 0 },
    ],
    copies: [],
    activeLoads: 4,
    drivers: 1,
    templates: 2,
    sharedViews: 1,
    ownFilters: 2,
    webSessions: 3,
    extensions: 1,
    ...differs,
  };
}
