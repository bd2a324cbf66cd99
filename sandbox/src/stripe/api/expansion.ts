import { lineItemsOf } from '../checkout.ts';
import { paymentsOf } from '../payments.ts';
import type { Records, World } from '../world.ts';
import { listOf } from './listing.ts';
import { invalid } from './refusal.ts';
import type { CheckoutSession } from './shapes.ts';

const deepestLevel = 4;

const homes: Readonly<Record<string, keyof Records>> = {
  prod: 'products',
  price: 'prices',
  cus: 'customers',
  pm: 'paymentMethods',
  cs: 'checkoutSessions',
  sub: 'subscriptions',
  in: 'invoices',
  pi: 'paymentIntents',
  ch: 'charges',
  re: 'refunds',
  bpc: 'portalConfigurations',
};

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function resolve(world: World, id: string): unknown {
  const home = homes[id.slice(0, id.indexOf('_'))];
  const records = home === undefined ? undefined : (world.records[home] as ReadonlyMap<string, unknown>);
  return structuredClone(records?.get(id));
}

/** Fields that an object has only when the request expands them. */
function include(world: World, node: Node, name: string): unknown {
  const key = `${String(node.object)}.${name}`;
  const id = String(node.id);
  if (key === 'invoice.payments') return structuredClone(listOf(paymentsOf(world, id), `/v1/invoice_payments?invoice=${id}`));
  if (key === 'checkout.session.line_items') return structuredClone(lineItemsOf(world, node as unknown as CheckoutSession));
  if (key === 'charge.refunds') {
    const refunds = [...world.records.refunds.values()].filter((refund) => refund.charge === id).reverse();
    return structuredClone(listOf(refunds, `/v1/charges/${id}/refunds`));
  }
  if (key === 'customer.subscriptions') {
    const own = [...world.records.subscriptions.values()].filter((one) => one.customer === id && one.status !== 'canceled').reverse();
    return structuredClone(listOf(own, `/v1/customers/${id}/subscriptions`));
  }
  return undefined;
}

function walk(world: World, value: unknown, [name, ...rest]: string[], path: string): void {
  if (name === undefined || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const one of value) walk(world, one, [name, ...rest], path);
    return;
  }
  if (!isNode(value)) throw invalid(`This property cannot be expanded (${path}).`, 'expand');
  const found = value[name] ?? include(world, value, name);
  if (found === undefined && !(name in value)) throw invalid(`This property cannot be expanded (${path}).`, 'expand');
  if (typeof found === 'string') {
    const full = resolve(world, found);
    if (full === undefined) throw invalid(`This property cannot be expanded (${path}).`, 'expand');
    value[name] = full;
  } else value[name] = found;
  walk(world, value[name], rest, path);
}

/** A copy of the answer with the requested references expanded. */
export function expand(world: World, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > deepestLevel) throw invalid(`You cannot expand more than ${deepestLevel} levels of a property: ${path}`, 'expand');
    walk(world, copy, parts, path);
  }
  return copy;
}
