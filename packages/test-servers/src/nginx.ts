import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from './free-ports.ts';
import { untilWritten } from './until-written.ts';

export interface NginxServer {
  port: number;
  /** What it has logged so far. */
  readLog(): string;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');
/** The sandbox's certificate is for localhost. */
export const nginxCertificate = join(root, 'sandbox/tls/localhost.cert.pem');

/** Debian's nginx with the production configuration. Only the files in `site/`, which contain paths and ports, are replaced. */
export async function startNginx({ apiPort, webDist }: { apiPort: number; webDist: string }): Promise<NginxServer> {
  const folder = mkdtempSync(join(tmpdir(), 'headhaul-nginx-'));
  const port = await findFreePort();
  cpSync(join(root, 'deploy/nginx'), join(folder, 'conf'), { recursive: true });
  // Copies, because nginx may run as a user that can't read the repository's folder.
  cpSync(webDist, join(folder, 'web'), { recursive: true });
  cpSync(join(root, 'sandbox/tls'), join(folder, 'tls'), { recursive: true });
  mkdirSync(join(folder, 'run'));
  const write = (name: string, lines: string[]) =>
    writeFileSync(join(folder, 'conf/site', name), lines.map((line) => `${line};\n`).join(''));
  writeFileSync(
    join(folder, 'conf/site/http.conf'),
    `access_log ${folder}/run/access.log line;\nupstream api { server 127.0.0.1:${apiPort}; keepalive 8; keepalive_timeout 60s; }\n`,
  );
  write('listen-others.conf', [`listen 127.0.0.1:${port} ssl http2 default_server`, 'server_name _']);
  write('server.conf', [
    `listen 127.0.0.1:${port} ssl http2`,
    'server_name localhost',
    `ssl_certificate ${folder}/tls/localhost.cert.pem`,
    `ssl_certificate_key ${folder}/tls/localhost.key.pem`,
    `root ${folder}/web`,
  ]);
  const args = ['-p', join(folder, 'run'), '-c', join(folder, 'conf/nginx.conf'), '-e', 'stderr', '-g', 'error_log stderr notice;'];
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    // Runs without root, as in its container.
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'www-data'], { encoding: 'utf8' }));
    for (const own of ['', 'run']) chownSync(join(folder, own), idOf('-u'), idOf('-g'));
  }
  const command: [string, string[]] = isRoot
    ? ['setpriv', ['--reuid=www-data', '--regid=www-data', '--clear-groups', 'nginx', ...args]]
    : ['nginx', args];
  const child = spawn(...command, { stdio: ['ignore', 'ignore', 'pipe'] });
  await untilWritten(child, child.stderr, 'start worker processes', 'nginx');
  return {
    port,
    readLog: () => readFileSync(join(folder, 'run/access.log'), 'utf8'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
