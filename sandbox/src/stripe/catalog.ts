import { z } from 'zod';
import type { Form } from './api/form-body.ts';
import { find } from './api/listing.ts';
import { bool, clearable, int, mergeMetadata, metadata, readParams, text } from './api/params.ts';
import { invalid } from './api/refusal.ts';
import type { Plan, Price, Product } from './api/shapes.ts';
import { newId, type World } from './world.ts';

const ProductParams = z.object({
  id: text.optional(),
  name: text.min(1),
  active: bool.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  unit_label: clearable.optional(),
  default_price: text.optional(),
});

export function createProduct(world: World, form: Form): Product {
  const sent = readParams(ProductParams, form);
  if (sent.id !== undefined && world.records.products.has(sent.id))
    throw invalid('Product already exists.', 'id', 'resource_already_exists');
  const product: Product = {
    id: sent.id ?? newId('prod').slice(0, 19),
    object: 'product',
    active: sent.active ?? true,
    created: world.now(),
    default_price: null,
    description: sent.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata(null, sent.metadata),
    name: sent.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: sent.unit_label ?? null,
    updated: world.now(),
    url: null,
  };
  world.records.products.set(product.id, product);
  world.emit('product.created', product);
  return product;
}

export function updateProduct(world: World, product: Product, form: Form): Product {
  const { metadata: keys, id: _id, ...sent } = readParams(ProductParams.partial(), form);
  Object.assign(product, sent, { metadata: mergeMetadata(product.metadata, keys), updated: world.now() });
  world.emit('product.updated', product);
  return product;
}

const PriceParams = z.object({
  currency: text,
  unit_amount: int,
  product: text.optional(),
  product_data: z.object({ name: text }).optional(),
  recurring: z.object({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: int.optional() }).optional(),
  lookup_key: text.optional(),
  transfer_lookup_key: bool.optional(),
  nickname: clearable.optional(),
  active: bool.optional(),
  metadata: metadata.optional(),
});

function giveLookupKey(world: World, key: string, mayTransfer: boolean): void {
  const holder = [...world.records.prices.values()].find((price) => price.lookup_key === key);
  if (holder === undefined) return;
  if (!mayTransfer) throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
  holder.lookup_key = null;
}

export function createPrice(world: World, form: Form): Price {
  const sent = readParams(PriceParams, form);
  if (sent.currency.toLowerCase() !== 'usd') throw invalid(`The sandbox bills in US dollars only, not in ${sent.currency}.`, 'currency');
  if (sent.product === undefined && sent.product_data === undefined)
    throw invalid('Missing required param: product.', 'product', 'parameter_missing');
  const product =
    sent.product === undefined
      ? createProduct(world, { name: sent.product_data?.name ?? '' })
      : find(world.records.products, sent.product, 'product', 'product');
  if (sent.lookup_key !== undefined) giveLookupKey(world, sent.lookup_key, sent.transfer_lookup_key ?? false);
  const price: Price = {
    id: newId('price'),
    object: 'price',
    active: sent.active ?? true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: sent.lookup_key ?? null,
    metadata: mergeMetadata(null, sent.metadata),
    nickname: sent.nickname ?? null,
    product: product.id,
    recurring: sent.recurring
      ? {
          interval: sent.recurring.interval,
          interval_count: sent.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: sent.recurring ? 'recurring' : 'one_time',
    unit_amount: sent.unit_amount,
    unit_amount_decimal: String(sent.unit_amount),
  };
  world.records.prices.set(price.id, price);
  world.emit('price.created', price);
  return price;
}

/** An amount never changes. Instead a new price takes over the lookup key. */
const PriceChange = PriceParams.pick({ active: true, lookup_key: true, transfer_lookup_key: true, nickname: true, metadata: true });

export function updatePrice(world: World, price: Price, form: Form): Price {
  const sent = readParams(PriceChange, form);
  if (sent.lookup_key !== undefined && sent.lookup_key !== price.lookup_key) {
    giveLookupKey(world, sent.lookup_key, sent.transfer_lookup_key ?? false);
    price.lookup_key = sent.lookup_key;
  }
  if (sent.active !== undefined) price.active = sent.active;
  if (sent.nickname !== undefined) price.nickname = sent.nickname;
  price.metadata = mergeMetadata(price.metadata, sent.metadata);
  world.emit('price.updated', price);
  return price;
}

/** The older object for a price, which items still contain. */
export function planOf(price: Price): Plan {
  const { id, active, created, metadata: keys, nickname, product, unit_amount: amount, recurring } = price;
  return {
    id,
    object: 'plan',
    active,
    amount,
    amount_decimal: String(amount),
    billing_scheme: 'per_unit',
    created,
    currency: 'usd',
    interval: recurring?.interval ?? 'month',
    interval_count: recurring?.interval_count ?? 1,
    livemode: false,
    metadata: keys,
    meter: null,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
