import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { ZipEntry } from '../../lib/files/zip.ts';

/** How the archive reads one company's rows, whoever's transactions these are. */
export type ReadInTransaction = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>;

export type ArchivedRow = Record<string, unknown>;

interface ArchivedTable {
  file: string;
  table: string;
  /** Unique and in order within a company; pages are cut by it. */
  key: Record<string, 'uuid' | 'timestamptz' | 'bigint' | 'int' | 'text'>;
  /** Of use to nobody outside. */
  without?: readonly string[];
  /** The rest is a person's own and not the company's. */
  onlyIf?: string;
}

const byId = { id: 'uuid' } as const;

/** Kept as rows, so exported as rows. Loads with their parts, the team and the documents have writers of their own. */
export const archivedTables: readonly ArchivedTable[] = [
  { file: 'drivers', table: 'drivers', key: byId },
  { file: 'trucks', table: 'trucks', key: byId },
  { file: 'trailers', table: 'trailers', key: byId },
  { file: 'brokers', table: 'brokers', key: byId },
  { file: 'broker contacts', table: 'broker_contacts', key: byId },
  { file: 'load history', table: 'load_events', key: { load_id: 'uuid', at: 'timestamptz', id: 'uuid' }, without: ['before'] },
  { file: 'documents', table: 'documents', key: byId, without: ['sha256'] },
  { file: 'saved views', table: 'saved_views', key: byId, onlyIf: 'is_shared' },
  { file: 'mailboxes', table: 'email_accounts', key: byId },
  { file: 'email templates', table: 'email_templates', key: byId },
  { file: 'emails', table: 'emails', key: { created_at: 'timestamptz', id: 'uuid' }, without: ['provider_message_id'] },
  { file: 'email history', table: 'email_history', key: { at: 'timestamptz', id: 'uuid' } },
  { file: 'imports', table: 'data_imports', key: byId },
  { file: 'import problems', table: 'data_import_problems', key: { import_id: 'uuid', row: 'int' } },
  {
    file: 'billing',
    table: 'billing_accounts',
    key: { company_id: 'uuid' },
    without: ['version', 'checkout_session_id', 'subscription_item_id', 'card_fingerprint'],
  },
  { file: 'invoices', table: 'billing_invoices', key: { id: 'text' } },
  { file: 'rewards', table: 'billing_rewards', key: { key: 'text' }, without: ['given_id', 'returned_id'] },
  { file: 'referrals', table: 'referrals', key: byId, without: ['joined_company', 'domain_hash'] },
  { file: 'audit log', table: 'audit_log', key: { seq: 'bigint' }, without: ['hash'] },
];

const pageRows = 1_000;

/** All rows of a table, page by page, each page a read of its own. */
export async function* readRows(
  transaction: ReadInTransaction,
  { table, key, without = [], onlyIf }: ArchivedTable,
): AsyncGenerator<ArchivedRow[]> {
  const names = Object.keys(key);
  const columns = sql.join(names.map((name) => sql.ref(`t.${name}`)));
  const keyText = sql.join(names.map((name) => sql`${sql.ref(`t.${name}`)}::text`));
  let after: string[] | undefined;
  do {
    const place = after?.map((value, at) => sql`${value}::${sql.raw(Object.values(key)[at] ?? 'text')}`);
    const { rows } = await transaction((tx) =>
      sql<{ data: ArchivedRow; place: string[] }>`
        select to_jsonb(t) - 'company_id' - ${without}::text[] as data, array[${keyText}] as place from ${sql.table(table)} t
        where t.company_id = ${tx.companyId} ${onlyIf ? sql`and ${sql.ref(`t.${onlyIf}`)}` : sql``} ${place ? sql`and (${columns}) > (${sql.join(place)})` : sql``}
        order by ${columns} limit ${pageRows}`.execute(tx.db),
    );
    if (rows.length > 0) yield rows.map(({ data }) => withCamelKeys(data));
    after = rows.length === pageRows ? rows.at(-1)?.place : undefined;
  } while (after);
}

/** Named as the API names them. */
function withCamelKeys(row: ArchivedRow): ArchivedRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}

/** A list as JSON, one item to a line, never in memory as a whole. */
export async function* writeJsonList(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((item) => JSON.stringify(item)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

export function* listTables(transaction: ReadInTransaction): Generator<ZipEntry> {
  for (const table of archivedTables) yield { name: `${table.file}.json`, content: writeJsonList(readRows(transaction, table)) };
}
