import { boardFreightOf } from '@headhaul/domain/boards/freight';
import { describe, expect, it } from 'vitest';
import { openedRowKey } from '../messages.ts';
import { at, createPanelWorld, driver, driverId, facts, load, meId, profit, refused, saved, unreachable } from '../testing/panel-world.ts';

const freight = boardFreightOf(load);
const factsOf = { type: 'panel:facts', load: freight, isFresh: false };
const profitOf = { type: 'panel:profit', load: freight, driverId: null, isFresh: false };
const posting = {
  load: freight,
  phone: '+13125550148',
  phoneExt: null,
  comments: null,
  seenAt: '2026-11-18T15:00:00.000Z',
  pickupDay: '2026-11-19',
  deliveryDay: '2026-11-21',
};
const opId = '0190c000-0000-7000-8000-000000000001';

async function opened() {
  const world = createPanelWorld();
  const desk = world.createDesk();
  expect(await desk.fromBoard({ type: 'panel:open', load }, at)).toBe(true);
  return { world, desk };
}

const others: [string, { userId: string; companyId: string; isPaused: boolean }][] = [
  ['another person', { userId: '0190b000-0000-7000-8000-000000000002', companyId: 'bluffline', isPaused: false }],
  // Whoever joins another team keeps the session.
  ['the same person in another company', { userId: meId, companyId: 'hartline', isPaused: false }],
];

describe('the opened row', () => {
  it('is read again at each look, and shows what the board shows now', async () => {
    const { world, desk } = await opened();
    const looks: unknown[] = [];
    const cheaper = { ...load, rate: { ...load.rate, total: { cents: 200_000, currency: 'USD' as const } } };
    world.page = async (message) => {
      looks.push(message);
      return { state: 'READING', load: cheaper };
    };
    world.now += 5_000;
    expect(await desk.fromPanel({ type: 'panel:view' })).toEqual({
      standing: 'READY',
      row: { board: 'demo', load: cheaper, readAtMs: world.now, state: 'HERE' },
    });
    expect(looks).toEqual([{ type: 'board:row', key: 'KEY0001' }]);
  });

  it.each([
    ['is not on the page', { state: 'READING', load: null }, 'AWAY'],
    ['is on a page without a list', { state: 'WAITING', load: null }, 'AWAY'],
    ['is on a page whose layout changed', { state: 'DEGRADED', load: null }, 'DEGRADED'],
    ['is on a board that was switched off', { state: 'OFF', load: null }, 'OFF'],
    ['is in a tab that shows another page', undefined, 'CLOSED'],
    ['shows another load by now', { state: 'READING', load: { ...load, rowKey: 'KEY0002' } }, 'AWAY'],
    ['answers nonsense', { state: 'READING', load: { ...load, origin: 'Milwaukee' } }, 'CLOSED'],
  ])('that %s is shown as it was read, and says so', async (_, answer, state) => {
    const { world, desk } = await opened();
    world.page = async () => answer as never;
    world.now += 60_000;
    expect(await desk.fromPanel({ type: 'panel:view' })).toEqual({
      standing: 'READY',
      row: { board: 'demo', load, readAtMs: world.now - 60_000, state },
    });
  });

  it('stays after the worker was stopped, and goes with a sign-out', async () => {
    const { world, desk } = await opened();
    expect(await world.createDesk().fromPanel({ type: 'panel:view' })).toMatchObject({ row: { state: 'HERE' } });
    await desk.forget();
    expect(world.area.session.items[openedRowKey]).toBeNull();
    expect(await desk.fromPanel({ type: 'panel:view' })).toEqual({ standing: 'READY', row: null });
  });

  it.each(others)('is not shown to %s, who may sign in without a sign-out', async (_, other) => {
    const { world, desk } = await opened();
    world.user = other;
    expect(await desk.fromPanel({ type: 'panel:view' })).toEqual({ standing: 'READY', row: null });
  });

  it('and what was asked about it and about other rows leave the browser with a sign-out', async () => {
    const { world, desk } = await opened();
    await desk.fromPanel(factsOf);
    await desk.fromBoard({ type: 'panel:brokers', brokers: [{ mc: '428816', name: 'Lakeshore Freight' }] }, at);
    expect(JSON.stringify(world.area.session.items)).toContain('Lakeshore');
    await desk.forget();
    expect(JSON.stringify(world.area.session.items)).not.toContain('Lakeshore');
  });

  it('is of the board whose page says so, whatever it calls itself', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    await desk.fromBoard({ type: 'panel:open', load: { ...load, board: 'dat' } }, at);
    expect(await desk.fromPanel({ type: 'panel:view' })).toMatchObject({ row: { board: 'demo', load: { board: 'demo' } } });
  });

  it.each<[string, object]>([
    ['a longer text than any cell has', { commodity: 'x'.repeat(2_001) }],
    ['a number to dial that is none', { contact: { ...load.contact, phones: [{ e164: 'javascript:alert(1)', extension: null }] } }],
    ['an unknown key', { script: 'alert(1)' }],
    ['a trailer that we don’t know', { equipment: { raw: 'V', classes: ['SPACESHIP'], modifiers: [] } }],
    ['a negative number', { tripMiles: -1 }],
    ['another type', { origin: 'Milwaukee, WI' }],
  ])('is refused with %s', async (_, change) => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    expect(await desk.fromBoard({ type: 'panel:open', load: { ...load, ...change } }, at)).toBeNull();
    expect(await desk.fromPanel({ type: 'panel:view' })).toMatchObject({ row: null });
  });
});

describe('somebody who is', () => {
  it.each([
    ['signed out', null, 'SIGNED_OUT'],
    ['paused', { userId: meId, companyId: 'bluffline', isPaused: true }, 'PAUSED'],
  ] as const)('%s sees no row, and nothing is asked', async (_, user, standing) => {
    const { world, desk } = await opened();
    world.user = user;
    expect(await desk.fromPanel({ type: 'panel:view' })).toEqual({ standing, row: null });
    for (const message of [factsOf, profitOf, { type: 'panel:save', opId, posting }])
      expect(await desk.fromPanel(message)).toEqual({ ok: false, failure: 'SIGNED_OUT' });
    expect(await desk.fromBoard({ type: 'panel:brokers', brokers: [{ mc: '1', name: null }] }, at)).toBeNull();
    expect(world.asked).toEqual([]);
  });
});

describe('facts about the load', () => {
  it('are asked for once, also for a worker that was started again, and anew when the user wants it', async () => {
    const world = createPanelWorld();
    const first = await world.createDesk().fromPanel(factsOf);
    expect(first).toEqual({ ok: true, value: facts, atMs: world.now, isOld: false });
    world.now += 60_000;
    const second = await world.createDesk().fromPanel({ ...factsOf, load: { ...freight, rateCents: 1 } });
    expect(second).toMatchObject({ ok: true, atMs: world.now - 60_000 });
    expect(world.countOf('/ext/boards/postings')).toBe(1);
    await world.createDesk().fromPanel({ ...factsOf, isFresh: true });
    expect(world.countOf('/ext/boards/postings')).toBe(2);
    world.now += 6 * 60_000;
    await world.createDesk().fromPanel(factsOf);
    expect(world.countOf('/ext/boards/postings')).toBe(3);
  });

  it('name the broker and the fingerprint, and nothing else of the page', async () => {
    const world = createPanelWorld();
    await world.createDesk().fromPanel(factsOf);
    expect(world.asked[0]?.input).toEqual({
      body: { mc: '428816', name: 'Lakeshore Freight', fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
  });

  it('of before are shown while Headhaul doesn’t answer, and say so', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    await desk.fromPanel(factsOf);
    world.office['/ext/boards/postings'] = unreachable;
    world.now += 10 * 60_000;
    expect(await desk.fromPanel(factsOf)).toEqual({ ok: true, value: facts, atMs: world.now - 10 * 60_000, isOld: true });
    expect(await desk.fromPanel(profitOf)).toMatchObject({ ok: true, value: profit });
    world.office['/ext/boards/profits'] = unreachable;
    expect(await desk.fromPanel({ ...profitOf, driverId })).toEqual({ ok: false, failure: 'UNREACHABLE' });
  });

  it.each(others)('of %s are not shown', async (_, other) => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    await desk.fromPanel(factsOf);
    world.user = other;
    await desk.fromPanel(factsOf);
    expect(world.asked.map(({ userId }) => userId)).toEqual([meId, other.userId]);
  });

  it('that are refused say why, and whether a plan helps', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    const limit = { name: 'brokerLookupsPerDay', current: 300, max: 300, isPlanActive: false };
    world.office['/fmcsa/brokers'] = refused('limit_reached', { limit });
    expect(await desk.fromPanel({ type: 'panel:lookup', mc: '428816', isFresh: false })).toEqual({
      ok: false,
      failure: 'REFUSED',
      text: 'because limit_reached',
      isPlanEnded: true,
    });
    world.office['/ext/boards/profits'] = refused('validation_failed', {
      errors: [{ path: 'body.load', message: 'The board shows no city' }],
    });
    expect(await desk.fromPanel(profitOf)).toMatchObject({ text: 'The board shows no city', isPlanEnded: false });
  });
});

describe('the driver', () => {
  it('is remembered for this person, and dropped when the driver has left', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    const list = () => desk.fromPanel({ type: 'panel:drivers', isFresh: true });
    expect(await list()).toMatchObject({ value: { drivers: [driver], chosenId: null } });
    await desk.fromPanel({ type: 'panel:choose-driver', driverId });
    expect(await list()).toMatchObject({ value: { chosenId: driverId } });
    world.office['/ext/boards/drivers'] = { ok: true, value: { drivers: [] } };
    expect(await list()).toMatchObject({ value: { drivers: [], chosenId: null } });
  });
});

describe('saving', () => {
  it('sends the load that the panel shows under the click’s key; facts are asked for anew afterwards', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    await desk.fromPanel(factsOf);
    expect(await desk.fromPanel({ type: 'panel:save', opId, posting })).toMatchObject({ ok: true, value: { saved, isNew: true } });
    const sent = world.asked.find(({ path }) => path === '/ext/boards/loads');
    expect(sent).toMatchObject({ key: opId, input: { body: { ...posting, load: { rateCents: 245_000, reference: 'HP-0001' } } } });
    await desk.fromPanel(factsOf);
    expect(world.countOf('/ext/boards/postings')).toBe(2);
  });

  it('is refused before it is sent when it isn’t a load', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    for (const wrong of [
      { ...posting, pickupDay: '' },
      { ...posting, phone: 'tel:1' },
      { ...posting, driverId },
    ])
      expect(await desk.fromPanel({ type: 'panel:save', opId, posting: wrong })).toMatchObject({ failure: 'REFUSED' });
    expect(world.asked).toEqual([]);
  });
});

describe('brokers of rows', () => {
  const rows = [
    { mc: '428816', name: 'Lakeshore Freight' },
    { mc: null, name: 'Redgate Freight Svc, LLC' },
    { mc: null, name: null },
  ];
  const list = (desk: ReturnType<ReturnType<typeof createPanelWorld>['createDesk']>) =>
    desk.fromBoard({ type: 'panel:brokers', brokers: rows }, at);

  it('are asked about together and once in half an hour, in all tabs and after the worker was stopped', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    const answers = await Promise.all([list(desk), list(desk), list(desk)]);
    expect(answers[2]).toEqual({
      brokers: {
        '428816|LAKESHORE FREIGHT': { brief: expect.objectContaining({ grade: 'A' }), isNew: false, factor: 'APPROVED', atMs: world.now },
        '|REDGATE FREIGHT SVC': { brief: null, isNew: true, factor: null, atMs: world.now },
      },
    });
    world.now += 29 * 60_000;
    await list(world.createDesk());
    expect(world.countOf('/ext/boards/brokers')).toBe(1);
    world.now += 2 * 60_000;
    await list(world.createDesk());
    expect(world.countOf('/ext/boards/brokers')).toBe(2);
  });

  it('show what is kept while Headhaul doesn’t answer or says “too many”, and wait before they ask again', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    await list(desk);
    world.office['/ext/boards/brokers'] = unreachable;
    world.now += 31 * 60_000;
    for (let time = 0; time < 5; time++)
      expect(await list(desk)).toMatchObject({ brokers: { '428816|LAKESHORE FREIGHT': { brief: { grade: 'A' } } } });
    expect(world.countOf('/ext/boards/brokers')).toBe(2);
    world.now += 31_000;
    await list(desk);
    expect(world.countOf('/ext/boards/brokers')).toBe(3);
  });

  it.each(others)('of one are not shown to %s', async (_, other) => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    await list(desk);
    world.user = other;
    world.office['/ext/boards/brokers'] = unreachable;
    expect(await list(desk)).toEqual({ brokers: {} });
  });

  it('are asked about fifty at a time', async () => {
    const world = createPanelWorld();
    const brokers = Array.from({ length: 120 }, (_, index) => ({ mc: String(index + 1), name: null }));
    await world.createDesk().fromBoard({ type: 'panel:brokers', brokers }, at);
    const sizes = world.asked.map(({ input }) => (input.body as { brokers: unknown[] }).brokers.length);
    expect(sizes).toEqual([50, 50, 20]);
  });

  it('are at most 600 in a minute, however many names a page makes up', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    const count = () => world.asked.reduce((sum, { input }) => sum + (input.body as { brokers: unknown[] }).brokers.length, 0);
    const nameMany = (first: number) => {
      const brokers = Array.from({ length: 300 }, (_, index) => ({ mc: String(first + index), name: null }));
      return desk.fromBoard({ type: 'panel:brokers', brokers }, at);
    };
    for (let second = 1; second <= 30; second += 1) {
      await nameMany(second * 1_000);
      world.now += 1_000;
    }
    expect(count()).toBe(600);
    world.now += 31_000;
    await nameMany(90_000);
    expect(count()).toBe(900);
  });

  it('show a mark that was set in the panel at once', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    await list(desk);
    await desk.fromBoard({ type: 'panel:open', load }, at);
    const told: unknown[] = [];
    world.page = async (message) => {
      told.push(message);
      return { state: 'READING', load };
    };
    const mark = { type: 'panel:mark', opId, mc: '428816', name: 'Lakeshore Freight', mark: 'BLOCKED', reason: 'Short pay' };
    expect(await desk.fromPanel(mark)).toMatchObject({ ok: true, value: { mark: 'BLOCKED' } });
    expect(await list(desk)).toMatchObject({ brokers: { '428816|LAKESHORE FREIGHT': { brief: { mark: 'BLOCKED' }, factor: 'APPROVED' } } });
    expect(world.countOf('/ext/boards/brokers')).toBe(1);
    expect(told).toEqual([{ type: 'board:brokers' }]);
  });

  it.each([
    ['too many', { type: 'panel:brokers', brokers: Array.from({ length: 301 }, () => ({ mc: '1', name: null })) }],
    ['a load beside them', { type: 'panel:brokers', brokers: [{ mc: '1', name: null, rate: 1 }] }],
    ['a question of the panel', { type: 'panel:facts', load: freight, isFresh: false }],
    ['a save', { type: 'panel:save', opId, posting }],
  ])('a page gets no answer for %s', async (_, message) => {
    const world = createPanelWorld();
    expect(await world.createDesk().fromBoard(message, at)).toBeNull();
    expect(world.asked).toEqual([]);
  });
});

describe('the driver for mails', () => {
  const choose = (id: string | null) => ({ type: 'panel:choose-driver', driverId: id });

  it('is the chosen one while this person’s company has him, and asks for nobody when nobody is chosen', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    expect(await desk.readDriver()).toEqual({ ok: true, driver: null });
    expect(world.asked).toEqual([]);
    await desk.fromPanel(choose(driverId));
    expect(await desk.readDriver()).toEqual({ ok: true, driver });
    await desk.forgetGoneDriver();
    expect(await desk.readDriver()).toEqual({ ok: true, driver });
    world.now += 6 * 60_000;
    world.office['/ext/boards/drivers'] = { ok: true, value: { drivers: [] } };
    expect(await desk.readDriver()).toEqual({ ok: false, why: 'GONE' });
    await desk.forgetGoneDriver();
    expect(await desk.readDriver()).toEqual({ ok: true, driver: null });
  });

  it.each(others)('is not the one whom another chose: %s', async (_, other) => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    await desk.fromPanel(choose(driverId));
    await desk.readDriver();
    world.user = other;
    world.office['/ext/boards/drivers'] = { ok: true, value: { drivers: [] } };
    expect(await desk.readDriver()).toEqual(other.userId === meId ? { ok: false, why: 'GONE' } : { ok: true, driver: null });
  });

  it('isn’t known while Headhaul doesn’t answer and nothing is kept', async () => {
    const world = createPanelWorld();
    await world.createDesk().fromPanel(choose(driverId));
    world.office['/ext/boards/drivers'] = unreachable;
    expect(await world.createDesk().readDriver()).toEqual({ ok: false, why: 'UNKNOWN' });
  });
});

describe('a call', () => {
  const call = (id = opId) => ({ type: 'panel:call', opId: id });

  it('is counted once, later when Headhaul doesn’t answer, and not again when it refuses', async () => {
    const world = createPanelWorld();
    const desk = world.createDesk();
    world.office['/ext/boards/calls'] = unreachable;
    await desk.fromPanel(call());
    await desk.fromPanel(call());
    world.office['/ext/boards/calls'] = { ok: true, value: { current: 1, max: 0, isUnlimited: true } };
    await world.createDesk().resume();
    await world.createDesk().resume();
    expect(world.asked.map(({ key }) => key)).toEqual([opId, opId, opId]);
    world.office['/ext/boards/calls'] = refused('limit_reached');
    await desk.fromPanel(call('0190c000-0000-7000-8000-000000000002'));
    await desk.resume();
    expect(world.asked).toHaveLength(4);
  });

  it('that is too old for the API’s key is dropped', async () => {
    const world = createPanelWorld();
    world.office['/ext/boards/calls'] = unreachable;
    await world.createDesk().fromPanel(call());
    world.now += 21 * 3_600_000;
    await world.createDesk().resume();
    expect(world.asked).toHaveLength(1);
  });
});
