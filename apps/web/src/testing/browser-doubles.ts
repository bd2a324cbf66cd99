import type { Session, SessionUser } from '@headhaul/contracts/session';
import { vi } from 'vitest';

/** Stand-ins for what is outside our code in tests: the network, and the browser's locks, storage and viewport. */

export const testUser: SessionUser = {
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'nina@bluffline.example',
  name: 'Nina',
  familyName: 'Alvarez',
  role: 'DISPATCHER',
  companyId: '0190a000-0000-7000-8000-000000000002',
  companyName: 'Bluff Line Logistics',
  mc: null,
  isTeamOwner: true,
  isBillActive: true,
  canManageBilling: true,
  isFirstLogin: false,
  isEmailProven: true,
  factoringType: null,
  createAt: 1_750_000_000_000,
  subscriptionType: 'FREE_TRIAL',
  isAccountAttached: false,
  iSGoogleSignInDone: true,
  setupCompletedAt: null,
};

export const testSession: Session = {
  ...testUser,
  token: { accessToken: 'access-1', refreshToken: 'refresh-1' },
  isRefreshingToken: false,
};

export interface SentCall {
  method: string;
  path: string;
  bearer: string | null;
  body: unknown;
}

export function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

export function problem(status: number, code: string, detail = code, more: object = {}): Response {
  return json(status, { type: 'about:blank', title: code, status, code, detail, instance: '/api/x', ...more });
}

/** Answers every fetch with `answer` and returns the calls that were sent. An error thrown by `answer` acts as a network that is down. */
export function stubNetwork(answer: (call: SentCall) => Response | Promise<Response>): SentCall[] {
  const calls: SentCall[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(input, window.location.href), init);
    const text = await request.text();
    const sent: SentCall = {
      method: request.method,
      path: new URL(request.url).pathname,
      bearer: request.headers.get('authorization')?.replace('Bearer ', '') ?? null,
      body: text === '' ? null : JSON.parse(text),
    };
    calls.push(sent);
    return answer(sent);
  });
  return calls;
}

/** Returns the idempotency keys of the POSTs to this path, in order. Call it after `stubNetwork`. */
export function watchKeys(path: string): string[] {
  const keys: string[] = [];
  const inner = globalThis.fetch;
  vi.stubGlobal('fetch', (input: Request, init?: RequestInit) => {
    const key = input.headers.get('idempotency-key');
    if (input.method === 'POST' && new URL(input.url).pathname === path && key !== null) keys.push(key);
    return inner(input, init);
  });
  return keys;
}

/** A browser whose storage is full: stored values can be read and removed, but writing fails. */
export function stubFullStorage(area: 'localStorage' | 'sessionStorage'): void {
  const storage = globalThis[area];
  vi.stubGlobal(area, {
    getItem: (name: string) => storage.getItem(name),
    removeItem: (name: string) => storage.removeItem(name),
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  });
}

/** Exclusive locks by name, first come first served, as the browser grants them. */
export function stubLocks(): void {
  const tails = new Map<string, Promise<unknown>>();
  const request = (name: string, work: () => Promise<unknown>) => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(work, work);
    tails.set(name, turn);
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}

export function stubViewport(widthPx: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: widthPx <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1] ?? 0),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
