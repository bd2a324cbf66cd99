// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type PanelTab, usePanelTab } from './tabs.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let shown: { tab: PanelTab; choose: (tab: PanelTab) => void } | undefined;

function Shown({ openKey, rulesAtMs }: { openKey: string | null; rulesAtMs: number | undefined }) {
  shown = usePanelTab(openKey, rulesAtMs);
  return null;
}

it('a row that is opened, and rules that are asked for on a board, are shown at once, and what was chosen since stays', async () => {
  const root = createRoot(document.createElement('div'));
  const look = (openKey: string | null, rulesAtMs?: number) =>
    act(async () => root.render(<Shown openKey={openKey} rulesAtMs={rulesAtMs} />));
  await look(null);
  expect(shown?.tab).toBe('matches');
  await look('demo KEY0001');
  expect(shown?.tab).toBe('load');
  for (const atMs of [1, 2]) {
    await look('demo KEY0001', atMs);
    expect(shown?.tab).toBe('filters');
    await act(async () => shown?.choose('calls'));
    await look('demo KEY0001', atMs);
    expect(shown?.tab).toBe('calls');
  }
  await look('demo KEY0002');
  expect(shown?.tab).toBe('load');
});
