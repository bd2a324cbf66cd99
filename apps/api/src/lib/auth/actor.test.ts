import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createActors } from './actor.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterEach(() => vi.useRealTimers());
afterAll(() => api.close());

async function sessionOf(userId: string): Promise<string> {
  return (await api.admin.query<{ id: string }>('select id from sessions where user_id = $1', [userId])).rows[0]?.id ?? '';
}

describe('who is calling', () => {
  const endings = {
    'the session was ended': `update sessions set revoked_at = now(), revoke_reason = 'logout' where user_id = $1`,
    'the session has expired': 'update sessions set expires_at = now() where user_id = $1',
    'the person was removed': 'update memberships set removed_at = now() where user_id = $1',
  };

  it.each(Object.entries(endings))('is refused within a second after %s, without being told', async (_name, ending) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { user } = await api.signUp();
    const sessionId = await sessionOf(user.id);
    const actors = createActors(api.platform.db);
    expect(await actors.load(sessionId, 'web')).toMatchObject({ userId: user.id });
    await api.admin.query(ending, [user.id]);
    vi.advanceTimersByTime(999);
    await expect(actors.load(sessionId, 'web')).rejects.toMatchObject({ code: 'session_expired' });
  });

  it('has lost a role within a second, without being told', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { user } = await api.signUp();
    const sessionId = await sessionOf(user.id);
    const actors = createActors(api.platform.db);
    expect(await actors.load(sessionId, 'web')).toMatchObject({ teamRole: 'owner' });
    await api.admin.query(`update memberships set role = 'member' where user_id = $1`, [user.id]);
    vi.advanceTimersByTime(999);
    expect(await actors.load(sessionId, 'web')).toMatchObject({ teamRole: 'member' });
  });

  it('is read once for requests that come together', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { user } = await api.signUp();
    const sessionId = await sessionOf(user.id);
    const actors = createActors(api.platform.db);
    const [first, second] = [actors.load(sessionId, 'web'), actors.load(sessionId, 'web')];
    expect(second).toBe(first);
    await first;
    actors.forget(sessionId);
    expect(actors.load(sessionId, 'web')).not.toBe(first);
  });
});
