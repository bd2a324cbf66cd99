import type { SessionUser } from '@headhaul/contracts/session';

export const webOrigin = 'https://app.headhaul.example';
export const apiBase = 'https://api.headhaul.example/api';
export const boardOrigin = 'https://one.dat.com';
export const extensionId = 'a'.repeat(32);

/** Who is signed in. Nothing of this may be in an answer to a stranger. */
export const person: SessionUser = {
  id: '0199a000-0000-7000-8000-00000000000a',
  email: 'canary.person@northline.example',
  name: 'Canary',
  familyName: 'Person',
  role: 'DISPATCHER',
  companyId: '0199a000-0000-7000-8000-0000000000c1',
  companyName: 'Canary Freight',
  mc: null,
  isTeamOwner: true,
  isBillActive: true,
  canManageBilling: true,
  isFirstLogin: false,
  isEmailProven: true,
  factoringType: null,
  createAt: 1_750_000_000_000,
  subscriptionType: 'FREE_TRIAL',
  isAccountAttached: true,
  iSGoogleSignInDone: true,
  setupCompletedAt: null,
};

const token = { accessToken: 'canary-access-token-5f1c', refreshToken: 'canary-refresh-token-9b2e' };

/** Must be in no answer at all. The worker adds the secret behind its challenge. */
export const secrets = [token.accessToken, token.refreshToken];
/** Only the web app's own page may read these. */
export const personal = [person.id, person.email, person.companyName, 'handoffChallenge'];

/** The API, as far as a worker asks it. Null: no such address. */
export function answerApi(path: string): unknown {
  if (path.endsWith('/auth/exchange')) return { token, user: person };
  if (path.endsWith('/auth/refresh-token')) return token;
  if (path.endsWith('/users/me')) return person;
  if (path.endsWith('/email-accounts')) return { emailAccounts: [] };
  return null;
}
