import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createFaultSwitch } from '../resident/faults.ts';
import type { Form } from './api/form-body.ts';
import { address, bool, clearable, mergeMetadata, metadata, readParams, text } from './api/params.ts';
import type { StripeEvent, WebhookEndpoint } from './api/shapes.ts';
import { apiVersion, newId, type World } from './world.ts';

const longestMs = 600_000;
const maxTries = 6;
const answerMs = 10_000;
const keptDeliveries = 500;

/** What can go wrong between Stripe and one endpoint. */
export const DeliveryFaults = z.strictObject({
  isOn: z.boolean().default(true),
  copies: z.int().min(1).max(20).default(1),
  delayMs: z.int().min(0).max(longestMs).default(0),
  /** Events within this time arrive together, the newest first. */
  reorderMs: z.int().min(0).max(longestMs).default(0),
  dropPercent: z.number().min(0).max(100).default(0),
  /** The wait before the second attempt. It doubles for each later one. */
  retryMs: z.int().min(1).max(longestMs).default(1_000),
});
export type DeliveryFaults = z.infer<typeof DeliveryFaults>;

interface Delivery {
  event: string;
  type: string;
  url: string;
  state: 'under way' | 'arrived' | 'given up' | 'dropped';
  /** Statuses of the answers. 0 means no answer. */
  answers: number[];
}

const EndpointParams = z.object({
  url: address,
  enabled_events: z.array(text).min(1),
  description: clearable.optional(),
  metadata: metadata.optional(),
  disabled: bool.optional(),
});

export function createEndpoint(world: World, form: Form, secret = `whsec_${randomBytes(24).toString('base64url')}`): WebhookEndpoint {
  const sent = readParams(EndpointParams, form);
  const endpoint: WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created: world.now(),
    description: sent.description ?? null,
    enabled_events: sent.enabled_events,
    livemode: false,
    metadata: mergeMetadata(null, sent.metadata),
    secret,
    status: 'enabled',
    url: sent.url,
  };
  world.records.webhookEndpoints.set(endpoint.id, endpoint);
  return endpoint;
}

export function updateEndpoint(endpoint: WebhookEndpoint, form: Form): WebhookEndpoint {
  const { disabled, metadata: keys, ...sent } = readParams(EndpointParams.partial(), form);
  Object.assign(endpoint, sent, { metadata: mergeMetadata(endpoint.metadata, keys) });
  if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
  return endpoint;
}

function signatureOf(body: string, secret: string): string {
  // Always the real time, because the receiver checks it against a real clock.
  const seconds = Math.floor(Date.now() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

async function post(endpoint: WebhookEndpoint, event: StripeEvent): Promise<number> {
  const body = JSON.stringify(event, null, 2);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signatureOf(body, endpoint.secret) };
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Sends events to the endpoints, again and again until they answer 2xx. */
export function createWebhooks(worldOf: () => World) {
  const faults = new Map<string, DeliveryFaults>();
  const drops = new Map<string, ReturnType<typeof createFaultSwitch>>();
  const held = new Map<string, StripeEvent[]>();
  let deliveries: Delivery[] = [];

  const faultsOf = (url: string) => faults.get(url) ?? DeliveryFaults.parse({});

  async function deliver(endpoint: WebhookEndpoint, event: StripeEvent, delayMs: number): Promise<void> {
    const delivery: Delivery = { event: event.id, type: event.type, url: endpoint.url, state: 'under way', answers: [] };
    deliveries = [...deliveries.slice(-keptDeliveries), delivery];
    if (drops.get(endpoint.url)?.takeErrorStatus() !== undefined) {
      delivery.state = 'dropped';
      return;
    }
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    for (let tried = 0; tried < maxTries; tried += 1) {
      if (tried > 0) await sleep(faultsOf(endpoint.url).retryMs * 2 ** (tried - 1), undefined, { ref: false });
      const status = await post(endpoint, event);
      delivery.answers.push(status);
      if (status >= 200 && status < 300) {
        delivery.state = 'arrived';
        return;
      }
    }
    delivery.state = 'given up';
  }

  function sendNow(endpoint: WebhookEndpoint, event: StripeEvent): void {
    const { copies, delayMs } = faultsOf(endpoint.url);
    for (let copy = 0; copy < copies; copy += 1) void deliver(endpoint, event, delayMs);
  }

  function hold(endpoint: WebhookEndpoint, event: StripeEvent, forMs: number): void {
    const waiting = held.get(endpoint.id);
    if (waiting) {
      waiting.push(event);
      return;
    }
    held.set(endpoint.id, [event]);
    setTimeout(() => {
      const events = held.get(endpoint.id) ?? [];
      held.delete(endpoint.id);
      for (const one of events.reverse()) sendNow(endpoint, one);
    }, forMs).unref();
  }

  function send(event: StripeEvent): void {
    for (const endpoint of worldOf().records.webhookEndpoints.values()) {
      const { isOn, reorderMs } = faultsOf(endpoint.url);
      const wants = endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(event.type);
      if (!isOn || !wants || endpoint.status !== 'enabled') continue;
      if (reorderMs > 0) hold(endpoint, event, reorderMs);
      else sendNow(endpoint, event);
    }
  }

  return {
    send,
    faultsOf,
    setFaults(url: string, next: DeliveryFaults) {
      faults.set(url, next);
      const drop = createFaultSwitch();
      drop.set({ errorStatus: 500, errorPercent: next.dropPercent });
      drops.set(url, drop);
    },
    deliveries: (url?: string) => deliveries.filter((one) => url === undefined || one.url === url),
    /** Waits until no delivery is running. False if `withinMs` was not enough. */
    async settle(url: string | undefined, withinMs: number): Promise<boolean> {
      const until = Date.now() + withinMs;
      const isBusy = () => held.size > 0 || deliveries.some((one) => one.state === 'under way' && (url === undefined || one.url === url));
      while (isBusy() && Date.now() < until) await sleep(20, undefined, { ref: false });
      return !isBusy();
    },
    reset() {
      faults.clear();
      drops.clear();
      deliveries = [];
    },
  };
}
