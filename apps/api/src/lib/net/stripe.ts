import Stripe from 'stripe';
import { z } from 'zod';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { providerFetch } from './providers/call.ts';

const timeoutMs = 8_000;
const retries = 2;
/** How old a signed message may be. */
const toleranceSeconds = 300;

/** Null without a key: then nobody can start to pay, and everything else works. */
export function createStripe(
  { STRIPE_SECRET_KEY, STRIPE_API_BASE }: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>,
  metrics: Metrics,
): Stripe | null {
  if (!STRIPE_SECRET_KEY) return null;
  const base = new URL(STRIPE_API_BASE);
  const isPlain = base.protocol === 'http:';
  // Plain HTTP only to this machine: the sandbox.
  if (isPlain && !['localhost', '127.0.0.1'].includes(base.hostname)) throw new Error('STRIPE_API_BASE must be https');
  return new Stripe(STRIPE_SECRET_KEY, {
    host: base.hostname,
    port: base.port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(providerFetch(metrics, 'stripe')),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  });
}

/** For a request that a person is waiting for. If Stripe fails, the answer says that nothing was charged. */
export async function askStripe<T>(stripe: Stripe | null, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  if (!stripe) throw new AppError('payment_unavailable', { reason: 'no STRIPE_SECRET_KEY' });
  try {
    return await work(stripe);
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause;
    throw new AppError('payment_unavailable', { reason: `Stripe: ${cause.type} ${cause.code ?? ''}`.trim(), cause });
  }
}

/** Stripe does not have this object, so trying again will not help. */
export function isUnknownToStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** The parts of a message that we read. */
const StripeEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.number(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export type StripeEvent = z.infer<typeof StripeEvent>;

/** Returns the message if Stripe signed exactly these bytes, at most `toleranceSeconds` ago. Throws otherwise. */
export function readSignedEvent(secret: string | undefined, body: Buffer, signature: string | string[] | undefined): StripeEvent {
  if (!secret) throw new AppError('payment_unavailable', { reason: 'no STRIPE_WEBHOOK_SECRET' });
  if (typeof signature !== 'string') throw new AppError('invalid_signature', { reason: 'no signature' });
  let signed: unknown;
  try {
    signed = Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
  } catch (cause) {
    throw new AppError('invalid_signature', { reason: 'the signature does not fit', cause });
  }
  const event = StripeEvent.safeParse(signed);
  if (!event.success) throw new AppError('malformed_request', { reason: 'not a message of Stripe', cause: event.error });
  return event.data;
}
