import type pg from 'pg';

const tenantTables = `from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;

/** What a table with company rows must have. Each violation is one line, and an empty list means that the catalog is sound. */
const offenceQueries = [
  `select c.relname || ' has company_id but no enabled and forced row-level security' as offence ${tenantTables}
     and not (c.relrowsecurity and c.relforcerowsecurity)`,
  `select c.relname || ' has no policy on company_id' as offence ${tenantTables}
     and not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd = '*'
       and pg_get_expr(p.polqual, p.polrelid) like '(company_id = (NULLIF(current_setting(''app.company_id''%')`,
  `select c.relname || ' has a second policy, which would widen the first' as offence ${tenantTables}
     and (select count(*) from pg_policy p where p.polrelid = c.oid) > 1`,
  `select c.relname || ' has a primary key that does not start with company_id' as offence ${tenantTables}
     and not exists (select from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[0]
       where i.indrelid = c.oid and i.indisprimary and k.attname = 'company_id')`,
  `select c.relname || ' has a unique index without company_id' as offence ${tenantTables}
     and exists (select from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attname = 'company_id'
       where i.indrelid = c.oid and i.indisunique and not (k.attnum = any (i.indkey)))`,
  `select c.relname || ' has a company_id that may be null' as offence ${tenantTables} and not a.attnotnull`,
  `select distinct c.relname || ' is a partition with a grant to ' || r.rolname as offence
     from pg_class c, pg_roles r where c.relispartition and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
     and r.rolname in ('app', 'worker') and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')`,
  `select r.rolname || ' may do too much' as offence from pg_roles r
     where r.rolname in ('app', 'worker') and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication)`,
  `select r.rolname || ' is a member of ' || m.roleid::regrole as offence
     from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname in ('app', 'worker')`,
  `select r.rolname || ' owns ' || c.relname as offence
     from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ('app', 'worker')`,
  `select r.rolname || ' may create in schema ' || n.nspname as offence from pg_namespace n, pg_roles r
     where r.rolname in ('app', 'worker') and n.nspname not like 'pg_temp%' and n.nspname not like 'pg_toast%'
     and has_schema_privilege(r.oid, n.oid, 'create')`,
  `select 'app may reach graphile_worker' as offence where has_schema_privilege('app', 'graphile_worker', 'usage')`,
];

export async function listTenantTables(admin: pg.Pool): Promise<string[]> {
  const { rows } = await admin.query<{ relname: string }>(`select c.relname ${tenantTables} order by 1`);
  return rows.map((row) => row.relname);
}

export async function findCatalogueOffences(admin: pg.Pool): Promise<string[]> {
  const offences: string[] = [];
  for (const query of offenceQueries) {
    const { rows } = await admin.query<{ offence: string }>(query);
    offences.push(...rows.map((row) => row.offence));
  }
  return offences;
}
