import { createPrice, createProduct, updatePrice, updateProduct } from '../catalog.ts';
import { createCheckoutSession, expireCheckout, lineItemsOf } from '../checkout.ts';
import { collect } from '../collection.ts';
import { deleteCustomer, findCustomer } from '../customer-deletion.ts';
import { createBalanceTransaction, createCustomer, updateCustomer } from '../customers.ts';
import { finalize, subscriptionIdOf } from '../invoices.ts';
import { createPortalConfiguration, createPortalSession, updatePortalConfiguration } from '../portal.ts';
import { createRefund } from '../refunds.ts';
import { cancelSubscription, previewInvoice, updateSubscription } from '../subscription-requests.ts';
import { createEndpoint, updateEndpoint } from '../webhooks.ts';
import type { World } from '../world.ts';
import type { Form } from './form-body.ts';
import { find, paginate } from './listing.ts';
import { invalid, StripeRefusal } from './refusal.ts';
import type { Invoice } from './shapes.ts';

export interface Call {
  world: World;
  /** The id in the address. */
  id: string;
  form: Form;
  path: string;
}
type Answer = (call: Call) => object;

/** A record must match every filter that was sent. */
function matches(form: Form, fields: Record<string, unknown>): boolean {
  return Object.entries(fields).every(([name, value]) => form[name] === undefined || form[name] === String(value));
}

function includesText(list: Form[string] | undefined, value: string | null): boolean {
  return list === undefined || (Array.isArray(list) && value !== null && list.includes(value));
}

function payInvoice(world: World, invoice: Invoice): Invoice {
  if (invoice.status === 'draft') finalize(world, invoice);
  if (invoice.status !== 'open') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  const decline = collect(world, invoice, 'now');
  if (decline === null) return invoice;
  throw new StripeRefusal(402, { type: 'card_error', code: decline.code, decline_code: decline.declineCode, message: decline.message });
}

function keepsStatus(form: Form, status: string): boolean {
  if (form.status === 'all') return true;
  if (form.status === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return form.status === undefined ? status !== 'canceled' && status !== 'incomplete_expired' : form.status === status;
}

const withoutSecret = <T extends object>(endpoint: T): object => ({ ...endpoint, secret: undefined });

const routes: Readonly<Record<string, Answer>> = {
  'POST /v1/products': ({ world, form }) => createProduct(world, form),
  'GET /v1/products': ({ world, form, path }) =>
    paginate(
      [...world.records.products.values()].filter((one) => matches(form, { active: one.active }) && includesText(form.ids, one.id)),
      form,
      path,
    ),
  'GET /v1/products/:id': ({ world, id }) => find(world.records.products, id, 'product'),
  'POST /v1/products/:id': ({ world, id, form }) => updateProduct(world, find(world.records.products, id, 'product'), form),

  'POST /v1/prices': ({ world, form }) => createPrice(world, form),
  'GET /v1/prices': ({ world, form, path }) =>
    paginate(
      [...world.records.prices.values()].filter(
        (one) =>
          matches(form, { active: one.active, product: one.product, type: one.type }) && includesText(form.lookup_keys, one.lookup_key),
      ),
      form,
      path,
    ),
  'GET /v1/prices/:id': ({ world, id }) => find(world.records.prices, id, 'price'),
  'POST /v1/prices/:id': ({ world, id, form }) => updatePrice(world, find(world.records.prices, id, 'price'), form),

  'POST /v1/customers': ({ world, form }) => createCustomer(world, form),
  'GET /v1/customers': ({ world, form, path }) =>
    paginate(
      [...world.records.customers.values()].filter((one) => matches(form, { email: one.email })),
      form,
      path,
    ),
  'GET /v1/customers/:id': ({ world, id }) => findCustomer(world, id),
  'DELETE /v1/customers/:id': ({ world, id }) => deleteCustomer(world, find(world.records.customers, id, 'customer')),
  'POST /v1/customers/:id': ({ world, id, form }) => updateCustomer(world, find(world.records.customers, id, 'customer'), form),
  'GET /v1/customers/:id/balance_transactions': ({ world, id, form, path }) => {
    find(world.records.customers, id, 'customer');
    return paginate(
      [...world.records.balanceTransactions.values()].filter((one) => one.customer === id),
      form,
      path,
    );
  },
  'POST /v1/customers/:id/balance_transactions': ({ world, id, form }) =>
    createBalanceTransaction(world, find(world.records.customers, id, 'customer'), form),
  'GET /v1/customers/:id/payment_methods': ({ world, id, form, path }) => {
    find(world.records.customers, id, 'customer');
    return paginate(
      [...world.records.paymentMethods.values()].filter((one) => one.customer === id && matches(form, { type: one.type })),
      form,
      path,
    );
  },
  'GET /v1/payment_methods': ({ world, form, path }) =>
    paginate(
      [...world.records.paymentMethods.values()].filter((one) => matches(form, { customer: one.customer, type: one.type })),
      form,
      path,
    ),
  'GET /v1/payment_methods/:id': ({ world, id }) => find(world.records.paymentMethods, id, 'PaymentMethod'),

  'POST /v1/checkout/sessions': ({ world, form }) => createCheckoutSession(world, form),
  'GET /v1/checkout/sessions': ({ world, form, path }) =>
    paginate(
      [...world.records.checkoutSessions.values()].filter((one) =>
        matches(form, { customer: one.customer, subscription: one.subscription, status: one.status }),
      ),
      form,
      path,
    ),
  'GET /v1/checkout/sessions/:id': ({ world, id }) => find(world.records.checkoutSessions, id, 'checkout.session'),
  'GET /v1/checkout/sessions/:id/line_items': ({ world, id }) =>
    lineItemsOf(world, find(world.records.checkoutSessions, id, 'checkout.session')),
  'POST /v1/checkout/sessions/:id/expire': ({ world, id }) =>
    expireCheckout(world, find(world.records.checkoutSessions, id, 'checkout.session')),

  'POST /v1/billing_portal/configurations': ({ world, form }) => createPortalConfiguration(world, form),
  'GET /v1/billing_portal/configurations': ({ world, form, path }) =>
    paginate(
      [...world.records.portalConfigurations.values()].filter((one) => matches(form, { active: one.active, is_default: one.is_default })),
      form,
      path,
    ),
  'GET /v1/billing_portal/configurations/:id': ({ world, id }) => find(world.records.portalConfigurations, id, 'configuration'),
  'POST /v1/billing_portal/configurations/:id': ({ world, id, form }) =>
    updatePortalConfiguration(world, find(world.records.portalConfigurations, id, 'configuration'), form),
  'POST /v1/billing_portal/sessions': ({ world, form }) => createPortalSession(world, form),

  'GET /v1/subscriptions': ({ world, form, path }) =>
    paginate(
      [...world.records.subscriptions.values()].filter((one) => matches(form, { customer: one.customer }) && keepsStatus(form, one.status)),
      form,
      path,
    ),
  'GET /v1/subscriptions/:id': ({ world, id }) => find(world.records.subscriptions, id, 'subscription'),
  'POST /v1/subscriptions/:id': ({ world, id, form }) =>
    updateSubscription(world, find(world.records.subscriptions, id, 'subscription'), form),
  'DELETE /v1/subscriptions/:id': ({ world, id, form }) =>
    cancelSubscription(world, find(world.records.subscriptions, id, 'subscription'), form),

  'GET /v1/invoices': ({ world, form, path }) =>
    paginate(
      [...world.records.invoices.values()].filter((one) =>
        matches(form, { customer: one.customer, subscription: subscriptionIdOf(one), status: one.status }),
      ),
      form,
      path,
    ),
  'POST /v1/invoices/create_preview': ({ world, form }) => previewInvoice(world, form),
  'GET /v1/invoices/:id': ({ world, id }) => find(world.records.invoices, id, 'invoice'),
  'POST /v1/invoices/:id/pay': ({ world, id }) => payInvoice(world, find(world.records.invoices, id, 'invoice')),
  'GET /v1/invoice_payments': ({ world, form, path }) =>
    paginate(
      [...world.records.invoicePayments.values()].filter((one) => {
        const intent = typeof form.payment === 'object' && !Array.isArray(form.payment) ? form.payment.payment_intent : undefined;
        return (
          matches(form, { invoice: one.invoice, status: one.status }) && (intent === undefined || intent === one.payment.payment_intent)
        );
      }),
      form,
      path,
    ),

  'GET /v1/payment_intents': ({ world, form, path }) =>
    paginate(
      [...world.records.paymentIntents.values()].filter((one) => matches(form, { customer: one.customer })),
      form,
      path,
    ),
  'GET /v1/payment_intents/:id': ({ world, id }) => find(world.records.paymentIntents, id, 'payment_intent'),
  'GET /v1/charges': ({ world, form, path }) =>
    paginate(
      [...world.records.charges.values()].filter((one) => matches(form, { customer: one.customer, payment_intent: one.payment_intent })),
      form,
      path,
    ),
  'GET /v1/charges/:id': ({ world, id }) => find(world.records.charges, id, 'charge'),
  'POST /v1/refunds': ({ world, form }) => createRefund(world, form),
  'GET /v1/refunds': ({ world, form, path }) =>
    paginate(
      [...world.records.refunds.values()].filter((one) => matches(form, { charge: one.charge, payment_intent: one.payment_intent })),
      form,
      path,
    ),
  'GET /v1/refunds/:id': ({ world, id }) => find(world.records.refunds, id, 'refund'),

  'GET /v1/events': ({ world, form, path }) =>
    paginate(
      [...world.records.events.values()].filter((one) => matches(form, { type: one.type }) && includesText(form.types, one.type)),
      form,
      path,
    ),
  'GET /v1/events/:id': ({ world, id }) => find(world.records.events, id, 'event'),

  'POST /v1/webhook_endpoints': ({ world, form }) => createEndpoint(world, form),
  'GET /v1/webhook_endpoints': ({ world, form, path }) => {
    const page = paginate(world.records.webhookEndpoints.values(), form, path);
    return { ...page, data: page.data.map(withoutSecret) };
  },
  'GET /v1/webhook_endpoints/:id': ({ world, id }) => withoutSecret(find(world.records.webhookEndpoints, id, 'webhook endpoint')),
  'POST /v1/webhook_endpoints/:id': ({ world, id, form }) =>
    withoutSecret(updateEndpoint(find(world.records.webhookEndpoints, id, 'webhook endpoint'), form)),
  'DELETE /v1/webhook_endpoints/:id': ({ world, id }) => {
    find(world.records.webhookEndpoints, id, 'webhook endpoint');
    world.records.webhookEndpoints.delete(id);
    return { id, object: 'webhook_endpoint', deleted: true };
  },
};

const patterns = Object.entries(routes).map(([key, answer]) => ({
  pattern: new RegExp(`^${key.replace(':id', '([^/]+)')}$`),
  answer,
}));

export function findRoute(method: string, path: string): { answer: Answer; id: string } | undefined {
  const exact = routes[`${method} ${path}`];
  if (exact) return { answer: exact, id: '' };
  for (const { pattern, answer } of patterns) {
    const id = pattern.exec(`${method} ${path}`)?.[1];
    if (id !== undefined) return { answer, id: decodeURIComponent(id) };
  }
  return undefined;
}
