import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FieldError, Problem } from '@headhaul/contracts/http/errors';
import type { Html } from './html.ts';

const largestBodyBytes = 16 * 1024;

function loadAsset(file: string, contentType: string) {
  return { contentType, content: readFileSync(new URL(`../../public/${file}`, import.meta.url)) };
}

const assets = new Map([
  ['/sandbox.css', loadAsset('sandbox.css', 'text/css; charset=utf-8')],
  ['/pages.css', loadAsset('pages.css', 'text/css; charset=utf-8')],
  ['/home.js', loadAsset('home.js', 'text/javascript; charset=utf-8')],
  ['/icon.svg', loadAsset('icon.svg', 'image/svg+xml')],
]);

/** Sends a static file of the pages if the path is one. Returns false otherwise. */
export function serveAsset(request: IncomingMessage, response: ServerResponse, pathname: string): boolean {
  const asset = assets.get(pathname);
  if (asset === undefined || request.method !== 'GET') return false;
  response.writeHead(200, { 'content-type': asset.contentType, 'cache-control': 'no-cache' }).end(asset.content);
  return true;
}

/** Nothing inline, nothing from elsewhere, never in a frame. */
export function setStrictHeaders(response: ServerResponse, { formAction }: { formAction: string }): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  response.setHeader('content-security-policy', policy.join('; '));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('referrer-policy', 'same-origin');
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=()');
}

export function sendHtml(response: ServerResponse, status: number, page: Html | string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(String(page));
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

export interface Refusal {
  status: number;
  code: string;
  title: string;
  detail: string;
  errors?: FieldError[];
}

export function sendProblem(response: ServerResponse, instance: string, refusal: Refusal): void {
  const problem: Problem = { type: 'about:blank', instance, ...refusal };
  response
    .writeHead(refusal.status, { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(problem));
}

/** The body as text, or undefined when it is larger than anything a person or a test would send. */
export async function readBody(request: IncomingMessage, largestBytes = largestBodyBytes): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= largestBytes) chunks.push(chunk);
  }
  return bytes > largestBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}

/** True if a page of another site sent the request. A request without an origin does not come from a page. */
export function isForeignOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin !== undefined && origin !== `http://${host}`;
}

export function contentTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (contentTypeOf(request) !== 'application/x-www-form-urlencoded') return undefined;
  const body = await readBody(request);
  return body === undefined ? undefined : new URLSearchParams(body);
}
