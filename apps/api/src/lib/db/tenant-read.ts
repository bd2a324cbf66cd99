import type pg from 'pg';

/** A statement and its values in text form. A statement with a name stays prepared on each connection. */
export interface Read {
  name?: string;
  text: string;
  values: readonly (string | null)[];
}

/** The cells of each row, as text. */
export type Cells = (string | null)[][];

/** The part of the driver's connection that is used here. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly (string | null)[] }): void;
  execute(message: { rows?: number }): void;
  sync(): void;
}

/**
 * Prepared reads keep one plan for all companies. An index and a limit bound what they read, so no company needs another plan,
 * and planning again would cost more than reading the page.
 */
const setTenant = `select set_config('app.company_id', $1, true), set_config('plan_cache_mode', $2, true)`;
const prepared = new WeakMap<pg.PoolClient, Set<string>>();
const textByName = new Map<string, string>();

/** If two features chose the same name, the second one would silently run the statement of the first. */
function assertOneText(name: string, text: string): void {
  const known = textByName.get(name);
  if (known === undefined) textByName.set(name, text);
  else if (known !== text) throw new Error(`two statements are named ${name}`);
}

/**
 * Sets the tenant and reads in one round trip. The server runs the messages up to the sync as one implicit transaction, so the
 * setting ends with it and the next user of the connection has no company. After an error the connection must not be used again.
 */
export function readOnce(client: pg.PoolClient, companyId: string, { name = '', text, values }: Read): Promise<Cells> {
  if (name !== '') assertOneText(name, text);
  const known = prepared.get(client) ?? new Set<string>();
  prepared.set(client, known);
  return new Promise((resolve, reject) => {
    const cells: Cells = [];
    // Statement 0 sets the tenant. Only the rows of statement 1 are kept.
    let statement = 0;
    client.query({
      submit(connection: unknown) {
        const wire = connection as Wire;
        wire.stream.cork();
        if (!known.has('set_tenant')) wire.parse({ name: 'set_tenant', text: setTenant });
        wire.bind({ statement: 'set_tenant', values: [companyId, name === '' ? 'auto' : 'force_generic_plan'] });
        wire.execute({});
        if (!known.has(name)) wire.parse({ name, text });
        wire.bind({ statement: name, values });
        wire.execute({});
        wire.sync();
        wire.stream.uncork();
      },
      handleDataRow({ fields }: { fields: (string | null)[] }) {
        if (statement === 1) cells.push(fields);
      },
      handleCommandComplete() {
        statement++;
      },
      handleReadyForQuery() {
        known.add('set_tenant');
        if (name !== '') known.add(name);
        resolve(cells);
      },
      handleError: reject,
    } as pg.Submittable);
  });
}

/**
 * Reads global tables, or inside a transaction that has its tenant set. The name gets a prefix, because the driver keeps its own
 * list of prepared names.
 */
export async function readCells(client: pg.Pool | pg.PoolClient, { name, text, values }: Read): Promise<Cells> {
  const result = await client.query<(string | null)[]>({
    ...(name === undefined ? {} : { name: `tx_${name}` }),
    text,
    values: [...values],
    rowMode: 'array',
    types: { getTypeParser: () => (cell: string) => cell },
  });
  return result.rows;
}
