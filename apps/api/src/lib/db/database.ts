import type { LiveEvent } from '@headhaul/contracts/live-events';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { createFairQueue } from '../admission/fair-queue.ts';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';
import type { OwnSecurityEvent, SecurityEvent } from '../security-events/security-kinds.ts';
import { appendSecurityEvents, type Origin, securityEventOf } from '../security-events/security-log.ts';
import type { Tracing } from '../telemetry/trace.ts';
import { type AuditEntry, appendAudit, appendEvents } from './company-logs.ts';
import type { DB } from './generated.ts';
import { type Cells, type Read, readCells, readOnce } from './tenant-read.ts';

/** A transaction of one tenant. The database ensures that all tenant rows read or written through `db` belong to `companyId`. */
export interface TenantTx {
  companyId: string;
  db: Kysely<DB>;
  /** Sends the event to every open screen of the company when this transaction commits. */
  publish(event: LiveEvent): void;
  /** Adds an entry to the company's audit log, in this transaction. */
  audit(entry: AuditEntry): void;
  /** Adds a security event that is not in the audit log. Entries of the audit log become security events by themselves. */
  noteSecurity(event: OwnSecurityEvent): void;
  /** Runs a prepared statement and returns the cells as text. For queries that serve both a busy list and other work. */
  read(read: Read): Promise<Cells>;
}

export interface Database {
  /** Global tables only. Tenant tables show no row here: no company is set. */
  global: Kysely<DB>;
  transaction<T>(work: (db: Kysely<DB>) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction of this company. Audit entries and then live events are written last, always in this order, so
   * two transactions that write both never deadlock on them. After a deadlock or a serialization failure `work` runs a second time.
   */
  withTenant<T>(companyId: string, work: (tx: TenantTx) => Promise<T>, origin?: Origin): Promise<T>;
  /** The same database, whose security events record where the request came from. */
  cameFrom(origin: Origin): Database;
  /** One prepared statement over global tables. */
  readGlobal(read: Read): Promise<Cells>;
  /** Runs one read-only statement as the tenant, on PostgreSQL in one round trip. For queries that every screen makes. */
  readAsTenant(companyId: string, read: Read): Promise<Cells>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How much of the pool tenant work may use. The rest stays free to look up sessions, however busy companies are. */
const connectionsForCompanies = (size: number) => (size > 4 ? size - 2 : size);
const connectionsPerCompany = (size: number) => Math.max(2, Math.ceil(size * 0.3));
const connectMs = 5_000;

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface DatabaseOptions {
  tracing: Tracing;
  /** Called when events of this company are committed, so that readers can fetch them. Must not throw. */
  onPublished(companyId: string): void;
  /** Called when the event is committed. Must not throw. */
  onSecurityEvent?(event: SecurityEvent, companyId: string, origin: Origin): void;
}

export function openDatabase(
  url: string,
  env: Pick<Env, 'DATABASE_POOL_SIZE' | 'DATABASE_ENGINE'>,
  { tracing, onPublished, onSecurityEvent }: DatabaseOptions,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: env.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: connectMs,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    // JIT is off, because compiling a plan takes seconds where the statement takes milliseconds. The Citus option sends SET LOCAL
    // to the shards. It must be set per connection, and only on the coordinator.
    options: `-c jit=off${env.DATABASE_ENGINE === 'citus' ? ' -c citus.propagate_set_commands=local' : ''}`,
  });
  // The pool replaces a broken connection on the next use. Without listeners its error would end the process. The pool reports
  // errors of idle connections. A connection in use reports its own, and its caller gets an error from the next query.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const global = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const bound = new WeakMap<pg.PoolClient, Kysely<DB>>();

  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw new AppError('unavailable', { reason: 'no database connection', cause: error });
    });
  const queue = createFairQueue({
    atOnce: connectionsForCompanies(env.DATABASE_POOL_SIZE),
    atOncePerCompany: connectionsPerCompany(env.DATABASE_POOL_SIZE),
    waiting: 10_000,
    waitingPerCompany: 1_000,
    maxWaitMs: connectMs,
    busy: 'Many people are working right now. Please try again in a moment.',
  });

  async function inTransaction<T>(
    begin: (client: pg.PoolClient) => Promise<unknown>,
    work: (db: Kysely<DB>, client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await connect();
    let broken: Error | undefined;
    try {
      await begin(client);
      const result = await work(bindClient(bound, client), client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => {
        // Its transaction may still be open: such a connection must never go back to the pool.
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const database: Database = {
    global,
    cameFrom: (origin) => ({ ...database, withTenant: (companyId, work) => database.withTenant(companyId, work, origin) }),
    transaction: (work) => inTransaction((client) => client.query('begin'), work),
    withTenant: (companyId, work, origin = nowhere) =>
      tracing.span('tenant transaction', { 'company.id': companyId }, async () => {
        const begin = beginAsTenant(companyId, env.DATABASE_ENGINE);
        return retryConflict(async () => {
          const events: LiveEvent[] = [];
          const entries: AuditEntry[] = [];
          const noted: SecurityEvent[] = [];
          const result = await queue.take(companyId, () =>
            inTransaction(begin, async (db, client) => {
              const tx: TenantTx = {
                companyId,
                db,
                publish: (event) => events.push(event),
                audit(entry) {
                  entries.push(entry);
                  const event = securityEventOf(entry);
                  if (event) noted.push(event);
                },
                noteSecurity: (event) => noted.push(event),
                read: (read) => readCells(client, read),
              };
              const worked = await work(tx);
              await appendSecurityEvents(tx, noted, origin);
              await appendAudit(tx, entries);
              await appendEvents(tx, events);
              return worked;
            }),
          );
          if (events.length > 0) onPublished(companyId);
          for (const event of noted) onSecurityEvent?.(event, companyId, origin);
          return result;
        });
      }),
    readGlobal: (read) => readCells(pool, read),
    readAsTenant: (companyId, read) =>
      tracing.span('tenant read', { 'company.id': companyId }, async () => {
        assertCompanyId(companyId);
        if (env.DATABASE_ENGINE === 'citus') {
          // The setting reaches the shards only from SET LOCAL in a transaction block.
          return queue.take(companyId, () => inTransaction(beginAsTenant(companyId, 'citus'), (_db, client) => readCells(client, read)));
        }
        return queue.take(companyId, async () => {
          const client = await connect();
          try {
            const cells = await readOnce(client, companyId, read);
            client.release();
            return cells;
          } catch (error) {
            client.release(error as Error);
            throw error;
          }
        });
      }),
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
  return database;
}

const nowhere: Origin = { ip: null, sessionId: null };
const conflictCodes = ['40P01', '40001'];

/** After a deadlock or a serialization failure the database aborts one of the transactions. This tries it once more. */
async function retryConflict<T>(attempt: () => Promise<T>): Promise<T> {
  const isConflict = (error: unknown) => conflictCodes.includes((error as { code?: string }).code ?? '');
  try {
    return await attempt();
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  try {
    return await attempt();
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw new AppError('unavailable', { detail: 'Others are changing the same. Please try again.', retryAfterSeconds: 1, cause: error });
  }
}

/**
 * Sets the tenant for a transaction, always with LOCAL: a session-level SET would stay on the pooled connection and show one
 * company's rows to the next user. SET takes no parameters, so the shape of the id is checked.
 */
function beginAsTenant(companyId: string, engine: Env['DATABASE_ENGINE']): (client: pg.PoolClient) => Promise<unknown> {
  assertCompanyId(companyId);
  const set = `set local app.company_id = '${companyId}'`;
  // Citus takes one statement at a time; plain PostgreSQL saves a round trip.
  if (engine === 'postgres') return (client) => client.query(`begin; ${set}`);
  return async (client) => {
    await client.query('begin');
    await client.query(set);
  };
}

function assertCompanyId(companyId: string): void {
  if (!uuidShape.test(companyId)) throw new Error('not a company id');
}

/** Kysely over one checked-out connection; made once per connection, not per transaction. */
function bindClient(bound: WeakMap<pg.PoolClient, Kysely<DB>>, client: pg.PoolClient): Kysely<DB> {
  const known = bound.get(client);
  if (known) return known;
  const borrowed = { query: client.query.bind(client), release: () => {} };
  const pool = { connect: async () => borrowed, end: async () => {}, options: {} } as unknown as PostgresPool;
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  bound.set(client, db);
  return db;
}
