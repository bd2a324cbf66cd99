import type pg from 'pg';

/** A statement with its values as PostgreSQL reads them. A name keeps it prepared on each connection. */
export interface Read {
  name?: string;
  text: string;
  values: readonly (string | null)[];
}

/** The cells of each row, as text. */
export type Cells = (string | null)[][];

/** The driver's connection, by the part of it that is used here. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly (string | null)[] }): void;
  execute(message: { rows?: number }): void;
  sync(): void;
}

/**
 * Prepared reads keep one plan for all companies: what they read is bounded by index and limit, so no company deserves
 * another. Planning anew would cost more than the page.
 */
const setTenant = `select set_config('app.company_id', $1, true), set_config('plan_cache_mode', $2, true)`;
const prepared = new WeakMap<pg.PoolClient, Set<string>>();
const textByName = new Map<string, string>();

/** The second of two features that chose the same name would silently read what the first one asks for. */
function assertOneText(name: string, text: string): void {
  const known = textByName.get(name);
  if (known === undefined) textByName.set(name, text);
  else if (known !== text) throw new Error(`two statements are named ${name}`);
}

/**
 * Sets the tenant and reads in one exchange. The messages up to the sync are one transaction of the server's own, so what is
 * set here ends with it: the next user of the connection finds no company. After an error the connection must not be used again.
 */
export function readOnce(client: pg.PoolClient, companyId: string, { name = '', text, values }: Read): Promise<Cells> {
  if (name !== '') assertOneText(name, text);
  const known = prepared.get(client) ?? new Set<string>();
  prepared.set(client, known);
  return new Promise((resolve, reject) => {
    const cells: Cells = [];
    // The first row is the setting's own.
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

/** The same over global tables, or inside a transaction that has its tenant. The driver keeps a list of names of its own, hence another name. */
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
