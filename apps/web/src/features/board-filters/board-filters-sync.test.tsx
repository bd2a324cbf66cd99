import { act, screen, waitFor } from '@testing-library/react';
import { useDispatch } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../shared/api/api.ts';
import * as channel from '../../shared/extension-bridge/extension-channel.ts';
import { checkExtension } from '../../shared/extension-bridge/extension-state.ts';
import { staleTags } from '../../shared/live/live-tags.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import BoardFiltersSync from './board-filters-sync.tsx';

beforeEach(() => {
  stubLocks();
  setSession(testSession);
});

let dispatch: ReturnType<typeof useDispatch> | undefined;
/** Gives the test the store's ears. */
function Ears() {
  dispatch = useDispatch();
  return <p>Here</p>;
}

async function visit(caps: string[], signedInUserId: string | null = testSession.id) {
  const sent: [string, unknown][] = [];
  vi.spyOn(channel, 'sendToExtension').mockImplementation(async (type, payload) => {
    sent.push([type, payload]);
    const pong = {
      extVersion: '0.1.0',
      protocol: { min: 1, max: 1 },
      browser: 'chrome' as const,
      caps,
      signedInUserId,
      sessionEpoch: 1,
      boards: [],
      handoffChallenge: 'c',
    };
    const id = '0190a000-0000-7000-8000-000000000001';
    return { kind: 'message', message: { v: 1, type: 'PONG', id, ts: 1, src: 'ext', payload: pong } };
  });
  const calls = stubNetwork(() => json(200, { revision: 12, filters: [] }));
  await checkExtension();
  renderWithStore(
    <>
      <BoardFiltersSync />
      <Ears />
    </>,
  );
  await screen.findByText('Here');
  const hear = (type: 'board-filters.changed' | 'board-filters.seen') =>
    act(async () => void dispatch?.(api.util.invalidateTags(staleTags({ type }, testSession.id))));
  return { sent, calls, hear };
}

it('tells the extension which revision there is', async () => {
  const { sent } = await visit(['filters']);
  await waitFor(() => expect(sent).toContainEqual(['FILTERS_CHANGED', { rev: 12 }]));
});

it('asks again when a filter changed, and not when somebody’s extension has fetched them', async () => {
  const { sent, calls, hear } = await visit(['filters']);
  await waitFor(() => expect(sent).toContainEqual(['FILTERS_CHANGED', { rev: 12 }]));
  await hear('board-filters.seen');
  expect(calls).toHaveLength(1);
  await hear('board-filters.changed');
  await waitFor(() => expect(calls).toHaveLength(2));
});

it.each([
  ['that can’t be told', [], testSession.id],
  ['in which nobody is signed in', ['filters'], null],
  ['of somebody else', ['filters'], '0190a000-0000-7000-8000-000000000009'],
])('asks nothing for an extension %s', async (_, caps, signedInUserId) => {
  const { sent, calls } = await visit(caps, signedInUserId);
  expect(calls).toEqual([]);
  expect(sent.map(([type]) => type)).toEqual(['PING']);
});
