import { callProvider, type ProviderReply } from '../../../lib/net/providers/call.ts';
import type { Metrics } from '../../../lib/telemetry/metrics.ts';
import type { GrantAnswer, MailGrant } from './mail-grant.ts';
import type { SendOutcome } from './mail-sender.service.ts';

const timeoutMs = 30_000;

export type MailReply = Extract<ProviderReply, { kind: 'reply' }>;

/** The request without its token. */
export interface MailRequest {
  provider: 'gmail' | 'graph';
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends one request with the grant's token. A 401 means that nothing was accepted, so the token is renewed and the request is sent once
 * more. `read` interprets clear answers. After a redirect, a 408, a 500 or above, or a connection that broke, the outcome is unknown.
 */
export async function postWithGrant(
  metrics: Metrics,
  grant: MailGrant,
  request: MailRequest,
  read: (reply: MailReply) => SendOutcome,
): Promise<SendOutcome> {
  const granted = await grant.accessToken();
  if (granted.kind !== 'token') return granted;
  const first = await post(metrics, request, granted.token);
  if (!('status' in first) || first.status !== 401) return outcomeOf(first, read);
  const renewed: GrantAnswer = await grant.renew(granted.token);
  if (renewed.kind !== 'token') return renewed;
  const second = await post(metrics, request, renewed.token);
  if ('status' in second && second.status === 401) {
    return { kind: 'disconnected', reason: 'The mail service no longer accepts our sign-in. Connect this mailbox again.' };
  }
  return outcomeOf(second, read);
}

async function post(metrics: Metrics, { provider, ...request }: MailRequest, token: string): Promise<MailReply | SendOutcome> {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const reply = await callProvider(metrics, provider, { ...request, method: 'POST', headers, timeoutMs });
  // Only the status decides whether the mail was accepted. A body that breaks off changes nothing.
  if (reply.kind === 'reply') return reply;
  return reply.kind === 'not_reached'
    ? { kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' }
    : { kind: 'unknown', reason: 'The connection broke before the mail service had answered.' };
}

function outcomeOf(reply: MailReply | SendOutcome, read: (reply: MailReply) => SendOutcome): SendOutcome {
  if (!('status' in reply)) return reply;
  const { status } = reply;
  // A redirect, a timeout or an error on the provider's side: the mail may have been sent in spite of it.
  if (status >= 500 || status === 408 || (status >= 300 && status < 400)) {
    return { kind: 'unknown', reason: `The mail service answered with a fault of its own (${status}).` };
  }
  return read(reply);
}
