// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { ContentScriptContext } from 'wxt/utils/content-script-context';
import { demoConfig } from './config/demo.ts';
import type { BoardWork } from './messages.ts';
import { openDemoBoard } from './testing/demo-board.ts';
import { noMarks } from './testing/demo-run.ts';

const work: BoardWork = { config: demoConfig, filters: [], marks: noMarks };
const { runtime } = vi.hoisted(() => ({
  runtime: { id: 'ours' as string | undefined, sendMessage: vi.fn(), onMessage: { addListener: vi.fn() } },
}));
vi.mock('wxt/browser', () => ({ browser: { runtime } }));
vi.mock('../lib/build-origins.ts', () => ({ buildOrigins: {} }));
vi.mock('../lib/origins.ts', async (original) => ({ ...(await original<object>()), boardAt: () => 'demo' }));

/** As in WXT: it notices that the extension is gone when one of its timers runs, and not before. */
function createContext() {
  const gone = new AbortController();
  return {
    onInvalidated: (run: () => void) => gone.signal.addEventListener('abort', run),
    addEventListener: () => undefined,
    setInterval(run: () => void, ms: number) {
      const timer = setInterval(() => (runtime.id === undefined ? gone.abort() : run()), ms);
      gone.signal.addEventListener('abort', () => clearInterval(timer));
    },
  } as unknown as ContentScriptContext;
}

async function open(orders: { work: BoardWork | null }) {
  runtime.id = 'ours';
  await openDemoBoard('wide');
  const { default: definition } = await import('../../entrypoints/board.content.ts');
  runtime.sendMessage.mockImplementation(async ({ type }: { type: string }) => (type === 'board:hello' ? orders : null));
  window.history.replaceState(null, '', '/board');
  const context = createContext();
  const gone = new Promise<void>((resolve) => context.onInvalidated(resolve));
  void definition.main(context);
  return { gone };
}

test('what was drawn goes with an extension that is updated or removed, and the page says how to get it back', async () => {
  await open({ work });
  await vi.waitFor(() => expect(document.querySelectorAll('hh-row').length).toBeGreaterThan(0), 20_000);
  runtime.id = undefined;
  await vi.waitFor(() => expect(document.querySelectorAll('hh-pill')).toHaveLength(1), 5_000);
  expect(document.querySelectorAll('hh-row, hh-banner, [data-hh]')).toHaveLength(0);
  document.documentElement.append(document.createElement('hh-mail'));
  // The next version takes over and leaves nothing of the one before.
  await open({ work: null });
  expect(document.querySelectorAll('hh-pill, hh-mail')).toHaveLength(0);
});

test('where it did nothing, nobody is told that it is gone', async () => {
  const { gone } = await open({ work: null });
  runtime.id = undefined;
  await gone;
  await Promise.resolve();
  expect(document.querySelector('hh-pill')).toBeNull();
});
