import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { resolvePublic } from '../../../lib/net/public-address.ts';

export interface SmtpServer {
  host: string;
  port: number;
  security: 'tls' | 'starttls';
  username: string;
}

/** The usual ports of mail servers. We connect to no other port of a public host. */
const smtpPorts = [25, 465, 587, 2525];
const connectMs = 10_000;
const silenceMs = 30_000;
/**
 * Limits for the whole sign-in and the whole sending, because a server that sends a byte now and then is never silent. Together they are
 * shorter than the engine waits for an answer.
 */
const usualSignInMs = 20_000;
const sendMs = 35_000;

/** We may not connect to this server, or it does not exist. `field` is the input to correct. */
export class ForbiddenServer extends Error {
  readonly field: 'host' | 'port';

  constructor(field: 'host' | 'port', message: string) {
    super(message);
    this.field = field;
  }
}

/** DNS has no such host. For a mailbox that has worked before, this is more likely a DNS fault. */
export class UnknownServer extends ForbiddenServer {
  constructor() {
    super('host', 'There is no server of that name.');
  }
}

/** An error of the server or the connection, and whether sending the text of a mail had already begun. */
export class SmtpFailure extends Error {
  readonly code: string;
  readonly responseCode: number | null;
  readonly command: string;
  readonly response: string;
  readonly hadBegun: boolean;

  constructor(error: SMTPConnection.SMTPError, hadBegun: boolean) {
    super(error.message, { cause: error });
    this.code = error.code ?? '';
    this.responseCode = error.responseCode ?? null;
    this.command = error.command ?? '';
    this.response = error.response ?? '';
    this.hadBegun = hadBegun;
  }
}

/** One signed-in connection. We don't use Nodemailer's pool, because it resends mails of a broken connection by itself. */
export interface SmtpSession {
  isOpen(): boolean;
  send(envelope: { from: string; to: string[] }, message: Buffer): Promise<SMTPConnection.SentMessageInfo>;
  close(): void;
}

export async function openSmtpSession(
  server: SmtpServer,
  password: string,
  allowedHosts: readonly string[],
  signInMs = usualSignInMs,
): Promise<SmtpSession> {
  const isAllowed = allowedHosts.includes(server.host);
  const connection = new SMTPConnection({
    host: isAllowed ? server.host : await checkedAddress(server),
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    // We connect to the IP address that was checked, but the certificate must match the host name.
    tls: { servername: server.host, minVersion: 'TLSv1.2', rejectUnauthorized: !isAllowed },
    name: 'headhaul',
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  });
  let failure: SMTPConnection.SMTPError | undefined;
  let isOpen = false;
  let onFailure: ((error: SMTPConnection.SMTPError) => void) | undefined;
  connection.on('error', (error: SMTPConnection.SMTPError) => {
    isOpen = false;
    failure = error;
    onFailure?.(error);
  });
  connection.on('end', () => {
    isOpen = false;
  });
  // Nodemailer's `close` only ends the connection politely. A server that doesn't answer would keep it open.
  const hangUp = () => {
    connection.close();
    if (connection._socket) connection._socket.destroy();
  };
  /** Nodemailer reports some errors through the callback and others through the event. */
  const step = (run: (done: (error?: SMTPConnection.SMTPError | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      if (failure) return reject(new SmtpFailure(failure, false));
      const fail = (error: SMTPConnection.SMTPError) => reject(new SmtpFailure(error, false));
      onFailure = fail;
      run((error) => (error ? fail(error) : resolve()));
    });
  const signIn = onceLate(signInMs, (late) => {
    onFailure?.(late);
    hangUp();
  });
  try {
    await step((done) => connection.connect(done));
    await step((done) => connection.login({ user: server.username, pass: password }, done));
  } catch (error) {
    hangUp();
    throw error;
  } finally {
    signIn.inTime();
  }
  isOpen = true;
  return {
    isOpen: () => isOpen,
    send: (envelope, message) =>
      new Promise((resolve, reject) => {
        let hadBegun = false;
        // Read only after the server has asked for the text. Before that, the server can't have accepted the mail.
        const text = new Readable({
          read() {
            hadBegun = true;
            this.push(message);
            this.push(null);
          },
        });
        const fail = (error: SMTPConnection.SMTPError) => reject(new SmtpFailure(error, hadBegun));
        if (failure || !isOpen) return fail(failure ?? new Error('the connection has ended'));
        const sending = onceLate(sendMs, (late) => {
          fail(late);
          hangUp();
        });
        onFailure = fail;
        connection.send({ ...envelope, size: message.length }, text, (error, info) => {
          sending.inTime();
          if (error) fail(error);
          else resolve(info);
        });
      }),
    close: () => connection.close(),
  };
}

function onceLate(ms: number, onLate: (error: SMTPConnection.SMTPError) => void): { inTime(): void } {
  const timer = setTimeout(() => onLate(Object.assign(new Error('the mail server took too long'), { code: 'ETIMEDOUT' })), ms);
  timer.unref();
  return { inTime: () => clearTimeout(timer) };
}

async function checkedAddress({ host, port }: SmtpServer): Promise<string> {
  if (!smtpPorts.includes(port)) throw new ForbiddenServer('port', `Use the port of a mail server: ${smtpPorts.join(', ')}.`);
  const found = await resolvePublic(host);
  if (found === 'no_answer') throw new SmtpFailure(Object.assign(new Error('no name server answers'), { code: 'EDNS' }), false);
  if (found === 'unknown_host') throw new UnknownServer();
  if (found === 'not_public') throw new ForbiddenServer('host', 'That server is not on the public Internet.');
  return found.address;
}
