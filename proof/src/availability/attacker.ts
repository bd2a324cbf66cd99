import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { ProofDatabase } from '../lib/database.ts';
import type { SignedIn } from '../lib/people.ts';

/** A hostile company before its attack. It can choose all of its data. */
export interface Seeding {
  database: ProofDatabase;
  companyId: string;
  userId: string;
  /** Ids and values that the requests of the attack need. */
  facts: Record<string, string>;
}

/** The same company during its attack. Its people sign in the normal way. */
export interface Attacker {
  origin: string;
  facts: Record<string, string>;
  /** The status, or 0 where the connection ended without one. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<number>;
  upload(path: string, file: Buffer, options?: { fileName?: string; fields?: Record<string, string> }): Promise<number>;
  /** Sends raw bytes on a new connection. The answer is read only if `reads` is true. */
  open(bytes: string, reads: boolean): Socket;
  token(): string;
}

export interface Attack {
  name: string;
  /**
   * This attack costs time in Node's HTTP parser, before our code runs. In production the proxy in front refuses or buffers it. The proof
   * runs the attack and reports its cost, and no victim may be refused or get an error, but how long victims wait is not judged.
   */
  isForProxy?: true;
  /** How many of its requests are open at a time. */
  width: number;
  seed?(seeding: Seeding): Promise<void>;
  /** Sends one request and gives its status. */
  run(attacker: Attacker, count: number): Promise<number>;
}

const boundary = 'headhaul-proof';

export function formOf(file: Buffer, fileName: string, fields: Record<string, string>): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

interface Sending {
  method: string;
  headers: Record<string, string>;
  body?: Buffer | string | undefined;
  signal?: AbortSignal;
}

/** Gives the status only. The body is dropped, because it may be many megabytes. */
export function statusOf(address: string, { method, headers, body, signal }: Sending): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(address, { method, headers, ...(signal ? { signal } : {}) }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}

export function createAttacker(
  origin: string,
  sessions: readonly SignedIn[],
  facts: Record<string, string>,
  signal: AbortSignal,
): Attacker {
  let turn = 0;
  const sockets = new Set<Socket>();
  signal.addEventListener('abort', () => {
    for (const socket of sockets) socket.destroy();
  });
  const token = () => {
    turn += 1;
    return sessions[turn % sessions.length]?.token.accessToken ?? '';
  };
  const authorization = () => ({ authorization: `Bearer ${token()}` });
  return {
    origin,
    facts,
    token,
    send: (method, path, body, headers = {}) =>
      statusOf(`${origin}/api${path}`, {
        method,
        // The attacker asks for compression because it costs the product more.
        headers: {
          ...authorization(),
          'accept-encoding': 'br',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      }),
    upload: (path, file, { fileName = 'a.pdf', fields = {} } = {}) =>
      statusOf(`${origin}/api${path}`, {
        method: 'POST',
        headers: { ...authorization(), 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: formOf(file, fileName, fields),
        signal,
      }),
    open(bytes, reads) {
      const socket = connect(Number(new URL(origin).port), 'localhost');
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
      if (!reads) socket.pause();
      socket.write(bytes);
      return socket;
    },
  };
}
