import { type PongPayload, protocol } from '@headhaul/contracts/extension-messages';
import { challengeFor } from './handoff.ts';
import type { StoredState } from './session-store.ts';

export function detectBrowser(userAgent: string): PongPayload['browser'] {
  if (userAgent.includes('Firefox/')) return 'firefox';
  if (userAgent.includes('Edg/')) return 'edge';
  return userAgent.includes('Chrome/') && !userAgent.includes('OPR/') ? 'chrome' : 'other';
}

/** What the web app may know about this install. It never contains a token. */
export async function describeInstall(
  state: StoredState,
  about: Pick<PongPayload, 'extVersion' | 'boards'> & { userAgent: string },
): Promise<PongPayload> {
  return {
    extVersion: about.extVersion,
    protocol,
    browser: detectBrowser(about.userAgent),
    caps: ['session.code', 'session.context', 'filters', 'panel'],
    signedInUserId: state.session?.user.id ?? null,
    sessionEpoch: state.epoch,
    boards: about.boards,
    handoffChallenge: await challengeFor(state.verifier),
  };
}
