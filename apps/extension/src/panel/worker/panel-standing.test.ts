import { expect, test } from 'vitest';
import { createPanelWorld, nowMs } from '../testing/panel-world.ts';

test('the panel hears since when Headhaul is silent, why a session has ended, and can have both looked at again', async () => {
  const world = createPanelWorld();
  const desk = world.createDesk();
  world.silentSince = nowMs - 1;
  expect(await desk.fromPanel({ type: 'panel:view' })).toMatchObject({ standing: 'READY', silentSinceMs: nowMs - 1 });
  expect(await desk.fromPanel({ type: 'panel:try' })).toBeNull();
  expect(await desk.fromPanel({ type: 'panel:view' })).toEqual({ standing: 'READY', row: null });
  expect(await desk.fromPanel({ type: 'panel:look' })).toBeNull();
  expect(world.lookedAt).toBe(nowMs);
  world.user = null;
  world.ended = { reason: 'removed', at: '2026-11-18T14:31:00.000Z', companyName: 'Acme', byName: 'Nina', worksElsewhere: false };
  expect(await desk.fromPanel({ type: 'panel:view' })).toEqual({ standing: 'SIGNED_OUT', row: null, ended: world.ended });
  expect(await desk.fromPanel({ type: 'panel:look' })).toEqual({ ok: false, failure: 'SIGNED_OUT' });
});
