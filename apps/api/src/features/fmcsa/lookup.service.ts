import type { BrokerLookup, CheckedRecord } from '@headhaul/contracts/fmcsa';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { createSharedAnswers } from '../../lib/net/providers/shared-answers.ts';
import type { Platform } from '../../lib/platform.ts';
import { countDailyUse, giveBackDailyUse, readDailyUse, requireActivePlan, type Use } from '../limits/plan-limits.service.ts';
import type { RecordWithAge } from './merge-record.ts';
import type { RegisterNumber } from './qcmobile.ts';
import { findKept, findKeptOfBroker, withChanges } from './records.service.ts';
import type { RegisterAnswer } from './register.service.ts';
import { createSharedRegister, type KnownAnswer, keyOf, type SharedAnswer, toMissing } from './shared-register.ts';

const limit = 'brokerLookupsPerDay';

export interface BrokerLookups {
  lookUp(ctx: Ctx, number: RegisterNumber): Promise<BrokerLookup>;
}

/** Answers from FMCSA's register. People who ask for the same number at the same time share one question, in all processes. */
export function createBrokerLookups(platform: Platform): BrokerLookups {
  const register = createSharedRegister(platform);
  const shared = createSharedAnswers<SharedAnswer>();

  /** Undefined if FMCSA does not answer. */
  async function ask(companyId: string, number: RegisterNumber): Promise<SharedAnswer | undefined> {
    const asked = await register.ask(companyId, number);
    return asked.answer.kind === 'unavailable' ? undefined : asked;
  }

  /** Counts a lookup of this person, unless somebody else is asking already or FMCSA does not answer. */
  async function askOnce(ctx: Ctx, number: RegisterNumber): Promise<RegisterAnswer> {
    const key = keyOf(number);
    const told = await shared.listen(key);
    if (told) return told.answer;
    const { day } = await ctx.transaction((tx) => countDailyUse(ctx, tx, limit));
    let isPaid = false;
    try {
      const { answer, isOwn } = await shared.ask(key, () => ask(ctx.actor.companyId, number));
      isPaid = isOwn && answer?.isOwn === true;
      return answer?.answer ?? { kind: 'unavailable' };
    } finally {
      if (!isPaid) await ctx.transaction((tx) => giveBackDailyUse(ctx, tx, limit, day));
    }
  }

  const showKept = async (kept: RecordWithAge) => ({
    outcome: 'FOUND' as const,
    found: await withChanges(platform.db.global, kept),
    missing: null,
  });
  const show = (answer: KnownAnswer) =>
    answer.kind === 'found' ? showKept(answer) : { outcome: 'NOT_FOUND' as const, found: null, missing: toMissing(answer) };
  const readLookups = (ctx: Ctx): Promise<Use> => ctx.transaction((tx) => readDailyUse(ctx, tx, limit));

  return {
    async lookUp(ctx, number) {
      await ctx.transaction((tx) => requireActivePlan(tx, limit));
      const told = await register.recall(number);
      if (told) return { ...(await show(told)), keptBecause: 'RECENT', lookups: await readLookups(ctx) };
      const kept = await findKept(platform.db.global, number);
      const answer = await askOnce(ctx, number).catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'limit_reached' || !kept) throw error;
        throw new AppError('limit_reached', { ...error.details, current: await withChanges(platform.db.global, kept) });
      });
      const lookups = await readLookups(ctx);
      if (answer.kind !== 'unavailable') return { ...(await show(answer)), keptBecause: null, lookups };
      if (kept) return { ...(await showKept(kept)), keptBecause: 'UNAVAILABLE', lookups };
      return { outcome: 'UNAVAILABLE', found: null, missing: null, keptBecause: null, lookups };
    },
  };
}

export async function getBrokerRecord({ transaction }: Ctx, brokerId: string): Promise<{ found: CheckedRecord | null }> {
  return transaction(async (tx) => {
    const { isBroker, kept } = await findKeptOfBroker(tx.db, tx.companyId, brokerId);
    if (!isBroker) throw new AppError('not_found');
    return { found: kept ? await withChanges(tx.db, kept) : null };
  });
}
