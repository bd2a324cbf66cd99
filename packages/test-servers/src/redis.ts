import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerCertificate } from './certificates.ts';
import { findFreePort } from './free-ports.ts';
import { untilWritten } from './until-written.ts';

export interface RedisServer {
  url: string;
  /** Kills the server as a power cut would, without an orderly end of its connections. */
  kill(): Promise<void>;
}

/** A Redis that keeps nothing on disk. With a certificate it speaks TLS only. */
export async function startRedis(certificate?: ServerCertificate): Promise<RedisServer> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'headhaul-redis-'));
  const listening = certificate
    ? ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', ...writePair(folder, certificate)]
    : ['--port', String(port)];
  const child: ChildProcess = spawn(
    'redis-server',
    [...listening, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await untilWritten(child, child.stdout, 'Ready to accept connections', 'redis-server');
  return {
    url: certificate ? `rediss://localhost:${port}` : `redis://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writePair(folder: string, { cert, key }: ServerCertificate): string[] {
  const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  return ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', certFile];
}
