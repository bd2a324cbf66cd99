import { randomUUID } from 'node:crypto';
import { savedViewEndpoints } from '@headhaul/contracts/saved-views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../testing/event-reader.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const southeast = { screen: 'LOADS' as const, name: 'Southeast', query: 'destinationState=GA&destinationState=FL', columns: ['rate'] };

function send(client: TestClient, method: string, path: string, body?: unknown): Promise<Response> {
  return client.fetch(`/api/saved-views${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

async function namesFor(client: TestClient, screen?: 'LOADS' | 'DRIVERS') {
  const { views } = await client.call(savedViewEndpoints.listViews, { query: screen ? { screen } : {} });
  return views.map(({ name, isMine }) => [name, isMine]);
}

describe('views that the team shares', () => {
  it('422 for the 51st of a screen, made or changed; one of 50 can still be changed', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const share = (name: string, client = owner) =>
      client.call(savedViewEndpoints.createView, { body: { ...southeast, name, isShared: true } });
    for (let n = 1; n < 50; n += 1) await share(`V${n}`);
    const last = await share('V50', teammate);
    const full = { problem: { code: 'limit_reached', detail: expect.stringContaining('50 views') } };
    await expect(share('V51')).rejects.toMatchObject(full);
    const own = await owner.call(savedViewEndpoints.createView, { body: { ...southeast, name: 'Mine' } });
    const change = (client: TestClient, id: string, name: string) =>
      client.call(savedViewEndpoints.updateView, { params: { id }, body: { ...southeast, name, isShared: true } });
    await expect(change(owner, own.id, 'Mine')).rejects.toMatchObject(full);
    expect((await change(teammate, last.id, 'Renamed')).name).toBe('Renamed');
    await owner.call(savedViewEndpoints.createView, { body: { ...southeast, screen: 'DRIVERS', name: 'V51', isShared: true } });
  });
});

describe('POST /saved-views', () => {
  it('200, mine alone unless shared; the list has mine first', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const screen = await openEvents(teammate);
    const view = await owner.call(savedViewEndpoints.createView, { body: southeast });
    expect(view).toMatchObject({ ...southeast, isMine: true, isShared: false });
    await owner.call(savedViewEndpoints.createView, { body: { ...southeast, name: 'Ours', isShared: true } });
    await teammate.call(savedViewEndpoints.createView, { body: { ...southeast, screen: 'DRIVERS', name: 'Zulu' } });
    expect(await namesFor(owner)).toEqual([
      ['Ours', true],
      ['Southeast', true],
    ]);
    expect(await namesFor(teammate)).toEqual([
      ['Zulu', true],
      ['Ours', false],
    ]);
    expect(await namesFor(teammate, 'LOADS')).toEqual([['Ours', false]]);
    await screen.untilChanges(3);
    expect(screen.changes()[0]?.data).toEqual({ type: 'views.changed' });
    screen.close();
  });

  it('422 for a name used twice on one screen, also by two at once', async () => {
    const owner = await api.signUp();
    const answers = await Promise.all([1, 2, 3].map(() => send(owner, 'POST', '', southeast)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await (await send(owner, 'POST', '', { ...southeast, name: 'SOUTHEAST' })).json()).toMatchObject({
      status: 422,
      code: 'already_taken',
      errors: [{ path: 'body.name' }],
    });
    expect((await send(owner, 'POST', '', { ...southeast, screen: 'BROKERS' })).status).toBe(200);
  });

  it('400 for no name, an unknown screen, too much, or a zero byte', async () => {
    const owner = await api.signUp();
    for (const wrong of [
      { name: ' ' },
      { screen: 'MOON' },
      { query: 'x'.repeat(2_001) },
      { columns: Array(41).fill('a') },
      { name: 'a\u0000' },
    ]) {
      expect((await send(owner, 'POST', '', { ...southeast, ...wrong })).status, JSON.stringify(wrong).slice(0, 60)).toBe(400);
    }
  });
});

describe('PUT and DELETE /saved-views/{id}', () => {
  it('200 and 204 for my own', async () => {
    const owner = await api.signUp();
    const { id } = await owner.call(savedViewEndpoints.createView, { body: southeast });
    const changed = await owner.call(savedViewEndpoints.updateView, {
      params: { id },
      body: { ...southeast, name: 'South', isShared: true },
    });
    expect(changed).toMatchObject({ id, name: 'South', isShared: true });
    await owner.call(savedViewEndpoints.deleteView, { params: { id } });
    expect(await namesFor(owner)).toEqual([]);
  });

  it('422 for a name another view of mine has', async () => {
    const owner = await api.signUp();
    await owner.call(savedViewEndpoints.createView, { body: southeast });
    const { id } = await owner.call(savedViewEndpoints.createView, { body: { ...southeast, name: 'West' } });
    expect((await send(owner, 'PUT', `/${id}`, southeast)).status).toBe(422);
  });

  it('403 for a shared view of a teammate; 404 for a hidden one, another company’s, and none', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const other = await api.signUp();
    const shared = await owner.call(savedViewEndpoints.createView, { body: { ...southeast, isShared: true } });
    const hidden = await owner.call(savedViewEndpoints.createView, { body: { ...southeast, name: 'Mine' } });
    for (const [client, id, status] of [
      [teammate, shared.id, 403],
      [teammate, hidden.id, 404],
      [other, shared.id, 404],
      [owner, randomUUID(), 404],
    ] as const) {
      expect((await send(client, 'PUT', `/${id}`, southeast)).status).toBe(status);
      expect((await send(client, 'DELETE', `/${id}`)).status).toBe(status);
    }
  });
});
