import { createHmac } from 'node:crypto';
import { fetchRaw, type Reply } from '../lib/http-client.ts';

export const webhookSecret = 'whsec_of_this_proof';

export function sign(body: string, { secret = webhookSecret, at = Math.floor(Date.now() / 1_000) } = {}): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Posts one message to the product's webhook. */
export function post(origin: string, body: string, signature: string | null, signal?: AbortSignal): Promise<Reply> {
  return fetchRaw(`${origin}/api/billing/stripe-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature === null ? {} : { 'stripe-signature': signature }) },
    body,
    ...(signal ? { signal } : {}),
  });
}
