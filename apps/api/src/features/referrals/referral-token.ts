import { createInviteTokens, type InviteTokens } from '../../lib/auth/invite-token.ts';
import type { Env } from '../../lib/env.ts';

/** What tells a referral's token from a team invite's, which says nothing of itself. */
const prefix = 'ref-';

/** Of a person's link and of an invite by mail alike. Derived, not stored, as team invites are. */
export function createReferralTokens(keys: Env['LINK_KEYS']): { issue(id: string): string; read(token: string): string | undefined } {
  const tokens: InviteTokens = createInviteTokens(keys, 'referral token');
  return {
    issue: (id) => prefix + tokens.issue(id, 1),
    read: (token) => (token.startsWith(prefix) ? tokens.read(token.slice(prefix.length))?.id : undefined),
  };
}

export function referralLink(webOrigin: string, token: string): string {
  return `${webOrigin}/login?token=${token}`;
}
