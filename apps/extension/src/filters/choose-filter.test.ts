import { expect, test } from 'vitest';
import { createPanelWorld, refused } from '../panel/testing/panel-world.ts';

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
    filters: [{ id: van.id, name: 'Van', rules, words: 'DH 75 mi', isShared: true }],
    always: [{ id: never.id, name: 'Never again', words: 'DH 75 mi' }],
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

const saving = {
  input: { name: 'Mine', rules, onUnknown: 'KEEP', action: 'DIM' },
  target: { kind: 'saved', id: van.id, version: 2 },
};
const opId = '0190c000-0000-7000-8000-0000000000b1';

test('a filter is saved as one’s own, and never for the team', async () => {
  const world = createPanelWorld();
  world.office['/board-filters/choice'] = { ok: true, value: listed };
  world.office['/board-filters/{id}'] = { ok: true, value: null };
  world.office['/board-filters'] = { ok: true, value: null };
  const desk = world.createDesk();
  expect(await desk.fromPanel({ type: 'panel:save-filter', opId, saving })).toMatchObject({ ok: true, value: { kind: 'SAVED' } });
  expect(world.asked[0]).toMatchObject({ key: opId, input: { params: { id: van.id }, body: { name: 'Mine', version: 2 } } });
  const made = { ...saving, target: { kind: 'new', basedOnId: van.id } };
  await desk.fromPanel({ type: 'panel:save-filter', opId, saving: made });
  expect(world.asked[2]).toMatchObject({ input: { body: { isShared: false, isChosen: true, basedOnId: van.id } } });
  expect(world.refreshed).toBe(2);
  const forAll = { ...made, input: { ...saving.input, isForEveryone: true } };
  expect(await desk.fromPanel({ type: 'panel:save-filter', opId, saving: forAll })).toMatchObject({ ok: false });
});

test('a version that is old gives the other one, and a name that is taken says so', async () => {
  const world = createPanelWorld();
  const theirs = {
    ...{ ...van, rules, version: 3, onUnknown: 'KEEP', action: 'DIM', isShared: false, isAdjustable: true, basedOnId: null },
    ...{ mayEdit: true, updatedAt: '2026-11-18T15:00:00.000Z', updatedBy: 'Ann' },
  };
  world.office['/board-filters/{id}'] = refused('version_stale', { current: theirs });
  const save = () => world.createDesk().fromPanel({ type: 'panel:save-filter', opId, saving });
  expect(await save()).toMatchObject({ ok: true, value: { kind: 'STALE', theirs: { version: 3 } } });
  world.office['/board-filters/choice'] = { ok: true, value: listed };
  world.office['/board-filters/{id}'] = refused('version_stale', { current: { ...theirs, ...saving.input } });
  // The change was made and its answer was lost.
  expect(await save()).toMatchObject({ ok: true, value: { kind: 'SAVED' } });
  expect(world.refreshed).toBe(1);
  world.office['/board-filters/{id}'] = refused('already_taken');
  expect(await save()).toMatchObject({ ok: true, value: { kind: 'NAME_TAKEN', text: 'because already_taken' } });
  expect(world.refreshed).toBe(1);
});

test('one’s own is deleted, and open boards follow', async () => {
  const world = createPanelWorld();
  world.office['/board-filters/choice'] = { ok: true, value: listed };
  world.office['/board-filters/{id}'] = { ok: true, value: null };
  expect(await world.createDesk().fromPanel({ type: 'panel:delete-filter', opId, id: van.id })).toMatchObject({ ok: true });
  expect([world.asked[0]?.path, world.refreshed]).toEqual(['/board-filters/{id}', 1]);
});

test('one that is gone already counts as deleted', async () => {
  const world = createPanelWorld();
  world.office['/board-filters/choice'] = { ok: true, value: listed };
  world.office['/board-filters/{id}'] = refused('not_found');
  const remove = () => world.createDesk().fromPanel({ type: 'panel:delete-filter', opId, id: van.id });
  expect(await remove()).toMatchObject({ ok: true });
  expect(world.refreshed).toBe(1);
  world.office['/board-filters/{id}'] = refused('not_allowed');
  expect(await remove()).toMatchObject({ ok: false, failure: 'REFUSED' });
});
