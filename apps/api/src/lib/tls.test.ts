import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import tls from 'node:tls';
import { type CertificateAuthority, createCertificateAuthority } from '@headhaul/test-servers/certificates';
import { type PostgresServer, startPostgres } from '@headhaul/test-servers/postgres';
import { type RedisServer, startRedis } from '@headhaul/test-servers/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedSmtp, startScriptedSmtp } from '../testing/mail/smtp-script.ts';
import { productionEnv, productionKey } from '../testing/production-env.ts';
import { readApiEnv, readWorkerEnv } from './env.ts';
import { createApiPlatform, createWorkerPlatform } from './platform.ts';
import { untilRedisAnswered } from './redis.ts';

/** Node's own list of authorities stands for `NODE_EXTRA_CA_CERTS`, which a process reads only at its start. */
const publicAuthorities = tls.getCACertificates('default');
const trust = (...authorities: CertificateAuthority[]) =>
  tls.setDefaultCACertificates([...publicAuthorities, ...authorities.map(({ cert }) => cert)]);

let ours: CertificateAuthority;
let theirs: CertificateAuthority;
let postgres: PostgresServer;
let redis: RedisServer;
let smtp: ScriptedSmtp;

beforeAll(async () => {
  ours = createCertificateAuthority();
  theirs = createCertificateAuthority();
  const certificate = ours.issue('localhost');
  [postgres, redis, smtp] = await Promise.all([
    startPostgres('fast', certificate),
    startRedis(certificate),
    startScriptedSmtp(certificate),
  ]);
}, 60_000);
afterAll(async () => {
  trust();
  await Promise.all([postgres.remove(), redis.kill(), smtp.close()]);
  ours.remove();
  theirs.remove();
});

const seal = { public: 'k1:-1YC4QnshiZmw-2KIa-D6H-c_aSa7T--p7ya8UhEGWY', private: 'k1:KAQkNcUj_zzabqc-7EiP4ov1M4rU-MAheey0meO-6mw' };

const production = (): Record<string, string> => ({
  ...productionEnv,
  LOG_LEVEL: 'silent',
  REDIS_URL: redis.url,
  MAIL_SEAL_PUBLIC_KEY: seal.public,
  FILES_STORE: 'filesystem',
  FILES_DIR: tmpdir(),
});

const postgresUrl = (host: string, query: string) => `postgres://postgres@${host}:${postgres.port}/postgres${query}`;
const verified = '?sslmode=verify-full';
const at = (url: string, host: string) => url.replace('localhost', host);

const apiOf = (env: Record<string, string> = {}) => ({
  ...production(),
  DATABASE_APP_URL: postgresUrl('localhost', verified),
  TOKEN_KEYS: productionKey,
  ...env,
});

/** The API of production with these addresses: what its pool and its Redis client say. */
async function reachFromApi(env: Record<string, string>): Promise<{ postgres: string; redis: string }> {
  const platform = createApiPlatform(readApiEnv(apiOf(env)));
  const reasonOf = (error: Error): string => (error.cause instanceof Error ? reasonOf(error.cause) : error.message);
  let redisError = '';
  platform.redis.on('error', (error: Error) => {
    redisError ||= error.message;
  });
  const reached = {
    postgres: await platform.db.ping().then(() => 'reached', reasonOf),
    redis: await untilRedisAnswered(platform.redis)
      .then(() => platform.redis.ping())
      .then(
        () => 'reached',
        () => redisError,
      ),
  };
  await platform.close();
  return reached;
}

const workerOf = (smtpUrl: string) => ({
  ...production(),
  DATABASE_WORKER_URL: postgresUrl('localhost', verified),
  MAIL_SEAL_PRIVATE_KEYS: seal.private,
  SMTP_URL: smtpUrl,
});

/** The worker of production: what its mailer says. */
async function reachFromMailer(url: string): Promise<string> {
  const platform = createWorkerPlatform(readWorkerEnv(workerOf(url)));
  const mail = { to: 'ann@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  const said = await platform.mailer.send(mail).then(
    () => 'reached',
    (error: Error) => error.message,
  );
  await platform.close();
  return said;
}

/** A server that knows no TLS. */
async function listenPlain(onConnection: (socket: Socket) => void): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

describe('TLS to the database and Redis', () => {
  it('comes about where the certificate is of an authority we trust and for the host we asked for', async () => {
    trust(ours);
    expect(await reachFromApi({})).toEqual({ postgres: 'reached', redis: 'reached' });
  });

  it('is encrypted on the database’s side too', async () => {
    trust(ours);
    const platform = createApiPlatform(readApiEnv(apiOf()));
    const cells = await platform.db.readGlobal({ text: 'select ssl, version from pg_stat_ssl where pid = pg_backend_pid()', values: [] });
    await platform.close();
    expect(cells).toEqual([['t', 'TLSv1.3']]);
  });

  it('is refused with a certificate of another authority', async () => {
    trust(theirs);
    expect(await reachFromApi({})).toEqual({
      postgres: expect.stringContaining('unable to verify the first certificate'),
      redis: expect.stringContaining('unable to verify the first certificate'),
    });
  });

  it('is refused with a certificate for another host', async () => {
    trust(ours);
    const env = { DATABASE_APP_URL: postgresUrl('127.0.0.1', verified), REDIS_URL: at(redis.url, '127.0.0.1') };
    expect(await reachFromApi(env)).toEqual({
      postgres: expect.stringContaining("IP: 127.0.0.1 is not in the cert's list"),
      redis: expect.stringContaining("IP: 127.0.0.1 is not in the cert's list"),
    });
  });

  it('is not given up for a server that has none', async () => {
    trust(ours);
    // What PostgreSQL says to a client that asks for TLS where it has none, and Redis to what it doesn't understand.
    const plain = await listenPlain((socket) =>
      socket.on('data', (chunk: Buffer) => socket.write(chunk.length === 8 ? 'N' : '-ERR unknown command\r\n')),
    );
    const env = {
      DATABASE_APP_URL: `postgres://postgres@localhost:${plain.port}/postgres${verified}`,
      REDIS_URL: `rediss://localhost:${plain.port}`,
    };
    const said = await reachFromApi(env);
    plain.close();
    expect(said).toEqual({
      postgres: 'The server does not support SSL connections',
      redis: expect.stringContaining('wrong version number'),
    });
  });

  it('is asked for before anything is sent: plain addresses do not start', () => {
    const refused: Record<string, string>[] = [
      { DATABASE_APP_URL: postgresUrl('localhost', '') },
      { DATABASE_APP_URL: postgresUrl('localhost', '?sslmode=no-verify') },
      { DATABASE_APP_URL: postgresUrl('localhost', '?sslmode=verify-full&sslmode=disable') },
      { REDIS_URL: at(redis.url, 'localhost').replace('rediss', 'redis') },
    ];
    for (const env of refused) {
      expect(() => readApiEnv(apiOf(env)), Object.values(env)[0]).toThrow('would be spoken to without TLS');
    }
  });

  it('is the servers’ rule too: a plain connection is refused where our own check is told to let it pass', async () => {
    const env = {
      DATABASE_APP_URL: postgresUrl('localhost', ''),
      REDIS_URL: redis.url.replace('rediss', 'redis'),
      PLAIN_TEXT_HOSTS: 'localhost',
    };
    const said = await reachFromApi(env);
    expect(said).toEqual({ postgres: expect.stringContaining('no encryption'), redis: expect.not.stringMatching('reached') });
  });
});

describe('TLS to the mail server', () => {
  const url = (host = 'localhost', query = '') => `smtps://desk:secret@${host}:${smtp.port}${query}`;

  it('comes about where the certificate is of an authority we trust and for the host we asked for', async () => {
    trust(ours);
    const before = smtp.texts.length;
    expect(await reachFromMailer(url())).toBe('reached');
    expect(smtp.texts).toHaveLength(before + 1);
  });

  it('is refused with a certificate of another authority, and for another host', async () => {
    const before = smtp.logins.length;
    trust(theirs);
    expect(await reachFromMailer(url())).toContain('unable to verify the first certificate');
    trust(ours);
    expect(await reachFromMailer(url('127.0.0.1'))).toContain("IP: 127.0.0.1 is not in the cert's list");
    // Neither got the password.
    expect(smtp.logins).toHaveLength(before);
  });

  it('is not given up for a server that offers none', async () => {
    const heard: string[] = [];
    const plain = await listenPlain((socket) => {
      socket.write('220 plain ESMTP\r\n');
      socket.on('data', (chunk: Buffer) => {
        heard.push(chunk.toString().slice(0, 4).trim());
        socket.write(heard.at(-1) === 'EHLO' ? '250-plain\r\n250 AUTH PLAIN\r\n' : '502 Not here\r\n');
      });
    });
    expect(await reachFromMailer(`smtp://desk:secret@localhost:${plain.port}?requireTLS=true`)).not.toBe('reached');
    plain.close();
    expect(heard).not.toContain('AUTH');
  });

  it('cannot be configured without a check of the certificate', () => {
    const unchecked = workerOf(url('localhost', '?tls.rejectUnauthorized=false'));
    expect(() => readWorkerEnv(unchecked)).toThrow('SMTP_URL would be spoken to without TLS');
  });
});
