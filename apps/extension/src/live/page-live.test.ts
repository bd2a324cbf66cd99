import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageLive, type PageLive } from './page-live.ts';
import { createPort } from './testing/live-port.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
let live: PageLive | undefined;
afterEach(() => {
  live?.stop();
  vi.useRealTimers();
});

/** A page that is shown or hidden, with the ports that it has opened. */
function openPage(isHidden = false) {
  const document = Object.assign(new EventTarget(), { hidden: isHidden });
  const ports: ReturnType<typeof createPort>[] = [];
  const page = { isGone: false as boolean, heard: [] as (string[] | null)[] };
  live = createPageLive({
    document: document as unknown as Document,
    connect() {
      if (page.isGone) throw new Error('Extension context invalidated.');
      const port = createPort();
      ports.push(port);
      return port;
    },
    onMails: (fingerprints) => page.heard.push(fingerprints),
  });
  function show(isShown: boolean): void {
    document.hidden = !isShown;
    document.dispatchEvent(new Event('visibilitychange'));
  }
  const last = () => ports.at(-1) as ReturnType<typeof createPort>;
  return { page, ports, last, show, live };
}

it('a page that is looked at has one port and says every 20 seconds that it is there, in as few bytes as can be', async () => {
  const { ports, last } = openPage();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ports).toHaveLength(1);
  expect(last().said).toEqual([0, 0, 0]);
});

it('a hidden page has no port, and gets one when it is shown', async () => {
  const { ports, last, show } = openPage(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ports).toHaveLength(0);
  show(true);
  expect([ports.length, last().isClosed]).toEqual([1, false]);
  show(false);
  expect(last().isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([ports.length, last().said.length]).toEqual([1, 0]);
});

it('passes on what the worker hears, and knows whether it does', () => {
  const { last, page, live: opened } = openPage();
  expect(opened.isUp()).toBe(false);
  last().hear({ type: 'live:state', isUp: true });
  last().hear({ type: 'live:mails', fingerprints: ['a'] });
  last().hear({ type: 'live:mails', fingerprints: null });
  expect([opened.isUp(), page.heard]).toEqual([true, [['a'], null]]);
  last().hear({ type: 'live:state', isUp: false });
  expect(opened.isUp()).toBe(false);
});

it('comes back when the worker was stopped, later each time, and soon again after it was heard', async () => {
  const { ports, last, live: opened } = openPage();
  last().hear({ type: 'live:state', isUp: true });
  last().lose();
  expect(opened.isUp()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ports).toHaveLength(2);
  for (let turn = 0; turn < 10; turn += 1) {
    last().lose();
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(ports).toHaveLength(12);
  last().lose();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ports).toHaveLength(12);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(ports).toHaveLength(13);
  last().hear({ type: 'live:state', isUp: true });
  last().lose();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ports).toHaveLength(14);
});

it('does nothing more when it is stopped, nor once the extension was updated', async () => {
  const { ports, last, show, page, live: opened } = openPage();
  page.isGone = true;
  last().lose();
  await vi.advanceTimersByTimeAsync(60_000);
  show(false);
  show(true);
  expect(ports).toHaveLength(1);
  opened.stop();
  const second = openPage();
  second.live.stop();
  second.show(false);
  second.show(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([second.ports.length, second.last().isClosed, second.last().said]).toEqual([1, true, []]);
});
