import { setTimeout } from 'node:timers/promises';
import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import type { BrowserContext, Worker } from '@playwright/test';
import { expect, killWorker } from './product.ts';

/** A call of the extension's worker to the browser or the network, and the how many-th of this name it is: `fetch POST /emails #1`. */
export type Step = string;

/** Where the worker stops: before this step, or after it, before it hears the answer. */
export interface Stop {
  step: Step;
  when: 'before' | 'after';
}

export const nameStop = ({ step, when }: Stop) => `${when} ${step}`;

interface Watched {
  steps: Step[];
  stopped: Promise<void>;
}

/**
 * Runs in the worker, and writes down each call that leaves its own code. From the stop on no call is made or answered any more, so nothing
 * can happen between the stop and the end of the worker.
 */
function watchCalls(stop: Stop | null): void {
  const steps: Step[] = [];
  const counts = new Map<string, number>();
  const { promise: stopped, resolve: tellStopped } = Promise.withResolvers<void>();
  const never = new Promise<never>(() => undefined);
  let isStopped = false;
  const end = () => {
    isStopped = true;
    tellStopped();
    return never;
  };

  type Method = (...args: never[]) => unknown;
  function wrap(owner: object, method: string, nameOf: (...args: unknown[]) => string): void {
    const original = Reflect.get(owner, method) as Method;
    Reflect.set(owner, method, function call(this: unknown, ...args: never[]) {
      if (isStopped) return never;
      const name = nameOf(...args);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const isHere = stop?.step === `${name} #${count}`;
      if (isHere && stop.when === 'before') return end();
      steps.push(`${name} #${count}`);
      const answer = original.apply(this, args);
      return isHere ? Promise.resolve(answer).then(end) : answer;
    });
  }

  const keysOf = (keys: unknown) => (typeof keys === 'object' && keys !== null ? Object.keys(keys).join(' ') : String(keys));
  /** The newest mail is the one that is worked on. */
  const stepOf = (items: unknown) => (items as { outbox?: { step: string }[] }).outbox?.at(-1)?.step;
  for (const area of ['local', 'session'] as const) {
    for (const method of ['get', 'remove']) wrap(chrome.storage[area], method, (keys) => `${area}.${method} ${keysOf(keys)}`);
    wrap(chrome.storage[area], 'set', (items) => [`${area}.set`, keysOf(items), stepOf(items)].filter(Boolean).join(' '));
  }
  for (const method of ['get', 'put']) wrap(IDBObjectStore.prototype, method, () => `database ${method}`);
  for (const method of ['get', 'create', 'clear']) wrap(chrome.alarms, method, (name) => `alarms.${method} ${name}`);
  for (const method of ['sendMessage', 'query', 'create']) wrap(chrome.tabs, method, () => `tabs.${method}`);
  wrap(navigator.locks, 'request', (name) => `lock ${name}`);
  wrap(crypto.subtle, 'digest', () => 'digest');
  wrap(globalThis, 'fetch', (input, init) => {
    const path = new URL(String(input)).pathname.replace('/api', '');
    return `fetch ${(init as RequestInit | undefined)?.method ?? 'GET'} ${path}`;
  });
  for (const method of ['text', 'json']) wrap(Response.prototype, method, () => 'read answer');
  Object.assign(globalThis, { watched: { steps, stopped } });
}

const isOurs = (worker: Worker) => worker.url().includes(developmentExtensionId);

export function findWorker(context: BrowserContext): Worker {
  const worker = context.serviceWorkers().find(isOurs);
  if (worker === undefined) throw new Error('the worker is not running');
  return worker;
}

/** The steps that the worker makes for this act, with those that it makes beside it. */
export async function listSteps(context: BrowserContext, act: () => Promise<unknown>): Promise<Step[]> {
  const worker = findWorker(context);
  await worker.evaluate(watchCalls, null);
  await act();
  return worker.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.steps);
}

/** Whether it is another worker than the one that was watched. A question that meets the end of the worker is never answered. */
function isFresh(worker: Worker): Promise<boolean> {
  const asked = worker.evaluate(() => !('watched' in globalThis)).catch(() => false);
  return Promise.race([asked, setTimeout(1_000, false)]);
}

interface Killing {
  stop: Stop;
  /** Makes the worker work. */
  act(): Promise<unknown>;
  /** Waits until the user sees what came of it. */
  settle(): Promise<unknown>;
}

/**
 * Ends the worker at the stop. False when it was done without coming there: then the worker is ended too, because it could still come there
 * and would stand still in the next flow.
 */
export async function killAt(context: BrowserContext, { stop, act, settle }: Killing): Promise<boolean> {
  const worker = findWorker(context);
  await worker.evaluate(watchCalls, stop);
  const stopped = worker.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.stopped).then(() => true);
  // The end of the worker is the end of this question too.
  stopped.catch(() => undefined);
  await act();
  const settled = settle();
  const isStopped = await Promise.race([stopped, settled.then(() => false)]);
  const page = context.pages()[0];
  if (page === undefined) throw new Error('no page is open');
  await killWorker(context, page);
  await settled;
  await expect.poll(() => isFresh(worker), 'the worker was not ended').toBe(true);
  return isStopped;
}
