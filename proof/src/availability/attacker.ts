import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { ProofDatabase } from '../lib/database.ts';
import type { SignedIn } from '../lib/people.ts';

/** A hostile company before its attack: all its data is its own to choose. */
export interface Seeding {
  database: ProofDatabase;
  companyId: string;
  userId: string;
  /** What its requests need to know. */
  facts: Record<string, string>;
}

/** The same when it asks: its people are signed in as anybody is. */
export interface Attacker {
  origin: string;
  facts: Record<string, string>;
  /** The status, or 0 where the connection ended without one. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<number>;
  upload(path: string, file: Buffer, options?: { fileName?: string; fields?: Record<string, string> }): Promise<number>;
  /** Bytes on a connection of its own, as they are; nothing of the answer is read unless asked for. */
  open(bytes: string, reads: boolean): Socket;
  token(): string;
}

export interface Attack {
  name: string;
  /**
   * Node's own parser spends what it costs before any code of ours runs; the proxy in front refuses or buffers it. It is run and its cost is
   * said, and nobody may be refused or fail; how long others wait is not judged here.
   */
  isForProxy?: true;
  /** How many of its requests are open at a time. */
  width: number;
  seed?(seeding: Seeding): Promise<void>;
  /** One request of many. */
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

/** The status alone: an answer of many megabytes is counted and dropped. */
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
        // Compressed: that costs the product more.
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
