import type { SessionUser } from '@headhaul/contracts/session';

/** The clock of tests begins here. */
export const startMs = 1_800_000_000_000;

export function person(id: string): SessionUser {
  return {
    id,
    email: 'ann@northline.example',
    name: 'Ann',
    familyName: 'Reyes',
    role: 'DISPATCHER',
    companyId: '0199a000-0000-7000-8000-0000000000c1',
    companyName: 'Northline Logistics',
    mc: null,
    isTeamOwner: true,
    isBillActive: true,
    canManageBilling: true,
    isFirstLogin: false,
    isEmailProven: true,
    factoringType: null,
    createAt: startMs,
    subscriptionType: 'FREE_TRIAL',
    isAccountAttached: false,
    iSGoogleSignInDone: true,
    setupCompletedAt: null,
  };
}
