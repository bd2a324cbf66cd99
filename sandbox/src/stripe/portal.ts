import { z } from 'zod';
import type { Form } from './api/form-body.ts';
import { find } from './api/listing.ts';
import { address, bool, clearable, mergeMetadata, metadata, readParams, text } from './api/params.ts';
import { invalid } from './api/refusal.ts';
import type { PortalConfiguration, PortalSession } from './api/shapes.ts';
import { newId, type World } from './world.ts';

const texts = z.union([z.array(text), z.literal('').transform(() => [])]);
const FeatureParams = z.object({
  customer_update: z.object({ enabled: bool.optional(), allowed_updates: texts.optional() }).optional(),
  invoice_history: z.object({ enabled: bool }).optional(),
  payment_method_update: z.object({ enabled: bool }).optional(),
  subscription_cancel: z
    .object({
      enabled: bool.optional(),
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
    })
    .optional(),
  subscription_update: z
    .object({
      enabled: bool.optional(),
      default_allowed_updates: texts.optional(),
      products: z.array(z.object({ product: text, prices: z.array(text).min(1) })).optional(),
      proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
    })
    .optional(),
});
const ConfigurationParams = z.object({
  features: FeatureParams.optional(),
  business_profile: z
    .object({ headline: clearable.optional(), privacy_policy_url: clearable.optional(), terms_of_service_url: clearable.optional() })
    .optional(),
  default_return_url: clearable.optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
  active: bool.optional(),
});
type FeatureChange = z.infer<typeof FeatureParams>;

function checkProducts(world: World, products: NonNullable<FeatureChange['subscription_update']>['products']): void {
  for (const [index, { product, prices }] of (products ?? []).entries()) {
    const at = `features[subscription_update][products][${index}]`;
    find(world.records.products, product, 'product', `${at}[product]`);
    for (const price of prices) {
      const record = find(world.records.prices, price, 'price', `${at}[prices]`);
      if (record.product !== product) throw invalid(`The price ${price} does not belong to the product ${product}.`, `${at}[prices]`);
    }
  }
}

function applyFeatures(features: PortalConfiguration['features'], sent: FeatureChange): void {
  const { subscription_update: update, ...others } = sent;
  for (const [name, values] of Object.entries(others)) Object.assign(features[name as keyof typeof others], values);
  if (update === undefined) return;
  const { products, ...rest } = update;
  Object.assign(features.subscription_update, rest);
  if (products)
    features.subscription_update.products = products.map((one) => ({
      ...one,
      adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
    }));
}

function apply(world: World, configuration: PortalConfiguration, form: Form): void {
  const sent = readParams(ConfigurationParams, form);
  checkProducts(world, sent.features?.subscription_update?.products);
  applyFeatures(configuration.features, sent.features ?? {});
  Object.assign(configuration.business_profile, sent.business_profile);
  if (sent.default_return_url !== undefined) configuration.default_return_url = sent.default_return_url;
  if (sent.active !== undefined) configuration.active = sent.active;
  if (sent.name !== undefined) configuration.name = sent.name;
  configuration.metadata = mergeMetadata(configuration.metadata, sent.metadata);
  configuration.updated = world.now();
}

export function createPortalConfiguration(world: World, form: Form): PortalConfiguration {
  if (form.features === undefined) throw invalid('Missing required param: features.', 'features', 'parameter_missing');
  const configuration: PortalConfiguration = {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: world.now(),
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        products: null,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    // Only the dashboard creates a default configuration, so a session has to name the one created here.
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: world.now(),
  };
  apply(world, configuration, form);
  world.records.portalConfigurations.set(configuration.id, configuration);
  world.emit('billing_portal.configuration.created', configuration);
  return configuration;
}

export function updatePortalConfiguration(world: World, configuration: PortalConfiguration, form: Form): PortalConfiguration {
  apply(world, configuration, form);
  world.emit('billing_portal.configuration.updated', configuration);
  return configuration;
}

const SessionParams = z.object({
  customer: text,
  return_url: address.optional(),
  configuration: text.optional(),
  flow_data: z
    .object({
      type: z.enum(['payment_method_update', 'subscription_cancel', 'subscription_update']),
      after_completion: z.object({ type: text, redirect: z.object({ return_url: address }).optional() }).optional(),
      subscription_cancel: z.object({ subscription: text }).optional(),
      subscription_update: z.object({ subscription: text }).optional(),
    })
    .optional(),
});

function flowOf(world: World, sent: z.infer<typeof SessionParams>['flow_data']): PortalSession['flow'] {
  if (sent === undefined) return null;
  const target = sent.type === 'payment_method_update' ? undefined : sent[sent.type]?.subscription;
  if (sent.type !== 'payment_method_update')
    find(world.records.subscriptions, target ?? '', 'subscription', `flow_data[${sent.type}][subscription]`);
  const redirect = sent.after_completion?.redirect;
  return {
    type: sent.type,
    after_completion: redirect
      ? { type: 'redirect', redirect, hosted_confirmation: null }
      : { type: 'portal_homepage', redirect: null, hosted_confirmation: null },
    customer_update: null,
    subscription_cancel: sent.type === 'subscription_cancel' ? { retention: null, subscription: target ?? '' } : null,
    subscription_pause: null,
    subscription_update: sent.type === 'subscription_update' ? { subscription: target ?? '' } : null,
    subscription_update_confirm: null,
  };
}

export function createPortalSession(world: World, form: Form): PortalSession {
  const sent = readParams(SessionParams, form);
  const customer = find(world.records.customers, sent.customer, 'customer', 'customer');
  if (sent.configuration === undefined)
    throw invalid(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default in the dashboard.',
    );
  const configuration = find(world.records.portalConfigurations, sent.configuration, 'configuration', 'configuration');
  if (!configuration.active) throw invalid('The configuration is not active.', 'configuration');
  const id = newId('bps');
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: world.now(),
    customer: customer.id,
    customer_account: null,
    flow: flowOf(world, sent.flow_data),
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: sent.return_url ?? configuration.default_return_url,
    url: `${world.address}/portal/${id}`,
  };
  world.records.portalSessions.set(id, session);
  return session;
}
