import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { setSession } from '../session/session-store.ts';
import { joinLiveChannel } from './live-channel.ts';

/** Acts as the `BroadcastChannel` of two tabs in one browser: a message posted in one arrives in the other. */
class TwoTabsChannel extends EventTarget {
  static all: TwoTabsChannel[] = [];
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    TwoTabsChannel.all.push(this);
  }
  postMessage(data: unknown) {
    for (const other of TwoTabsChannel.all) {
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  close() {
    TwoTabsChannel.all = TwoTabsChannel.all.filter((other) => other !== this);
  }
}

const leaving: AbortController[] = [];

function openTab() {
  const heard: string[] = [];
  const closing = new AbortController();
  leaving.push(closing);
  joinLiveChannel({
    scope: 'nina.bluff',
    signal: closing.signal,
    onChange: (data) => heard.push(data),
    onReset: () => heard.push('reset'),
  });
  return { heard, close: () => closing.abort() };
}

function openStream(text: string): Response {
  const body = new ReadableStream({ start: (control) => control.enqueue(new TextEncoder().encode(text)) });
  return new Response(body, { status: 200 });
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  const { request } = navigator.locks;
  // The locks of `stubLocks` take no options.
  Object.defineProperty(navigator, 'locks', {
    value: { request: (name: string, _: unknown, work: () => Promise<unknown>) => request(name, work) },
    configurable: true,
  });
  TwoTabsChannel.all = [];
  vi.stubGlobal('BroadcastChannel', TwoTabsChannel);
  setSession(testSession);
});
afterEach(() => {
  for (const one of leaving.splice(0)) one.abort();
});

it('one tab reads the stream, all tabs hear it', async () => {
  const calls = stubNetwork(() => openStream('id: 7\nevent: ready\ndata: {}\n\nid: 8\nevent: change\ndata: {"type":"team.changed"}\n\n'));
  const [first, second] = [openTab(), openTab()];
  await waitFor(() => expect(second.heard).toHaveLength(2));
  // What happened before the first message is unknown, so both tabs fetch again.
  expect(first.heard).toEqual(['reset', '{"type":"team.changed"}']);
  expect(second.heard).toEqual(first.heard);
  expect(calls).toHaveLength(1);
});
