import type { GrantAnswer, MailGrant } from './mail-grant.ts';
import type { SendOutcome } from './mail-sender.service.ts';

const timeoutMs = 30_000;
/** Failures of a connection that was never made: the request was not written, so nobody can have accepted it. */
const notReached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

export interface ProviderAnswer {
  status: number;
  headers: Headers;
  /** What the body says as JSON; null when it says nothing, or not that. */
  body: unknown;
}

/** The request without its token. */
export interface ProviderRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends one request with the grant's token. A 401 says that nothing was accepted, so the token is renewed and the request sent again,
 * once. `read` says what an answer below 500 means; above, and without an answer, nobody knows.
 */
export async function postWithGrant(
  grant: MailGrant,
  request: ProviderRequest,
  read: (answer: ProviderAnswer) => SendOutcome,
): Promise<SendOutcome> {
  const granted = await grant.accessToken();
  if (granted.kind !== 'token') return granted;
  const first = await post(request, granted.token);
  if (!('status' in first) || first.status !== 401) return outcomeOf(first, read);
  const renewed: GrantAnswer = await grant.renew(granted.token);
  if (renewed.kind !== 'token') return renewed;
  const second = await post(request, renewed.token);
  if ('status' in second && second.status === 401) {
    return { kind: 'disconnected', reason: 'The mail service no longer accepts our sign-in. Connect this mailbox again.' };
  }
  return outcomeOf(second, read);
}

async function post({ url, headers, body }: ProviderRequest, token: string): Promise<ProviderAnswer | SendOutcome> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    return isNotReached(error)
      ? { kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' }
      : { kind: 'unknown', reason: 'The connection broke before the mail service had answered.' };
  }
  // The status alone decides whether it was accepted; a body that breaks off takes nothing back.
  const parsed: unknown = await response.json().catch(() => null);
  return { status: response.status, headers: response.headers, body: parsed };
}

function isNotReached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(failedToConnect);
  return failedToConnect(cause);
}

function failedToConnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // An unreachable network is reported for open connections too; only the call says which it was.
  return notReached.includes(code) || syscall === 'connect';
}

function outcomeOf(answer: ProviderAnswer | SendOutcome, read: (answer: ProviderAnswer) => SendOutcome): SendOutcome {
  if (!('status' in answer)) return answer;
  const { status } = answer;
  // A redirect, a timeout on their side and every fault of theirs: the mail may be on its way all the same.
  if (status >= 500 || status === 408 || (status >= 300 && status < 400)) {
    return { kind: 'unknown', reason: `The mail service answered with a fault of its own (${status}).` };
  }
  return read(answer);
}

/** `Retry-After` as seconds (also with a fraction) or as a date. */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
