import type { Metrics } from '../../telemetry/metrics.ts';

/** The outside services, as metrics and logs name them. */
export type ProviderName =
  | 'google_geocoding'
  | 'fmcsa_qcmobile'
  | 'fmcsa_open_data'
  | 'eia'
  | 'here'
  | 'google_routes'
  | 'factor_otr'
  | 'gmail'
  | 'graph'
  | 'google_sign_in'
  | 'microsoft_sign_in'
  | 'stripe';

export interface ProviderRequest {
  method: 'GET' | 'POST';
  url: string | URL;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

/**
 * `not_reached`: there was no connection, so the provider can't have seen the request. `broken`: it was sent, and no whole answer came
 * in time; the provider may have acted on it.
 */
export type ProviderReply =
  | { kind: 'reply'; status: number; headers: Headers /** The parsed JSON; null if the body is none. */; body: unknown }
  | { kind: 'not_reached' }
  | { kind: 'broken'; isTimeout: boolean };

/** In bytes. No answer that we read is longer, and an endless one must not fill the memory. */
const longestBody = 4_000_000;
/** Errors before a connection existed. */
const connectErrors = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** Sends one request and reads its whole answer. Never throws because of what the provider or the network does. */
export async function callProvider(metrics: Metrics, provider: ProviderName, request: ProviderRequest): Promise<ProviderReply> {
  const { url, timeoutMs, ...rest } = request;
  try {
    const response = await providerFetch(metrics, provider)(url, {
      ...rest,
      // A token or a key must not follow a redirect to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status, headers } = response;
    return { kind: 'reply', status, headers, body: await readJson(response).catch(() => null) };
  } catch (error) {
    if (isNotReached(error)) return { kind: 'not_reached' };
    return { kind: 'broken', isTimeout: error instanceof DOMException && error.name === 'TimeoutError' };
  }
}

/** `fetch` that counts and times each request. For libraries that make the requests of a provider themselves. */
export function providerFetch(metrics: Metrics, provider: ProviderName): typeof fetch {
  return async (input, init) => {
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      const response = await fetch(input, init);
      outcome = `${Math.floor(response.status / 100)}xx`;
      if (response.status === 429) outcome = '429';
      return response;
    } finally {
      metrics.providerCalls.observe({ provider, outcome }, (performance.now() - startedAt) / 1_000);
    }
  };
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longestBody) return null;
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function isNotReached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(failedToConnect);
  return failedToConnect(cause);
}

function failedToConnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // An unreachable network is also reported for open connections. Only `syscall` tells the two apart.
  return connectErrors.includes(code) || syscall === 'connect';
}
