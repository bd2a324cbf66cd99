import { expect, it } from 'vitest';
import type { PanelView } from '../messages.ts';
import { at, createPanelWorld, load } from '../testing/panel-world.ts';

it('rules that are asked for on a board are said to the panel until a row is opened or somebody signs out', async () => {
  const world = createPanelWorld();
  const desk = world.createDesk();
  const rulesAtMs = async () => ((await desk.fromPanel({ type: 'panel:view' })) as PanelView).rulesAtMs;
  const ask = () => desk.fromBoard({ type: 'panel:rules' }, at);
  expect(await rulesAtMs()).toBeUndefined();
  expect(await ask()).toBe(true);
  expect(await rulesAtMs()).toBe(world.now);
  await desk.fromBoard({ type: 'panel:open', load }, at);
  expect(await rulesAtMs()).toBeUndefined();
  await ask();
  await desk.forget();
  expect(await rulesAtMs()).toBeUndefined();
});
