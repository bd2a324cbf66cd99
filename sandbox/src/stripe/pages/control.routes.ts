import { z } from 'zod';
import type { Refusal } from '../../web/answer.ts';
import { createSwitches, type Switch } from '../../web/control.ts';
import { find } from '../api/listing.ts';
import { StripeRefusal } from '../api/refusal.ts';
import { completeCheckout, successUrlOf } from '../checkout.ts';
import { refundLastPayment } from '../refunds.ts';
import { passTime, secondsToRenewal } from '../time.ts';
import { createEndpoint, DeliveryFaults, type Webhooks } from '../webhooks.ts';
import type { World } from '../world.ts';

const longestSeconds = 10 * 366 * 86_400;
/** A number of seconds, or until a customer's period ends. */
const TimeBody = z.union([
  z.strictObject({ seconds: z.int().min(0).max(longestSeconds), customer: z.string().optional() }),
  z.strictObject({ toRenewalOf: z.string() }),
]);
const SettingsBody = z.strictObject({
  afterRetries: z.enum(['canceled', 'unpaid', 'past_due']).optional(),
  loseAnswers: z.int().min(0).max(100).optional(),
});
const EndpointBody = DeliveryFaults.extend({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().startsWith('whsec_').optional(),
  events: z.array(z.string()).min(1).optional(),
});
const SettleBody = z.strictObject({ url: z.string().optional(), withinMs: z.int().min(0).max(60_000).default(10_000) });
const RefundBody = z.strictObject({ amount: z.int().min(1).optional() });
const PayBody = z.strictObject({ card: z.string().default('4242424242424242'), email: z.string().optional() });

interface Control {
  world: World;
  webhooks: Webhooks;
  reset(): void;
}
type Answer = (control: Control, id: string, body: unknown) => unknown;

function setEndpoint({ world, webhooks }: Control, body: unknown): object {
  const { url, secret, events, ...faults } = EndpointBody.parse(body);
  const known = [...world.records.webhookEndpoints.values()].find((one) => one.url === url);
  const endpoint = known ?? createEndpoint(world, { url, enabled_events: events ?? ['*'] }, secret);
  if (secret !== undefined) endpoint.secret = secret;
  if (events !== undefined) endpoint.enabled_events = events;
  webhooks.setFaults(url, faults);
  return { id: endpoint.id, url, secret: endpoint.secret, events: endpoint.enabled_events, ...faults };
}

const routes: Readonly<Record<string, Answer>> = {
  'DELETE /stripe': (control) => control.reset(),
  'POST /stripe/time': ({ world }, _id, body) => {
    const sent = TimeBody.parse(body);
    const customer = 'toRenewalOf' in sent ? sent.toRenewalOf : sent.customer;
    if (customer !== undefined) find(world.records.customers, customer, 'customer');
    passTime(world, 'toRenewalOf' in sent ? secondsToRenewal(world, sent.toRenewalOf) : sent.seconds, customer);
  },
  'PUT /stripe/settings': ({ world }, _id, body) => Object.assign(world.settings, SettingsBody.parse(body)),
  'POST /stripe/customers/:id/fail-next-payment': ({ world }, id) => {
    find(world.records.customers, id, 'customer');
    world.records.doomed.add(id);
  },
  'POST /stripe/customers/:id/refund': ({ world }, id, body) => {
    find(world.records.customers, id, 'customer');
    return refundLastPayment(world, id, RefundBody.parse(body).amount);
  },
  'POST /stripe/checkout/:id/pay': ({ world }, id, body) => {
    const { card, email } = PayBody.parse(body);
    const session = find(world.records.checkoutSessions, id, 'checkout.session');
    const decline = completeCheckout(world, session, card, email);
    if (decline) throw new StripeRefusal(402, { type: 'card_error', code: decline.code, message: decline.message });
    return { successUrl: successUrlOf(session) };
  },
  'PUT /stripe/webhooks': (control, _id, body) => setEndpoint(control, body),
  'GET /stripe/webhooks': ({ webhooks }) => webhooks.deliveries(),
  'POST /stripe/webhooks/settle': async ({ webhooks }, _id, body) => {
    const { url, withinMs } = SettleBody.parse(body);
    return { isSettled: await webhooks.settle(url, withinMs) };
  },
  'POST /stripe/events/:id/send': ({ world, webhooks }, id) => webhooks.send(find(world.records.events, id, 'event')),
};
function explain(error: unknown): Refusal | undefined {
  if (!(error instanceof StripeRefusal)) return undefined;
  return { status: error.status, code: error.body.code ?? 'refused', title: 'That cannot be done', detail: error.message };
}

/** What a test or a developer can make happen at Stripe. */
export function createControl(control: Control) {
  const bound = Object.entries(routes).map(([key, answer]): [string, Switch] => [key, (id, body) => answer(control, id, body)]);
  return createSwitches(Object.fromEntries(bound), explain);
}
