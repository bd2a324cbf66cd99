import { referralEndpoints } from '@headhaul/contracts/referrals';
import { teamEndpoints } from '@headhaul/contracts/team';
import { createReferralTokens } from '../features/referrals/referral-token.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** The token in a person's referral link. */
export async function readReferralToken(client: TestClient): Promise<string> {
  const { link } = await client.call(referralEndpoints.getReferrals, {});
  return new URL(link).searchParams.get('token') ?? '';
}

/** Invites one address and returns the token in the mail. */
export async function refer(api: TestApp, client: TestClient, email: string): Promise<string> {
  await client.call(referralEndpoints.sendInvitations, { body: { emails: [email] } });
  const { rows } = await api.admin.query<{ id: string }>('select id from referrals where company_id = $1 and email = $2', [
    client.user.companyId,
    email,
  ]);
  if (!rows[0]) throw new Error(`nobody invited ${email}`);
  return createReferralTokens(api.platform.env.LINK_KEYS).issue(rows[0].id);
}

export function acceptReferral(client: TestClient, token: string) {
  return client.call(teamEndpoints.acceptInvitation, { query: { token } });
}
