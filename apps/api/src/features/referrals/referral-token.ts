import { createInviteTokens, type InviteTokens } from '../../lib/auth/invite-token.ts';
import type { Env } from '../../lib/env.ts';

/** Marks a referral's token. A team invite's token has no prefix. */
const prefix = 'ref-';

/** Tokens for a person's link and for an invite by mail. They are derived, not stored, like those of team invites. */
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
