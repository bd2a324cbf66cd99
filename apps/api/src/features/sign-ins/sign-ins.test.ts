import { companyEndpoints } from '@headhaul/contracts/company';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { type SignIn, signInEndpoints } from '@headhaul/contracts/sign-ins';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { addTeammate, handOff, invite, memberIdOf } from '../../testing/team.ts';
import type { TestApp, TestClient } from '../../testing/test-app.ts';
import { chrome, from, milwaukee, phoenix, startAppOfTwoCities } from '../../testing/two-cities.ts';

const nowhere = '198.51.100.9';

let api: TestApp;
beforeAll(async () => {
  api = await startAppOfTwoCities();
});
afterAll(() => api.close());

const list = async (client: TestClient): Promise<SignIn[]> => (await client.call(signInEndpoints.listSignIns, {})).signIns;
const idOf = async (client: TestClient) => (await list(client)).find(({ isCurrent }) => isCurrent)?.id ?? '';
const signedOut = { problem: { status: 401 } };
const notFound = { problem: { status: 404 } };
const isOut = (client: TestClient) => expect(client.call(sessionEndpoints.getMe, {})).rejects.toMatchObject(signedOut);

describe('GET /team/sessions', () => {
  it('shows the owner everybody’s, with device, extension, place and address; a member their own', async () => {
    const owner = await api.signUp(undefined, from(milwaukee));
    const mate = await addTeammate(api, owner);
    await handOff(api, owner);
    const all = await list(owner);
    expect(all).toHaveLength(2);
    expect(all.find(({ isYou }) => isYou)).toMatchObject({
      name: 'Test Person',
      isCurrent: true,
      userAgent: chrome,
      hasExtension: true,
      place: 'Milwaukee, WI',
      ip: milwaukee,
      isNewDevice: false,
      isNewPlace: false,
    });
    expect(all.find(({ isYou }) => !isYou)).toMatchObject({ userId: mate.user.id, isCurrent: false, hasExtension: false, place: null });
    expect((await list(mate)).map(({ userId }) => userId)).toEqual([mate.user.id]);
  });

  it('shows a session in the company it works in now, and in no other', async () => {
    const [first, second] = [await api.signUp(), await api.signUp()];
    const both = await addTeammate(api, first);
    await both.call(teamEndpoints.acceptInvitation, { query: { token: await invite(api, second, both.user.email) } });
    const ids = async (owner: TestClient) => (await list(owner)).map(({ userId }) => userId);
    expect(await ids(first)).not.toContain(both.user.id);
    expect(await ids(second)).toContain(both.user.id);
    await both.call(profileEndpoints.switchCompany, { body: { companyId: first.user.companyId } });
    expect(await ids(first)).toContain(both.user.id);
    expect(await ids(second)).not.toContain(both.user.id);
  });

  it('leaves out who was removed, who signed out, and what nobody used for two weeks', async () => {
    const owner = await api.signUp();
    const [removed, left, idle] = [await addTeammate(api, owner), await addTeammate(api, owner), await addTeammate(api, owner)];
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, removed.user.email) } });
    await left.call(sessionEndpoints.logout, {});
    await api.admin.query(`update sessions set rotated_at = now() - interval '15 days' where user_id = $1`, [idle.user.id]);
    expect((await list(owner)).map(({ userId }) => userId)).toEqual([owner.user.id]);
  });

  it('403 for the extension', async () => {
    const extension = await handOff(api, await api.signUp());
    await expect(list(extension)).rejects.toMatchObject({ problem: { status: 403 } });
  });

  it('shows the last address after a refresh from another', async () => {
    const owner = await api.signUp(undefined, from(milwaukee));
    const response = await api.fetch('/api/auth/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: owner.cookie, 'x-forwarded-for': nowhere },
      body: JSON.stringify({ refreshToken: owner.token.refreshToken }),
    });
    expect(response.status).toBe(200);
    expect(await list(owner)).toMatchObject([{ ip: nowhere, place: null }]);
  });
});

describe('POST /team/sessions/{id}/end', () => {
  it('204: the member and their extension are out at once; the log and the screens say so', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const extension = await handOff(api, mate);
    const screen = await openEvents(owner);
    const id = await idOf(mate);
    await owner.call(signInEndpoints.endSignIn, { params: { id } });
    await isOut(mate);
    await isOut(extension);
    await eventually(() =>
      expect(screen.changes().map(({ data }) => data)).toEqual(
        expect.arrayContaining([{ type: 'session.changed', userId: mate.user.id }, { type: 'sign-ins.changed' }]),
      ),
    );
    screen.close();
    const { lines } = await owner.call(companyEndpoints.listAudit, { query: { limit: 1 } });
    expect(lines).toMatchObject([{ action: 'session.ended', detail: { sessionId: id, userName: 'Test Person' } }]);
    await expect(owner.call(signInEndpoints.endSignIn, { params: { id } })).rejects.toMatchObject(notFound);
  });

  it.each<[string, (owner: TestClient, mate: TestClient) => Promise<unknown>]>([
    ['the member signs out', (_owner, mate) => mate.call(sessionEndpoints.logout, {})],
    [
      'the member ends it on another device',
      async (_owner, mate) => (await api.signUp(mate.user.email)).call(profileEndpoints.endSession, { params: { id: await idOf(mate) } }),
    ],
    [
      'the member is removed',
      async (owner, mate) => owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } }),
    ],
    ['the member leaves', (_owner, mate) => mate.call(teamEndpoints.leaveTeam, { body: {} })],
  ])('the screens also count anew when %s', async (_how, end) => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const screen = await openEvents(owner);
    await end(owner, mate);
    await eventually(() => {
      const told = screen.changes().map(({ data }) => data);
      const ended = told.findIndex(({ type }) => type === 'session.changed');
      expect(ended).toBeGreaterThanOrEqual(0);
      expect(told.slice(ended)).toContainEqual({ type: 'sign-ins.changed' });
    });
    screen.close();
  });

  it('404 for a member who ends another’s, and for an owner of another company; they live on', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const [mate, other] = [await addTeammate(api, owner), await addTeammate(api, owner)];
    const id = await idOf(mate);
    for (const client of [other, stranger]) {
      await expect(client.call(signInEndpoints.endSignIn, { params: { id } })).rejects.toMatchObject(notFound);
    }
    await mate.call(sessionEndpoints.getMe, {});
  });

  it('404 for a member’s session that works in their other company now', async () => {
    const [first, second] = [await api.signUp(), await api.signUp()];
    const both = await addTeammate(api, first);
    const id = await idOf(both);
    await both.call(teamEndpoints.acceptInvitation, { query: { token: await invite(api, second, both.user.email) } });
    await expect(first.call(signInEndpoints.endSignIn, { params: { id } })).rejects.toMatchObject(notFound);
    await expect(first.call(signInEndpoints.endOtherSignIns, {})).resolves.toEqual({ ended: 0 });
    await both.call(sessionEndpoints.getMe, {});
  });

  it('404 for the id of an extension’s session, which ends with its browser', async () => {
    const owner = await api.signUp();
    await handOff(api, owner);
    const { rows } = await api.admin.query<{ id: string }>(`select id from sessions where user_id = $1 and audience = 'extension'`, [
      owner.user.id,
    ]);
    await expect(owner.call(signInEndpoints.endSignIn, { params: { id: rows[0]?.id ?? '' } })).rejects.toMatchObject(notFound);
  });
});

describe('POST /team/sessions/end-others', () => {
  it('the owner ends everybody’s but this one; a member only their own others', async () => {
    const owner = await api.signUp();
    const [mate, other] = [await addTeammate(api, owner), await addTeammate(api, owner)];
    const mateAgain = await api.signUp(mate.user.email);
    expect(await mate.call(signInEndpoints.endOtherSignIns, {})).toEqual({ ended: 1 });
    await isOut(mateAgain);
    await other.call(sessionEndpoints.getMe, {});
    const ownerAgain = await api.signUp(owner.user.email);
    expect(await owner.call(signInEndpoints.endOtherSignIns, {})).toEqual({ ended: 3 });
    for (const client of [mate, other, ownerAgain]) await isOut(client);
    expect(await list(owner)).toHaveLength(1);
    expect(await owner.call(signInEndpoints.endOtherSignIns, {})).toEqual({ ended: 0 });
  });
});

describe('a sign-in', () => {
  it('is on a new device when the browser has another cookie, and on a known one when it has the same', async () => {
    const first = await api.signUp(undefined, from(milwaukee));
    const { email } = first.user;
    const same = await api.signUp(email, from(milwaukee, first.cookie));
    expect((await list(same)).map(({ isNewDevice }) => isNewDevice)).toEqual([false]);
    const other = await api.signUp(email, from(milwaukee));
    expect((await list(other)).find(({ isCurrent }) => isCurrent)).toMatchObject({ isNewDevice: true, isNewPlace: false });
  });

  it('is from a new place only when places are known', async () => {
    const known = await api.signUp(undefined, from(milwaukee));
    const signIn = async (ip: string, cookie = known.cookie) => {
      const client = await api.signUp(known.user.email, from(ip, cookie));
      return (await list(client)).find(({ isCurrent }) => isCurrent);
    };
    expect(await signIn(nowhere)).toMatchObject({ place: null, isNewDevice: false, isNewPlace: false });
    expect(await signIn(phoenix)).toMatchObject({ place: 'Phoenix, AZ', isNewDevice: false, isNewPlace: true });
    // Nobody confirmed the last sign-in, so the next one is marked as well.
    expect(await signIn(phoenix)).toMatchObject({ isNewPlace: true });
    const unknown = await api.signUp(undefined, from(nowhere));
    const later = await api.signUp(unknown.user.email, from(phoenix, unknown.cookie));
    expect(await list(later)).toMatchObject([{ isNewPlace: false }]);
  });

  it('that nobody objected to for a week makes its device known; one that was ended never does', async () => {
    const first = await api.signUp();
    const { email, id } = first.user;
    const [quiet, ended] = [await api.signUp(email), await api.signUp(email)];
    await first.call(signInEndpoints.endSignIn, { params: { id: await idOf(ended) } });
    await api.admin.query(`update sessions set created_at = created_at - interval '8 days' where user_id = $1`, [id]);
    const isNew = async (cookie: string) => {
      const client = await api.signUp(email, { cookie });
      return (await list(client)).find(({ isCurrent }) => isCurrent)?.isNewDevice;
    };
    expect([await isNew(quiet.cookie), await isNew(ended.cookie)]).toEqual([false, true]);
  });
});

describe('POST /team/sessions/{id}/confirm', () => {
  it('204 by the owner and by the person from a device they are known on; the mark goes and the device is known', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner, `it-was-${crypto.randomUUID()}@sign-ins.test`);
    for (const who of [owner, mate]) {
      const away = await api.signUp(mate.user.email);
      const id = await idOf(away);
      await who.call(signInEndpoints.confirmSignIn, { params: { id } });
      expect((await list(owner)).find((signIn) => signIn.id === id)).toMatchObject({ isNewDevice: false });
      const again = await api.signUp(mate.user.email, { cookie: away.cookie });
      expect((await list(again)).find(({ isCurrent }) => isCurrent)).toMatchObject({ isNewDevice: false });
      const { lines } = await owner.call(companyEndpoints.listAudit, { query: { limit: 3 } });
      expect(lines.map(({ action }) => action)).toContain('session.confirmed');
    }
  });

  it('403 in the session that is asked about, and in another that nobody answered for', async () => {
    const owner = await api.signUp();
    const [intruder, accomplice] = [await api.signUp(owner.user.email), await api.signUp(owner.user.email)];
    const id = await idOf(intruder);
    for (const client of [intruder, accomplice]) {
      await expect(client.call(signInEndpoints.confirmSignIn, { params: { id } })).rejects.toMatchObject({ problem: { status: 403 } });
    }
    expect((await list(owner)).find((signIn) => signIn.id === id)).toMatchObject({ isNewDevice: true });
  });

  it('404 by a teammate who is not the owner, and by another company', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const [mate, other] = [await addTeammate(api, owner), await addTeammate(api, owner)];
    const id = await idOf(await api.signUp(mate.user.email));
    for (const client of [other, stranger]) {
      await expect(client.call(signInEndpoints.confirmSignIn, { params: { id } })).rejects.toMatchObject(notFound);
    }
  });
});

describe('a person who deleted the account', () => {
  it('leaves no address, place or device of a session behind', async () => {
    const person = await api.signUp(undefined, from(milwaukee));
    await person.call(profileEndpoints.deleteAccount, { body: { email: person.user.email } });
    const { rows } = await api.admin.query('select ip, last_ip, place, device_hash, user_agent from sessions where user_id = $1', [
      person.user.id,
    ]);
    expect(rows).toEqual([{ ip: null, last_ip: null, place: null, device_hash: null, user_agent: null }]);
  });
});
