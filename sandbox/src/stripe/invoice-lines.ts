import type { InvoiceLine, Price, Subscription, SubscriptionItem } from './api/shapes.ts';
import { newId, type World } from './world.ts';

interface Span {
  start: number;
  end: number;
}

interface LineOptions {
  amount: number;
  description: string;
  price: Price;
  quantity: number;
  period: Span;
  isProration: boolean;
}

function nameOf(world: World, price: Price): string {
  return world.records.products.get(price.product)?.name ?? price.product;
}

function buildLine(subscription: Subscription, item: SubscriptionItem, options: LineOptions): InvoiceLine {
  const { amount, description, price, quantity, period, isProration } = options;
  const both = { proration: isProration, proration_details: isProration ? { credited_items: null } : null, subscription: subscription.id };
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: 'usd',
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: { ...subscription.metadata },
    parent: isProration
      ? { type: 'invoice_item_details', invoice_item_details: { ...both, invoice_item: newId('ii') }, subscription_item_details: null }
      : {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: { ...both, invoice_item: null, subscription_item: item.id },
        },
    period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

/** A whole period of every item, or its free trial period. */
export function periodLines(world: World, subscription: Subscription, isTrial = false): InvoiceLine[] {
  return subscription.items.data.map((item) => {
    const { price, quantity } = item;
    const every = price.recurring?.interval ?? 'month';
    const cost = `$${(price.unit_amount / 100).toFixed(2)} / ${every}`;
    return buildLine(subscription, item, {
      amount: isTrial ? 0 : price.unit_amount * quantity,
      description: isTrial ? `Trial period for ${nameOf(world, price)}` : `${quantity} × ${nameOf(world, price)} (at ${cost})`,
      price,
      quantity,
      period: { start: item.current_period_start, end: item.current_period_end },
      isProration: false,
    });
  });
}

/** The share of a price for the rest of the period, by the second, rounded to cents. */
function shareOf(price: Price, quantity: number, { start, end }: Span, at: number): number {
  return Math.round((price.unit_amount * quantity * (end - at)) / (end - start));
}

export interface ItemChange {
  item: SubscriptionItem;
  price: Price;
  quantity: number;
}

function dayOf(moment: number): string {
  return new Date(moment * 1000).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });
}

function counted(world: World, price: Price, quantity: number): string {
  return quantity === 1 ? nameOf(world, price) : `${quantity} × ${nameOf(world, price)}`;
}

export function creditLine(world: World, subscription: Subscription, item: SubscriptionItem, at: number): InvoiceLine {
  const { price, quantity } = item;
  const period = { start: item.current_period_start, end: item.current_period_end };
  return buildLine(subscription, item, {
    amount: -shareOf(price, quantity, period, at),
    description: `Unused time on ${counted(world, price, quantity)} after ${dayOf(at)}`,
    price,
    quantity,
    period: { start: at, end: period.end },
    isProration: true,
  });
}

export function debitLine(world: World, subscription: Subscription, { item, price, quantity }: ItemChange, at: number): InvoiceLine {
  const period = { start: item.current_period_start, end: item.current_period_end };
  return buildLine(subscription, item, {
    amount: shareOf(price, quantity, period, at),
    description: `Remaining time on ${counted(world, price, quantity)} after ${dayOf(at)}`,
    price,
    quantity,
    period: { start: at, end: period.end },
    isProration: true,
  });
}
