import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { plantMailbox, plantQueuedMail } from '../../testing/mail/mail.ts';
import { connectByPassword, plantEmail } from '../../testing/mail/mailboxes.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { giveBackMailbox } from './disconnect.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const share = (client: TestClient, id: string) =>
  client.call(emailAccountEndpoints.updateEmailAccount, { params: { id }, body: { displayName: 'Desk', isShared: true } });
const statusOf = async (id: string) =>
  (await api.admin.query<{ status: string }>('select status from email_accounts where id = $1', [id])).rows[0]?.status;
const secretsOf = async (id: string) => (await api.admin.query('select from email_secrets where account_id = $1', [id])).rowCount;

async function twoMailboxes() {
  const owner = await api.signUp();
  const mate = await addTeammate(api, owner);
  const own = await connectByPassword(mate, { displayName: 'Canary Person' });
  const shared = await connectByPassword(mate);
  await share(mate, shared.id);
  return { owner, mate, own, shared };
}

describe('who leaves a team', () => {
  it.each(['removed', 'left'])('loses every mailbox when %s, what was shared too', async (how) => {
    const { owner, mate, own, shared } = await twoMailboxes();
    const inTeam = { ...mate, user: { ...mate.user, companyId: owner.user.companyId } };
    const waiting = await plantEmail(api, inTeam, shared.id, { state: 'QUEUED' });
    await api.admin.query(
      `select enqueue_mail($1, (select created_at from emails where id = $1), $2, $3, 'smtp', now() + interval '1 hour')`,
      [waiting, owner.user.companyId, shared.id],
    );
    if (how === 'left') await mate.call(teamEndpoints.leaveTeam, { body: {} });
    else await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } });
    expect([await statusOf(own.id), await statusOf(shared.id)]).toEqual(['DISCONNECTED', 'DISCONNECTED']);
    expect((await api.admin.query('select state from emails where id = $1', [waiting])).rows).toEqual([{ state: 'CANCELLED' }]);
    await runWaitingJobs(api, worker, giveBackMailbox);
    expect([await secretsOf(own.id), await secretsOf(shared.id)]).toEqual([0, 0]);
    const { emailAccounts } = await owner.call(emailAccountEndpoints.listEmailAccounts, {});
    expect(emailAccounts).toEqual([]);
  });
});

describe('a mailbox that is no longer shared', () => {
  it('sends nothing more that others wrote; what its owner wrote still leaves', async () => {
    const { owner, mate, shared } = await twoMailboxes();
    const inTeam = { ...mate, user: { ...mate.user, companyId: owner.user.companyId } };
    const [others, own] = [await plantQueuedMail(api, owner, shared.id), await plantQueuedMail(api, inTeam, shared.id)];
    await mate.call(emailAccountEndpoints.updateEmailAccount, {
      params: { id: shared.id },
      body: { displayName: 'Desk', isShared: false },
    });
    const { rows } = await api.admin.query('select id, state from emails where account_id = $1 order by state', [shared.id]);
    expect(rows).toEqual([
      { id: others, state: 'CANCELLED' },
      { id: own, state: 'QUEUED' },
    ]);
  });
});

describe('somebody who is removed while they send', () => {
  it('sends nothing', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId } = await plantMailbox(api, owner, { isShared: true });
    const memberId = await memberIdOf(owner, mate.user.email);
    const lock = await api.admin.connect();
    await lock.query('begin');
    await lock.query('select from companies where company_id = $1 for update', [owner.user.companyId]);
    const removal = owner.call(teamEndpoints.removeTeamMember, { params: { id: memberId } });
    await untilBlocked(api);
    const boardLoad = { board: 'dat', origin: { city: 'Milwaukee', state: 'WI' }, destination: { city: 'Conley', state: 'GA' } };
    const sending = mate.call(emailEndpoints.sendEmail, {
      body: { accountId, to: 'carla@lakeshore.example', boardLoad, isConfirmed: true },
    });
    sending.catch(() => {});
    await untilBlocked(api, 2);
    await lock.query('rollback');
    lock.release();
    await removal;
    await sending.catch(() => {});
    expect((await api.admin.query(`select from emails where account_id = $1 and state <> 'CANCELLED'`, [accountId])).rowCount).toBe(0);
  });
});

describe('who deletes the account', () => {
  it('leaves no mailbox and no name behind in the team', async () => {
    const { owner, mate, own, shared } = await twoMailboxes();
    await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
    expect([await statusOf(own.id), await statusOf(shared.id)]).toEqual(['DISCONNECTED', 'DISCONNECTED']);
    // Runs the first attempt only: the last attempt deletes the secrets even if something failed.
    await runWaitingJobs(api, worker, giveBackMailbox, 10);
    expect([await secretsOf(own.id), await secretsOf(shared.id)]).toEqual([0, 0]);
    const { rows } = await api.admin.query<{ text: string }>('select a::text as text from email_accounts a where company_id = $1', [
      owner.user.companyId,
    ]);
    for (const { text } of rows) for (const word of ['Canary', own.address, shared.address]) expect(text).not.toContain(word);
  });
});
