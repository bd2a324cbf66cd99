import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { doubleProvider, makeDue, plantMailbox, plantQueuedMail, sent, until } from '../../testing/mail.ts';
import { setUpMailWorker } from '../../testing/mail-worker.ts';
import type { TestClient } from '../../testing/test-app.ts';
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
    const times: number[] = [];
    office.run(
      doubleProvider(() => {
        times.push(Date.now());
        return sent;
      }),
    );
    await until(async () => times.length === 3);
    // 54 a minute.
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it('waits when the provider asks for it, and says so', async () => {
    const { client, accountId } = await office.fresh();
    const id = await plantMail(client, accountId);
    let calls = 0;
    office.run(doubleProvider(() => (calls++ === 0 ? { kind: 'later', retryAfterMs: 1_500, reason: 'RATE' } : sent)));
    await until(async () => (await stateOf(id)).hasBegun === false && calls === 1);
    const { rows } = await office.api.admin.query('select pause_reason, paused_until > now() as paused from email_accounts where id = $1', [
      accountId,
    ]);
    expect(rows).toEqual([{ pause_reason: 'PROVIDER_ASKED', paused: true }]);
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
    await pause(600);
    expect(provider.given).toHaveLength(2);
  });

  it('a mailbox that lost its grant stops, and what waits there stays', async () => {
    const { client, accountId } = await office.fresh();
    const ids = [await plantMail(client, accountId), await plantMail(client, accountId)];
    const provider = doubleProvider(() => ({ kind: 'disconnected', reason: 'The grant was withdrawn.' }));
    office.run(provider);
    await until(
      async () =>
        (await office.api.admin.query(`select from email_accounts where id = $1 and status = 'RECONNECT_NEEDED'`, [accountId])).rowCount ===
        1,
    );
    await pause(1_500);
    expect(provider.given).toHaveLength(1);
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
        writeOutcomes(office.worker, tx, [{ mail, outcome: kind === 'sent' ? sent : { kind }, at: performance.now() }]),
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
    let isAsked = false;
    const provider = doubleProvider(async () => {
      isAsked = true;
      await pause(800);
      return sent;
    });
    const engine = office.run(provider);
    await until(async () => isAsked);
    await engine.stop();
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
    // As if the commit had been done and its answer cut off.
    await office.api.admin.query(
      `update mail_queue set holder = (select worker_id from worker_heartbeats limit 1), began_at = now() - interval '6 seconds' where email_id = $1`,
      [second],
    );
    await untilState(second, 'SENT');
    expect(provider.given).toHaveLength(2);
  });
});
