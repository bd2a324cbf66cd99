import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { resolvePublic } from '../../../lib/net/public-address.ts';

export interface SmtpServer {
  host: string;
  port: number;
  security: 'tls' | 'starttls';
  username: string;
}

/** Where mail servers listen for people's programs. Any other port of a public machine is none of our business. */
const smtpPorts = [25, 465, 587, 2525];
const connectMs = 10_000;
const silenceMs = 30_000;
/** In all: a server that says a word now and then is never silent. Together less than the engine waits for an answer. */
const usualSignInMs = 20_000;
const sendMs = 35_000;

/** The server stands where we don't go, or nowhere; `field` is what to look at again. */
export class ForbiddenServer extends Error {
  readonly field: 'host' | 'port';

  constructor(field: 'host' | 'port', message: string) {
    super(message);
    this.field = field;
  }
}

/** No name server knows it. For a mailbox that has worked that is more likely a fault of theirs than the truth. */
export class UnknownServer extends ForbiddenServer {
  constructor() {
    super('host', 'There is no server of that name.');
  }
}

/** What the server or the line did, and whether the text of a mail had begun to leave by then. */
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

/** One signed-in connection. Nodemailer's pool is not used: it sends again by itself what was on a connection that broke. */
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
    // The certificate must be the name's, though we connect to the address that was checked.
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
  // Its own `close` only says goodbye, and a server that doesn't answer would hold the line.
  const hangUp = () => {
    connection.close();
    if (connection._socket) connection._socket.destroy();
  };
  /** Nodemailer tells of some failures by the callback and of others by the event. */
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
        // Read only once the server has asked for the text: until then nothing can have been accepted.
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
