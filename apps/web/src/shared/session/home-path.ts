import { isMobile } from '../ui/viewport.ts';
import { getSession } from './session-store.ts';

/** Where a signed-in person lands. */
export function homePath(): string {
  return isMobile() ? '/dispatcher/invite-win' : '/dispatcher/extension';
}

/** Where `/` leads. People from the landing page pass the sign-in page even when signed in: it reads the rest of their query. */
export function rootTarget(search: string): string {
  const isFromLandingPage = new URLSearchParams(search).get('fromLandingPage') === 'true';
  if (getSession() === null || isFromLandingPage) return `/login${search}`;
  return homePath();
}
