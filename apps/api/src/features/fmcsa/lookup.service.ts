import { type BrokerLookup, CheckedRecord } from '@headhaul/contracts/fmcsa';
import type { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { createAnswerCache } from '../../lib/net/providers/answer-cache.ts';
import type { Platform } from '../../lib/platform.ts';
import { countDailyUse, giveBackDailyUse, readDailyUse, requireActivePlan, type Use } from '../limits/plan-limits.service.ts';
import type { RecordWithAge } from './merge-record.ts';
import type { RegisterNumber } from './qcmobile.ts';
import { findKept, findKeptOfBroker, keepRecord, withChanges } from './records.service.ts';
import { createRegister, type RegisterAnswer } from './register.service.ts';

const dayMs = 24 * 60 * 60_000;
const daySeconds = 24 * 60 * 60;
const limit = 'brokerLookupsPerDay';

const Missing = CheckedRecord.pick({ source: true, checkedAt: true, openDataAsOf: true });
type Missing = z.infer<typeof Missing>;

export interface BrokerLookups {
  lookUp(ctx: Ctx, number: RegisterNumber): Promise<BrokerLookup>;
}

/** Answers from FMCSA's register. People who ask for the same number at the same time share one question. */
export function createBrokerLookups(platform: Platform): BrokerLookups {
  const register = createRegister(platform);
  const unknownNumbers = createAnswerCache(platform.redis, 'fmcsa_qcmobile', Missing);
  const asking = new Map<string, Promise<RegisterAnswer>>();

  async function ask(companyId: string, number: RegisterNumber): Promise<RegisterAnswer> {
    const answer = await register.ask(companyId, number);
    if (answer.kind === 'found') await keepRecord(platform.db, answer);
    // The open data lag behind, so a broker that they don't have yet may be there.
    if (answer.kind === 'missing' && answer.source === 'QCMOBILE') await unknownNumbers.keep(keyOf(number), toMissing(answer), daySeconds);
    return answer;
  }

  /** Counts a lookup of this person, unless somebody else is asking already or FMCSA does not answer. */
  async function askOnce(ctx: Ctx, number: RegisterNumber): Promise<RegisterAnswer> {
    const key = keyOf(number);
    const shared = asking.get(key);
    if (shared) return shared;
    await ctx.transaction((tx) => countDailyUse(ctx, tx, limit));
    const begun = asking.get(key);
    const answering = begun ?? ask(ctx.actor.companyId, number).finally(() => asking.delete(key));
    if (!begun) asking.set(key, answering);
    const isPaid =
      !begun &&
      (await answering.then(
        ({ kind }) => kind !== 'unavailable',
        () => false,
      ));
    if (!isPaid) await ctx.transaction((tx) => giveBackDailyUse(ctx, tx, limit));
    return answering;
  }

  const showKept = async (kept: RecordWithAge) => ({
    outcome: 'FOUND' as const,
    found: await withChanges(platform.db.global, kept),
    missing: null,
  });
  const readLookups = (ctx: Ctx): Promise<Use> => ctx.transaction((tx) => readDailyUse(ctx, tx, limit));

  return {
    async lookUp(ctx, number) {
      await ctx.transaction((tx) => requireActivePlan(tx, limit));
      const kept = await findKept(platform.db.global, number);
      if (kept && Date.now() - kept.checkedAt.getTime() < dayMs) {
        return { ...(await showKept(kept)), keptBecause: 'RECENT', lookups: await readLookups(ctx) };
      }
      const unknown = await unknownNumbers.recall(keyOf(number));
      if (unknown) {
        return { outcome: 'NOT_FOUND', found: null, missing: unknown.value, keptBecause: 'RECENT', lookups: await readLookups(ctx) };
      }
      const answer = await askOnce(ctx, number).catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'limit_reached' || !kept) throw error;
        throw new AppError('limit_reached', { ...error.details, current: await withChanges(platform.db.global, kept) });
      });
      const lookups = await readLookups(ctx);
      if (answer.kind === 'found') return { ...(await showKept(answer)), keptBecause: null, lookups };
      if (answer.kind === 'missing') return { outcome: 'NOT_FOUND', found: null, missing: toMissing(answer), keptBecause: null, lookups };
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

function keyOf(number: RegisterNumber): string {
  return 'dot' in number ? `dot ${number.dot}` : `mc ${number.mc}`;
}

function toMissing({ source, checkedAt, openDataAsOf }: Extract<RegisterAnswer, { kind: 'missing' }>): Missing {
  return { source, checkedAt: checkedAt.toISOString(), openDataAsOf: openDataAsOf?.toISOString() ?? null };
}
