import type { ProofDatabase } from '../lib/database.ts';

/** Two mailboxes for each company, owned by its owner. Each has a secret, a template, a mail, its history and a hold. */
export async function seedMail({ admin }: ProofDatabase, companies: readonly string[], owners: readonly string[]): Promise<void> {
  const each = 'unnest($1::uuid[], $2::uuid[]) as given (company_id, user_id), generate_series(1, 2) n';
  const perCompany = `insert into email_accounts (company_id, id, user_id, provider, address, display_name, status, daily_cap)
    select company_id, gen_random_uuid(), user_id, 'google', 'box' || n || '@proof.example', 'Ann', 'CONNECTED', 500 from ${each}`;
  await admin.query(perCompany, [companies, owners]);
  const perMailbox = [
    `insert into email_secrets (company_id, account_id, field, key_id, wrapped_key, sealed)
       select company_id, id, 'refresh_token', 'key', '\\x00', '\\x00' from email_accounts`,
    `insert into email_templates (company_id, id, account_id, name, subject, html_body) select company_id, gen_random_uuid(), id, 'First', '', '' from email_accounts`,
    `insert into emails (company_id, created_at, id, kind, state, account_id, user_id, to_address, subject, html, text, message_id, leaves_at)
       select company_id, now(), gen_random_uuid(), 'BROKER', 'QUEUED', id, user_id, 'broker@proof.example', '', '', '', '', now() from email_accounts`,
    `insert into email_history (company_id, id, email_id, state) select company_id, gen_random_uuid(), id, 'QUEUED' from emails`,
    `insert into email_holds (company_id, id, account_id, user_id) select company_id, gen_random_uuid(), id, user_id from email_accounts`,
  ];
  for (const statement of perMailbox) await admin.query(statement);
}
