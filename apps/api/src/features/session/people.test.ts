import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findOrCreatePerson, type ProvenIdentity } from './people.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function identityOf(email: string): ProvenIdentity {
  return { provider: 'google', issuer: 'https://test.example', subject: email, email, name: 'Test', familyName: 'Person' };
}

const signIn = (email: string) => findOrCreatePerson(api.platform.db, identityOf(email), 'DISPATCHER');

describe('findOrCreatePerson', () => {
  it('makes one account for ten first sign-ins at once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => signIn('first@people.test')));
    expect(new Set(people.map(({ userId }) => userId)).size).toBe(1);
    expect(new Set(people.map(({ companyId }) => companyId)).size).toBe(1);
  });

  it('takes a name of 200 letters', async () => {
    const identity = { ...identityOf('long@people.test'), name: 'x'.repeat(200), familyName: 'y'.repeat(200) };
    expect((await findOrCreatePerson(api.platform.db, identity, 'DISPATCHER')).isFirstLogin).toBe(true);
  });

  it('opens one company for a removed person without another, also in ten sign-ins at once', async () => {
    const owner = await api.signUp();
    const person = await addTeammate(api, owner, 'removed@people.test');
    await api.admin.query('update memberships set removed_at = now() where user_id = $1', [person.user.id]);
    await api.admin.query('delete from user_companies where user_id = $1', [person.user.id]);
    const found = await Promise.all(Array.from({ length: 10 }, () => signIn('removed@people.test')));
    expect(new Set(found.map(({ companyId }) => companyId)).size).toBe(1);
    expect(found[0]).toMatchObject({ userId: person.user.id, isFirstLogin: false });
    expect([owner.user.companyId, person.user.companyId]).not.toContain(found[0]?.companyId);
  });

  it('never signs in a deleted person', async () => {
    const person = await signIn('deleted@people.test');
    await api.admin.query('update users set deleted_at = now() where id = $1', [person.userId]);
    await expect(signIn('deleted@people.test')).rejects.toThrow();
  });
});
