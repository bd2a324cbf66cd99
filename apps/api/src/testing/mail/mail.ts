import type { MailProvider } from '@headhaul/contracts/mail/accounts';
import { factsOfTemplate } from '@headhaul/domain/mail/render';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { MailSender, OutgoingMail, SendOutcome } from '../../features/email-accounts/senders/mail-sender.service.ts';
import { type MailEngine, type MailEngineOptions, startMailEngine } from '../../features/emails/engine/mail-engine.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { eventually } from '../eventually.ts';
import type { TestApp, TestClient } from '../test-app.ts';

interface PlantedMailbox {
  provider?: MailProvider;
  isShared?: boolean;
  status?: 'CONNECTED' | 'RECONNECT_NEEDED';
  dailyCap?: number;
  subject?: string;
  htmlBody?: string;
}

const plainTemplate = {
  subject: '{{origin}} to {{destination}}',
  htmlBody:
    '<p>Hello {{broker.contact|there}},</p><p>our {{equipment}} is empty in {{driver.location}} at {{driver.available}}.</p><p>We ask {{offer.rate}}.</p><p>MC {{company.mc}}</p>',
};

/** A connected mailbox with a template, as if its owner had signed in at the provider. */
export async function plantMailbox(
  api: TestApp,
  { user }: TestClient,
  planted: PlantedMailbox = {},
): Promise<{ accountId: string; templateId: string; address: string }> {
  const accountId = uuidv7();
  const templateId = uuidv7();
  const companyId = await companyOf(api, user.id);
  const { provider = 'google', isShared = false, status = 'CONNECTED', dailyCap = 2_000 } = planted;
  const address = `${accountId.slice(-12)}@office.example`;
  const smtp = provider === 'smtp' ? JSON.stringify({ host: 'localhost', port: 587, security: 'starttls', username: address }) : null;
  await api.admin.query(
    `insert into email_accounts (company_id, id, user_id, provider, address, display_name, is_shared, status, daily_cap, smtp)
     values ($1, $2, $3, $4, $5, 'Nina Kovac', $6, $7, $8, $9)`,
    [companyId, accountId, user.id, provider, address, isShared, status, dailyCap, smtp],
  );
  const subject = planted.subject ?? plainTemplate.subject;
  const htmlBody = planted.htmlBody ?? plainTemplate.htmlBody;
  const { unknownVariables, hasText } = factsOfTemplate({ subject, htmlBody });
  await api.admin.query(
    `insert into email_templates (company_id, id, account_id, name, is_default, subject, html_body, unknown_variables, has_text)
     values ($1, $2, $3, 'First', true, $4, $5, $6, $7)`,
    [companyId, templateId, accountId, subject, htmlBody, unknownVariables, hasText],
  );
  return { accountId, templateId, address };
}

/** The company that this person works in now. For a teammate it is the one they joined, not the one they got at sign-up. */
export async function companyOf(api: TestApp, userId: string): Promise<string> {
  const { rows } = await api.admin.query<{ id: string }>('select current_company_id as id from users where id = $1', [userId]);
  return rows[0]?.id ?? '';
}

/** A fake provider that answers as the test says and records the mails it is given. */
export interface ProviderDouble {
  given: OutgoingMail[];
  start(platform: WorkerPlatform, options?: MailEngineOptions): MailEngine;
}

export function doubleProvider(answer: (mail: OutgoingMail) => SendOutcome | Promise<SendOutcome> = () => sent): ProviderDouble {
  const given: OutgoingMail[] = [];
  const sender: MailSender = {
    async send(mail) {
      given.push(mail);
      return answer(mail);
    },
    revoke: async () => {},
    close: () => {},
  };
  return { given, start: (platform, options) => startMailEngine(platform, { open: async () => sender, ...options }) };
}

export const sent = { kind: 'sent', providerMessageId: 'p-1' } as const satisfies SendOutcome;

/** Makes all waiting mails due, so that a test need not wait for the ten seconds of undo. */
export async function makeDue(api: TestApp): Promise<void> {
  await api.admin.query(`update mail_queue set due_at = now() - interval '1 second' where began_at is null`);
  await api.admin.query(`update mail_schedule set ready_at = now() - interval '1 second'`);
  await api.admin.query(`update mail_lanes set due_at = now() - interval '1 second', next_at = least(next_at, now())`);
}

/** A mail that may leave now, queued as the API would queue it. */
export async function plantQueuedMail(
  api: TestApp,
  { user }: TestClient,
  accountId: string,
  { templateId = null, writtenAt = new Date() }: { templateId?: string | null; writtenAt?: Date } = {},
): Promise<string> {
  const id = uuidv7({ msecs: writtenAt.getTime() });
  await api.platform.db.withTenant(user.companyId, async (tx) => {
    await sql`
      insert into emails (company_id, created_at, id, kind, state, account_id, user_id, template_id, to_address, subject, html, text, message_id, leaves_at)
      values (${user.companyId}, ${writtenAt}, ${id}, 'BROKER', 'QUEUED', ${accountId}, ${user.id}, ${templateId}, 'broker@freight.example', 'Load',
        '<p>x</p>', 'x', ${`<${id}@test>`}, now())`.execute(tx.db);
    await sql`
      select enqueue_mail(${id}, ${writtenAt}, ${user.companyId}, ${accountId},
        (select provider from email_accounts where company_id = ${user.companyId} and id = ${accountId}), now())`.execute(tx.db);
  });
  return id;
}

export function until(check: () => Promise<boolean>): Promise<void> {
  return eventually(async () => {
    if (!(await check())) throw new Error('it did not come to that');
  });
}

/** An answer that a fake provider holds back until the test calls `give`. */
export interface HeldAnswer {
  answer: Promise<void>;
  give(): void;
}

export function holdAnswer(): HeldAnswer {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: promise, give: resolve };
}
