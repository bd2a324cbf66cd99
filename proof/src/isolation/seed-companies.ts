import { randomUUID } from 'node:crypto';
import type { ProofDatabase } from '../lib/database.ts';
import { seedPeople } from '../lib/people.ts';
import { seedMail } from './seed-mail.ts';
import { seedOffice } from './seed-office.ts';

/** How many rows each company has in each table. */
export type RowCounts = Map<string, number>;

export interface Companies {
  ids: string[];
  rows: RowCounts;
}

/** Companies with rows in every tenant table, so that a leak would show. */
export async function seedCompanies(database: ProofDatabase, count: number): Promise<Companies> {
  const { admin } = database;
  const people = await seedPeople(database, count);
  const ids = people.map(({ companyId }) => companyId);
  const each = 'unnest($1::uuid[]) as company_id';
  // Each company gets a colleague: the owner of the next company.
  const colleagues = people.map((_, index) => people[(index + 1) % people.length]?.userId);
  await admin.query(
    `insert into memberships (company_id, id, user_id, role)
     select company_id, user_id, user_id, 'member' from unnest($1::uuid[], $2::uuid[]) as given (company_id, user_id)`,
    [ids, colleagues],
  );
  await admin.query(`insert into audit_heads (company_id, seq, hash) select company_id, 3, '\\x00' from ${each}`, [ids]);
  await admin.query(
    `insert into audit_log (company_id, seq, at, entry, entry_hash, hash) select company_id, seq, now(), '{}', sha256('{}'), '\\x00' from ${each}, generate_series(1, 3) seq`,
    [ids],
  );
  await admin.query(
    `insert into security_events (company_id, id, kind) select company_id, gen_random_uuid(), 'probe.seeded' from ${each}, generate_series(1, 2)`,
    [ids],
  );
  await admin.query(`insert into live_event_heads (company_id, seq) select company_id, 3 from ${each}`, [ids]);
  await admin.query(
    `insert into live_events (company_id, seq, event) select company_id, seq, '{}' from ${each}, generate_series(1, 3) seq`,
    [ids],
  );
  await admin.query(
    `insert into idempotency_keys (company_id, user_id, key, request_hash, status) select company_id, $2, 'key ' || n, '\\x00', 204 from ${each}, generate_series(1, 2) n`,
    [ids, randomUUID()],
  );
  const owners = people.map(({ userId }) => userId);
  const owned = 'unnest($1::uuid[], $2::uuid[]) as given (company_id, user_id)';
  await admin.query(
    `insert into invitations (company_id, id, email, invited_by, expires_at)
     select company_id, gen_random_uuid(), 'invited' || n || '@proof.example', user_id, now() + interval '1 day' from ${owned}, generate_series(1, 2) n`,
    [ids, owners],
  );
  await admin.query(
    `insert into team_links (company_id, id, created_by, expires_at) select company_id, gen_random_uuid(), user_id, now() + interval '1 day' from ${owned}`,
    [ids, owners],
  );
  await admin.query(`insert into company_logos (company_id, png) select company_id, '\\x00' from ${each}`, [ids]);
  await seedOffice(database, ids, owners);
  await seedMail(database, ids, owners);
  await admin.query('analyze');
  return { ids, rows: new Map() };
}

export function rowKey(table: string, company: string): string {
  return `${table} ${company}`;
}

/** Counts as admin, without row-level security. A table without rows would prove nothing. */
export async function countRows({ admin }: ProofDatabase, tables: readonly string[], { ids, rows }: Companies): Promise<void> {
  for (const table of tables) {
    const counted = await admin.query<{ company_id: string; count: number }>(`select company_id, count(*)::int from ${table} group by 1`);
    for (const { company_id, count } of counted.rows) rows.set(rowKey(table, company_id), count);
    const empty = ids.filter((id) => !rows.has(rowKey(table, id)));
    if (empty.length > 0) throw new Error(`${table} has no rows for ${empty.length} companies: seed it`);
  }
}
