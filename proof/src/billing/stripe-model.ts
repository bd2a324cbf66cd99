import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../lib/random.ts';
import type { Stage } from '../lib/stage.ts';

export type Status = 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid' | 'incomplete' | 'incomplete_expired' | 'paused';
export const types = ['PRO_MONTHLY', 'PRO_YEARLY', 'UNLIMITED_PRO_MONTHLY', 'UNLIMITED_PRO_YEARLY'] as const;
export type PlanType = (typeof types)[number];

/** Times are in whole seconds, as at Stripe. */
export interface ModelSubscription {
  id: string;
  status: Status;
  type: PlanType;
  created: number;
  periodStart: number;
  periodEnd: number;
  cancelAt: number | null;
  endedAt: number | null;
  quantity: number;
  lastInvoice: ModelInvoice | null;
}

export interface ModelInvoice {
  id: string;
  status: 'open' | 'paid' | 'void';
  created: number;
  total: number;
}

export interface ModelCustomer {
  id: string;
  subscriptions: ModelSubscription[];
  invoices: ModelInvoice[];
}

export const newId = (kind: string) => `${kind}_${randomBytes(9).toString('hex')}`;

export interface StripeModel {
  base: string;
  customers: Map<string, ModelCustomer>;
  requests(): number;
  faults(): number;
  close(): Promise<void>;
}

/** One answer in this many is a server error. */
const oneFaultIn = 400;

/** Answers the few Stripe requests that the product makes, over plain HTTP. It is fast enough for a hundred thousand histories. */
export async function startStripeModel(stage: Stage): Promise<StripeModel> {
  const customers = new Map<string, ModelCustomer>();
  const random: Random = stage.random.fork('stripe');
  let requests = 0;
  let faults = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const url = new URL(request.url ?? '/', 'http://model');
    const form = new URLSearchParams(await readText(request));
    const isFault = random.below(oneFaultIn) === 0;
    if (isFault) faults += 1;
    const [status, body] = isFault
      ? [500, { error: { type: 'api_error', message: 'Something went wrong here.' } }]
      : answerOf(customers, request.method ?? 'GET', url, form);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  stage.defer(close);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, customers, requests: () => requests, faults: () => faults, close };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

type Answer = [number, unknown];

function answerOf(customers: Map<string, ModelCustomer>, method: string, url: URL, form: URLSearchParams): Answer {
  const [, , resource, id] = url.pathname.split('/');
  const customer = customers.get(url.searchParams.get('customer') ?? id ?? '');
  if (resource === 'prices') return [200, listOf(types.map(toPrice))];
  if (resource === 'invoices' && method === 'POST') return [200, { object: 'invoice', amount_due: 14_99 }];
  if (resource === 'subscriptions' && method === 'POST') return changeQuantity(customers, id ?? '', form);
  if (!customer) return [404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer' } }];
  switch (resource) {
    case 'customers':
      return [200, { id: customer.id, object: 'customer', balance: 0, invoice_settings: { default_payment_method: null } }];
    case 'subscriptions':
      return [200, listOf(customer.subscriptions.map((one) => toSubscription(one, customer.id)))];
    case 'invoices':
      return [200, listOf(customer.invoices.map((one) => toInvoice(one, customer.id)).reverse())];
    case 'charges':
      return [200, listOf([])];
    default:
      return [404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${url.pathname})` } }];
  }
}

function changeQuantity(customers: Map<string, ModelCustomer>, id: string, form: URLSearchParams): Answer {
  for (const customer of customers.values()) {
    const found = customer.subscriptions.find((one) => one.id === id);
    if (!found) continue;
    found.quantity = Number(form.get('items[0][quantity]') ?? found.quantity);
    return [200, toSubscription(found, customer.id)];
  }
  return [404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' } }];
}

function listOf(data: readonly unknown[]) {
  return { object: 'list', data, has_more: false, url: '/v1' };
}

function toPrice(type: PlanType) {
  return {
    id: `price_${type}`,
    object: 'price',
    lookup_key: type,
    unit_amount: 14_99,
    metadata: { subscription_type: type },
    recurring: { interval: type.endsWith('YEARLY') ? 'year' : 'month' },
  };
}

export function toSubscription(one: ModelSubscription, customer: string) {
  return {
    id: one.id,
    object: 'subscription',
    customer,
    status: one.status,
    created: one.created,
    cancel_at: one.cancelAt,
    cancel_at_period_end: false,
    ended_at: one.endedAt,
    default_payment_method: null,
    latest_invoice: one.lastInvoice === null ? null : toInvoice(one.lastInvoice, customer),
    items: listOf([
      {
        id: `si_${one.id}`,
        quantity: one.quantity,
        current_period_start: one.periodStart,
        current_period_end: one.periodEnd,
        price: toPrice(one.type),
      },
    ]),
  };
}

function toInvoice({ id, status, created, total }: ModelInvoice, customer: string) {
  return {
    id,
    object: 'invoice',
    customer,
    number: id,
    created,
    status,
    total,
    amount_paid: status === 'paid' ? total : 0,
    starting_balance: 0,
    ending_balance: 0,
    hosted_invoice_url: null,
    lines: listOf([]),
    payments: listOf([]),
  };
}
