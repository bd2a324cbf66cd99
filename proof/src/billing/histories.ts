import type { Random } from '../lib/random.ts';
import { type ModelCustomer, type ModelSubscription, newId, type PlanType, type Status, toSubscription, types } from './stripe-model.ts';

const daySeconds = 24 * 60 * 60;
const hourSeconds = 60 * 60;

/** Something that happens to a subscription, with a name that a failure report can show. */
type Step = [name: string, change: (random: Random, world: Customer) => void];

/** The state of one customer while the history is generated. */
interface Customer extends ModelCustomer {
  /** The model's clock, in seconds. It starts at the real time and runs ahead. */
  now: number;
  current: ModelSubscription | null;
}

const periodSeconds = (type: PlanType) => (type.endsWith('YEARLY') ? 365 : 30) * daySeconds;

function addInvoice(world: Customer, status: 'open' | 'paid'): void {
  const invoice = { id: newId('in'), status, created: world.now, total: 14_99 };
  world.invoices.push(invoice);
  if (world.current) world.current.lastInvoice = invoice;
}

function subscribe(world: Customer, random: Random, status: Status): void {
  const type = random.pick(types);
  world.current = {
    id: newId('sub'),
    status,
    type,
    created: world.now,
    periodStart: world.now,
    periodEnd: world.now + periodSeconds(type),
    cancelAt: null,
    endedAt: null,
    // One person works in each company, so the product has to lower two seats to one.
    quantity: random.chance(0.1) ? 2 : 1,
    lastInvoice: null,
  };
  world.subscriptions.push(world.current);
}

const toStatus =
  (status: Status) =>
  (_random: Random, { current }: Customer): void => {
    if (current) current.status = status;
  };

function nextPeriod(world: Customer, status: Status, paid: 'open' | 'paid'): void {
  const { current } = world;
  if (!current) return;
  world.now = Math.max(world.now, current.periodEnd);
  Object.assign(current, { status, periodStart: current.periodEnd, periodEnd: current.periodEnd + periodSeconds(current.type) });
  addInvoice(world, paid);
}

const pay: Step['1'] = (_random, world) => {
  const { current } = world;
  if (!current) return;
  const waiting = current.lastInvoice;
  if (waiting?.status === 'open') waiting.status = 'paid';
  else addInvoice(world, 'paid');
  current.status = 'active';
};
const end: Step['1'] = (_random, { current, now }) => {
  if (current) Object.assign(current, { status: 'canceled', endedAt: now });
};

const startings: Step[] = [
  [
    'bought',
    (random, world) => {
      subscribe(world, random, 'active');
      addInvoice(world, 'paid');
    },
  ],
  [
    'first card refused',
    (random, world) => {
      subscribe(world, random, 'incomplete');
      addInvoice(world, 'open');
    },
  ],
  ['trial at Stripe', (random, world) => subscribe(world, random, 'trialing')],
];
const renewed: Step = ['renewed', (_random, world) => nextPeriod(world, 'active', 'paid')];
const renewalFailed: Step = ['renewal failed', (_random, world) => nextPeriod(world, 'past_due', 'open')];
const paid: Step = ['paid', pay];
const ended: Step = ['ended', end];
const steps: Record<Status, Step[]> = {
  active: [
    renewed,
    renewed,
    renewalFailed,
    [
      'cancelled for the end',
      (_random, { current }) => {
        if (current) current.cancelAt = current.periodEnd;
      },
    ],
    [
      'taken back',
      (_random, { current }) => {
        if (current) current.cancelAt = null;
      },
    ],
    [
      'switched',
      (random, { current }) => {
        if (current) current.type = random.pick(types);
      },
    ],
    ['paused', toStatus('paused')],
    ended,
  ],
  trialing: [
    ['trial over, paid', (_random, world) => nextPeriod(world, 'active', 'paid')],
    ['trial over, no card', toStatus('paused')],
    ended,
  ],
  past_due: [paid, paid, ['given up on', toStatus('unpaid')], ended],
  unpaid: [paid, ended],
  paused: [paid, ended],
  incomplete: [paid, ['first card never mended', toStatus('incomplete_expired')]],
  incomplete_expired: startings,
  canceled: startings,
};

export interface Delivery {
  kind: 'change' | 'message';
  /** Time on the history's clock, in seconds. It only sorts the timeline: the run does not wait. */
  at: number;
  run(): void;
  /** For a message: its JSON, with the state at the moment of the change. */
  body: string;
}

export interface History {
  companyId: string;
  customer: ModelCustomer;
  /** Changes and messages, ordered by time. */
  timeline: Delivery[];
  names: string[];
  messages: number;
  copies: number;
  dropped: number;
}

export interface Weather {
  dropPercent: number;
}

const maxDelayHours = 72;

/**
 * A random history with random delivery. Each message comes 1 to 5 times, each copy up to three days late, so copies come in any order.
 * Some messages never come.
 */
export function makeHistory(random: Random, companyId: string, customerId: string, { dropPercent }: Weather): History {
  const shadow: Customer = { id: customerId, subscriptions: [], invoices: [], now: Math.floor(Date.now() / 1_000), current: null };
  const live: ModelCustomer = { id: customerId, subscriptions: [], invoices: [] };
  const history: History = { companyId, customer: live, timeline: [], names: [], messages: 0, copies: 0, dropped: 0 };
  const count = 1 + random.below(6);
  for (let step = 0; step < count; step++) {
    const [name, change] = random.pick(shadow.current === null ? startings : steps[shadow.current.status]);
    shadow.now += (1 + random.below(40)) * hourSeconds;
    change(random, shadow);
    history.names.push(name);
    const at = shadow.now;
    const seen = structuredClone({ subscriptions: shadow.subscriptions, invoices: shadow.invoices });
    history.timeline.push({ kind: 'change', at, body: '', run: () => keepQuantity(live, seen) });
    history.messages += 1;
    if (random.below(100) < dropPercent) {
      history.dropped += 1;
      continue;
    }
    const body = writeMessage(at, shadow);
    const copies = 1 + random.below(5);
    history.copies += copies;
    for (let copy = 0; copy < copies; copy++) {
      history.timeline.push({ kind: 'message', at: at + random.below(maxDelayHours * hourSeconds), body, run: () => {} });
    }
  }
  history.timeline.sort((a, b) => a.at - b.at);
  return history;
}

/** Keeps the seat count that the product has set at Stripe meanwhile. */
function keepQuantity(live: ModelCustomer, seen: Pick<ModelCustomer, 'subscriptions' | 'invoices'>): void {
  const set = new Map(live.subscriptions.map(({ id, quantity }) => [id, quantity]));
  live.subscriptions = seen.subscriptions.map((one) => ({ ...one, quantity: set.get(one.id) ?? one.quantity }));
  live.invoices = seen.invoices;
}

function writeMessage(at: number, { id, current }: Customer): string {
  return JSON.stringify({
    id: newId('evt'),
    object: 'event',
    type: 'customer.subscription.updated',
    created: at,
    data: { object: current === null ? { object: 'customer', id } : toSubscription(current, id) },
  });
}
