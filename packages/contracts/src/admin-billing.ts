import { z } from 'zod';
import { SubscriptionStatus } from './billing.ts';
import { freshStaffMinutes } from './constants.ts';
import { endpoints } from './http/endpoint.ts';
import { SubscriptionType } from './session.ts';

const moment = z.iso.datetime({ offset: true });
const company = { companyId: z.uuid(), companyName: z.string() };

export const AdminBilling = z.object({
  plans: z.array(z.object({ subscriptionType: SubscriptionType, status: SubscriptionStatus, companies: z.int(), seats: z.int() })),
  /** Within the next seven days, soonest first; at most 100. */
  trialsEnding: z.array(z.object({ ...company, endsAt: moment, users: z.int() })),
  failedPayments: z.array(z.object({ ...company, subscriptionType: SubscriptionType, since: moment, paidUntil: moment })),
  /** Newest first; at most 100. */
  rewards: z.array(
    z.object({ ...company, kind: z.enum(['days', 'credit']), days: z.int(), cents: z.int(), at: moment, takenBackAt: moment.nullable() }),
  ),
});
export type AdminBilling = z.infer<typeof AdminBilling>;

export const adminBillingEndpoints = endpoints({
  getAdminBilling: {
    method: 'GET',
    path: '/admin/billing',
    summary: 'Who is on which plan, trials ending, failed payments, rewards given',
    cost: 50,
    freshWithinMinutes: freshStaffMinutes,
    reply: AdminBilling,
  },
});
