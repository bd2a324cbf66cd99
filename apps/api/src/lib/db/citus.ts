import type pg from 'pg';

/**
 * Where each global table is stored on Citus. Tenant tables need no entry: every table with `company_id` is distributed by it.
 * A new global table without an entry stops the generator, so that nobody forgets to decide.
 */
const globalTables: Record<string, 'reference' | 'local' | { distributedBy: string }> = {
  company_directory: 'reference',
  users: 'reference',
  places: 'reference',
  fmcsa_records: 'reference',
  fmcsa_changes: 'reference',
  diesel_prices: 'reference',
  board_packs: 'reference',
  map_routes: { distributedBy: 'stops' },
  identities: { distributedBy: 'subject' },
  sessions: { distributedBy: 'id' },
  one_time_codes: { distributedBy: 'code_hash' },
  email_codes: { distributedBy: 'user_id' },
  user_companies: { distributedBy: 'user_id' },
  person_companies: { distributedBy: 'user_id' },
  address_companies: { distributedBy: 'address_hash' },
  people_to_forget: { distributedBy: 'user_id' },
  invite_directory: { distributedBy: 'id' },
  referred_companies: { distributedBy: 'joined_company' },
  referral_addresses: { distributedBy: 'address_hash' },
  referral_cards: { distributedBy: 'card_hash' },
  used_trials: { distributedBy: 'address_hash' },
  feedback: { distributedBy: 'id' },
  board_health: { distributedBy: 'install_id' },
  billing_customers: 'reference',
  stripe_events: { distributedBy: 'id' },
  signature_images: { distributedBy: 'image_key' },
  // A worker leases mails of all companies in one statement, so the queue stays undivided on the coordinator.
  mail_queue: 'local',
  mail_lanes: 'local',
  mail_schedule: 'local',
  mail_projects: 'local',
  worker_heartbeats: 'local',
  schema_migrations: 'local',
};

interface Table {
  name: string;
  isTenant: boolean;
}

/** Tables of our own schema; partitions follow their parent. */
async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as "isTenant"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
  return rows;
}

/** Foreign keys that Citus can't have: those between two distributed tables that are not colocated. */
async function readCrossingKeys(
  client: pg.ClientBase,
  distributed: ReadonlyMap<string, string>,
): Promise<{ table: string; constraint: string }[]> {
  const { rows } = await client.query<{ table: string; constraint: string; target: string; columns: string[] }>(`
    select k.conrelid::regclass::text as table, k.conname as constraint, k.confrelid::regclass::text as target,
      array(select a.attname::text from unnest(k.conkey) c join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not c.relispartition and k.conparentid = 0 order by 1, 2`);
  return rows.filter(({ table, target, columns }) => {
    const from = distributed.get(table);
    const to = distributed.get(target);
    const together = from === to && from === 'company_id' && columns.includes('company_id');
    return from !== undefined && to !== undefined && !together;
  });
}

/** The statements that distribute a migrated schema over a Citus cluster, made from the catalog. */
export async function distributionStatements(client: pg.ClientBase): Promise<string[]> {
  const tables = await readTables(client);
  const distributed = new Map<string, string>();
  const references: string[] = [];
  for (const { name, isTenant } of tables) {
    const place = isTenant ? { distributedBy: 'company_id' } : globalTables[name];
    if (place === undefined) throw new Error(`Global table ${name} has no place on Citus yet: say in lib/db/citus.ts where it lives.`);
    if (place === 'reference') references.push(name);
    else if (place !== 'local') distributed.set(name, place.distributedBy);
  }
  const drops = (await readCrossingKeys(client, distributed)).map(
    ({ table, constraint }) => `alter table ${table} drop constraint ${constraint};`,
  );
  // Companies come first, because every other tenant table is colocated with them.
  const rest = [...distributed].filter(([table]) => table !== 'companies');
  return [
    ...drops,
    ...references.map((table) => `select create_reference_table('${table}');`),
    `select create_distributed_table('companies', 'company_id');`,
    ...rest.map(([table, column]) =>
      column === 'company_id'
        ? `select create_distributed_table('${table}', 'company_id', colocate_with => 'companies');`
        : `select create_distributed_table('${table}', '${column}', colocate_with => 'none');`,
    ),
  ];
}
