import { sql } from 'kysely';
import { longRows, type ReadInTransaction, type ReadTable, readRows, writeJsonList } from '../../lib/db/table-pages.ts';
import type { ZipEntry } from '../../lib/files/zip.ts';

type ArchivedTable = ReadTable & { file: string };

/** The mails and templates of a private mailbox belong to its owner, not to the company. */
const isOfSharedMailbox = sql`exists (
  select from email_accounts a where a.company_id = t.company_id and a.id = t.account_id and a.is_shared)`;
/** Rows that are not shared belong to one person, not to the company. */
const isShared = sql`t.is_shared`;

const byId = { id: 'uuid' } as const;

/** Tables that are exported row by row. Loads with their parts, the team and the document files have their own writers. */
export const archivedTables: readonly ArchivedTable[] = [
  { file: 'drivers', table: 'drivers', key: byId },
  { file: 'trucks', table: 'trucks', key: byId },
  { file: 'trailers', table: 'trailers', key: byId },
  { file: 'brokers', table: 'brokers', key: byId },
  { file: 'broker contacts', table: 'broker_contacts', key: byId },
  {
    file: 'load history',
    table: 'load_events',
    key: { load_id: 'uuid', at: 'timestamptz', id: 'uuid' },
    rows: longRows,
    without: ['before'],
  },
  { file: 'documents', table: 'documents', key: byId, without: ['sha256'] },
  { file: 'saved views', table: 'saved_views', key: byId, onlyIf: isShared },
  { file: 'board filters', table: 'board_filters', key: byId, rows: longRows, without: ['rule_digests'], onlyIf: sql`t.user_id is null` },
  { file: 'taught pages', table: 'taught_pages', key: byId, rows: longRows, onlyIf: sql`t.agreed_at is not null` },
  { file: 'mailboxes', table: 'email_accounts', key: byId, rows: longRows, onlyIf: isShared },
  { file: 'email templates', table: 'email_templates', key: byId, rows: longRows, onlyIf: isOfSharedMailbox },
  {
    file: 'emails',
    table: 'emails',
    key: { created_at: 'timestamptz', id: 'uuid' },
    rows: longRows,
    without: ['provider_message_id'],
    textsOnlyIf: { condition: isOfSharedMailbox, texts: ['subject', 'html', 'text', 'cc_address', 'template_name', 'reason'] },
  },
  // The notes of mail servers about a mail are as private as its text.
  { file: 'email history', table: 'email_history', key: { at: 'timestamptz', id: 'uuid' }, without: ['note'] },
  { file: 'imports', table: 'data_imports', key: byId, rows: longRows, without: ['first_rows'] },
  { file: 'factor lists', table: 'factor_lists', key: byId },
  { file: 'factor approvals', table: 'factor_approvals', key: { list_id: 'uuid', row: 'int' }, without: ['name_key'] },
  { file: 'factor answers', table: 'factor_checks', key: { mc: 'text' } },
  { file: 'import problems', table: 'data_import_problems', key: { import_id: 'uuid', row: 'int' }, rows: longRows },
  {
    file: 'billing',
    table: 'billing_accounts',
    key: { company_id: 'uuid' },
    without: ['version', 'checkout_session_id', 'subscription_item_id', 'card_fingerprint'],
  },
  { file: 'invoices', table: 'billing_invoices', key: { id: 'text' } },
  { file: 'rewards', table: 'billing_rewards', key: { key: 'text' }, without: ['given_id', 'returned_id'] },
  { file: 'referrals', table: 'referrals', key: byId, without: ['joined_company', 'domain_hash'] },
  // The IP address is private to the person.
  { file: 'security events', table: 'security_events', key: { at: 'timestamptz', id: 'uuid' }, without: ['ip'] },
  { file: 'audit log', table: 'audit_log', key: { seq: 'bigint' }, without: ['hash', 'entry_hash'] },
];

export function* listTables(transaction: ReadInTransaction): Generator<ZipEntry> {
  for (const table of archivedTables) yield { name: `${table.file}.json`, content: writeJsonList(readRows(transaction, table)) };
}
