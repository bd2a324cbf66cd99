import { describe, expect, it } from 'vitest';
import { doubleProvider, holdAnswer, makeDue, plantMailbox, plantQueuedMail, sent, until } from '../../../testing/mail/mail.ts';
import { setUpMailWorker } from '../../../testing/mail/mail-worker.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { leaseMails } from './lease.ts';
import { writeOutcomes } from './write-outcomes.ts';

const office = setUpMailWorker();

const plantMail = (client: TestClient, accountId: string, templateId: string | null = null) =>
  plantQueuedMail(office.api, client, accountId, { templateId });

async function stateOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await office.api.admin.query(
    `select e.state, e.reason, e.attempts, e.sent_at is not null as "isSent", e.is_bounce as "isBounce", q.began_at is not null as "hasBegun", q.email_id is not null as "isQueued"
     from emails e left join mail_queue q on q.email_id = e.id where e.id = $1`,
    [id],
  );
  return rows[0] as Record<string, unknown>;
}

const untilState = (id: string, state: string) => until(async () => (await stateOf(id)).state === state);

describe('the mail engine', () => {
  it('sends what is due, counts it at its template and writes its history', async () => {
    const { client, accountId, templateId } = await office.fresh();
    const id = await plantMail(client, accountId, templateId);
    const provider = doubleProvider();
    office.run(provider);
    await untilState(id, 'SENT');
    expect(provider.given).toMatchObject([{ to: { address: 'broker@freight.example' }, messageId: `<${id}@test>` }]);
    expect(await stateOf(id)).toMatchObject({ isSent: true, attempts: 1, isQueued: false });
    const { rows } = await office.api.admin.query('select sent from email_templates where id = $1', [templateId]);
    expect(rows).toEqual([{ sent: 1 }]);
    const history = await office.api.admin.query('select state from email_history where email_id = $1 order by at', [id]);
    expect(history.rows.map((row) => (row as { state: string }).state)).toEqual(['SENDING', 'SENT']);
  });

  it('begins in a commit before the provider is called', async () => {
    const { client, accountId } = await office.fresh();
    const id = await plantMail(client, accountId);
    let seen: unknown;
    office.run(
      doubleProvider(async () => {
        seen = await stateOf(id);
        return sent;
      }),
    );
    await untilState(id, 'SENT');
    expect(seen).toMatchObject({ state: 'QUEUED', hasBegun: true });
  });

  it('keeps the pace of a mailbox: one at a time', async () => {
    const { client, accountId } = await office.fresh();
    for (let count = 0; count < 3; count++) await plantMail(client, accountId);
    office.run(doubleProvider());
    const began = `select at, at - lag(at) over (order by at) >= make_interval(secs => 60.0 / 54) as "isPaced" from email_history h
      where company_id = $1 and state = 'SENDING' order by at`;
    await until(async () => (await office.api.admin.query(began, [client.user.companyId])).rowCount === 3);
    // 54 a minute, by the clock of the database.
    const { rows } = await office.api.admin.query<{ isPaced: boolean | null }>(began, [client.user.companyId]);
    expect(rows.map(({ isPaced }) => isPaced)).toEqual([null, true, true]);
  });

  it('waits when the provider asks for it, and says so', async () => {
    const { client, accountId } = await office.fresh();
    const id = await plantMail(client, accountId);
    let calls = 0;
    office.run(doubleProvider(() => (calls++ === 0 ? { kind: 'later', retryAfterMs: 3_600_000, reason: 'RATE' } : sent)));
    const isPaused = `select from email_accounts where id = $1 and paused_until is not null`;
    await until(async () => (await office.api.admin.query(isPaused, [accountId])).rowCount === 1);
    expect(calls).toBe(1);
    // At least as long as the provider asked for, and at most a fifth longer.
    const anHour = `between now() + interval '55 minutes' and now() + interval '72 minutes'`;
    const { rows } = await office.api.admin.query(
      `select pause_reason, paused_until ${anHour} as "isPaused", q.due_at ${anHour} as waits, l.next_at ${anHour} as "isHeld"
       from email_accounts a join mail_queue q on q.account_id = a.id join mail_lanes l on l.account_id = a.id where a.id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ pause_reason: 'PROVIDER_ASKED', isPaused: true, waits: true, isHeld: true }]);
    // The hour is over.
    await makeDue(office.api);
    await untilState(id, 'SENT');
    expect(await stateOf(id)).toMatchObject({ attempts: 2 });
    const after = await office.api.admin.query('select paused_until from email_accounts where id = $1', [accountId]);
    expect(after.rows).toEqual([{ paused_until: null }]);
  });

  it('a refusal fails, an unclear answer is unknown and is not tried again', async () => {
    const { client, accountId } = await office.fresh();
    const other = await plantMailbox(office.api, client);
    const [bounced, unclear] = [await plantMail(client, accountId), await plantMail(client, other.accountId)];
    const provider = doubleProvider((mail) =>
      mail.messageId.includes(bounced)
        ? { kind: 'refused', reason: 'No such person.', isBounce: true }
        : { kind: 'unknown', reason: 'The provider broke off.' },
    );
    office.run(provider);
    await untilState(bounced, 'FAILED');
    await untilState(unclear, 'UNKNOWN');
    expect(await stateOf(bounced)).toMatchObject({ reason: 'No such person.', isBounce: true, isQueued: false });
    expect(await stateOf(unclear)).toMatchObject({ reason: 'The provider broke off.', isQueued: false });
    // When this later mail was sent, the worker has looked at all waiting mails.
    const later = await plantMail(client, (await plantMailbox(office.api, client)).accountId);
    await untilState(later, 'UNKNOWN');
    const given = provider.given.map(({ messageId }) => messageId);
    expect(given).toHaveLength(3);
    expect(new Set(given)).toEqual(new Set([bounced, unclear, later].map((id) => `<${id}@test>`)));
  });

  it('a mailbox that lost its grant stops, and what waits there stays', async () => {
    const { client, accountId, address } = await office.fresh();
    const ids = [await plantMail(client, accountId), await plantMail(client, accountId)];
    const other = await office.fresh();
    const provider = doubleProvider(({ from }) =>
      from.address === other.address ? sent : { kind: 'disconnected', reason: 'The grant was withdrawn.' },
    );
    office.run(provider);
    await until(
      async () =>
        (await office.api.admin.query(`select from email_accounts where id = $1 and status = 'RECONNECT_NEEDED'`, [accountId])).rowCount ===
        1,
    );
    const lanes = await office.api.admin.query(`select next_at = 'infinity' as "isStopped" from mail_lanes where account_id = $1`, [
      accountId,
    ]);
    expect(lanes.rows).toEqual([{ isStopped: true }]);
    await untilState(await plantMail(other.client, other.accountId), 'SENT');
    expect(provider.given.map(({ from }) => from.address)).toEqual([address, other.address]);
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'QUEUED', hasBegun: false, isQueued: true });
  });

  it('pauses at the daily cap and goes on when there is room', async () => {
    const { client, accountId } = await office.fresh({ dailyCap: 2 });
    const ids = [];
    for (let count = 0; count < 3; count++) ids.push(await plantMail(client, accountId));
    const provider = doubleProvider();
    office.run(provider);
    await until(async () => provider.given.length === 2);
    await until(
      async () =>
        (await office.api.admin.query(`select from email_accounts where id = $1 and pause_reason = 'DAILY_CAP'`, [accountId])).rowCount ===
        1,
    );
    const { rows } = await office.api.admin.query(
      `select extract(epoch from next_at - now())::int as wait from mail_lanes where account_id = $1`,
      [accountId],
    );
    expect((rows[0] as { wait: number }).wait).toBeGreaterThan(86_000);
    expect(provider.given).toHaveLength(2);
    await office.api.admin.query(
      `update emails set sent_at = sent_at - interval '25 hours' where account_id = $1 and sent_at is not null`,
      [accountId],
    );
    await makeDue(office.api);
    await until(async () => provider.given.length === 3);
  });

  it('what a dead worker had taken becomes unknown', async () => {
    const { client, accountId } = await office.fresh();
    const id = await plantMail(client, accountId);
    expect(await leaseMails(office.worker, 'dead', 10)).toMatchObject([{ emailId: id }]);
    await office.api.admin.query(`update mail_queue set began_at = began_at - interval '16 seconds'`);
    const provider = doubleProvider();
    office.run(provider);
    await untilState(id, 'UNKNOWN');
    expect(provider.given).toHaveLength(0);
  });

  it('who was thought dead and comes back with an answer corrects it, once', async () => {
    const { client, accountId, templateId } = await office.fresh();
    const id = await plantMail(client, accountId, templateId);
    const [mail] = await leaseMails(office.worker, 'slow', 10);
    if (!mail) throw new Error('nothing was leased');
    const write = (kind: 'orphaned' | 'sent') =>
      office.worker.db.withTenant(client.user.companyId, (tx) =>
        writeOutcomes(tx, [{ mail, outcome: kind === 'sent' ? sent : { kind }, at: performance.now() }]),
      );
    await write('orphaned');
    expect(await stateOf(id)).toMatchObject({ state: 'UNKNOWN' });
    for (let time = 0; time < 3; time++) await write('sent');
    expect(await stateOf(id)).toMatchObject({ state: 'SENT' });
    const { rows } = await office.api.admin.query('select sent from email_templates where id = $1', [templateId]);
    expect(rows).toEqual([{ sent: 1 }]);
  });

  it('a clean stop finishes what is at a provider', async () => {
    const { client, accountId } = await office.fresh();
    const id = await plantMail(client, accountId);
    const held = holdAnswer();
    const provider = doubleProvider(async () => {
      await held.answer;
      return sent;
    });
    const engine = office.run(provider);
    await until(async () => provider.given.length === 1);
    let isStopped = false;
    const stopping = engine.stop().then(() => {
      isStopped = true;
    });
    // An engine without a mail at a provider stops in the meantime.
    await doubleProvider().start(office.worker).stop();
    expect(isStopped).toBe(false);
    held.give();
    await stopping;
    expect(await stateOf(id)).toMatchObject({ state: 'SENT' });
  });

  it('a lease whose answer was lost waits again and leaves once', async () => {
    const { client, accountId } = await office.fresh();
    const provider = doubleProvider();
    office.run(provider);
    await until(async () => (await office.api.admin.query('select from worker_heartbeats')).rowCount === 1);
    const id = await plantMail(client, accountId);
    await untilState(id, 'SENT');
    const second = await plantMail(client, accountId);
    // As if the lease was committed and the connection broke before the answer.
    await office.api.admin.query(
      `update mail_queue set holder = (select worker_id from worker_heartbeats limit 1), began_at = now() - interval '6 seconds' where email_id = $1`,
      [second],
    );
    await untilState(second, 'SENT');
    expect(provider.given).toHaveLength(2);
  });
});
