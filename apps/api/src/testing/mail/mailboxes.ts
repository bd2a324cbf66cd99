import { randomUUID } from 'node:crypto';
import { type EmailAccount, emailAccountEndpoints, type SmtpInput } from '@headhaul/contracts/mail/accounts';
import { inject } from 'vitest';
import type { TestApp, TestClient } from '../test-app.ts';

let made = 0;

/** What the form sends for a mailbox at the sandbox's mail server. */
export function smtpInput(input: Partial<SmtpInput> = {}): SmtpInput {
  made += 1;
  const address = `desk${made}@office.example`;
  return { address, host: 'localhost', port: inject('sandboxPort') + 8, username: address, password: 'right-password', ...input };
}

export function connectByPassword(client: TestClient, input: Partial<SmtpInput> = {}): Promise<EmailAccount> {
  return client.call(emailAccountEndpoints.connectSmtp, { body: smtpInput(input) });
}

/** Puts a mail into the table directly, sent at any time. `sentAt` is an SQL expression. */
export async function plantEmail(
  api: TestApp,
  client: TestClient,
  accountId: string,
  mail: { state?: string; sentAt?: string; isBounce?: boolean } = {},
): Promise<string> {
  const { state = 'SENT', sentAt = 'now()', isBounce = false } = mail;
  const id = randomUUID();
  await api.admin.query(
    `insert into emails (company_id, created_at, id, kind, state, account_id, user_id, to_address, subject, html, text, message_id, leaves_at, sent_at, finished_at, is_bounce)
     select $1, now(), $2::uuid, 'BROKER', $3::text, $4, $5, 'carla@lakeshore.example', 'Hello', '<p>Hello</p>', 'Hello', '<' || $2::uuid || '@test>', at,
       case when $3::text = 'SENT' then at end, case when $3::text <> 'QUEUED' then at end, $6 from (select ${sentAt} as at) times`,
    [client.user.companyId, id, state, accountId, client.user.id, isBounce],
  );
  return id;
}
