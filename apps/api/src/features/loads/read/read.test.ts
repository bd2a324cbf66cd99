import { randomUUID } from 'node:crypto';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { deliveryAt, loadInput, makeLoad, pickupAt } from '../../../testing/office.ts';
import { sendJson } from '../../../testing/send-json.ts';
import { addTeammate, memberIdOf } from '../../../testing/team.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

describe('GET /loads/{id}', () => {
  it('404 for a load of another company, one that never was, and 400 for what is no id', async () => {
    const owner = await api.signUp();
    const other = await api.signUp();
    const load = await makeLoad(other);
    expect((await owner.fetch(`/api/loads/${load.id}`)).status).toBe(404);
    expect((await owner.fetch(`/api/loads/${randomUUID()}`)).status).toBe(404);
    expect((await owner.fetch('/api/loads/what')).status).toBe(400);
  });

  it('401 for a removed member', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    expect((await teammate.fetch(`/api/loads/${load.id}`)).status).toBe(200);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, teammate.user.email) } });
    await eventually(async () => expect((await teammate.fetch(`/api/loads/${load.id}`)).status).toBe(401));
  });

  it('200 for a teammate', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    expect(await teammate.call(loadEndpoints.getLoad, { params: { id: load.id } })).toEqual(load);
  });
});

describe('hostile input', () => {
  it('400 or 413, never more', async () => {
    const owner = await api.signUp();
    const good = loadInput();
    const bodies: unknown[] = [
      { ...good, rc: 'a\u0000b' },
      { ...good, tags: ['\u0000'] },
      { ...good, commodity: '\u0000'.repeat(10) },
      { ...good, stops: [pickupAt({ facility: 'a\u0000' }), deliveryAt()] },
      { ...good, stops: [pickupAt({ day: '0001-01-01' }), deliveryAt()] },
      { ...good, stops: [pickupAt(), deliveryAt({ day: '9999-12-31', endTime: '00:00' })] },
      { ...good, linehaulCents: Number.MAX_SAFE_INTEGER },
      { ...good, loadedMiles: 2 ** 40 },
      { ...good, weightLb: -1 },
      { ...good, stops: Array.from({ length: 1_000 }, () => pickupAt()) },
      { ...good, tags: Array.from({ length: 5_000 }, () => 'x') },
      { ...good, driverId: 'nobody' },
      { ...good, equipment: '__proto__' },
      [],
      'nonsense',
      '{"stops":',
      { ...good, commodity: 'x'.repeat(300_000) },
    ];
    for (const body of bodies) {
      const { status } = await sendJson(owner, 'POST', '/loads', body);
      expect([400, 413], JSON.stringify(body).slice(0, 100)).toContain(status);
    }
  });

  it('200 for half a surrogate pair, which no database can hold, with the sign for it instead', async () => {
    const owner = await api.signUp();
    const response = await sendJson(
      owner,
      'POST',
      '/loads',
      JSON.stringify({ ...loadInput(), commodity: 'a' }).replace('"a"', '"a\\ud800"'),
    );
    expect(response.status).toBe(200);
    expect(((await response.json()) as { commodity: string }).commodity).toBe('a\ufffd');
  });

  it('200 for the last days a stop may have, in every zone', async () => {
    const owner = await api.signUp();
    const stops = [pickupAt({ day: '1990-01-01', time: '00:00' }), deliveryAt({ day: '2099-12-31', time: '23:59', endTime: '00:00' })];
    const load = await makeLoad(owner, { stops });
    expect(load.deliveryEndsAt.slice(0, 4)).toBe('2100');
  });
});
