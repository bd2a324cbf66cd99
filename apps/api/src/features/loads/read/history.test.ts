import { randomUUID } from 'node:crypto';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../../testing/database/database-traffic.ts';
import { explain, logStatements } from '../../../testing/database/statement-log.ts';
import { openEvents } from '../../../testing/event-reader.ts';
import { deliveryAt, makeLoad, pickupAt, toLoadInput } from '../../../testing/office.ts';
import { sendJson } from '../../../testing/send-json.ts';
import { addTeammate, memberIdOf } from '../../../testing/team.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { listOwnPlaces } from './own-places.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

describe('GET /loads/{id}/history', () => {
  it('200 page by page, newest first, without a gap or a double', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { board: 'DAT' });
    const params = { id: load.id };
    for (let n = 0; n < 5; n++) await owner.call(loadEndpoints.addNote, { params, body: { body: `Note ${n}` } });
    const all = await owner.call(loadEndpoints.listLoadEvents, { params });
    expect(all.events.at(-1)).toMatchObject({
      kind: 'created',
      source: 'user',
      actorName: 'Test Person',
      changes: [
        { field: 'Status', from: null, to: 'Booked' },
        { field: 'Board', from: null, to: 'DAT' },
      ],
    });
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await owner.call(loadEndpoints.listLoadEvents, { params, query: { limit: 2, ...(cursor ? { cursor } : {}) } });
      paged.push(...page.events.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all.events.map(({ id }) => id));
  });

  it('keeps forty changes of one save, and says how many more there were', async () => {
    const owner = await api.signUp();
    const first = toLoadInput(await makeLoad(owner));
    const [pickup, delivery] = first.stops;
    if (!pickup || !delivery) throw new Error('a load has two stops');
    const load = await makeLoad(owner, {
      stops: [pickup, ...Array.from({ length: 9 }, () => delivery)].map(({ id: _id, ...stop }) => stop),
    });
    const input = toLoadInput(load);
    const told = { facility: 'F', address: 'A', contactName: 'C', reference: 'R', sealNumber: 'S', instructions: 'I' };
    const body = { ...input, stops: input.stops.map((stop) => ({ ...stop, ...told })) };
    const params = { id: load.id };
    await owner.call(loadEndpoints.updateLoad, { params, query: { version: load.version }, body });
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params });
    expect(events[0]?.changes).toHaveLength(41);
    expect(events[0]?.changes.at(-1)).toEqual({ field: 'And', from: null, to: '20 more changes' });
  });

  it('200 with shorter pages where much was changed, without a gap or a double', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const params = { id: load.id };
    await api.admin.query(
      `insert into load_events (company_id, load_id, at, id, kind, source, changes)
       select $1, $2, now() + n * interval '1 second', gen_random_uuid(), 'edited', 'user',
         jsonb_build_array(jsonb_build_object('field', 'Notes', 'from', null, 'to', repeat('x', 20000)))
       from generate_series(1, 60) n`,
      [owner.user.companyId, load.id],
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 100, ...(cursor ? { cursor } : {}) };
      const { receivedBytes } = await watchDatabase(async () => {
        const page = await owner.call(loadEndpoints.listLoadEvents, { params, query });
        seen.push(...page.events.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      });
      expect(receivedBytes).toBeLessThan(200_000);
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([61, 61]);
  });

  it('tells who the dispatcher was by a name that is kept nowhere in it', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    const params = { id: load.id };
    const body = { ...toLoadInput(load), dispatcherId: teammate.user.id };
    await owner.call(loadEndpoints.updateLoad, { params, query: { version: load.version }, body });
    const told = async () => (await owner.call(loadEndpoints.listLoadEvents, { params })).events[0]?.changes;
    expect(await told()).toEqual([{ field: 'Dispatcher', from: 'Test Person', to: 'Test Person' }]);
    const { rows } = await api.admin.query<{ changes: unknown }>(`select changes from load_events where load_id = $1 and kind = 'edited'`, [
      load.id,
    ]);
    expect(rows[0]?.changes).toEqual([{ field: 'Dispatcher', from: owner.user.id, to: teammate.user.id }]);
    await teammate.call(profileEndpoints.deleteAccount, { body: { email: teammate.user.email } });
    expect(await told()).toEqual([{ field: 'Dispatcher', from: 'Test Person', to: 'Former member' }]);
  });

  it('404 for another company, 400 for a cursor of one’s own making', async () => {
    const owner = await api.signUp();
    const other = await api.signUp();
    const load = await makeLoad(owner);
    expect((await sendJson(other, 'GET', `/loads/${load.id}/history`)).status).toBe(404);
    expect((await sendJson(owner, 'GET', `/loads/${load.id}/history?cursor=nonsense`)).status).toBe(400);
    const forged = Buffer.from(JSON.stringify(['0000-13-99T00:00:00.000000Z', randomUUID()])).toString('base64url');
    expect((await sendJson(owner, 'GET', `/loads/${load.id}/history?cursor=${forged}`)).status).toBe(400);
  });
});

describe('PUT /loads/{id}/editing and GET /loads/editing', () => {
  it('204, and the team sees who edits what, once', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    const screen = await openEvents(owner);
    const tell = (isEditing: boolean) => sendJson(teammate, 'PUT', `/loads/${load.id}/editing`, { isEditing });
    expect((await tell(true)).status).toBe(204);
    expect((await tell(true)).status).toBe(204);
    const editor = { loadId: load.id, userId: teammate.user.id, name: 'Test Person' };
    expect(await owner.call(loadEndpoints.listEditing, {})).toEqual({ editing: [editor] });
    expect(await teammate.call(loadEndpoints.listEditing, {})).toEqual({ editing: [] });
    expect((await tell(false)).status).toBe(204);
    await screen.untilChanges(2);
    expect(screen.changes().map(({ data }) => data)).toEqual([
      { type: 'load.editing', ...editor, isEditing: true },
      { type: 'load.editing', ...editor, isEditing: false },
    ]);
    expect(await owner.call(loadEndpoints.listEditing, {})).toEqual({ editing: [] });
    screen.close();
  });

  it('forgets who was removed, and shows nothing of another company', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    await sendJson(teammate, 'PUT', `/loads/${load.id}/editing`, { isEditing: true });
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, teammate.user.email) } });
    expect(await owner.call(loadEndpoints.listEditing, {})).toEqual({ editing: [] });
    const other = await api.signUp();
    expect((await sendJson(other, 'PUT', `/loads/${load.id}/editing`, { isEditing: true })).status).toBe(404);
    expect(await other.call(loadEndpoints.listEditing, {})).toEqual({ editing: [] });
  });

  it('204 and nobody in sight while Redis is away', async () => {
    const alone = await startTestApp({ env: { REDIS_URL: 'redis://127.0.0.1:1' } });
    const owner = await alone.signUp();
    const load = await makeLoad(owner);
    expect((await sendJson(owner, 'PUT', `/loads/${load.id}/editing`, { isEditing: true })).status).toBe(204);
    expect(await owner.call(loadEndpoints.listEditing, {})).toEqual({ editing: [] });
    await alone.close();
  });
});

describe('GET /loads/places', () => {
  it('200 with the places stopped at, most used first, of this company only', async () => {
    const owner = await api.signUp();
    const stops = [pickupAt({ facility: 'Southline Distribution', address: '1 Dock Rd' }), deliveryAt({ city: 'Denver', state: 'CO' })];
    for (let n = 0; n < 3; n++) await makeLoad(owner, { stops });
    await makeLoad(owner, { stops: [pickupAt({ city: 'Denver', state: 'CO', zip: '80202' }), deliveryAt()] });
    const places = async (query: object) =>
      (await owner.call(loadEndpoints.listOwnPlaces, { query })).places.map(({ city, facility, zip, stops: count }) => [
        city,
        facility,
        zip,
        count,
      ]);
    expect(await places({})).toEqual([
      ['Denver', null, null, 3],
      ['Dallas', 'Southline Distribution', null, 3],
      ['Atlanta', null, null, 1],
      ['Denver', null, '80202', 1],
    ]);
    expect(await places({ search: 'DEN', kind: 'PICKUP' })).toEqual([['Denver', null, '80202', 1]]);
    expect(await places({ search: 'southl' })).toEqual([['Dallas', 'Southline Distribution', null, 3]]);
    expect(await places({ search: '802' })).toEqual([['Denver', null, '80202', 1]]);
    expect(await places({ search: '%' })).toEqual([]);
    expect(await (await api.signUp()).call(loadEndpoints.listOwnPlaces, {})).toEqual({ places: [] });
  });

  it('200 reads nothing of a stop but its place: instructions are most of it', async () => {
    const owner = await api.signUp();
    const steps = await api.platform.db.withTenant(owner.user.companyId, async (tx) => {
      const { db, statements } = logStatements(tx.db);
      const transaction = (work: (own: typeof tx) => unknown) => work({ ...tx, db });
      await listOwnPlaces({ transaction } as never, { search: 'den' });
      return explain(api.admin, statements[0]);
    });
    const handedOn = steps.flatMap(({ Output }) => Output ?? []).join();
    expect(handedOn).toContain('facility');
    expect(handedOn).not.toContain('instructions');
  });
});
