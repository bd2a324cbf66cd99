import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as channel from '../../shared/extension-bridge/extension-channel.ts';
import { checkExtension } from '../../shared/extension-bridge/extension-state.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import BoardFiltersSync from './board-filters-sync.tsx';

beforeEach(() => {
  stubLocks();
  setSession(testSession);
});

async function visit(caps: string[]) {
  const sent: [string, unknown][] = [];
  vi.spyOn(channel, 'sendToExtension').mockImplementation(async (type, payload) => {
    sent.push([type, payload]);
    const pong = {
      extVersion: '0.1.0',
      protocol: { min: 1, max: 1 },
      browser: 'chrome' as const,
      caps,
      signedInUserId: testSession.id,
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
      <p>Here</p>
    </>,
  );
  await screen.findByText('Here');
  return { sent, calls };
}

it('tells the extension which revision there is', async () => {
  const { sent } = await visit(['filters']);
  await waitFor(() => expect(sent).toContainEqual(['FILTERS_CHANGED', { rev: 12 }]));
});

it('asks nothing for an extension that can’t be told', async () => {
  const { sent, calls } = await visit([]);
  expect(calls).toEqual([]);
  expect(sent.map(([type]) => type)).toEqual(['PING']);
});
