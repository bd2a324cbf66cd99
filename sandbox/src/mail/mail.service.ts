import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { FaultSwitch } from '../resident/faults.ts';
import type { SandboxService } from '../resident/service.ts';
import { createMailboxPages } from './mailbox.routes.ts';
import type { Mailbox } from './mailbox.ts';

const largestMailBytes = 25 * 1024 * 1024;

/** Delays the answer and throws the SMTP error that the switches ask for. */
async function applyFaults(faults: FaultSwitch): Promise<void> {
  const { latencyMs = 0 } = faults.current();
  if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
  const errorStatus = faults.takeErrorStatus();
  if (errorStatus !== undefined)
    throw Object.assign(new Error(`The sandbox was told to answer ${errorStatus}`), { responseCode: errorStatus });
}

/**
 * A real SMTP server that delivers all mail into one mailbox, whoever it is for. `accountPages` is the page about people's mailboxes, which
 * send through other services.
 */
export function createMailService(
  portOffset: number,
  mailbox: Mailbox,
  accountPages: NonNullable<SandboxService['pages']>,
): SandboxService {
  const mailboxPages = createMailboxPages(mailbox);
  return {
    name: 'mail',
    title: 'Outgoing mail',
    about: 'SMTP server in place of the mail provider: takes mail for anyone, with or without a password, and shows it in the mailbox.',
    portOffset,
    protocol: 'smtp',
    lookAt: { label: 'Open the mailbox', path: '/mailbox', isAtHome: true },
    pages: (request, response, url) => mailboxPages(request, response, url) || accountPages(request, response, url),
    createServer({ faults }) {
      const { server } = new SMTPServer({
        name: 'localhost',
        banner: 'Headhaul sandbox',
        authOptional: true,
        allowInsecureAuth: true,
        // Every client that checks certificates would refuse ours.
        disabledCommands: ['STARTTLS'],
        disableReverseLookup: true,
        size: largestMailBytes,
        onAuth: ({ username }, _session, done) => done(null, { user: username ?? 'anyone' }),
        onMailFrom: (_address, _session, done) => {
          applyFaults(faults).then(() => done(), done);
        },
        onData(stream, { envelope }, done) {
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          buffer(stream)
            .then((raw) => {
              if (stream.sizeExceeded) throw Object.assign(new Error('That mail is too large'), { responseCode: 552 });
              mailbox.add({ raw, from, to, provider: 'mail', account: null, failure: null });
            })
            .then(() => done(), done);
        },
      });
      return server;
    },
  };
}
