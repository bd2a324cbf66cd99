import { dailyLimits } from '@headhaul/domain/plans';
import { z } from 'zod';
import { endpoints } from './http/endpoint.ts';
import { SubscriptionType } from './session.ts';

export const LimitUse = z.object({ current: z.int(), max: z.int(), isUnlimited: z.boolean() });
export type LimitUse = z.infer<typeof LimitUse>;

export const PlanUsage = z.object({
  subscriptionType: SubscriptionType,
  isActive: z.boolean(),
  /** By the limit's name. A client makes a label from a name that it does not know. */
  limits: z.record(z.string(), LimitUse),
  /** When the daily limits reset: the company's next midnight. */
  resetsAt: z.iso.datetime({ offset: true }),
  timeZone: z.string(),
});
export type PlanUsage = z.infer<typeof PlanUsage>;

/** `TRASH`: documents of deleted loads. They are in no other kind. */
export const storageKinds = ['TRIP_DOCUMENTS', 'DRIVER_DOCUMENTS', 'OTHER_DOCUMENTS', 'SIGNATURE_PICTURES', 'EXPORTS', 'TRASH'] as const;
export type StorageKind = (typeof storageKinds)[number];

export const Storage = z.object({
  planName: z.string(),
  usedBytes: z.number(),
  quotaBytes: z.number(),
  /** The largest first and the trash last; kinds without a file are left out. */
  kinds: z.array(z.object({ kind: z.enum(storageKinds), files: z.int(), bytes: z.number() })),
  /** The day on which the storage is full at the pace of the last 30 days. Null if that is unknown, over a year ahead, or already past. */
  fullOn: z.iso.date().nullable(),
});
export type Storage = z.infer<typeof Storage>;

export const limitEndpoints = endpoints({
  getMyPlan: { method: 'GET', path: '/limits/my-plan', summary: 'How much of the plan is used', reply: PlanUsage },
  getStorage: { method: 'GET', path: '/limits/storage', summary: 'How much room the company’s files take', cost: 4, reply: Storage },
  useFeature: {
    method: 'POST',
    path: '/limits/use-feature',
    summary: 'Use a daily feature once; `limit_reached` names the limit when nothing is left',
    query: z.object({ feature: z.enum(dailyLimits) }),
    reply: LimitUse,
  },
});
