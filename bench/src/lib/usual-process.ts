import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import type { BenchApi } from './bench-api.ts';
import { databaseUrl } from './database.ts';
import { startServer } from './programs.ts';
import type { Stage } from './stage.ts';

export interface UsualApi {
  pid: number;
  backends(): Promise<number[]>;
  ask(companyId: string): Promise<string>;
}

/** Starts the list as it is usually built, in a separate process. */
export async function startUsualApi(stage: Stage, { admin, databaseName }: BenchApi): Promise<UsualApi> {
  const [port, secret] = [await findFreePort(), randomUUID()];
  const origin = `http://127.0.0.1:${port}`;
  const database = `${databaseUrl(databaseName)}?application_name=usual`;
  const args = [join(import.meta.dirname, 'usual-api.ts'), String(port), database, secret];
  const { pid } = await startServer(stage, { label: 'the usual list', args, env: { NODE_ENV: 'production' } }, `${origin}/ready`);
  const tokens = new Map<string, string>();
  const tokenFor = (company: string) => {
    const known = tokens.get(company);
    if (known) return known;
    const parts = [{ alg: 'HS256' }, { company }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const token = `${parts.join('.')}.${createHmac('sha256', secret).update(parts.join('.')).digest('base64url')}`;
    tokens.set(company, token);
    return token;
  };
  return {
    pid,
    backends: async () => {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = $1 and application_name = 'usual'`,
        [databaseName],
      );
      return rows.map(({ pid: backend }) => backend);
    },
    ask: async (companyId) => {
      const response = await fetch(`${origin}/api/loads`, { headers: { authorization: `Bearer ${tokenFor(companyId)}` } });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} from the usual list: ${text}`);
      return text;
    },
  };
}
