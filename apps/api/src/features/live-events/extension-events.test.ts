import { LiveEvent } from '@headhaul/contracts/live-events';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventReader, openEvents } from '../../testing/event-reader.ts';
import { handOff } from '../../testing/hand-off.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

async function open(client: TestClient, lastEventId?: number): Promise<EventReader> {
  const reader = await openEvents(client, lastEventId);
  readers.push(reader);
  return reader;
}

async function tell({ user }: TestClient, ...events: LiveEvent[]): Promise<void> {
  await api.platform.db.withTenant(user.companyId, async (tx) => {
    for (const event of events) tx.publish(event);
  });
}

const anId = '0199a000-0000-7000-8000-00000000000a';
const wrote = (...fingerprints: string[]): LiveEvent => ({ type: 'emails.changed', ids: [anId], fingerprints });

/** All that an event of any kind may hold. */
const everything = { userId: anId, ids: [anId], byUserId: anId, loadId: anId, name: 'Nina', isEditing: true, id: anId };
const otherEvents = LiveEvent.options.flatMap((option) => {
  const { type } = option.shape;
  return type.value === 'emails.changed' ? [] : [option.parse({ type: type.value, ...everything })];
});

describe('GET /events of the extension’s session', () => {
  it('tells about which loads of boards somebody wrote, and nothing else of the company', async () => {
    const web = await api.signUp();
    const extension = await handOff(api, web);
    const [screen, board] = [await open(web), await open(extension)];
    expect(otherEvents.length).toBeGreaterThan(15);
    await tell(web, ...otherEvents, wrote('a'), wrote(), { type: 'emails.changed', ids: null, fingerprints: null }, wrote('b', 'c'));
    await screen.untilChanges(otherEvents.length + 4);
    await board.untilChanges(3);
    expect(board.changes().map(({ data }) => data)).toEqual([
      { type: 'emails.changed', fingerprints: ['a'] },
      { type: 'emails.changed', fingerprints: null },
      { type: 'emails.changed', fingerprints: ['b', 'c'] },
    ]);
    expect(board.received.map(({ name }) => name)).toEqual(['ready', 'change', 'change', 'change']);
  });

  it('tells nothing of another company', async () => {
    const [own, other] = [await api.signUp(), await api.signUp()];
    const board = await open(await handOff(api, own));
    await tell(other, wrote('theirs'));
    await tell(own, wrote('ours'));
    await board.untilChanges(1);
    expect(board.changes().map(({ data }) => data)).toEqual([{ type: 'emails.changed', fingerprints: ['ours'] }]);
  });

  it('resumes after Last-Event-ID without a gap, also past events that are not for it', async () => {
    const web = await api.signUp();
    const extension = await handOff(api, web);
    const before = await open(extension);
    await tell(web, wrote('a'));
    await before.untilChanges(1);
    before.close();
    await tell(web, { type: 'company.changed' }, wrote('b'), { type: 'drivers.changed' });
    const after = await open(extension, before.changes()[0]?.id);
    await tell(web, wrote('c'));
    await after.untilChanges(2);
    expect(after.received.map(({ name }) => name)).toEqual(['ready', 'change', 'change']);
    expect(after.changes().map(({ data }) => data)).toMatchObject([{ fingerprints: ['b'] }, { fingerprints: ['c'] }]);
  });

  it('an event of an API that didn’t know fingerprints yet may be about any load', async () => {
    const web = await api.signUp();
    const board = await open(await handOff(api, web));
    await tell(web, wrote('a'));
    await board.untilChanges(1);
    await api.admin.query(`update live_events set event = event - 'fingerprints' where company_id = $1`, [web.user.companyId]);
    const later = await open(await handOff(api, web), 0);
    await later.untilChanges(1);
    expect(later.changes()[0]?.data).toEqual({ type: 'emails.changed', fingerprints: null });
  });

  it('counts with the person’s other streams: 429 for more than a person has tabs', async () => {
    const web = await api.signUp();
    const extension = await handOff(api, web);
    for (let count = 0; count < 10; count += 1) await Promise.all([open(web), open(extension)]);
    expect((await extension.fetch('/api/events')).status).toBe(429);
  });

  it('ends with the logout', async () => {
    const web = await api.signUp();
    const extension = await handOff(api, web);
    const board = await open(extension);
    await extension.call(sessionEndpoints.logout, {});
    await board.ended;
    expect((await extension.fetch('/api/events')).status).toBe(401);
  });

  it('ends when the person is removed from the team, and a teammate’s stays', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const [leaving, staying] = [await open(await handOff(api, mate)), await open(await handOff(api, owner))];
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } });
    await leaving.ended;
    await tell(owner, wrote('after'));
    await staying.untilChanges(1);
    expect([staying.hasEnded(), leaving.changes()]).toEqual([false, []]);
  });
});
