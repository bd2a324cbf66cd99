import { type BrokerLookup, CheckedRecord } from '@headhaul/contracts/fmcsa';
import { Problem } from '@headhaul/contracts/http/errors';
import { useState } from 'react';
import { describeFailure, suppressToast } from '../../../shared/api/api-failure.ts';
import { fmcsaApi } from '../fmcsa.api.ts';

export type RegisterNumber = { mc: string } | { dot: string };

/** What came of a look-up. */
export type LookUpResult =
  | { kind: 'ANSWER'; answer: BrokerLookup }
  /** Today's lookups are used. `kept` is what FMCSA said earlier, if it was ever asked. */
  | { kind: 'USED_UP'; used: number; kept: CheckedRecord | null }
  | { kind: 'FAILED'; message: string };

function readFailure(error: unknown): LookUpResult {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const problem = Problem.safeParse(data).data;
  if (problem?.code === 'limit_reached' && problem.limit?.isPlanActive) {
    return { kind: 'USED_UP', used: problem.limit.max, kept: CheckedRecord.safeParse(problem.current).data ?? null };
  }
  return { kind: 'FAILED', message: describeFailure(error).message };
}

/** Asks FMCSA about a broker. The result stays until the next question. */
export function useLookUp() {
  const [send, { isLoading }] = fmcsaApi.useLookUpBrokerMutation();
  const [result, setResult] = useState<LookUpResult | null>(null);
  const lookUp = async (query: RegisterNumber): Promise<LookUpResult> => {
    const { data, error } = await send({ ...suppressToast, query });
    const next: LookUpResult = data === undefined ? readFailure(error) : { kind: 'ANSWER', answer: data };
    setResult(next);
    return next;
  };
  return { lookUp, result, isLookingUp: isLoading, clear: () => setResult(null) };
}

/** "MC 1207731" or "USDOT 3401771" */
function formatNumber(number: RegisterNumber): string {
  return 'mc' in number ? `MC ${number.mc}` : `USDOT ${number.dot}`;
}

/** Why there is no record. Null for a broker that was found. */
export function describeFailedLookUp(result: LookUpResult, number: RegisterNumber): string | null {
  if (result.kind === 'FAILED') return result.message;
  if (result.kind === 'USED_UP') return `You have used all ${result.used} lookups of today.`;
  const { outcome, missing } = result.answer;
  if (outcome === 'FOUND') return null;
  if (outcome === 'UNAVAILABLE') return 'FMCSA isn’t answering. Try again in a few minutes. This used no lookup.';
  const nobody = `FMCSA has no broker with ${formatNumber(number)}. Check the number with them before you book.`;
  return missing?.source === 'OPEN_DATA' ? `${nobody} FMCSA’s main service isn’t answering, and a new broker may be missing here.` : nobody;
}
