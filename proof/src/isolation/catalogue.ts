import pg from 'pg';
import type { ProofDatabase } from '../lib/database.ts';

export interface TenantTable {
  name: string;
  isPartition: boolean;
  /** The column that selects the partition, if the table is partitioned. */
  partitionColumn: string | null;
  faults: string[];
}

const rule = `(company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)`;

/** Every table with a `company_id`, and the faults in its protection. */
export async function readCatalogue({ admin }: ProofDatabase): Promise<TenantTable[]> {
  const { rows } = await admin.query<{
    name: string;
    is_partition: boolean;
    partition_column: string | null;
    enabled: boolean;
    forced: boolean;
    rules: string[];
    is_owned: boolean;
    is_granted: boolean;
  }>(`
    select c.relname as name, c.relispartition as is_partition,
      substring(pg_get_partkeydef(c.oid) from '\\((\\w+)\\)') as partition_column, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      array(select coalesce(pg_get_expr(p.polqual, p.polrelid), '') from pg_policy p where p.polrelid = c.oid and p.polpermissive) as rules,
      pg_get_userbyid(c.relowner) in ('app', 'worker') as is_owned,
      has_table_privilege('app', c.oid, 'select') or has_table_privilege('worker', c.oid, 'select') as is_granted
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.attname = 'company_id' and not a.attisdropped and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    order by c.relname`);
  return rows.map((row) => ({
    name: row.name,
    isPartition: row.is_partition,
    partitionColumn: row.partition_column,
    faults: [
      ...(row.enabled ? [] : ['row-level security is off']),
      ...(row.forced ? [] : ['row-level security is not forced']),
      // PostgreSQL joins permissive policies by OR, so one more policy would let more rows through.
      ...(row.rules.length === 1 && row.rules[0] === rule ? [] : [`rules: ${row.rules.join(' or ') || 'none'}`]),
      ...(row.is_owned ? ['owned by an application role'] : []),
      ...(row.is_partition && row.is_granted ? ['a partition is granted directly'] : []),
    ],
  }));
}

/** Roles that could bypass row-level security. */
export async function findRoleFaults({ admin }: ProofDatabase): Promise<string[]> {
  const { rows } = await admin.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname in ('app', 'worker', 'migrator') and (rolsuper or rolbypassrls)
     union select m.rolname from pg_auth_members a join pg_roles m on m.oid = a.member where m.rolname in ('app', 'worker')`,
  );
  return rows.map(({ rolname }) => `${rolname} can step around row-level security`);
}

export interface ClosedResult {
  tried: number;
  leaks: string[];
}

/** Tries every table on a connection with no company set, an empty one, or nonsense. */
export async function tryWithoutCompany(database: ProofDatabase, tables: readonly TenantTable[]): Promise<ClosedResult> {
  const result: ClosedResult = { tried: 0, leaks: [] };
  for (const role of ['app', 'worker'] as const) {
    const client = new pg.Client({ connectionString: database.url(role) });
    await client.connect();
    for (const setting of [undefined, '', 'nonsense']) {
      if (setting !== undefined) await client.query(`select set_config('app.company_id', $1, false)`, [setting]);
      for (const { name: table, partitionColumn } of tables) {
        // Without this column, a missing partition would refuse the row before the policy does.
        const [columns, values] = partitionColumn
          ? [`company_id, ${partitionColumn}`, 'gen_random_uuid(), now()']
          : ['company_id', 'gen_random_uuid()'];
        const read = await client.query(`select company_id from ${table}`).then(
          ({ rowCount }) => rowCount ?? 0,
          () => 0,
        );
        const written = await client.query(`insert into ${table} (${columns}) values (${values})`).then(
          () => 'written',
          (error: { code?: string }) => error.code,
        );
        result.tried += 2;
        if (read > 0) result.leaks.push(`${role} read ${read} rows of ${table} with ${setting ?? 'nothing'} set`);
        // 42501 means that the policy refused. A missing column must not be the reason.
        const isRefused = written === '42501' || (setting === 'nonsense' && written === '22P02');
        if (!isRefused) result.leaks.push(`${role} could insert into ${table} with ${setting ?? 'nothing'} set: ${written}`);
      }
    }
    await client.end();
  }
  return result;
}
