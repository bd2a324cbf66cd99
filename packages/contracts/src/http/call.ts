import { z } from 'zod';
import { type Answer, type Endpoint, isForm, replyKind, type Sent, type SentExactly } from './endpoint.ts';
import { Problem } from './errors.ts';

/** The HTTP request for an endpoint. `call`, the web app's cache and the extension all use it. */
export interface WireRequest {
  method: string;
  path: string;
  body?: FormData | string;
  contentType?: 'application/json';
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new Error(`path parameter ${name} is missing for ${path}`);
    return encodeURIComponent(String(value));
  });
}

function queryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, String(one));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function formData(body: Record<string, unknown>): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(body)) {
    if (value !== undefined && value !== null) data.append(key, value instanceof Blob ? value : String(value));
  }
  return data;
}

export function toWire<E extends Endpoint>(endpoint: E, input: Sent<E>): WireRequest {
  const { params, query, body } = input as Parts;
  const path = fillPath(endpoint.path, params) + queryString(query);
  if (body === undefined) return { method: endpoint.method, path };
  if (isForm(endpoint.body)) return { method: endpoint.method, path, body: formData(body as Record<string, unknown>) };
  return { method: endpoint.method, path, body: JSON.stringify(body), contentType: 'application/json' };
}

/** An error answer, as problem details. If anything other than the API answered, the code is `unknown`. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

export interface CallOptions {
  /** Origin and base path, e.g. `https://app.headhaul.example/api`. */
  base: string;
  fetch?: typeof fetch;
  headers?: Record<string, string>;
  credentials?: 'include' | 'omit' | 'same-origin';
  signal?: AbortSignal;
}

/** Calls one endpoint. Throws `ProblemError` for an error answer, and the fetch error when there was no answer. */
export async function call<E extends Endpoint>(endpoint: E, input: SentExactly<E>, options: CallOptions): Promise<Answer<E>> {
  const wire = toWire(endpoint, input);
  const response = await (options.fetch ?? fetch)(options.base + wire.path, {
    method: wire.method,
    headers: { ...options.headers, ...(wire.contentType ? { 'content-type': wire.contentType } : {}) },
    redirect: 'manual',
    ...(wire.body === undefined ? {} : { body: wire.body }),
    ...(options.credentials ? { credentials: options.credentials } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const kind = replyKind(endpoint.reply);
  if (kind === 'file' && response.ok) return (await response.blob()) as Answer<E>;
  if (kind === 'redirect' && response.status >= 300 && response.status < 400) return (response.headers.get('location') ?? '') as Answer<E>;
  if (!response.ok) throw new ProblemError(await readProblem(response));
  if (kind === 'text') return (await response.text()) as Answer<E>;
  if (kind === 'json') return z.parse(endpoint.reply as z.ZodType, await response.json()) as Answer<E>;
  return undefined as Answer<E>;
}

export async function readProblem(response: Response): Promise<Problem> {
  const parsed = Problem.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  // A proxy answered instead of the API, or the server crashed. Keep the status and claim nothing else.
  return {
    type: 'about:blank',
    title: 'Unknown error',
    status: response.status,
    code: 'unknown',
    detail: 'Unknown error',
    instance: new URL(response.url).pathname,
  };
}
