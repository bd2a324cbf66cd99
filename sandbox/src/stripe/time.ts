import { invalid } from './api/refusal.ts';
import { collect } from './collection.ts';
import { daySeconds } from './periods.ts';
import { periodOf, renew } from './subscriptions.ts';
import type { Records, World } from './world.ts';

const trialWarningSeconds = 3 * daySeconds;
const running = new Set(['active', 'trialing', 'past_due', 'unpaid']);

interface Due {
  at: number;
  customer: string | null;
  run(): void;
}

function listDue(world: World): Due[] {
  const { records } = world;
  const due: Due[] = [];
  for (const subscription of records.subscriptions.values()) {
    if (!running.has(subscription.status)) continue;
    const { customer, trial_end: trialEnd } = subscription;
    const at = Math.min(periodOf(subscription).end, subscription.cancel_at ?? Number.POSITIVE_INFINITY);
    due.push({ at, customer, run: () => renew(world, subscription) });
    if (subscription.status === 'trialing' && trialEnd !== null && !records.warned.has(subscription.id)) {
      const run = () => {
        records.warned.add(subscription.id);
        world.emit('customer.subscription.trial_will_end', subscription);
      };
      due.push({ at: trialEnd - trialWarningSeconds, customer, run });
    }
  }
  for (const invoice of records.invoices.values()) {
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
      due.push({ at: invoice.next_payment_attempt, customer: invoice.customer, run: () => void collect(world, invoice, 'later') });
  }
  for (const session of records.checkoutSessions.values()) {
    if (session.status !== 'open') continue;
    const run = () => {
      Object.assign(session, { status: 'expired', url: null });
      world.emit('checkout.session.expired', session);
    };
    due.push({ at: session.expires_at, customer: session.customer, run });
  }
  return due;
}

/** Does everything that is due by now, in order of its due time. */
export function catchUp(world: World, customer?: string): void {
  const until = world.now();
  const ahead = world.aheadSeconds;
  for (;;) {
    const [next] = listDue(world)
      .filter((one) => one.at <= until && (customer === undefined || one.customer === customer))
      .sort((a, b) => a.at - b.at);
    if (next === undefined) break;
    // The clock is set to the due time of each step, so that dates and periods are the same as if the time had really passed.
    world.aheadSeconds = ahead + next.at - until;
    next.run();
  }
  world.aheadSeconds = ahead;
}

export function secondsToRenewal(world: World, customer: string): number {
  const own = [...world.records.subscriptions.values()].filter((one) => one.customer === customer && running.has(one.status));
  if (own.length === 0) throw invalid(`No subscription of the customer ${customer} runs.`);
  return Math.max(0, Math.min(...own.map((one) => periodOf(one).end)) - world.now());
}

const momentKeys = new Set([
  'billing_cycle_anchor',
  'cancel_at',
  'canceled_at',
  'created',
  'current_period_end',
  'current_period_start',
  'effective_at',
  'end',
  'ended_at',
  'expires_at',
  'finalized_at',
  'next_payment_attempt',
  'paid_at',
  'period_end',
  'period_start',
  'start',
  'start_date',
  'trial_end',
  'trial_start',
  'webhooks_delivered_at',
]);

function moveBack(value: unknown, seconds: number, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'number' && momentKeys.has(key)) (value as Record<string, unknown>)[key] = inner - seconds;
    else moveBack(inner, seconds, seen);
  }
}

const agingRecords = [
  'customers',
  'balanceTransactions',
  'paymentMethods',
  'checkoutSessions',
  'subscriptions',
  'invoices',
  'paymentIntents',
  'charges',
  'refunds',
] as const satisfies (keyof Records)[];

function belongsTo(record: { id: string; customer?: unknown }, customer: string | undefined): boolean {
  return customer === undefined || record.id === customer || record.customer === customer;
}

/**
 * Lets time pass, for one customer or for all. Everything that falls due happens. Then all dates are moved back, so that a program with a
 * real clock sees today as today and the passed time as the past.
 */
export function passTime(world: World, seconds: number, customer?: string): void {
  catchUp(world);
  world.aheadSeconds += seconds;
  catchUp(world, customer);
  world.aheadSeconds -= seconds;
  const seen = new Set<object>();
  // Prices are shared by everybody's items and don't age.
  for (const price of world.records.prices.values()) seen.add(price);
  for (const name of agingRecords) {
    for (const record of world.records[name].values()) if (belongsTo(record, customer)) moveBack(record, seconds, seen);
  }
  for (const [id, lines] of world.records.pendingLines) {
    const subscription = world.records.subscriptions.get(id);
    if (subscription && belongsTo(subscription, customer)) moveBack(lines, seconds, seen);
  }
  for (const event of world.records.events.values()) {
    const object = event.data.object as { id: string; customer?: unknown };
    if (belongsTo(object, customer)) moveBack(event, seconds, seen);
  }
  for (const plan of customer === undefined ? world.records.checkoutPlans.values() : [])
    if (plan.trialEnd !== null) plan.trialEnd -= seconds;
}
