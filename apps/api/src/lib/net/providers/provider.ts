import { setTimeout as pause } from 'node:timers/promises';
import { createFairQueue } from '../../admission/fair-queue.ts';
import type { LimitName } from '../../admission/rate-limit.ts';
import { AppError } from '../../errors.ts';
import type { Platform } from '../../platform.ts';
import { callProvider, type ProviderName, type ProviderReply } from './call.ts';
import { createCircuit } from './circuit.ts';
import { createQuota } from './quota.ts';
import { retryAfterMs } from './retry-after.ts';

export interface ProviderSettings {
  name: ProviderName;
  base: string;
  /** For one attempt. */
  timeoutMs: number;
  /** For everything: the wait for a turn and all attempts. */
  patienceMs: number;
  /** What we use of an account's limit at the provider, all processes together. */
  perMinute: number;
  /** Counted per company before each question, besides the turns that companies take. */
  companyLimit?: LimitName;
}

export interface Question<T> {
  companyId: string;
  /** Whose key it is. Each account has its own quota, and its failures stop nobody else. */
  account: 'ours' | { companyId: string };
  method?: 'GET' | 'POST';
  path: string;
  /** A parameter that is given several times has a list. */
  query?: Record<string, string | readonly string[]>;
  headers?: Record<string, string>;
  body?: unknown;
  /**
   * Reads an answer whose status is below 500 and not 408 or 429. Throws `ProviderRefusal` if the provider refuses our key, and any other
   * error if this is no answer of the provider, such as a maintenance page.
   */
  read(reply: { status: number; headers: Headers; body: unknown }): T;
}

/** The provider answers, but not to us: a wrong key, or an account that may not ask. The message goes to the log. */
export class ProviderRefusal extends Error {}

export type ProviderAnswer<T> =
  | { kind: 'answered'; value: T }
  /** `reason` is for the log. It holds neither a key nor what was asked. */
  | { kind: 'unavailable'; because: 'LIMIT' | 'RESTING' | 'NOT_REACHED' | 'TIMEOUT' | 'REFUSED' | 'BROKEN'; reason: string };

export interface Provider {
  /** For questions that may be asked twice. Never throws because of what the provider does. */
  ask<T>(question: Question<T>): Promise<ProviderAnswer<T>>;
}

interface Attempt<T> {
  answer: ProviderAnswer<T>;
  /** What it means for the account: it works, it fails, or nothing is known. */
  says: 'works' | 'fails' | 'nothing';
  /** A second attempt may help after so many milliseconds. Null if it would not. */
  retryInMs: number | null;
}

const attempts = 2;
const retryMs = 200;

/** The only way to ask an outside service: in turn, within its limits, with a deadline, and not while it is failing. */
export function createProvider(
  { redis, limits, metrics }: Pick<Platform, 'redis' | 'limits' | 'metrics'>,
  { name, base, timeoutMs, patienceMs, perMinute, companyLimit }: ProviderSettings,
): Provider {
  const circuit = createCircuit();
  const quota = createQuota(redis, name, perMinute);
  // One request of a company at a time asks Redis for a turn.
  const line = createFairQueue({
    atOnce: 1_000,
    atOncePerCompany: 1,
    waiting: 2_000,
    waitingPerCompany: 100,
    maxWaitMs: patienceMs,
    busy: `Many people are asking ${name}.`,
  });

  async function attempt<T>(question: Question<T>, account: string, untilMs: number): Promise<Attempt<T>> {
    const { companyId, method = 'GET', path, query = {}, headers = {}, body, read } = question;
    const isTurn = await line.take(companyId, () => quota.takeTurn(account, companyId, untilMs - performance.now()));
    if (!isTurn) return { answer: unavailable('LIMIT', 'no turn came in time'), says: 'nothing', retryInMs: null };
    const url = new URL(path, base);
    for (const [key, value] of Object.entries(query)) for (const one of [value].flat()) url.searchParams.append(key, one);
    const reply = await callProvider(metrics, name, {
      method,
      url,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: Math.max(Math.min(timeoutMs, untilMs - performance.now()), 1),
    });
    if (reply.kind === 'reply' && reply.status === 429) {
      const waitMs = retryAfterMs(reply.headers);
      if (waitMs !== null) await quota.pauseAll(account, waitMs);
      return { answer: unavailable('LIMIT', 'status 429'), says: waitMs === null ? 'fails' : 'nothing', retryInMs: waitMs };
    }
    return interpret(reply, read);
  }

  async function askInTurn<T>(question: Question<T>, account: string): Promise<Attempt<T>> {
    const untilMs = performance.now() + patienceMs;
    try {
      if (companyLimit !== undefined) await limits.take(companyLimit, question.companyId);
      for (let left = attempts - 1; ; left -= 1) {
        const made = await attempt(question, account, untilMs);
        if (left === 0 || made.retryInMs === null || performance.now() + made.retryInMs > untilMs) return made;
        await pause(made.retryInMs);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { answer: unavailable('LIMIT', 'the company has asked its share'), says: 'nothing', retryInMs: null };
    }
  }

  return {
    async ask(question) {
      const account = question.account === 'ours' ? 'ours' : question.account.companyId;
      if (!circuit.enter(account)) {
        metrics.providerQuestions.inc({ provider: name, outcome: 'resting' });
        return unavailable('RESTING', 'it failed a moment ago');
      }
      let says: Attempt<unknown>['says'] = 'nothing';
      try {
        const made = await askInTurn(question, account);
        says = made.says;
        const { answer } = made;
        metrics.providerQuestions.inc({ provider: name, outcome: answer.kind === 'answered' ? 'answered' : answer.because.toLowerCase() });
        return answer;
      } finally {
        if (says === 'works') circuit.succeeded(account);
        else if (says === 'fails') circuit.failed(account);
        else circuit.leave(account);
      }
    },
  };
}

function interpret<T>(reply: ProviderReply, read: Question<T>['read']): Attempt<T> {
  const retryInMs = retryMs * (1 + Math.random());
  const fails = (answer: ProviderAnswer<T>, waitMs: number | null): Attempt<T> => ({ answer, says: 'fails', retryInMs: waitMs });
  if (reply.kind === 'not_reached') return fails(unavailable('NOT_REACHED', 'no connection'), retryInMs);
  if (reply.kind === 'broken') {
    return reply.isTimeout
      ? fails(unavailable('TIMEOUT', 'no answer in time'), null)
      : fails(unavailable('BROKEN', 'the connection broke'), retryInMs);
  }
  const { status, headers, body } = reply;
  if (status >= 500 || status === 408) {
    return fails(unavailable('BROKEN', `status ${status}`), retryAfterMs(headers) ?? retryInMs);
  }
  try {
    return { answer: { kind: 'answered', value: read({ status, headers, body }) }, says: 'works', retryInMs: null };
  } catch (error) {
    if (error instanceof ProviderRefusal) return fails(unavailable('REFUSED', error.message), null);
    return fails(unavailable('BROKEN', `status ${status}, an answer that can’t be read`), null);
  }
}

function unavailable<T>(because: Extract<ProviderAnswer<T>, { kind: 'unavailable' }>['because'], reason: string): ProviderAnswer<T> {
  return { kind: 'unavailable', because, reason };
}
