import { expect, test } from 'vitest';
import { createPanelWorld } from '../panel/testing/panel-world.ts';

const van = { id: '0190c000-0000-7000-8000-0000000000a1', name: 'Van', isShared: true, isForEveryone: false };
const never = { ...van, id: '0190c000-0000-7000-8000-0000000000a2', name: 'Never again', isForEveryone: true };
const rules = [{ kind: 'MAX_DEADHEAD', miles: 75 }];
const listed = {
  filters: [van, never].map((filter) => ({ ...filter, rules })),
  chosenId: van.id,
  isOn: false,
};

test('what can be chosen is told apart from what always runs, and a choice reaches open boards at once', async () => {
  const world = createPanelWorld();
  world.office['/board-filters/choice'] = { ok: true, value: listed };
  const desk = world.createDesk();
  const value = {
    filters: [{ id: van.id, name: 'Van', rules: 'DH 75 mi', isShared: true }],
    always: [{ id: never.id, name: 'Never again', rules: 'DH 75 mi' }],
    chosenId: van.id,
    isOn: false,
  };
  expect(await desk.fromPanel({ type: 'panel:filters' })).toMatchObject({ ok: true, value });
  expect(world.refreshed).toBe(0);
  expect(await desk.fromPanel({ type: 'panel:choose-filter', filterId: van.id, isOn: true })).toMatchObject({ ok: true });
  expect(world.asked.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/board-filters/choice'));
  expect(world.refreshed).toBe(1);
});

test('a refused choice changes nothing', async () => {
  const world = createPanelWorld();
  world.office['/board-filters/choice'] = { ok: false, failure: 'UNREACHABLE' };
  expect(await world.createDesk().fromPanel({ type: 'panel:choose-filter', filterId: null, isOn: true })).toEqual({
    ok: false,
    failure: 'UNREACHABLE',
  });
  expect(world.refreshed).toBe(0);
});
