import { text } from 'node:stream/consumers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { plantEmail } from '../../testing/mail/mailboxes.ts';
import { makeLoad } from '../../testing/office.ts';
import { addTeammate, handOff, memberIdOf, readLinkToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });

describe('PUT /users/me/profile', () => {
  it('200 changes it and tells the team', async () => {
    const person = await api.signUp();
    const screen = await openEvents(person);
    const body = { name: ' Ann ', familyName: 'Kowalski', phone: '', timeZone: 'America/Denver' };
    const profile = await person.call(profileEndpoints.updateProfile, { body });
    expect(profile).toEqual({
      name: 'Ann',
      familyName: 'Kowalski',
      email: person.user.email,
      phone: null,
      timeZone: 'America/Denver',
      companies: [{ id: person.user.companyId, name: 'Test’s company', isCurrent: true }],
    });
    expect(await person.call(profileEndpoints.getProfile, {})).toEqual(profile);
    await screen.untilChanges(1);
    screen.close();
  });

  it.each([
    ['body.name', { name: '' }],
    ['body.name', { name: 'x'.repeat(201) }],
    ['body.phone', { phone: 'x'.repeat(41) }],
    ['body.timeZone', { timeZone: 'x' }],
    ['body', { email: 'other@profile.test' }],
    ['body', { role: 'ADMIN' }],
  ])('400 at %s for %j', async (path, wrong) => {
    const person = await api.signUp();
    const body = { name: 'Ann', familyName: '', phone: null, timeZone: null, ...wrong };
    await expect(person.call(profileEndpoints.updateProfile, { body })).rejects.toMatchObject({
      problem: { status: 400, errors: [expect.objectContaining({ path })] },
    });
  });
});

describe('POST /users/me/setup-completed', () => {
  it('204, once and for all', async () => {
    const person = await api.signUp();
    await person.call(profileEndpoints.completeSetup, {});
    const { setupCompletedAt } = await person.call(sessionEndpoints.getMe, {});
    await person.call(profileEndpoints.completeSetup, {});
    expect(setupCompletedAt).not.toBeNull();
    expect((await person.call(sessionEndpoints.getMe, {})).setupCompletedAt).toBe(setupCompletedAt);
  });
});

describe('GET and DELETE /users/me/sessions', () => {
  it('200 lists the own ones; 204 ends one, at once, with the extension made from it', async () => {
    const laptop = await api.signUp('two@sessions.test');
    const desk = await api.signUp('two@sessions.test');
    const extension = await handOff(api, desk);
    await api.signUp('someone@sessions.test');
    const { sessions } = await laptop.call(profileEndpoints.listSessions, {});
    expect(sessions.map(({ audience, isCurrent }) => `${audience} ${isCurrent}`)).toEqual(
      expect.arrayContaining(['web true', 'web false', 'extension false']),
    );
    expect(sessions).toHaveLength(3);
    const other = sessions.find(({ audience, isCurrent }) => audience === 'web' && !isCurrent);
    await laptop.call(profileEndpoints.endSession, { params: { id: other?.id ?? '' } });
    for (const client of [desk, extension]) expect((await client.fetch('/api/users/me')).status).toBe(401);
    expect((await laptop.call(profileEndpoints.listSessions, {})).sessions).toHaveLength(1);
    await expect(laptop.call(profileEndpoints.endSession, { params: { id: other?.id ?? '' } })).rejects.toMatchObject(
      problem(404, 'not_found'),
    );
  });

  it('404 for somebody else’s session, which lives on; 400 for no id', async () => {
    const person = await api.signUp();
    const other = await api.signUp();
    const [session] = (await other.call(profileEndpoints.listSessions, {})).sessions;
    await expect(person.call(profileEndpoints.endSession, { params: { id: session?.id ?? '' } })).rejects.toMatchObject(
      problem(404, 'not_found'),
    );
    await other.call(sessionEndpoints.getMe, {});
    expect((await person.fetch('/api/users/me/sessions/x', { method: 'DELETE' })).status).toBe(400);
  });
});

describe('POST /users/me/company', () => {
  it('204 works in another company from the next request on, and hears no more of the last', async () => {
    const [first, second] = [await api.signUp(), await api.signUp()];
    const person = await addTeammate(api, first);
    await person.call(teamEndpoints.joinByLink, { query: { inviteToken: await readLinkToken(second) } });
    const stream = await openEvents(person);
    await person.call(profileEndpoints.switchCompany, { body: { companyId: first.user.companyId } });
    expect(await person.call(sessionEndpoints.getMe, {})).toMatchObject({ companyId: first.user.companyId, isTeamOwner: false });
    await stream.ended;
    expect((await person.call(profileEndpoints.getProfile, {})).companies).toHaveLength(2);
  });

  it('404 for a company one does not belong to, was removed from, or put away', async () => {
    const owner = await api.signUp();
    const person = await addTeammate(api, owner);
    for (const companyId of [(await api.signUp()).user.companyId, crypto.randomUUID(), person.user.companyId])
      await expect(person.call(profileEndpoints.switchCompany, { body: { companyId } })).rejects.toMatchObject(problem(404, 'not_found'));
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, person.user.email) } });
    const again = await api.signUp(person.user.email);
    await expect(again.call(profileEndpoints.switchCompany, { body: { companyId: owner.user.companyId } })).rejects.toMatchObject(
      problem(404, 'not_found'),
    );
  });

  it('a removed member of two companies goes on in the other', async () => {
    const [first, second] = [await api.signUp(), await api.signUp()];
    const person = await addTeammate(api, first);
    await person.call(teamEndpoints.joinByLink, { query: { inviteToken: await readLinkToken(second) } });
    const stream = await openEvents(person);
    await first.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(first, person.user.email) } });
    await eventually(async () => {
      const me = await person.fetch('/api/users/me');
      expect([me.status, ((await me.json()) as { companyId: string }).companyId]).toEqual([200, second.user.companyId]);
    });
    stream.close();
    await second.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(second, person.user.email) } });
    const again = await api.signUp(person.user.email);
    // The person's own archived company is opened again, without a new trial.
    expect(again.user).toMatchObject({ companyId: person.user.companyId, isTeamOwner: true });
  });
});

describe('GET /users/me/export', () => {
  const read = async (client: TestClient) => {
    const response = await client.fetch('/api/users/me/export');
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = new Map<string, string>();
    const archive = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), { lazyEntries: true, autoClose: false });
    for await (const entry of archive.eachEntry()) files.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)));
    return files;
  };

  it('200 with everything that is mine, by company, and no secret', async () => {
    const owner = await api.signUp();
    const person = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    await person.call(loadEndpoints.addNote, { params: { id: load.id }, body: { body: 'Mine to take along' } });
    await owner.call(loadEndpoints.addNote, { params: { id: load.id }, body: { body: 'Of somebody else' } });
    await plantMailbox(api, person);
    const files = await read(person);
    const about = JSON.parse(files.get('profile.json') ?? '');
    expect(about.profile).toMatchObject({ id: person.user.id, email: person.user.email });
    expect(about.signIns).toMatchObject([{ provider: 'google' }]);
    expect(about.sessions).toHaveLength(1);
    expect(about.companies).toMatchObject([{ leftAt: null }, { leftAt: null }]);
    const whole = [...files.values()].join('\n');
    expect(whole).toContain('Mine to take along');
    expect(whole).not.toContain('Of somebody else');
    expect(whole).not.toMatch(/hash|token|cookie/i);
    const folder = [...files.keys()].find((name) => name.endsWith('mailboxes.json') && files.get(name) !== '[]\n');
    expect(folder).toBeDefined();
  });

  it('reads long mails a few at a time, and all of them', async () => {
    const person = await api.signUp();
    const { accountId } = await plantMailbox(api, person);
    for (let count = 0; count < 25; count++) await plantEmail(api, person, accountId);
    const files = await read(person);
    const mails = [...files].find(([name]) => name.endsWith('/emails.json'))?.[1] ?? '';
    expect(JSON.parse(mails)).toHaveLength(25);
  });

  it('holds nothing of a company that was left but that one was there', async () => {
    const owner = await api.signUp();
    const person = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    await person.call(loadEndpoints.addNote, { params: { id: load.id }, body: { body: 'Stays behind' } });
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, person.user.email) } });
    const files = await read(await api.signUp(person.user.email));
    expect([...files.values()].join('\n')).not.toContain('Stays behind');
    const about = JSON.parse(files.get('profile.json') ?? '');
    expect(about.companies.filter(({ leftAt }: { leftAt: string | null }) => leftAt !== null)).toHaveLength(1);
  });
});
