import { expect, it, test } from 'vitest';
import { at, createPanelWorld, load, meId, nowMs } from '../testing/panel-world.ts';
import type { MatchesAnswer } from './messages.ts';

const row = { load, seenAtMs: 1, perMile: '2.97', broker: null, mail: '' };
const answer: MatchesAnswer = {
  state: 'READING',
  sinceMs: 1,
  hasFilter: true,
  seen: 3,
  matched: 1,
  unknown: 1,
  rows: [row],
  calls: [],
  heldBack: [{ rule: 'Deadhead to pickup', loads: 1 }],
};
const ask = { type: 'panel:matches', tabId: at.tabId, order: 'RPM', isAnew: false };

test('the page that the user looks at is asked, and nobody else', async () => {
  const world = createPanelWorld();
  const told: unknown[] = [];
  world.page = async (message) => {
    told.push(message);
    return answer;
  };
  const desk = world.createDesk();
  expect(await desk.fromPanel(ask)).toEqual({ view: { ...answer, ...at, stateSinceMs: nowMs, lookedAtMs: null } });
  expect(told).toEqual([{ type: 'board:matches', order: 'RPM', isAnew: false }]);
  expect(world.asked).toEqual([]);
  expect(await desk.fromPanel({ ...ask, tabId: 8 })).toEqual({ view: null });
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['more rows than there can be', { ...answer, rows: Array.from({ length: 101 }, () => row) }],
  [
    'a number to dial that is none',
    { ...answer, rows: [{ ...row, load: { ...load, contact: { ...load.contact, phones: [{ e164: 'x' }] } } }] },
  ],
  ['an unknown field', { ...answer, script: 'alert(1)' }],
])('a page that answers %s has no matches', async (_, said) => {
  const world = createPanelWorld();
  world.page = async () => said as never;
  expect(await world.createDesk().fromPanel(ask)).toEqual({ view: null });
});

test('a match is opened like its row, and is of the board whose page it is', async () => {
  const world = createPanelWorld();
  const desk = world.createDesk();
  const show = { type: 'panel:show', tabId: at.tabId, frameId: at.frameId, load: { ...load, board: 'dat' } };
  await desk.fromPanel({ ...show, frameId: 9 });
  expect(await desk.fromPanel({ type: 'panel:view' })).toMatchObject({ row: null });
  await desk.fromPanel(show);
  expect(await desk.fromPanel({ type: 'panel:view' })).toMatchObject({ row: { board: 'demo', load: { rowKey: load.rowKey } } });
});

test('nobody who is signed out or whose plan has ended gets a list', async () => {
  const world = createPanelWorld();
  world.page = async () => answer;
  world.user = null;
  expect(await world.createDesk().fromPanel(ask)).toEqual({ view: null });
  world.user = { userId: meId, companyId: meId, isPaused: true };
  expect(await world.createDesk().fromPanel(ask)).toEqual({ view: null });
});

test('rules are counted by the page, and what it makes of them is checked', async () => {
  const world = createPanelWorld();
  const rules = [{ kind: 'MAX_DEADHEAD', miles: 75 }];
  const count = { pass: 3, unknown: 0, fail: 1 };
  const counts = { seen: 4, each: [count], all: count };
  const told: unknown[] = [];
  let said: unknown = counts;
  world.page = async (message) => {
    told.push(message);
    return said as never;
  };
  const desk = world.createDesk();
  const countRules = (more = {}) => desk.fromPanel({ type: 'panel:count-rules', tabId: at.tabId, rules, ...more });
  expect(await countRules()).toEqual({ counts });
  expect(told).toEqual([{ type: 'board:count-rules', rules }]);
  for (const wrong of [{ ...counts, each: [] }, { ...counts, seen: -1 }, { ...counts, script: 'alert(1)' }, null, undefined]) {
    said = wrong;
    expect(await countRules()).toEqual({ counts: null });
  }
  said = counts;
  expect(await countRules({ tabId: 8 })).toEqual({ counts: null });
  expect(await countRules({ rules: [{ kind: 'NO_SUCH_RULE' }] })).toMatchObject({ ok: false });
  world.user = null;
  expect(await countRules()).toEqual({ counts: null });
});
