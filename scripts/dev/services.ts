import { defaultAdminUrl, defaultRedisUrl, postgresAnswers, redisAnswers, waitUntil } from '../probe.ts';
import { runCommand } from '../run-command.ts';

const composeWaitMs = 60_000;

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  return parsed.toString();
}

async function listMissing(adminUrl: string, redisUrl: string): Promise<string[]> {
  const [postgres, redis] = await Promise.all([postgresAnswers(adminUrl), redisAnswers(redisUrl)]);
  return [
    ...(postgres ? [] : [`PostgreSQL 15 or newer at ${withoutPassword(adminUrl)} (DATABASE_ADMIN_URL)`]),
    ...(redis ? [] : [`Redis 7 or Valkey at ${withoutPassword(redisUrl)} (REDIS_URL)`]),
  ];
}

/** Uses the PostgreSQL and Redis that answer, otherwise starts those of compose.yaml. Throws a sentence for the developer. */
export async function ensureServices(): Promise<void> {
  const adminUrl = process.env.DATABASE_ADMIN_URL ?? defaultAdminUrl;
  const redisUrl = process.env.REDIS_URL ?? defaultRedisUrl;
  const missing = await listMissing(adminUrl, redisUrl);
  if (missing.length === 0) return;

  // `docker --version` needs only the client. `docker info` needs the running engine.
  const engine = await runCommand('docker', ['info']);
  if (engine.code !== 0) {
    throw new Error(`Nothing answers where these should be:\n  ${missing.join('\n  ')}\nStart them, or start Docker and run this again.`);
  }
  process.stdout.write('Starting PostgreSQL and Redis with docker compose\n');
  const compose = await runCommand('docker', ['compose', 'up', '-d'], { show: true });
  if (compose.code !== 0) throw new Error('docker compose could not start them; its message is above.');
  const isUp = await waitUntil(async () => (await listMissing(adminUrl, redisUrl)).length === 0, composeWaitMs);
  if (!isUp) throw new Error(`Still no answer:\n  ${(await listMissing(adminUrl, redisUrl)).join('\n  ')}`);
}
