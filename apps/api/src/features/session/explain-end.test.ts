import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { signInEndpoints } from '@headhaul/contracts/sign-ins';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTeammate, handOff, memberIdOf, readLinkToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

async function refresh(client: TestClient, token = client.token.refreshToken, cookie = client.cookie) {
  const response = await api.fetch('/api/auth/refresh-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ refreshToken: token }),
  });
  const { code, ended } = (await response.json()) as { code?: string; ended?: unknown };
  return { status: response.status, code, ended };
}

const refused = (ended?: object) => ({ status: 401, code: 'refresh_refused', ended });
const gone = (ended: object) => ({ status: 409, code: 'session_conflict', ended });
const told = (over: object) => ({ at: expect.any(String), companyName: 'Acme', byName: null, worksElsewhere: false, ...over });

async function team() {
  const owner = await api.signUp();
  await api.admin.query(`update companies set name = 'Acme' where company_id = $1`, [owner.user.companyId]);
  await api.admin.query(`update users set name = 'Nina', family_name = 'Kovac' where id = $1`, [owner.user.id]);
  const mate = await addTeammate(api, owner);
  const remove = async () => owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } });
  return { owner, mate, remove };
}

const companyOf = async (name: string, client: TestClient) =>
  (await client.call(profileEndpoints.getProfile, {})).companies.find((company) => company.name === name)?.id ?? '';
const sessionIdOf = async (client: TestClient) =>
  (await client.call(signInEndpoints.listSignIns, {})).signIns.find(({ isCurrent }) => isCurrent)?.id ?? '';

describe('POST /auth/refresh-token of a session that somebody ended', () => {
  it('409 says who removed the person, to their browser and their extension', async () => {
    const { mate, remove } = await team();
    const extension = await handOff(api, mate);
    await remove();
    for (const client of [mate, extension]) expect(await refresh(client)).toEqual(gone(told({ reason: 'removed', byName: 'Nina' })));
  });

  it('401 says nothing to somebody who has only a part of the session', async () => {
    const { mate, remove } = await team();
    await remove();
    expect(await refresh(mate, mate.token.refreshToken, '')).toEqual(refused());
    expect(await refresh(mate, `${mate.token.refreshToken.slice(0, -4)}AAAA`)).toEqual(refused());
    expect(await refresh(await api.signUp(), mate.token.refreshToken)).toEqual(refused());
  });

  it.each(['browser', 'extension'])('409 to a rotated token of the %s only while it still works otherwise', async (which) => {
    const { mate, remove } = await team();
    const client = which === 'browser' ? mate : await handOff(api, mate);
    const { refreshToken } = client.token;
    const rotated = await client.call(sessionEndpoints.refreshToken, { body: { refreshToken } });
    await remove();
    const said = gone(told({ reason: 'removed', byName: 'Nina' }));
    expect(await refresh(client, refreshToken)).toEqual(said);
    await api.admin.query(`update sessions set rotated_at = rotated_at - interval '31 seconds' where user_id = $1`, [mate.user.id]);
    expect(await refresh(client, refreshToken)).toEqual(refused());
    expect(await refresh(client, rotated.refreshToken)).toEqual(said);
  });

  it('409 says that the person left', async () => {
    const { mate } = await team();
    await mate.call(teamEndpoints.leaveTeam, { body: {} });
    expect(await refresh(mate)).toEqual(gone(told({ reason: 'left' })));
  });

  it('409 says that the person still has another team', async () => {
    const { mate, remove } = await team();
    const second = await api.signUp();
    await mate.call(teamEndpoints.joinByLink, { query: { inviteToken: await readLinkToken(second) } });
    await mate.call(profileEndpoints.switchCompany, { body: { companyId: await companyOf('Acme', mate) } });
    await remove();
    expect(await refresh(mate)).toEqual(gone(told({ reason: 'removed', byName: 'Nina', worksElsewhere: true })));
  });

  it('401 says who ended the session', async () => {
    const { owner, mate } = await team();
    await owner.call(signInEndpoints.endSignIn, { params: { id: await sessionIdOf(mate) } });
    expect(await refresh(mate)).toEqual(refused(told({ reason: 'ended_by_owner', byName: 'Nina' })));
  });

  it('401 says that the person ended it on another device', async () => {
    const { mate } = await team();
    const other = await api.signUp(mate.user.email);
    await other.call(profileEndpoints.endSession, { params: { id: await sessionIdOf(mate) } });
    expect(await refresh(mate)).toEqual(refused(told({ reason: 'ended_by_you' })));
  });

  it('409 says that the account is deleted, without a name', async () => {
    const { mate } = await team();
    const other = await api.signUp(mate.user.email);
    await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
    for (const client of [mate, other]) {
      expect(await refresh(client)).toEqual(gone(told({ reason: 'deleted', companyName: null })));
    }
  });

  it('401 says nothing after a sign-out', async () => {
    const { mate } = await team();
    await mate.call(sessionEndpoints.logout, {});
    expect(await refresh(mate)).toEqual(refused());
  });

  it('409 names nobody whose account is deleted, and no company that is gone', async () => {
    const { owner, mate, remove } = await team();
    await remove();
    await owner.call(profileEndpoints.deleteAccount, { body: { email: owner.user.email } });
    expect(await refresh(mate)).toEqual(gone(told({ reason: 'removed', companyName: null })));
  });
});
