import { defaultAdminUrl, defaultRedisUrl, postgresAnswers, redisAnswers, waitUntil } from '../probe.ts';
import { runCommand } from '../run-command.ts';

const startMs = 30_000;

const isRoot = process.getuid?.() === 0;
let isIndexFresh = false;

async function has(program: string): Promise<boolean> {
  return (await runCommand('sh', ['-c', `command -v ${program}`])).code === 0;
}

async function aptInstall(...packages: string[]): Promise<void> {
  if (!isRoot || !(await has('apt-get'))) throw new Error(`Please install ${packages.join(', ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  process.stdout.write(`Installing ${packages.join(', ')}\n`);
  if (!isIndexFresh) await runCommand('apt-get', ['-qq', 'update'], { env });
  isIndexFresh = true;
  const { code, output } = await runCommand('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...packages], { env });
  if (code !== 0) throw new Error(`apt-get could not install ${packages.join(', ')}:\n${output}`);
}

async function ensureChromium(): Promise<void> {
  if (!(await has('chromium'))) await aptInstall('chromium');
}

async function ensurePostgres(): Promise<void> {
  const url = process.env.DATABASE_ADMIN_URL ?? defaultAdminUrl;
  if (await postgresAnswers(url)) return;
  if (!(await has('pg_ctlcluster'))) {
    await aptInstall('postgresql');
    // A cluster made a moment ago on a throw-away machine: the development roles have no passwords.
    await runCommand('sh', ['-c', "sed -i -E 's/^(host .*127.0.0.1.32 +).*/\\1trust/' /etc/postgresql/*/main/pg_hba.conf"]);
  }
  await runCommand('service', ['postgresql', 'restart'], { show: true });
  if (!(await waitUntil(() => postgresAnswers(url), startMs))) throw new Error('PostgreSQL does not answer.');
}

async function ensureRedis(): Promise<void> {
  const url = process.env.REDIS_URL ?? defaultRedisUrl;
  // Some tests start a Redis of their own to take it away again, so the program is needed even where one answers.
  if (!(await has('redis-server'))) await aptInstall('redis-server');
  if (await redisAnswers(url)) return;
  await runCommand('redis-server', ['--daemonize', 'yes', '--save', '', '--appendonly', 'no']);
  if (!(await waitUntil(() => redisAnswers(url), startMs))) throw new Error('Redis does not answer.');
}

/** What the tests need beside the packages. Installs it on a machine where that is allowed, else says what is missing. */
export async function ensureTestServices(): Promise<void> {
  await ensureChromium();
  await ensurePostgres();
  await ensureRedis();
}
