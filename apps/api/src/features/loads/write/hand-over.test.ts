import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPlatform } from '../../../lib/platform.ts';
import { makeDriver, makeLoad } from '../../../testing/office.ts';
import { addTeammate, memberIdOf } from '../../../testing/team.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { runWaitingJobs } from '../../../testing/waiting-jobs.ts';
import { handOverLoads } from './hand-over.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

async function team() {
  const owner = await api.signUp();
  const [mate, third] = [await addTeammate(api, owner), await addTeammate(api, owner)];
  const id = await memberIdOf(owner, mate.user.email);
  const remove = () => owner.call(teamEndpoints.removeAndHandOver, { params: { id }, body: { loadsToUserId: third.user.id } });
  return { owner, mate, third, remove };
}

describe('the work of a member who is removed', () => {
  it('goes to who takes it over: active loads and drivers, with a line in their history', async () => {
    const { owner, mate, third, remove } = await team();
    const [open, done] = [await makeLoad(mate, { dispatcherId: mate.user.id }), await makeLoad(mate, { dispatcherId: mate.user.id })];
    await api.admin.query(`update loads set status = 'CANCELLED' where id = $1`, [done.id]);
    const driver = await makeDriver(owner, { dispatcherId: mate.user.id });
    await remove();
    expect(await runWaitingJobs(api, worker, handOverLoads)).toBe(1);
    const after = await owner.call(loadEndpoints.getLoad, { params: { id: open.id } });
    expect([after.dispatcherId, after.version]).toEqual([third.user.id, open.version + 1]);
    expect((await owner.call(loadEndpoints.getLoad, { params: { id: done.id } })).dispatcherId).toBe(mate.user.id);
    const { rows } = await api.admin.query('select dispatcher_id from drivers where id = $1', [driver.id]);
    expect(rows).toEqual([{ dispatcher_id: third.user.id }]);
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params: { id: open.id }, query: {} });
    expect(events[0]).toMatchObject({ kind: 'assigned', changes: [{ field: 'Dispatcher' }] });
  });

  it('stays when who takes it over has left in the meantime', async () => {
    const { mate, third, remove } = await team();
    const load = await makeLoad(mate, { dispatcherId: mate.user.id });
    await remove();
    await third.call(teamEndpoints.leaveTeam, { body: {} });
    await runWaitingJobs(api, worker, handOverLoads);
    const { rows } = await api.admin.query('select dispatcher_id from loads where id = $1', [load.id]);
    expect(rows).toEqual([{ dispatcher_id: mate.user.id }]);
  });
});
