import { limitEndpoints } from '@headhaul/contracts/limits';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { connectByPassword, plantEmail, smtpInput } from '../../testing/mail/mailboxes.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { giveBackMailbox } from './disconnect.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp({ env: { RATE_LIMIT_MAILBOX_CHECKS_PER_HOUR: '100000' } });
  worker = api.openWorker();
});
afterAll(() => api.close());

const list = async (client: TestClient) => (await client.call(emailAccountEndpoints.listEmailAccounts, {})).emailAccounts;
const countSecrets = async (accountId: string) =>
  (await api.admin.query('select from email_secrets where account_id = $1', [accountId])).rowCount ?? 0;
const disconnect = (client: TestClient, id: string) => client.call(emailAccountEndpoints.disconnectEmailAccount, { params: { id } });
const update = (client: TestClient, id: string, isShared: boolean, displayName = 'Desk') =>
  client.call(emailAccountEndpoints.updateEmailAccount, { params: { id }, body: { displayName, isShared } });

describe('POST /email-accounts/smtp', () => {
  it('200 after signing in once; the password is sealed, and the session knows of a mailbox', async () => {
    const client = await api.signUp();
    expect(client.user.isAccountAttached).toBe(false);
    const account = await connectByPassword(client, { displayName: 'Night desk', password: 'a-marked-password' });
    expect(account).toMatchObject({
      provider: 'smtp',
      displayName: 'Night desk',
      userId: client.user.id,
      userName: 'Test Person',
      isShared: false,
      status: 'CONNECTED',
      hasValidTemplate: false,
      templateCount: 0,
      health: { sentLast24h: 0, dailyCap: 1_000, perMinute: 30, waiting: 0, nextRoom: null, lastError: null },
    });
    expect(await list(client)).toEqual([account]);
    expect((await client.call(sessionEndpoints.getMe, {})).isAccountAttached).toBe(true);
    const { rows } = await api.admin.query<{ text: string }>('select s::text as text from email_secrets s where account_id = $1', [
      account.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(Buffer.from('a-marked').toString('hex'));
    const { rows: entries } = await api.admin.query<{ entry: string }>(
      `select entry from audit_log where company_id = $1 and entry like '%mailbox.connected%'`,
      [client.user.companyId],
    );
    expect(entries).toHaveLength(1);
  });

  it('422 for a wrong password; nothing is kept', async () => {
    const client = await api.signUp();
    await expect(connectByPassword(client, { password: 'wrong' })).rejects.toMatchObject({
      problem: { code: 'mailbox_refused', status: 422 },
    });
    expect(await list(client)).toEqual([]);
  });

  it('503 when nobody listens there; 422 without TLS on that port', async () => {
    const client = await api.signUp();
    await expect(connectByPassword(client, { port: 1 })).rejects.toMatchObject({ problem: { code: 'mailbox_unavailable', status: 503 } });
    const plain = Number(new URL(api.origin).port);
    await expect(connectByPassword(client, { port: plain, security: 'tls' })).rejects.toMatchObject({
      problem: { code: expect.stringMatching(/^mailbox_/) },
    });
  });

  it('the same address again is the same mailbox, also by 8 at once; a teammate’s is taken', async () => {
    const owner = await api.signUp();
    await putOnPlan(api, owner);
    const mate = await addTeammate(api, owner);
    const input = smtpInput();
    const made = await Promise.all(Array.from({ length: 8 }, () => connectByPassword(owner, input)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await countSecrets(made[0]?.id ?? '')).toBe(1);
    await expect(connectByPassword(mate, input)).rejects.toMatchObject({ problem: { code: 'already_taken', status: 422 } });
    const [other] = await Promise.all([connectByPassword(owner)]);
    await expect(connectByPassword(owner, { ...input, accountId: other?.id ?? null })).rejects.toMatchObject({
      problem: { code: 'already_taken' },
    });
  });

  it('422 for the address a teammate signs in with: a server of one’s own would say it is', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const taken = { problem: { code: 'already_taken' } };
    await expect(connectByPassword(mate, { address: owner.user.email.toUpperCase() })).rejects.toMatchObject(taken);
    expect((await connectByPassword(owner, { address: owner.user.email })).address).toBe(owner.user.email);
  });

  it('the sender’s name is one line, and half a sign in a user name is not kept', async () => {
    const client = await api.signUp();
    const account = await connectByPassword(client, { displayName: 'Night\r\nBcc: eve@evil.example\u202e' });
    expect(account.displayName).toBe('Night Bcc: eve@evil.example');
    expect((await update(client, account.id, false, 'A\0B')).displayName).toBe('A B');
    const odd = await connectByPassword(client, { username: 'a\ud800b' }).catch((error: { problem: { status: number } }) => error.problem);
    expect(odd).not.toMatchObject({ status: 500 });
  });

  it('one left, 20 at once: one is connected', async () => {
    const client = await api.signUp();
    await connectByPassword(client);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => connectByPassword(client)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ problem: { code: 'limit_reached', status: 422 } });
    expect(await list(client)).toHaveLength(2);
    const { limits } = await client.call(limitEndpoints.getMyPlan, {});
    expect(limits.emailAddresses).toMatchObject({ current: 2, max: 2 });
  });

  it('the limit is each person’s own', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    for (const client of [owner, owner, mate, mate]) await connectByPassword(client);
    await expect(connectByPassword(mate)).rejects.toMatchObject({ problem: { code: 'limit_reached' } });
  });

  it('429 after too many guesses', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_MAILBOX_CHECKS_PER_HOUR: '2' } });
    try {
      const client = await strict.signUp();
      for (const _ of [1, 2])
        await expect(connectByPassword(client, { password: 'wrong' })).rejects.toMatchObject({ problem: { code: 'mailbox_refused' } });
      await expect(connectByPassword(client, { password: 'wrong' })).rejects.toMatchObject({ problem: { code: 'too_many_requests' } });
    } finally {
      await strict.close();
    }
  });
});

describe('a server inside', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f000001',
    '0x7f.0.0.1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    'ip6-localhost',
  ];
  // Each in a company of its own: one that asks for all of them is refused first while a machine is behind with its work.
  it.each(hosts)('400 for %s', async (host) => {
    const client = await api.signUp();
    for (const port of [25, 465, 587, 2525]) {
      const answer = await client.fetch('/api/email-accounts/smtp', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(smtpInput({ host, port })),
      });
      expect(await answer.json()).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ path: 'body.host' }] });
    }
  });

  it.each(['localhost.localdomain', 'nobody.invalid'])('400 for %s, or 503 where no name server answers', async (host) => {
    await expect(connectByPassword(await api.signUp(), { host })).rejects.toMatchObject({
      problem: { code: expect.stringMatching(/^(validation_failed|mailbox_unavailable)$/) },
    });
  });

  it.each([
    '[::1]',
    '::1',
    '::ffff:127.0.0.1',
    'user@8.8.8.8',
    '8.8.8.8/24',
    'smtp.example.com:25',
    '8.8.8.8#',
    'a b',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '-x.com',
  ])('400 for the spelling %s', async (host) => {
    const client = await api.signUp();
    await expect(connectByPassword(client, { host })).rejects.toMatchObject({ problem: { code: 'validation_failed' } });
  });

  it.each([22, 80, 443, 3306, 5432, 6379, 4000])('400 for port %i of a public one', async (port) => {
    const client = await api.signUp();
    await expect(connectByPassword(client, { host: '8.8.8.8', port })).rejects.toMatchObject({
      problem: { code: 'validation_failed', errors: [{ path: 'body.port' }] },
    });
  });
});

describe('GET /email-accounts', () => {
  it('shows own and shared ones, to the owner too; another company none', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const other = await addTeammate(api, owner);
    const stranger = await api.signUp();
    const shared = await connectByPassword(mate);
    const own = await connectByPassword(mate);
    await update(mate, shared.id, true);
    const idsOf = async (client: TestClient) => new Set((await list(client)).map(({ id }) => id));
    expect(await idsOf(mate)).toEqual(new Set([shared.id, own.id]));
    expect(await idsOf(owner)).toEqual(new Set([shared.id]));
    expect(await idsOf(other)).toEqual(new Set([shared.id]));
    expect(await idsOf(stranger)).toEqual(new Set());
    expect((await other.call(sessionEndpoints.getMe, {})).isAccountAttached).toBe(true);
    expect((await stranger.call(sessionEndpoints.getMe, {})).isAccountAttached).toBe(false);
  });

  it('counts what left, in spans, and what comes free next', async () => {
    const client = await api.signUp();
    const { id } = await connectByPassword(client);
    for (const sentAt of [
      `now() - interval '23 hours 50 minutes'`,
      `now() - interval '23 hours 10 minutes'`,
      `now() - interval '5 hours'`,
      `now() - interval '1 minute'`,
    ]) {
      await plantEmail(api, client, id, { sentAt });
    }
    for (const sentAt of [`now() - interval '25 hours'`, `now() - interval '6 days'`]) await plantEmail(api, client, id, { sentAt });
    await plantEmail(api, client, id, { sentAt: `now() - interval '8 days'` });
    await plantEmail(api, client, id, { state: 'FAILED', isBounce: true });
    await plantEmail(api, client, id, { state: 'FAILED', isBounce: false });
    await plantEmail(api, client, id, { state: 'UNKNOWN' });
    await api.admin.query(
      'insert into email_holds (company_id, id, account_id, user_id) select $1, gen_random_uuid(), $2, $3 from generate_series(1, 3)',
      [client.user.companyId, id, client.user.id],
    );
    await api.admin.query(
      `update email_accounts set paused_until = now() + interval '1 hour', pause_reason = 'DAILY_CAP', last_error = 'No', last_error_at = now() where id = $1`,
      [id],
    );
    const [account] = await list(client);
    expect(account?.health).toMatchObject({
      sentLast24h: 4,
      sentBySpan: [2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1],
      sentLast7d: 6,
      bounced: 1,
      unknown: 1,
      duplicatesHeld: 3,
      nextRoom: { mails: 2 },
      pauseReason: 'DAILY_CAP',
      lastError: { text: 'No' },
    });
    const leavesIn = new Date(account?.health.nextRoom?.at ?? 0).getTime() - Date.now();
    expect(leavesIn).toBeGreaterThan(8 * 60_000);
    expect(leavesIn).toBeLessThan(11 * 60_000);
  });

  it('says whether the default template is whole', async () => {
    const client = await api.signUp();
    const { id } = await connectByPassword(client);
    const plant = (html: string, isDefault: boolean) =>
      api.admin.query(
        `insert into email_templates (company_id, id, account_id, name, is_default, subject, html_body, has_text) values ($1, gen_random_uuid(), $2, 'One', $4, 'Hello', $3, true)`,
        [client.user.companyId, id, html, isDefault],
      );
    await plant('<p>Whole</p>', false);
    expect((await list(client))[0]).toMatchObject({ hasValidTemplate: false, templateCount: 1 });
    await plant('<p>{{origin}} to {{destination}}</p>', true);
    expect((await list(client))[0]).toMatchObject({ hasValidTemplate: true, templateCount: 2 });
  });
});

describe('PUT /email-accounts/{id}', () => {
  it('200 for who connected it; 403 and 404 for others', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const other = await addTeammate(api, owner);
    const stranger = await api.signUp();
    const { id } = await connectByPassword(mate);
    await expect(update(other, id, true)).rejects.toMatchObject({ problem: { status: 404 } });
    await expect(update(stranger, id, true)).rejects.toMatchObject({ problem: { status: 404 } });
    await expect(update(owner, id, true)).rejects.toMatchObject({ problem: { status: 404 } });
    expect(await update(mate, id, true, 'New name')).toMatchObject({ isShared: true, displayName: 'New name' });
    await expect(update(other, id, false)).rejects.toMatchObject({ problem: { status: 403 } });
    const { rows } = await api.admin.query(`select from audit_log where company_id = $1 and entry like '%mailbox.shared%'`, [
      owner.user.companyId,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('DELETE /email-accounts/{id}', () => {
  it('204: gone from the list, its mail cancelled, its secrets deleted by the worker; connected again it is the same', async () => {
    const client = await api.signUp();
    const input = smtpInput();
    const { id } = await connectByPassword(client, input);
    const mailId = await plantEmail(api, client, id, { state: 'QUEUED' });
    await api.admin.query(
      `select enqueue_mail($1, (select created_at from emails where id = $1), $2, $3, 'smtp', now() + interval '1 hour')`,
      [mailId, client.user.companyId, id],
    );
    expect((await list(client))[0]?.health.waiting).toBe(1);
    await disconnect(client, id);
    expect(await list(client)).toEqual([]);
    expect((await api.admin.query('select state from emails where id = $1', [mailId])).rows).toEqual([{ state: 'CANCELLED' }]);
    await expect(disconnect(client, id)).rejects.toMatchObject({ problem: { status: 404 } });
    expect(await countSecrets(id)).toBe(1);
    expect(await runWaitingJobs(api, worker, giveBackMailbox)).toBe(1);
    expect(await countSecrets(id)).toBe(0);
    expect((await connectByPassword(client, input)).id).toBe(id);
  });

  it('what was connected again meanwhile stays', async () => {
    const client = await api.signUp();
    const input = smtpInput();
    const { id } = await connectByPassword(client, input);
    await disconnect(client, id);
    await connectByPassword(client, input);
    await runWaitingJobs(api, worker, giveBackMailbox);
    expect(await countSecrets(id)).toBe(1);
    expect(await list(client)).toMatchObject([{ id, status: 'CONNECTED' }]);
  });

  it('403 for a teammate, 204 for the owner, 404 for another company', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const other = await addTeammate(api, owner);
    const stranger = await api.signUp();
    const { id } = await connectByPassword(mate);
    await expect(disconnect(other, id)).rejects.toMatchObject({ problem: { status: 404 } });
    await expect(disconnect(stranger, id)).rejects.toMatchObject({ problem: { status: 404 } });
    await update(mate, id, true);
    await expect(disconnect(other, id)).rejects.toMatchObject({ problem: { status: 403 } });
    await disconnect(owner, id);
    expect(await list(mate)).toEqual([]);
  });
});
