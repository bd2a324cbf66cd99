import { setUpStripe } from '../features/billing/set-up.service.ts';
import { wantedEvents } from '../features/billing/stripe-events.service.ts';
import { readApiEnv } from '../lib/env.ts';
import { createStripe } from '../lib/net/stripe.ts';
import { createMetrics } from '../lib/telemetry/metrics.ts';

/** `pnpm billing:setup` prepares the Stripe account of STRIPE_SECRET_KEY and prints what is left to do by hand. */
const env = readApiEnv();
const stripe = createStripe(env, createMetrics());
if (!stripe) throw new Error('Set STRIPE_SECRET_KEY first.');
const { done } = await setUpStripe(stripe, env.WEB_ORIGINS[0]);
process.stdout.write(done.length === 0 ? 'The Stripe account is up to date.\n' : `Made ${done.join(', ')}.\n`);
process.stdout.write(
  `Webhook endpoint: ${env.PUBLIC_URL}/api/billing/stripe-events\nIts events:\n${wantedEvents.map((name) => `  ${name}\n`).join('')}`,
);
