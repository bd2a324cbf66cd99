import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkerPlatform } from '../../../lib/platform.ts';
import { plantMailbox, plantQueuedMail } from '../../../testing/mail/mail.ts';
import { addTeammate } from '../../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import type { LeasedMail } from './lease.ts';
import { readMails } from './read-mails.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

/** Reads a waiting mail that a teammate wrote in the owner's shared mailbox, after `change`. */
async function readAfter(change: (owner: TestClient, mate: TestClient, accountId: string) => Promise<unknown>) {
  const owner = await api.signUp();
  const mate = await addTeammate(api, owner);
  const { accountId } = await plantMailbox(api, owner, { isShared: true });
  const { companyId } = owner.user;
  const emailId = await plantQueuedMail(api, { ...mate, user: { ...mate.user, companyId } }, accountId);
  await change(owner, mate, accountId);
  const { rows } = await api.admin.query<{ at: Date }>('select created_at as at from emails where id = $1', [emailId]);
  const mail = { emailId, companyId, accountId, createdAt: rows[0]?.at, mustCount: false } as unknown as LeasedMail;
  return (await worker.db.withTenant(companyId, (tx) => readMails(tx, [mail])))[0];
}

it('lets it leave while its writer is in the team and the mailbox is shared', async () => {
  expect((await readAfter(async () => {}))?.outgoing).not.toBeNull();
});

it('does not let it leave when its writer was removed while it was at the provider', async () => {
  const read = await readAfter((_, mate) =>
    api.admin.query('update memberships set removed_at = now() where user_id = $1 and removed_at is null', [mate.user.id]),
  );
  expect(read).toMatchObject({ outgoing: null, because: 'NOT_ALLOWED' });
});

it('does not let it leave when the mailbox is no longer shared', async () => {
  const read = await readAfter((_, __, accountId) =>
    api.admin.query('update email_accounts set is_shared = false where id = $1', [accountId]),
  );
  expect(read).toMatchObject({ outgoing: null, because: 'NOT_ALLOWED' });
});
