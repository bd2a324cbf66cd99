import { existsSync } from 'node:fs';
import { runCommand } from '../run-command.ts';

const isRoot = process.getuid?.() === 0;
let isIndexFresh = false;

async function has(program: string): Promise<boolean> {
  return (await runCommand('sh', ['-c', `command -v ${program}`])).code === 0;
}

async function aptInstall(name: string): Promise<void> {
  if (!isRoot || !(await has('apt-get'))) throw new Error(`Please install ${name}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  process.stdout.write(`Installing ${name}\n`);
  if (!isIndexFresh) await runCommand('apt-get', ['-qq', 'update'], { env });
  isIndexFresh = true;
  const { code, output } = await runCommand('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', name], { env });
  if (code !== 0) throw new Error(`apt-get could not install ${name}:\n${output}`);
}

/** Installs the programs that the tests need besides the packages. If that is not allowed on this machine, the error names them. */
export async function ensurePrograms(): Promise<void> {
  if (process.env.CHROMIUM === undefined) {
    for (const name of ['chromium', 'chromium-headless-shell']) if (!(await has(name))) await aptInstall(name);
  }
  if (process.env.FIREFOX === undefined && !(await has('firefox-esr'))) await aptInstall('firefox-esr');
  // The tests start their own servers. The system's are not used.
  if (!existsSync('/usr/lib/postgresql')) await aptInstall('postgresql');
  if (!(await has('redis-server'))) await aptInstall('redis-server');
  if (!(await has('openssl'))) await aptInstall('openssl');
  if (!(await has('nginx'))) await aptInstall('nginx');
  if (!existsSync('/usr/lib/nginx/modules/ngx_http_brotli_static_module.so')) await aptInstall('libnginx-mod-http-brotli-static');
}
