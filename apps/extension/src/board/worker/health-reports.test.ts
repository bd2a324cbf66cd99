import { BoardHealth, maxBoardHealthBytes, mostHealthPages } from '@headhaul/contracts/boards/health';
import { type BoardId, boardFields } from '@headhaul/domain/boards/board-load';
import { highestCount } from '@headhaul/domain/boards/health/page-counts';
import { describe, expect, it, vi } from 'vitest';
import { firstTaughtVersion } from '../../teach/worker/taught-pages.ts';
import { createArea, oneAtATime } from '../../testing/storage.ts';
import type { BoardCounts, BoardReport } from '../messages.ts';
import { createHealthReports, healthAlarm, type SendOutcome } from './health-reports.ts';

const minuteMs = 60_000;
const startMs = Date.parse('2026-11-18T12:00:00Z');
const judged = { version: 1, rows: 36, quorumPct: 100 };
const reading: BoardReport = { state: 'READING', rows: 36, judged, unread: [] };
const degraded: BoardReport = { state: 'DEGRADED', rows: 0, judged: { ...judged, quorumPct: 0 }, unread: [] };
const off: BoardReport = { state: 'OFF', rows: 0, judged: null, unread: [] };

function counted(rows: number, change: Partial<BoardCounts> = {}): BoardCounts {
  const fields = { origin: { ok: rows, missing: 0, failed: 0 }, rateTotal: { ok: 0, missing: rows, failed: 0 } };
  const layouts = [{ layout: 'wide', rowsSeen: rows, rowsRead: rows, fields }];
  return { version: 1, layouts, attachMs: null, flushP95Ms: 2, mutationStorms: 0, missingContainers: 0, ...change };
}

function open() {
  const world = { nowMs: startMs, mayReport: true, outcome: 'TAKEN' as SendOutcome | 'STOPPED' };
  const local = createArea();
  const alarms = new Map<string, number>();
  const pages: { board: BoardId; counts: BoardCounts | null }[] = [];
  const sent: BoardHealth[] = [];
  const start = () =>
    createHealthReports({
      local,
      extVersion: '0.1.0',
      originOf: async (_, version) => ({ source: version === 1 ? 'BUNDLED' : 'REMOTE', isRegressed: version === 3 }),
      collectCounts: async () => {
        const collected = structuredClone(pages);
        // A page counts from 0 again once it was asked.
        for (const page of pages) page.counts = null;
        return collected;
      },
      mayReport: async () => world.mayReport,
      send: async (report) => {
        sent.push(BoardHealth.parse(report));
        expect(new TextEncoder().encode(JSON.stringify(report)).length).toBeLessThanOrEqual(maxBoardHealthBytes);
        return world.outcome === 'STOPPED' ? new Promise<never>(() => undefined) : world.outcome;
      },
      alarms: {
        get: async (name) => (alarms.has(name) ? {} : undefined),
        create: async (name, { when }) => void alarms.set(name, when),
        clear: async (name) => alarms.delete(name),
      },
      withLock: oneAtATime(),
      nowMs: () => world.nowMs,
      random: () => 0.5,
    });
  return { world, local, alarms, pages, sent, start, health: start() };
}

describe('the regular report', () => {
  it('has what all pages have counted since the last one, and nothing about loads', async () => {
    const { health, pages, sent } = open();
    pages.push(
      { board: 'demo', counts: counted(10, { attachMs: 120 }) },
      { board: 'demo', counts: counted(5, { attachMs: 80, mutationStorms: 1 }) },
    );
    await health.noteCounts('dat', counted(3));
    await health.run();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ cause: 'INTERVAL', extVersion: '0.1.0' });
    expect(sent[0]?.pages).toEqual([
      expect.objectContaining({ board: 'dat', rowsSeen: 3 }),
      {
        board: 'demo',
        configVersion: 1,
        source: 'BUNDLED',
        layout: 'wide',
        state: 'READING',
        rowsSeen: 15,
        rowsRead: 15,
        attachMs: 120,
        flushP95Ms: 2,
        mutationStorms: 1,
        missingContainers: 0,
        isRegressed: false,
        fields: { origin: { ok: 15, missing: 0, failed: 0 }, rateTotal: { ok: 0, missing: 15, failed: 0 } },
      },
    ]);
    await health.run();
    expect(sent).toHaveLength(1);
  });

  it('comes a quarter of an hour after the last one while a board is open, and not after', async () => {
    const { world, health, alarms, pages } = open();
    await health.noteState('demo', { state: 'WAITING', rows: 0, judged: null, unread: [] });
    const first = startMs + 15 * minuteMs + 30_000;
    expect(alarms.get(healthAlarm)).toBe(first);
    world.nowMs += minuteMs;
    await health.noteState('demo', reading);
    expect(alarms.get(healthAlarm)).toBe(first);
    world.nowMs = first;
    pages.push({ board: 'demo', counts: null });
    await health.run();
    expect(alarms.get(healthAlarm)).toBe(first + 15 * minuteMs + 30_000);
    pages.pop();
    await health.run();
    expect(alarms.size).toBe(0);
  });

  it('is kept for the next time when the API can’t take it now, and dropped when it never will', async () => {
    const { world, health, sent } = open();
    await health.noteCounts('demo', counted(3));
    world.outcome = 'LATER';
    await health.run();
    await health.noteCounts('demo', counted(4));
    world.outcome = 'REFUSED';
    await health.run();
    expect(sent.map(({ pages }) => pages[0]?.rowsSeen)).toEqual([3, 7]);
    await health.run();
    expect(sent).toHaveLength(2);
  });

  it('is sent by the next worker when this one is stopped during the call', async () => {
    const { world, health, start, alarms, sent } = open();
    await health.noteCounts('demo', counted(3));
    world.outcome = 'STOPPED';
    void health.run();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(alarms.has(healthAlarm)).toBe(true);
    world.outcome = 'TAKEN';
    await start().run();
    expect(sent[1]?.pages).toEqual(sent[0]?.pages);
  });

  it('leaves out what was measured over a long absence', async () => {
    const { health, sent } = open();
    await health.noteCounts('demo', counted(1, { attachMs: 600_001, flushP95Ms: 600_001 }));
    await health.run();
    expect(sent[0]?.pages[0]).toMatchObject({ attachMs: null, flushP95Ms: null });
  });
});

describe('a report has a bound', () => {
  const third = highestCount / 3;
  const fields = Object.fromEntries(boardFields.map((field) => [field, { ok: third, missing: third, failed: third }]));
  const whole = (layout: string): BoardCounts =>
    counted(0, { layouts: [{ layout, rowsSeen: highestCount, rowsRead: highestCount, fields }], attachMs: 600_000, flushP95Ms: 600_000 });

  it('of two kilobytes: what doesn’t fit goes with the next one, the longest waiting first', async () => {
    const { health, sent } = open();
    await health.noteCounts('123loadboard', whole('a'));
    await health.noteCounts('dat', whole('b'));
    await health.noteCounts('demo', counted(1));
    for (let round = 0; round < 3; round += 1) await health.run();
    expect(sent.map(({ pages }) => pages.map(({ board }) => board))).toEqual([['123loadboard'], ['dat'], ['demo']]);
  });

  it('of rows: a page that has counted enough counts no more', async () => {
    const { health, sent } = open();
    await health.noteCounts('demo', counted(highestCount - 1));
    await health.noteCounts('demo', counted(2));
    await health.run();
    expect(sent[0]?.pages[0]).toMatchObject({ rowsSeen: highestCount - 1, fields: { origin: { ok: highestCount - 1 } } });
  });

  it('of pages: the oldest one is forgotten', async () => {
    const { health, local } = open();
    for (let at = 0; at < mostHealthPages + 3; at += 1) await health.noteCounts('demo', counted(1, { version: at + 1 }));
    const { pages } = local.items['board-health'] as { pages: { configVersion: number }[] };
    expect(pages.map(({ configVersion }) => configVersion)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

describe('a changed state', () => {
  it('is told at once, with what was counted', async () => {
    const { health, pages, sent } = open();
    await health.noteState('demo', reading);
    expect(sent).toEqual([]);
    pages.push({ board: 'demo', counts: counted(8) }, { board: 'dat', counts: counted(2) });
    await health.noteState('demo', degraded);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ cause: 'STATE', pages: [{ board: 'demo', state: 'DEGRADED', rowsSeen: 8 }] });
    await health.noteState('demo', degraded);
    expect(sent).toHaveLength(1);
    await health.noteState('demo', reading);
    expect(sent[1]?.pages).toMatchObject([{ board: 'demo', state: 'READING', rowsSeen: 0, layout: null }]);
    // What was counted on another board waits for the regular report.
    await health.run();
    expect(sent[2]).toMatchObject({ cause: 'INTERVAL', pages: [{ board: 'dat', rowsSeen: 2 }] });
  });

  it('is told when the first thing that is heard of a board is that it can’t be read', async () => {
    const { health, sent } = open();
    await health.noteState('demo', degraded);
    expect(sent).toMatchObject([{ pages: [{ state: 'DEGRADED', configVersion: 1, rowsSeen: 0 }] }]);
  });

  it('is none while a page waits for its list or for its first rows', async () => {
    const { health, sent } = open();
    await health.noteState('demo', degraded);
    await health.noteState('demo', { state: 'WAITING', rows: 0, judged, unread: [] });
    await health.noteState('demo', { ...reading, judged: { ...judged, rows: 0 } });
    expect(sent).toHaveLength(1);
  });

  it('that turns a board off is told about the version that was in use, if one was', async () => {
    const { health, sent } = open();
    await health.noteState('dat', off);
    await health.noteState('demo', { ...reading, judged: { ...judged, version: 5 } });
    await health.noteState('demo', off);
    expect(sent.map(({ pages }) => pages)).toMatchObject([[{ board: 'demo', configVersion: 5, source: 'REMOTE', state: 'OFF' }]]);
  });

  it('says of the version before what it was, and that it was taken back', async () => {
    const { health, pages, sent } = open();
    await health.noteState('demo', { ...reading, judged: { ...judged, version: 3 } });
    pages.push({ board: 'demo', counts: counted(4, { version: 3 }) });
    await health.noteState('demo', { ...degraded, judged: { ...judged, version: 3 } });
    expect(sent[0]?.pages).toMatchObject([{ configVersion: 3, state: 'DEGRADED', isRegressed: true }]);
    await health.noteCounts('demo', counted(2, { version: 3 }));
    Object.assign(pages[0] ?? {}, { counts: counted(9) });
    await health.noteState('demo', reading);
    expect(sent[1]?.pages).toMatchObject([
      { configVersion: 3, state: 'DEGRADED', isRegressed: true, rowsSeen: 2 },
      { configVersion: 1, state: 'READING', isRegressed: false, rowsSeen: 9 },
    ]);
  });

  it('is told six times in a quarter of an hour at most; the rest goes with the regular report', async () => {
    const { world, health, start, sent } = open();
    for (let at = 0; at < 20; at += 1) await start().noteState('demo', at % 2 === 0 ? degraded : reading);
    expect(sent).toHaveLength(6);
    await health.run();
    expect(sent[6]).toMatchObject({ cause: 'INTERVAL', pages: [{ board: 'demo', state: 'READING' }] });
    world.nowMs += 15 * minuteMs;
    await health.noteState('demo', degraded);
    expect(sent).toHaveLength(8);
  });

  it('that could not be told is told with the next report', async () => {
    const { world, health, start, sent } = open();
    world.outcome = 'LATER';
    await health.noteState('demo', degraded);
    world.outcome = 'TAKEN';
    await start().run();
    expect(sent.map(({ cause }) => cause)).toEqual(['STATE', 'INTERVAL']);
    expect(sent[1]?.pages).toMatchObject([{ state: 'DEGRADED' }]);
  });
});

describe('whose report it is', () => {
  it('is said by a random id that stays for a month', async () => {
    const { world, health, start, sent } = open();
    const report = async (by = health) => {
      await by.noteCounts('demo', counted(1));
      await by.run();
      return sent.at(-1)?.installId;
    };
    const first = await report();
    world.nowMs = Date.parse('2026-11-30T23:59:59Z');
    expect(await report(start())).toBe(first);
    world.nowMs = Date.parse('2026-12-01T00:00:00Z');
    const second = await report();
    expect(second).not.toBe(first);
    expect(await report(start())).toBe(second);
  });

  it('is nobody’s when the user doesn’t want it: nothing is counted, kept or sent', async () => {
    const { world, health, local, alarms, pages, sent } = open();
    await health.noteCounts('demo', counted(3));
    await health.forget();
    world.mayReport = false;
    pages.push({ board: 'demo', counts: counted(3) });
    await health.noteCounts('demo', counted(3));
    await health.noteState('demo', degraded);
    await health.run();
    expect(sent).toEqual([]);
    expect(alarms.size).toBe(0);
    expect(local.items['board-health']).toMatchObject({ pages: [], states: [], changed: [] });
  });
});

it('has nothing about pages that a user has taught', async () => {
  const { health, pages, sent, alarms } = open();
  const version = firstTaughtVersion;
  pages.push({ board: 'other', counts: counted(30, { version }) }, { board: 'dat', counts: counted(8, { version: version + 1 }) });
  await health.noteCounts('other', counted(10, { version }));
  await health.noteState('other', { ...degraded, judged: { ...judged, version } });
  await health.noteState('other', off);
  expect(alarms.size).toBe(0);
  await health.run();
  expect(sent).toEqual([]);
});

it('starts anew when what is stored makes no sense', async () => {
  const { health, local, sent } = open();
  local.items['board-health'] = { install: { id: 'me', month: 7 } };
  await health.noteCounts('demo', counted(1));
  await health.run();
  expect(sent).toHaveLength(1);
});
