import { referralEndpoints } from '@headhaul/contracts/referrals';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { createReferralHashes } from './referral-address.ts';
import './referral-rewards.service.ts';
import { getReferrals } from './referrals.service.ts';
import { remindReferral, sendReferrals } from './send-referrals.service.ts';

export function referralRoutes(app: App): void {
  const hashes = createReferralHashes(app.platform.env.LINK_KEYS);

  implement(app, referralEndpoints, {
    getReferrals: signedIn(({ ctx }) => getReferrals(ctx)),
    sendInvitations: signedIn(({ ctx, body }) => sendReferrals(ctx, hashes, body.emails)),
    remindInvitation: signedIn(({ ctx, params }) => remindReferral(ctx, hashes, params.id)),
  });
}
