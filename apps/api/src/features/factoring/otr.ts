import type { ApprovalStatus } from '@headhaul/domain/factoring/approvals';
import { z } from 'zod';
import { createProvider, type Provider, type ProviderAnswer, ProviderRefusal, type Question } from '../../lib/net/providers/provider.ts';
import type { Platform } from '../../lib/platform.ts';

/** A factor's API that is asked about one broker at a time, with the company's own key. */
export interface FactorApi {
  /** `answered` with null if the factor does not know the broker, or answers about another one. */
  check(companyId: string, key: string, mc: string): Promise<ProviderAnswer<ApprovalStatus | null>>;
}

type Reply = Parameters<Question<unknown>['read']>[0];

const Check = z.object({
  McNumber: z.string().transform((mc) => mc.replace(/^\D*0*/, '')),
  BrokerTestResult: z.enum(['Approved', 'Call Credit', 'Not Approved']),
  NoBuy: z.boolean(),
});
const statuses: Record<z.infer<typeof Check>['BrokerTestResult'], ApprovalStatus> = {
  Approved: 'APPROVED',
  'Call Credit': 'LIMITED',
  'Not Approved': 'DECLINED',
};
/** The gateway answers 404 for a wrong path too, and only this text tells the two apart. */
const UnknownBroker = z.object({ message: z.string().regex(/broker not found/i) });

/**
 * OTR is asked by MC number only and names no other number, so an answer with another MC number is no answer about this broker: it is
 * unknown. Throws on everything that is no answer at all: a page for people, half of an answer.
 */
export function readCheck({ status, body }: Reply, mc: string): ApprovalStatus | null {
  if (status === 401 || status === 403) throw new ProviderRefusal(`status ${status}`);
  if (status === 404 && UnknownBroker.safeParse(body).success) return null;
  if (status !== 200) throw new Error(`status ${status}`);
  const { McNumber, BrokerTestResult, NoBuy } = Check.parse(body);
  if (McNumber !== mc) return null;
  return NoBuy ? 'DECLINED' : statuses[BrokerTestResult];
}

/** OTR publishes no limit, so the rate is our own choice. It holds for each company's key. */
const perMinute = 60;
const providers = new WeakMap<Platform, Provider>();

/** One provider for a process, so that an account that fails rests between two jobs too. */
export function openOtr(platform: Platform): FactorApi {
  const provider =
    providers.get(platform) ??
    createProvider(platform, { name: 'factor_otr', base: platform.env.FACTOR_API_BASE, timeoutMs: 5_000, patienceMs: 12_000, perMinute });
  providers.set(platform, provider);
  return {
    check: (companyId, key, mc) =>
      provider.ask({
        companyId,
        account: { companyId },
        path: `/carrier-tms/2/broker-check/${mc}`,
        headers: { 'Ocp-Apim-Subscription-Key': key },
        read: (reply) => readCheck(reply, mc),
      }),
  };
}
