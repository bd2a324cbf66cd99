import { ExtensionMessage } from '@headhaul/contracts/extension-messages';
import { expect, test, vi } from 'vitest';
import { createArea, oneAtATime } from '../testing/storage.ts';
import { createPageNews, type PageNews } from './page-news.ts';
import type { StoredState } from './session-store.ts';

const userId = '0199a000-0000-7000-8000-00000000000a';

function state(over: { userId?: string; isBlocked?: boolean; hasEnded?: boolean } = {}): StoredState {
  const session = over.userId === undefined ? null : ({ user: { id: over.userId } } as StoredState['session']);
  const ended = over.hasEnded ? ({ reason: 'removed' } as StoredState['ended']) : null;
  return { epoch: 7, clearedEpoch: -1, verifier: 'v', session, context: { blockExtension: over.isBlocked ?? false }, ended };
}

function setUp() {
  const session = createArea();
  const sent: { tabId: number; news: PageNews }[] = [];
  const sendToTab = vi.fn(async (tabId: number, news: PageNews): Promise<unknown> => {
    sent.push({ tabId, news });
    return true;
  });
  const news = createPageNews({ session, sendToTab, withLock: oneAtATime(), nowMs: () => 5 });
  return { ...news, sendToTab, sent, reasons: () => sent.map(({ news: { message } }) => message.payload) };
}

test('every page that spoke is told once, in the protocol’s words', async () => {
  const { note, tell, sent } = setUp();
  await note(3);
  await note(4);
  await note(3);
  await tell('LOAD_SAVED', { loadId: 'l1' });
  expect(sent.map(({ tabId }) => tabId)).toEqual([3, 4]);
  for (const { news } of sent)
    expect(ExtensionMessage.parse(news.message)).toMatchObject({ type: 'LOAD_SAVED', payload: { loadId: 'l1' } });
});

test.each<[string, () => Promise<unknown>]>([
  ['a closed tab', () => Promise.reject(new Error('Receiving end does not exist.'))],
  ['a tab with another page', async () => undefined],
])('%s is forgotten', async (_, answer) => {
  const { note, tell, sendToTab } = setUp();
  await note(3);
  sendToTab.mockImplementationOnce(answer);
  await tell('USAGE_CHANGED', {});
  await tell('USAGE_CHANGED', {});
  expect(sendToTab).toHaveBeenCalledOnce();
});

test('a change of the session is told with its reason, and only a change', async () => {
  const { note, tellSession, reasons } = setUp();
  await note(3);
  await tellSession(state());
  expect(reasons()).toEqual([]);
  for (const next of [
    state({ userId }),
    state({ userId }),
    state({ userId, isBlocked: true }),
    state({ userId }),
    state({ userId: 'other' }),
    state({ hasEnded: true }),
    state({ userId }),
    state(),
    state(),
  ])
    await tellSession(next);
  const told = ['signed_in', 'blocked', 'unblocked', 'signed_in', 'ended', 'signed_in', 'signed_out'];
  expect(reasons()).toEqual(told.map((reason) => ({ sessionEpoch: 7, reason })));
});

test('no more tabs are remembered than anybody has', async () => {
  const { note, tell, sent } = setUp();
  for (let tabId = 1; tabId <= 25; tabId += 1) await note(tabId);
  await tell('USAGE_CHANGED', {});
  expect(sent.map(({ tabId }) => tabId)).toEqual(Array.from({ length: 20 }, (_, at) => at + 6));
});
