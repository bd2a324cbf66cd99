import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { ServerCertificate } from '@headhaul/test-servers/certificates';

/** The server's reply at each step. `reset` breaks the connection instead, `silence` says nothing. */
export interface SmtpScript {
  auth: string;
  mail: string;
  rcpt: (address: string) => string;
  data: string;
  end: string;
}

/** A mail server behind TLS that replies as the test says. */
export interface ScriptedSmtp {
  port: number;
  script: SmtpScript;
  connections: number;
  /** The full text of each mail that came. */
  texts: string[];
  /** User name and password of each sign-in. */
  logins: string[];
  dropConnections(): void;
  close(): Promise<void>;
}

const tlsFolder = new URL('../../../../../sandbox/tls/', import.meta.url);
export const politeScript: SmtpScript = {
  auth: '235 2.7.0 Accepted',
  mail: '250 2.1.0 OK',
  rcpt: () => '250 2.1.5 OK',
  data: '354 Go on',
  end: '250 2.0.0 Queued as 77',
};

const readTls = (name: string) => readFileSync(new URL(name, tlsFolder), 'utf8');

/** Without a certificate of a test's own it has the sandbox's, which nobody trusts. */
export async function startScriptedSmtp(
  certificate: ServerCertificate = { cert: readTls('localhost.cert.pem'), key: readTls('localhost.key.pem') },
): Promise<ScriptedSmtp> {
  const sockets = new Set<TLSSocket>();
  const server = createServer(certificate);
  server.on('tlsClientError', () => {});
  server.on('secureConnection', (socket) => {
    smtp.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    serve(socket, smtp);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const smtp: ScriptedSmtp = {
    port: (server.address() as AddressInfo).port,
    script: { ...politeScript },
    connections: 0,
    texts: [],
    logins: [],
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      smtp.dropConnections();
      server.close();
    },
  };
  return smtp;
}

function serve(socket: TLSSocket, smtp: ScriptedSmtp): void {
  let buffered = '';
  let isText = false;
  const say = (line: string) => {
    if (line === 'reset') socket.destroy();
    else if (line !== 'silence') socket.write(`${line}\r\n`);
  };
  say('220 scripted ESMTP');
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    buffered += chunk;
    for (;;) {
      const end = buffered.indexOf(isText ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + (isText ? 5 : 2));
      if (isText) {
        isText = false;
        smtp.texts.push(line);
        say(smtp.script.end);
      } else answer(line);
    }
  });
  function answer(line: string): void {
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'EHLO') say('250-scripted\r\n250 AUTH PLAIN');
    else if (command === 'AUTH') {
      smtp.logins.push(
        Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')
          .slice(1)
          .join(' '),
      );
      say(smtp.script.auth);
    } else if (command === 'MAIL') say(smtp.script.mail);
    else if (command === 'RCPT') say(smtp.script.rcpt(/<([^>]*)>/.exec(line)?.[1] ?? ''));
    else if (command === 'DATA') {
      say(smtp.script.data);
      isText = smtp.script.data.startsWith('3');
    } else if (command === 'QUIT') socket.end('221 Bye\r\n');
    else say('250 OK');
  }
}
