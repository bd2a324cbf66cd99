import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

/**
 * Test files of the `web` project share a worker: its document, and the packages of others, which take most of the loading time. This file
 * runs before each test file, loads our modules again and cleans up after each test, so that tests don't have to.
 */

// Our own modules, with their stores, caches and listeners, are loaded again in every file.
vi.resetModules();

// A wait ends as soon as its condition holds, so the long limit for a busy CI machine costs nothing. At a desk the shorter limit shows a
// mistake sooner.
configure({ asyncUtilTimeout: import.meta.env.CI ? 120_000 : 10_000 });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  history.replaceState(null, '', '/');
});

const { setTimeout, setInterval, addEventListener } = globalThis;
const timers: ReturnType<typeof setTimeout>[] = [];
const listeners: Parameters<typeof addEventListener>[] = [];
const ownNavigatorKeys = new Set(Reflect.ownKeys(navigator));

Object.assign(globalThis, {
  setTimeout: (...args: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...args);
    timers.push(timer);
    return timer;
  },
  setInterval: (...args: Parameters<typeof setInterval>) => {
    const timer = setInterval(...args);
    timers.push(timer);
    return timer;
  },
  addEventListener: (...args: Parameters<typeof addEventListener>) => {
    listeners.push(args);
    addEventListener(...args);
  },
});

afterAll(async () => {
  Object.assign(globalThis, { setTimeout, setInterval, addEventListener });
  // Timers of the same length fire in the order they were set. After this wait, a component that cleans up 1 ms after it left the screen
  // (the text editor) is done.
  await new Promise((resolve) => setTimeout(resolve, 1));
  for (const timer of timers) clearTimeout(timer);
  for (const args of listeners) removeEventListener(...args);
  for (const key of Reflect.ownKeys(navigator)) if (!ownNavigatorKeys.has(key)) Reflect.deleteProperty(navigator, key);
  vi.unstubAllEnvs();
});
