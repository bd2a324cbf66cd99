import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { toWire } from '@headhaul/contracts/http/call';
import type { Endpoint, Sent } from '@headhaul/contracts/http/endpoint';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HttpRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal;
}

// Plain node:http, because a client that costs more than the product would measure itself.
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 1_024 });

/** Sends one request. Redirects are returned, not followed. */
export function fetchRaw(address: string, { method = 'GET', headers = {}, body, signal }: HttpRequest = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, agent, headers, ...(signal ? { signal } : {}) }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Calls an endpoint of the contracts and gives the raw answer. */
export function send<E extends Endpoint>(
  origin: string,
  endpoint: E,
  input: Sent<E>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const wire = toWire(endpoint, input);
  if (wire.body !== undefined && typeof wire.body !== 'string') throw new Error('forms are not sent by proofs');
  return fetchRaw(`${origin}/api${wire.path}`, {
    method: wire.method,
    headers: { ...headers, ...(wire.contentType ? { 'content-type': wire.contentType } : {}) },
    body: wire.body,
  });
}

export function bearer(accessToken: string): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}

/** The cookies an answer sets, as a browser would send them back. */
export function cookiesOf(reply: Reply): string {
  return (reply.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0] ?? '').join('; ');
}
