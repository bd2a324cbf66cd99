import type { GrantAnswer, MailGrant } from './mail-grant.ts';
import type { SendOutcome } from './mail-sender.service.ts';

const timeoutMs = 30_000;
/** Errors before a connection existed. The request was not sent, so the provider can't have accepted the mail. */
const notReached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

export interface ProviderAnswer {
  status: number;
  headers: Headers;
  /** The parsed JSON body, or null if there is none. */
  body: unknown;
}

/** The request without its token. */
export interface ProviderRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends one request with the grant's token. A 401 means that nothing was accepted, so the token is renewed and the request is sent once
 * more. `read` interprets clear answers. After a redirect, a 408, a 500 or above, or a connection that broke, the outcome is unknown.
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
  // Only the status decides whether the mail was accepted. A body that breaks off changes nothing.
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
  // An unreachable network is also reported for open connections. Only `syscall` tells the two apart.
  return notReached.includes(code) || syscall === 'connect';
}

function outcomeOf(answer: ProviderAnswer | SendOutcome, read: (answer: ProviderAnswer) => SendOutcome): SendOutcome {
  if (!('status' in answer)) return answer;
  const { status } = answer;
  // A redirect, a timeout or an error on the provider's side: the mail may have been sent in spite of it.
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
