import { randomUUID } from 'node:crypto';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { describe, expect, it } from 'vitest';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { makeDue, plantMailbox } from '../../testing/mail/mail.ts';
import { setUpMailWorker } from '../../testing/mail/mail-worker.ts';
import { addTeammate, handOff } from '../../testing/team.ts';
import type { TestClient } from '../../testing/test-app.ts';
import { leaseMails } from './engine/lease.ts';

const office = setUpMailWorker();

const boardLoad = { board: 'dat', origin: { city: 'Milwaukee', state: 'WI' }, destination: { city: 'Conley', state: 'GA' } };
const send = (client: TestClient, accountId: string, key: string) =>
  client.call(
    emailEndpoints.sendEmail,
    { body: { accountId, to: 'carla@lakeshore.example', boardLoad, isConfirmed: true } },
    { 'idempotency-key': key },
  );
const withdraw = async (client: TestClient, key: string) => (await client.call(emailEndpoints.withdrawEmail, { body: { key } })).email;
const statesOf = async (accountId: string) =>
  (await office.api.admin.query<{ state: string }>('select state from emails where account_id = $1', [accountId])).rows;

describe('POST /emails/withdraw', () => {
  it('takes back the mail of this key, also when it is asked twice', async () => {
    const { client, accountId } = await office.fresh();
    const key = randomUUID();
    const { id } = await send(client, accountId, key);
    expect(await withdraw(client, key)).toMatchObject({ id, state: 'CANCELLED' });
    expect(await withdraw(client, key)).toMatchObject({ id, state: 'CANCELLED' });
    expect((await office.api.admin.query('select from mail_queue where email_id = $1', [id])).rowCount).toBe(0);
    const { history } = await client.call(emailEndpoints.getEmail, { params: { id } });
    expect(history.map(({ state }) => state)).toEqual(['QUEUED', 'CANCELLED']);
  });

  it('before the mail arrives: it is never made, however often it is tried', async () => {
    const { client, accountId } = await office.fresh();
    const key = randomUUID();
    expect(await withdraw(client, key)).toBeNull();
    for (let time = 0; time < 2; time += 1)
      await expect(send(client, accountId, key)).rejects.toMatchObject({ problem: { code: 'idempotency_mismatch' } });
    expect(await withdraw(client, key)).toBeNull();
    expect(await statesOf(accountId)).toEqual([]);
  });

  it('while the mail is being written: it waits for it and takes it back', async () => {
    const { client, accountId } = await office.fresh();
    const key = randomUUID();
    const other = await office.api.admin.connect();
    await other.query('begin');
    await other.query('select from email_accounts where id = $1 for update', [accountId]);
    const sending = send(client, accountId, key);
    await untilBlocked(office.api);
    const withdrawing = withdraw(client, key);
    await untilBlocked(office.api, 2);
    await other.query('commit');
    other.release();
    const { id } = await sending;
    expect(await withdrawing).toMatchObject({ id, state: 'CANCELLED' });
    expect(await statesOf(accountId)).toEqual([{ state: 'CANCELLED' }]);
  });

  it('too late: it says what became of the mail', async () => {
    const { client, accountId } = await office.fresh();
    const key = randomUUID();
    await send(client, accountId, key);
    await makeDue(office.api);
    await leaseMails(office.worker, 'test', 1_000);
    expect(await withdraw(client, key)).toMatchObject({ state: 'SENDING' });
  });

  it('is the same in the person’s next session, and nothing of anybody else’s', async () => {
    const owner = await office.api.signUp();
    const mate = await addTeammate(office.api, owner);
    const { accountId } = await plantMailbox(office.api, owner, { isShared: true });
    const key = randomUUID();
    await send(await handOff(office.api, owner), accountId, key);
    expect(await withdraw(mate, key)).toBeNull();
    expect(await statesOf(accountId)).toEqual([{ state: 'QUEUED' }]);
    expect(await withdraw(await handOff(office.api, owner), key)).toMatchObject({ state: 'CANCELLED' });
  });
});
