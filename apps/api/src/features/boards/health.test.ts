import { type BoardHealth, boardHealthDays, boardHealthEndpoints } from '@headhaul/contracts/boards/health';
import { boardFields } from '@headhaul/domain/boards/board-load';
import { highestCount } from '@headhaul/domain/boards/health/page-counts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handOff } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
let extension: TestClient;
beforeAll(async () => {
  api = await startTestApp();
  extension = await handOff(api, await api.signUp());
});
afterAll(() => api.close());

const page: BoardHealth['pages'][number] = {
  board: 'dat',
  configVersion: 37,
  source: 'REMOTE',
  layout: 'compact',
  state: 'READING',
  rowsSeen: 44,
  rowsRead: 43,
  attachMs: 120,
  flushP95Ms: 3,
  mutationStorms: 0,
  missingContainers: 0,
  isRegressed: false,
  fields: { origin: { ok: 44, missing: 0, failed: 0 }, rateTotal: { ok: 30, missing: 13, failed: 1 } },
};
const report = (change: Partial<BoardHealth> = {}): BoardHealth => ({
  installId: crypto.randomUUID(),
  extVersion: '1.4.0',
  cause: 'STATE',
  pages: [page],
  ...change,
});
const send = (client: Pick<TestClient, 'fetch'>, body: unknown) =>
  client.fetch('/api/ext/boards/health', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const newExtension = async () => handOff(api, await api.signUp());

describe('POST /ext/boards/health', () => {
  it('204, kept without a word about whose it is', async () => {
    const sent = report({ pages: [page, { ...page, layout: null, attachMs: null, state: 'DEGRADED', missingContainers: 1, fields: {} }] });
    await extension.call(boardHealthEndpoints.sendBoardHealth, { body: sent });
    const { rows } = await api.admin.query('select * from board_health where install_id = $1 order by layout', [sent.installId]);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      board: 'dat',
      config_version: 37,
      source: 'REMOTE',
      ext_version: '1.4.0',
      layout: 'compact',
      rows_seen: 44,
      rows_read: 43,
      fields: page.fields,
    });
    expect(rows[1]).toMatchObject({ layout: null, attach_ms: null, missing_containers: 1, fields: {} });
    const { user } = extension;
    const text = JSON.stringify(rows);
    for (const mark of [user.id, user.companyId, user.email]) expect(text).not.toContain(mark);
  });

  it('401 for a stranger and 403 for the web app', async () => {
    expect((await send(api, report())).status).toBe(401);
    expect((await send(await api.signUp(), report())).status).toBe(403);
  });

  it('429 for a second regular report in a quarter of an hour; what changes is still told', async () => {
    const client = await newExtension();
    expect((await send(client, report({ cause: 'INTERVAL' }))).status).toBe(204);
    // Another id of the install does not help: the session is counted.
    const refused = await send(client, report({ cause: 'INTERVAL' }));
    expect(refused.status).toBe(429);
    const pause = Number(refused.headers.get('retry-after'));
    expect(pause).toBeGreaterThan(880);
    expect(pause).toBeLessThanOrEqual(900);
    for (let told = 0; told < 6; told++) expect((await send(client, report())).status).toBe(204);
    expect((await send(client, report())).status).toBe(429);
    expect((await send(await newExtension(), report({ cause: 'INTERVAL' }))).status).toBe(204);
  });

  it('429 for a person whose sixth session reports regularly; what changes is counted apart', async () => {
    const owner = await api.signUp();
    const answers: number[] = [];
    for (let n = 0; n < 6; n += 1) answers.push((await send(await handOff(api, owner), report({ cause: 'INTERVAL' }))).status);
    expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
    expect((await send(await handOff(api, owner), report())).status).toBe(204);
  });

  it('takes every field of one page in its two kilobytes, and refuses more unread', async () => {
    const client = await newExtension();
    const third = highestCount / 3;
    const fields = Object.fromEntries(boardFields.map((field) => [field, { ok: third, missing: third, failed: third }]));
    const longest: BoardHealth['pages'][number] = {
      board: '123loadboard',
      configVersion: 2_147_483_647,
      source: 'LAST_GOOD',
      layout: 'l'.repeat(40),
      state: 'DEGRADED',
      rowsSeen: highestCount,
      rowsRead: highestCount,
      attachMs: 600_000,
      flushP95Ms: 600_000,
      mutationStorms: highestCount,
      missingContainers: highestCount,
      isRegressed: false,
      fields,
    };
    const whole = JSON.stringify(report({ extVersion: '9999.9999.9999', pages: [longest] }));
    expect(whole.length).toBeLessThanOrEqual(2_048);
    expect((await send(client, whole)).status).toBe(204);
    expect((await send(client, whole.padEnd(2_048))).status).toBe(204);
    expect((await send(client, whole.padEnd(2_049))).status).toBe(413);
  });

  const { cause: _, ...withoutCause } = report();
  it.each<[string, unknown]>([
    ['a text of the page', report({ pages: [{ ...page, layout: 'Milwaukee, WI' }] })],
    ['an address', { ...report(), url: 'https://one.dat.com/search-loads?origin=x' }],
    ['a key in a page', report({ pages: [{ ...page, text: 'x' } as never] })],
    ['an unknown field', report({ pages: [{ ...page, fields: { password: { ok: 1, missing: 0, failed: 0 } } as never }] })],
    ['a key in a field', report({ pages: [{ ...page, fields: { origin: { ok: 1, missing: 0, failed: 0, text: 'x' } as never } }] })],
    ['an unknown board', report({ pages: [{ ...page, board: 'nowhere' as never }] })],
    ['a negative count', report({ pages: [{ ...page, rowsSeen: -1 }] })],
    ['half a row', report({ pages: [{ ...page, rowsSeen: 0.5 }] })],
    ['too large a count', report({ pages: [{ ...page, rowsSeen: highestCount + 1 }] })],
    ['no page', report({ pages: [] })],
    ['an install that is no id', report({ installId: 'me' })],
    ['a version that is a text', report({ extVersion: '1.4.0-beta' })],
    ['no cause', withoutCause],
    ['nothing', {}],
  ])('400 for %s', async (_name, body) => {
    const before = await api.admin.query('select count(*)::int as rows from board_health');
    expect((await send(extension, body)).status).toBe(400);
    expect((await api.admin.query('select count(*)::int as rows from board_health')).rows).toEqual(before.rows);
  });

  it('cannot be read back by the application', async () => {
    await expect(api.platform.db.global.selectFrom('board_health').select('board').execute()).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the table of reports', () => {
  it('has days ahead, drops old ones, and no role reaches a day past its parent', async () => {
    const days = async () =>
      (
        await api.admin.query<{ name: string; is_open: boolean }>(
          `select c.relname as name, has_table_privilege('app', c.oid, 'insert') or has_table_privilege('worker', c.oid, 'select') as is_open
           from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'board_health'::regclass order by 1`,
        )
      ).rows;
    expect((await days()).length).toBe(8);
    await api.admin.query(
      `create table board_health_20250101 partition of board_health for values from ('2025-01-01 00:00Z') to ('2025-01-02 00:00Z')`,
    );
    const worker = api.openWorker();
    await sql`select ensure_partitions('board_health', 'day', 7, ${boardHealthDays})`.execute(worker.db.global);
    const left = await days();
    expect(left.map(({ name }) => name)).not.toContain('board_health_20250101');
    expect(left.filter((one) => one.is_open)).toEqual([]);
  });
});
