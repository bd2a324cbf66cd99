import { randomUUID } from 'node:crypto';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptReferral, readReferralToken } from '../../testing/referrals.ts';
import { addTeammate, invite } from '../../testing/team.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const newDomain = () => `${randomUUID()}@${randomUUID()}.test`;
const signUp = () => api.signUp(newDomain());
const preview = (token: string) => api.fetch(`/api/user/invitations/preview?token=${token}`);

describe('a referral’s token', () => {
  it('is dead when its person left the company, and after the company was deleted', async () => {
    const inviter = await signUp();
    const member = await addTeammate(api, inviter, newDomain());
    const token = await readReferralToken(member);
    expect((await preview(token)).status).toBe(200);
    await member.call(teamEndpoints.leaveTeam, { body: {} });
    expect((await preview(token)).status).toBe(404);
    const alone = await signUp();
    const link = await readReferralToken(alone);
    await alone.call(profileEndpoints.deleteAccount, { body: { email: alone.user.email } });
    await expect(acceptReferral(await signUp(), link)).rejects.toMatchObject(problem(404, 'invalid_invite'));
  });

  it('404 for a forged one, and a team’s token is none', async () => {
    const inviter = await signUp();
    const token = await readReferralToken(inviter);
    const team = await invite(api, inviter, newDomain());
    const friend = await signUp();
    for (const forged of [`${token.slice(0, -2)}AA`, token.slice(4), `ref-${team}`, 'ref-', 'ref-x'])
      await expect(acceptReferral(friend, forged)).rejects.toMatchObject(problem(404, 'invalid_invite'));
    await expect(friend.call(teamEndpoints.joinByLink, { query: { inviteToken: token } })).rejects.toMatchObject(
      problem(404, 'invalid_invite'),
    );
  });
});
