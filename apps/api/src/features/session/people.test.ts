import { billingEndpoints } from '@headhaul/contracts/billing';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { identityOf, startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { findOrCreatePerson } from './people.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const signIn = (email: string) => findOrCreatePerson(api.platform, identityOf(email), 'DISPATCHER');

describe('findOrCreatePerson', () => {
  it('makes one account for ten first sign-ins at once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => signIn('first@people.test')));
    expect(new Set(people.map(({ userId }) => userId)).size).toBe(1);
    expect(new Set(people.map(({ companyId }) => companyId)).size).toBe(1);
  });

  it('takes a name of 200 letters', async () => {
    const identity = { ...identityOf('long@people.test'), name: 'x'.repeat(200), familyName: 'y'.repeat(200) };
    expect((await findOrCreatePerson(api.platform, identity, 'DISPATCHER')).isFirstLogin).toBe(true);
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

describe('a trial', () => {
  const daysLeft = async (client: TestClient) => {
    const { currentPeriodEnd } = await client.call(billingEndpoints.getBillingInfo, {});
    return Math.max(0, Math.round((Date.parse(currentPeriodEnd) - Date.now()) / 86_400_000));
  };

  it.each([
    [10, 4],
    [20, 0],
  ])('%i days after the sign-up is not begun anew by handing the company over and leaving it: %i days', async (age, left) => {
    const email = `leaver${age}@people.test`;
    const owner = await api.signUp(email);
    const heir = await addTeammate(api, owner);
    await api.admin.query('update users set created_at = created_at - make_interval(days => $2) where id = $1', [owner.user.id, age]);
    await owner.call(teamEndpoints.makeOwner, { params: { id: await memberIdOf(owner, heir.user.email) } });
    await owner.call(teamEndpoints.leaveTeam, { body: {} });
    const again = await api.signUp(email);
    expect([owner.user.companyId, heir.user.companyId]).not.toContain(again.user.companyId);
    expect(await daysLeft(again)).toBe(left);
  });

  it.each([
    [10, 4],
    [20, 0],
  ])('%i days old is not begun anew by deleting the account, under any spelling of the mailbox: %i days', async (age, left) => {
    const email = `deleter${age}@gmail.com`;
    const first = await api.signUp(email);
    expect(await daysLeft(first)).toBe(14);
    await api.admin.query('update used_trials set ends_at = ends_at - make_interval(days => $1)', [age]);
    await first.call(profileEndpoints.deleteAccount, { body: { email } });
    expect(await daysLeft(await api.signUp(email))).toBe(left);
    expect(await daysLeft(await api.signUp(`dele.ter${age}+2@gmail.com`))).toBe(left);
    expect(await daysLeft(await api.signUp(`other${age}@gmail.com`))).toBe(14);
  });
});
