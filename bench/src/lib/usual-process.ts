import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { adminUrl, type BenchApi, startNode } from './bench-api.ts';

interface UsualApi {
  pid: number;
  backends(): Promise<number[]>;
  ask(companyId: string): Promise<void>;
  close(): Promise<void>;
}

/** The list as it is usually made, in a process of its own beside ours. */
export async function startUsualApi({ admin, databaseName }: BenchApi): Promise<UsualApi> {
  const [port, secret] = [await findFreePort(), randomUUID()];
  const databaseUrl = Object.assign(new URL(adminUrl), { pathname: `/${databaseName}`, search: '?application_name=usual' }).href;
  const server = startNode([join(import.meta.dirname, 'usual-api.ts'), String(port), databaseUrl, secret], { NODE_ENV: 'production' });
  const tokens = new Map<string, string>();
  const tokenFor = (company: string) => {
    const known = tokens.get(company);
    if (known) return known;
    const parts = [{ alg: 'HS256' }, { company }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const token = `${parts.join('.')}.${createHmac('sha256', secret).update(parts.join('.')).digest('base64url')}`;
    tokens.set(company, token);
    return token;
  };
  const ask = async (companyId: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/loads`, { headers: { authorization: `Bearer ${tokenFor(companyId)}` } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} from the usual list: ${text}`);
  };
  for (let attempt = 0; ; attempt++) {
    const isReady = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isReady) break;
    if (attempt === 200 || server.exitCode !== null) throw new Error('the usual list did not start');
    await pause(50);
  }
  return {
    pid: server.pid ?? 0,
    backends: async () => {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = $1 and application_name = 'usual'`,
        [databaseName],
      );
      return rows.map(({ pid }) => pid);
    },
    ask,
    async close() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}
