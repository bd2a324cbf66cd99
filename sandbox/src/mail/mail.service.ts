import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { FaultSwitch } from '../resident/faults.ts';
import type { SandboxService } from '../resident/service.ts';
import { createMailboxPages } from './mailbox.routes.ts';
import { createMailbox } from './mailbox.ts';

const largestMailBytes = 25 * 1024 * 1024;

/** The refusal a sender was told to get, in the form the protocol has for it. */
async function applyFaults(faults: FaultSwitch): Promise<void> {
  const { latencyMs = 0 } = faults.current();
  if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
  const errorStatus = faults.takeErrorStatus();
  if (errorStatus !== undefined)
    throw Object.assign(new Error(`The sandbox was told to answer ${errorStatus}`), { responseCode: errorStatus });
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A real SMTP server that delivers everything into one mailbox, whoever it is for. */
export function createMailService(portOffset: number): SandboxService {
  const mailbox = createMailbox();
  return {
    name: 'mail',
    title: 'Outgoing mail',
    about: 'SMTP server in place of the mail provider: takes mail for anyone, with or without a password, and shows it in the mailbox.',
    portOffset,
    protocol: 'smtp',
    lookAt: { label: 'Open the mailbox', path: '/mailbox', isAtHome: true },
    pages: createMailboxPages(mailbox),
    createServer({ faults }) {
      const { server } = new SMTPServer({
        name: 'localhost',
        banner: 'Headhaul sandbox',
        authOptional: true,
        allowInsecureAuth: true,
        // A certificate of our own would be refused by every client that checks it.
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
          readAll(stream)
            .then(async (raw) => {
              if (stream.sizeExceeded) throw Object.assign(new Error('That mail is too large'), { responseCode: 552 });
              await mailbox.add(raw, from, to);
            })
            .then(() => done(), done);
        },
      });
      return server;
    },
  };
}
