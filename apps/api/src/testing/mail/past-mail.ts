import { v7 as uuidv7 } from 'uuid';
import type { TestApp, TestClient } from '../test-app.ts';
import { companyOf } from './mail.ts';

interface PastMail {
  /** When it was written. Default: now. */
  at?: Date;
  /** When it was sent. Default: when it was written. */
  sentAt?: Date;
  to?: string;
  state?: 'SENT' | 'FAILED' | 'UNKNOWN';
  loadId?: string;
  fingerprint?: string;
  templateId?: string;
  answer?: 'REPLIED' | 'DECLINED';
}

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

/** Puts a mail of any day into the table, and makes that day's partition if it is missing. */
export async function plantMail(api: TestApp, { user }: TestClient, accountId: string, mail: PastMail = {}): Promise<string> {
  const { at = new Date(), sentAt = at, to = 'carla@lakeshore.example', state = 'SENT' } = mail;
  const day = at.toISOString().slice(0, 10);
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const partition = `emails_${day.replaceAll('-', '')}`;
  await api.admin.query(
    `create table if not exists ${partition} partition of emails for values from ('${day} 00:00Z') to ('${next} 00:00Z')`,
  );
  const id = uuidv7({ msecs: at.getTime() });
  await api.admin.query(
    `insert into emails (company_id, created_at, id, kind, state, account_id, user_id, template_id, template_name, to_address, subject, html, text, message_id,
       leaves_at, sent_at, finished_at, load_id, fingerprint, answer, answered_at)
     values ($1, $2, $3::uuid, 'BROKER', $4, $5, $6, $7, 'First', $8, 'Milwaukee to Conley', '', '', $3::uuid::text, $2, case $4::text when 'SENT' then $12::timestamptz end,
       $12, $9, $10, $11::text, case when $11::text is not null then $12::timestamptz end)`,
    [
      await companyOf(api, user.id),
      at,
      id,
      state,
      accountId,
      user.id,
      mail.templateId ?? null,
      to,
      mail.loadId ?? null,
      mail.fingerprint ?? null,
      mail.answer ?? null,
      sentAt,
    ],
  );
  return id;
}
