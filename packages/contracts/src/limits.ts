import { dailyLimits } from '@headhaul/domain/plans';
import { z } from 'zod';
import { endpoints } from './http/endpoint.ts';
import { SubscriptionType } from './session.ts';

export const LimitUse = z.object({ current: z.int(), max: z.int(), isUnlimited: z.boolean() });
export type LimitUse = z.infer<typeof LimitUse>;

export const PlanUsage = z.object({
  subscriptionType: SubscriptionType,
  isActive: z.boolean(),
  /** Keyed by the limit's name; a client shows keys it doesn't know by their label. */
  limits: z.record(z.string(), LimitUse),
  /** When the daily ones begin anew: the company's next midnight. */
  resetsAt: z.iso.datetime({ offset: true }),
  timeZone: z.string(),
});
export type PlanUsage = z.infer<typeof PlanUsage>;

export const limitEndpoints = endpoints({
  getMyPlan: { method: 'GET', path: '/limits/my-plan', summary: 'How much of the plan is used', reply: PlanUsage },
  useFeature: {
    method: 'POST',
    path: '/limits/use-feature',
    summary: 'Use a daily feature once; `limit_reached` names the limit when nothing is left',
    query: z.object({ feature: z.enum(dailyLimits) }),
    reply: LimitUse,
  },
});
