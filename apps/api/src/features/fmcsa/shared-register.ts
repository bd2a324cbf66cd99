import { CheckedRecord } from '@headhaul/contracts/fmcsa';
import type { z } from 'zod';
import { createAnswerCache } from '../../lib/net/providers/answer-cache.ts';
import { createClaims } from '../../lib/net/providers/claim.ts';
import type { Platform } from '../../lib/platform.ts';
import type { RegisterNumber } from './qcmobile.ts';
import { findKept, keepRecord } from './records.service.ts';
import { createRegister, type RegisterAnswer } from './register.service.ts';

const dayMs = 24 * 60 * 60_000;
const daySeconds = 24 * 60 * 60;
/** Longer than all questions about one broker may take. */
const askingMs = 20_000;

const Missing = CheckedRecord.pick({ source: true, checkedAt: true, openDataAsOf: true });
type Missing = z.infer<typeof Missing>;

export type KnownAnswer = Exclude<RegisterAnswer, { kind: 'unavailable' }>;

/** What FMCSA answered to this question, or what it told another process in this moment. */
export interface SharedAnswer {
  answer: RegisterAnswer;
  isOwn: boolean;
}

export interface SharedRegister {
  /** Asks FMCSA and keeps the answer. Processes that ask for the same number at the same time ask once. */
  ask(companyId: string, number: RegisterNumber): Promise<SharedAnswer>;
  /** What FMCSA said about this number in the last 24 hours. */
  recall(number: RegisterNumber): Promise<KnownAnswer | undefined>;
}

export function createSharedRegister(platform: Platform): SharedRegister {
  const register = createRegister(platform);
  const unknownNumbers = createAnswerCache(platform.redis, 'fmcsa_qcmobile', Missing);
  const claims = createClaims(platform.redis, 'fmcsa_qcmobile', askingMs);

  async function askAndKeep(companyId: string, number: RegisterNumber): Promise<RegisterAnswer> {
    const answer = await register.ask(companyId, number);
    if (answer.kind === 'found') await keepRecord(platform.db, answer);
    // The open data lag behind, so a broker that they don't have yet may be there.
    if (answer.kind === 'missing' && answer.source === 'QCMOBILE') await unknownNumbers.keep(keyOf(number), toMissing(answer), daySeconds);
    return answer;
  }

  async function recall(number: RegisterNumber): Promise<KnownAnswer | undefined> {
    const kept = await findKept(platform.db.global, number);
    if (kept && Date.now() - kept.checkedAt.getTime() < dayMs) return { kind: 'found', ...kept };
    const unknown = await unknownNumbers.recall(keyOf(number));
    return unknown && { kind: 'missing', ...fromMissing(unknown.value) };
  }

  return {
    recall,
    async ask(companyId, number) {
      const asked = await claims.askOrWait(keyOf(number), () => askAndKeep(companyId, number));
      if (asked) return { answer: asked, isOwn: true };
      // Another process has asked. It keeps what it was told, unless FMCSA did not answer.
      const told = await recall(number);
      return told ? { answer: told, isOwn: false } : { answer: await askAndKeep(companyId, number), isOwn: true };
    },
  };
}

export function keyOf(number: RegisterNumber): string {
  return 'dot' in number ? `dot ${number.dot}` : `mc ${number.mc}`;
}

export function toMissing({ source, checkedAt, openDataAsOf }: Extract<RegisterAnswer, { kind: 'missing' }>): Missing {
  return { source, checkedAt: checkedAt.toISOString(), openDataAsOf: openDataAsOf?.toISOString() ?? null };
}

function fromMissing({ source, checkedAt, openDataAsOf }: Missing) {
  return { source, checkedAt: new Date(checkedAt), openDataAsOf: openDataAsOf === null ? null : new Date(openDataAsOf) };
}
