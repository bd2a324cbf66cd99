import type { SubscriptionType } from '@headhaul/domain/plans';
import type { TestApp, TestClient } from './test-app.ts';

/** Puts the client's company on a plan without a payment, for tests of what a plan allows or of an office larger than a trial allows. */
export async function putOnPlan(
  api: TestApp,
  { user }: TestClient,
  type: SubscriptionType = 'UNLIMITED_PRO_MONTHLY',
  paidUntil = new Date(Date.now() + 30 * 86_400_000),
): Promise<void> {
  await api.admin.query('update companies set subscription_type = $2, paid_until = $3 where company_id = $1', [
    user.companyId,
    type,
    paidUntil,
  ]);
}
