import { randomBytes } from 'node:crypto';
import type {
  BalanceTransaction,
  Charge,
  CheckoutSession,
  Customer,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Refund,
  StripeEvent,
  Subscription,
  WebhookEndpoint,
} from './api/shapes.ts';

export const apiVersion = '2026-10-28.endive';

/** The subscription that a checkout session creates once it is paid. */
export interface CheckoutPlan {
  items: { price: string; quantity: number }[];
  metadata: Record<string, string>;
  trialEnd: number | null;
}

function createRecords() {
  return {
    products: new Map<string, Product>(),
    prices: new Map<string, Price>(),
    customers: new Map<string, Customer>(),
    deletedCustomers: new Set<string>(),
    balanceTransactions: new Map<string, BalanceTransaction>(),
    paymentMethods: new Map<string, PaymentMethod>(),
    /** The card number of each payment method. It decides the bank's answer. */
    cardNumbers: new Map<string, string>(),
    checkoutSessions: new Map<string, CheckoutSession>(),
    checkoutPlans: new Map<string, CheckoutPlan>(),
    portalConfigurations: new Map<string, PortalConfiguration>(),
    portalSessions: new Map<string, PortalSession>(),
    subscriptions: new Map<string, Subscription>(),
    /** Lines that wait for the subscription's next invoice. */
    pendingLines: new Map<string, InvoiceLine[]>(),
    invoices: new Map<string, Invoice>(),
    invoicePayments: new Map<string, InvoicePayment>(),
    paymentIntents: new Map<string, PaymentIntent>(),
    charges: new Map<string, Charge>(),
    refunds: new Map<string, Refund>(),
    events: new Map<string, StripeEvent>(),
    webhookEndpoints: new Map<string, WebhookEndpoint>(),
    /** The answer for each idempotency key. */
    answers: new Map<string, { fingerprint: string; status: number; body: string }>(),
    /** Customers whose next automatic payment the bank refuses. */
    doomed: new Set<string>(),
    /** Subscriptions whose customers were told that the trial ends soon. */
    warned: new Set<string>(),
  };
}
export type Records = ReturnType<typeof createRecords>;

export interface Settings {
  /** The status of a subscription after the last retry failed. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due';
  /** This many of the next POSTs are carried out, but their answers are lost. */
  loseAnswers: number;
}
const defaultSettings: Settings = { afterRetries: 'canceled', loseAnswers: 0 };

export interface World {
  address: string;
  records: Records;
  settings: Settings;
  /** How far this clock is ahead of the real one. Only not zero while time is made to pass. */
  aheadSeconds: number;
  /** Seconds since 1970. */
  now(): number;
  emit(type: string, object: object, previous?: object): void;
  reset(): void;
}

export function newId(prefix: string): string {
  const letters = randomBytes(24).toString('base64').replace(/[+/=]/g, '');
  return `${prefix}_${letters.slice(0, 24)}`;
}

export function createWorld(onEvent: (event: StripeEvent) => void): World {
  const world: World = {
    address: '',
    records: createRecords(),
    settings: { ...defaultSettings },
    aheadSeconds: 0,
    now: () => Math.floor(Date.now() / 1000) + world.aheadSeconds,
    emit(type, object, previous) {
      const event: StripeEvent = {
        id: newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: world.now(),
        // An event contains the state at that moment.
        data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 0,
        request: { id: null, idempotency_key: null },
        type,
      };
      world.records.events.set(event.id, event);
      onEvent(event);
    },
    reset() {
      world.records = createRecords();
      world.settings = { ...defaultSettings };
    },
  };
  return world;
}
