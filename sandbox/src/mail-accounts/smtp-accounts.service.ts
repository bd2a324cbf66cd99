import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { FaultSwitch } from '../resident/faults.ts';
import type { SandboxService } from '../resident/service.ts';
import { createSendingSwitches } from './sending.routes.ts';
import type { Refusal, SendingControl, SendingFault } from './sending-control.ts';

const largestMailBytes = 25 * 1024 * 1024;
/** Refused everywhere, so that a person can see what a wrong password looks like. */
const wrongPassword = 'wrong';

const readTls = (file: string) => readFileSync(new URL(`../../tls/${file}`, import.meta.url), 'utf8');

/** An SMTP answer: the code, and the text with the enhanced status code. */
function say(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

const answers = {
  wrongPassword: () => say(535, '5.7.8 Username and password not accepted'),
  tooMany: () => say(452, '4.7.0 Too many messages from this mailbox, try again later'),
  dayIsFull: () => say(550, '5.4.5 Daily user sending limit exceeded'),
  unavailable: () => say(421, '4.3.2 Service not available, closing transmission channel'),
  unknownRecipient: () => say(550, '5.1.1 The email account that you tried to reach does not exist'),
  tooLarge: () => say(552, '5.3.4 Message too big for system'),
} as const;

function refuse({ cap }: Refusal): Error {
  return cap === 'day' || cap === 'projectDay' ? answers.dayIsFull() : answers.tooMany();
}

interface SmtpAccountsOptions {
  portOffset: number;
  control: SendingControl;
  /** TLS from the first byte. Otherwise after STARTTLS. */
  isSecure: boolean;
}

/** One SMTP server. The fault of a mail is chosen at MAIL FROM and takes effect then or after the data. */
function createAccountsServer(control: SendingControl, faults: FaultSwitch, isSecure: boolean) {
  const sockets = new Map<string, Socket>();
  const drawn = new Map<string, SendingFault | undefined>();
  const lineOf = (address: string | undefined, port: number | undefined) => `${address} ${port}`;
  const accountOf = ({ user }: SMTPServerSession) => String(user ?? '').toLowerCase();

  function cut({ remoteAddress, remotePort }: SMTPServerSession): void {
    sockets.get(lineOf(remoteAddress, remotePort))?.resetAndDestroy();
  }

  /** Handles MAIL FROM. A `reset` fault cuts the connection instead of answering. */
  async function beginMail(session: SMTPServerSession): Promise<void> {
    control.counts.calls += 1;
    const { latencyMs = 0 } = faults.current();
    if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
    const errorStatus = faults.takeErrorStatus();
    if (errorStatus !== undefined)
      throw say(errorStatus, `${Math.floor(errorStatus / 100)}.3.0 The sandbox was told to answer ${errorStatus}`);
    const fault = control.takeFault();
    if (fault === 'tooMany') throw answers.tooMany();
    if (fault === 'unavailable') throw answers.unavailable();
    if (fault === 'reset') return cut(session);
    const refusal = control.refusal(accountOf(session), 1);
    if (refusal !== undefined) throw refuse(refusal);
    drawn.set(session.id, fault);
  }

  function endMail(session: SMTPServerSession, raw: Buffer): void {
    const fault = drawn.get(session.id);
    drawn.delete(session.id);
    const account = accountOf(session);
    // Mails on several connections may have begun while there was room for only one.
    const refusal = control.refusal(account, 1);
    if (refusal !== undefined) throw refuse(refusal);
    const { envelope } = session;
    const from = envelope.mailFrom ? envelope.mailFrom.address : '';
    control.accept({ account, from, to: envelope.rcptTo.map(({ address }) => address), raw }, 1, fault);
    if (fault === 'acceptedThenReset') cut(session);
    if (fault === 'acceptedThenUnavailable') throw answers.unavailable();
  }

  const smtp = new SMTPServer({
    name: 'localhost',
    banner: 'Headhaul sandbox',
    secure: isSecure,
    key: readTls('localhost.key.pem'),
    cert: readTls('localhost.cert.pem'),
    allowInsecureAuth: false,
    disableReverseLookup: true,
    // The answers above contain their own enhanced status codes.
    hideENHANCEDSTATUSCODES: true,
    size: largestMailBytes,
    onAuth({ username = '', password = '' }, _session, done) {
      const expected = control.settings.get(username.toLowerCase())?.password;
      if (password !== wrongPassword && (expected === undefined || expected === password)) return done(null, { user: username });
      control.counts.unauthenticated += 1;
      done(answers.wrongPassword());
    },
    onMailFrom(_address, session, done) {
      beginMail(session).then(() => done(), done);
    },
    onRcptTo({ address }, _session, done) {
      if (!control.isUnknown(address)) return done();
      control.counts.invalid += 1;
      done(answers.unknownRecipient());
    },
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw answers.tooLarge();
          endMail(session, raw);
        })
        .then(() => done(), done);
    },
    onClose({ id }) {
      drawn.delete(id);
    },
  });
  // Clients that do not trust the certificate, or disconnect early, are no problem of this server.
  smtp.on('error', () => {});
  smtp.server.on('connection', (socket) => {
    const line = lineOf(socket.remoteAddress, socket.remotePort);
    sockets.set(line, socket);
    socket.once('close', () => sockets.delete(line));
  });
  return smtp.server;
}

/** An SMTP server for people's own mailboxes. It requires a password, over TLS only, and counts what each mailbox sends. */
export function createSmtpAccountsService({ portOffset, control, isSecure }: SmtpAccountsOptions): SandboxService {
  return {
    name: isSecure ? 'smtps' : 'smtp',
    title: isSecure ? 'SMTP with TLS' : 'SMTP mailboxes',
    about: isSecure
      ? 'The same mailboxes with TLS from the first byte, as on port 465.'
      : 'SMTP server for people’s own mailboxes: STARTTLS, any user with any password but “wrong”, 30 mails a minute and 1,000 a day.',
    portOffset,
    protocol: isSecure ? 'smtps' : 'smtp',
    lookAt: { label: 'What arrived', path: '/mailbox?provider=smtp', isAtHome: true },
    ...(isSecure ? {} : { pages: createSendingSwitches(control) }),
    createServer: ({ faults }) => createAccountsServer(control, faults, isSecure),
  };
}
