import type { ModelCustomer, ModelSubscription, Status } from './stripe-model.ts';

const day = 24 * 60 * 60;

export interface Expected {
  type: string;
  /** Unix time in seconds. */
  paidUntil: number;
  status: string;
}

const best: Status[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled', 'incomplete', 'incomplete_expired'];

/** A second implementation of our promise, from the last state alone: which plan a company has and until when it is paid. */
export function expectedOf({ subscriptions, invoices }: ModelCustomer, trialEnd: number): Expected | null {
  const [current] = subscriptions.toSorted((a, b) => best.indexOf(a.status) - best.indexOf(b.status) || b.created - a.created);
  if (!current) return null;
  const free = invoices.some(({ status }) => status === 'paid') ? 0 : trialEnd;
  const { type, paidUntil } = plan(current, free);
  return { type, paidUntil, status: current.status.toUpperCase() };
}

function plan(one: ModelSubscription, free: number): { type: string; paidUntil: number } {
  const isWaiting = one.lastInvoice?.status === 'open';
  const atMost = (until: number) => (one.cancelAt === null ? until : Math.min(until, one.cancelAt));
  if (one.status === 'active' || one.status === 'trialing')
    return { type: one.type, paidUntil: Math.max(free, atMost(one.periodEnd + 3 * day)) };
  if (one.status === 'past_due') {
    const since = isWaiting ? (one.lastInvoice?.created ?? 0) : one.periodStart;
    return { type: one.type, paidUntil: Math.max(free, atMost(since + 7 * day)) };
  }
  if (one.status === 'canceled') {
    const last = one.endedAt ?? one.periodEnd;
    return last >= free ? { type: one.type, paidUntil: last } : { type: 'FREE_TRIAL', paidUntil: free };
  }
  if (one.status === 'unpaid' || one.status === 'paused') {
    const since = isWaiting ? Math.min(one.periodStart, one.lastInvoice?.created ?? 0) : one.periodStart;
    return { type: one.type, paidUntil: Math.max(free, since) };
  }
  return { type: 'FREE_TRIAL', paidUntil: free };
}
