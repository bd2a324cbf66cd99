import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { type MailHeaders, readHeaders } from '../mail/mail-headers.ts';
import type { Grants } from '../openid/grants.ts';
import { gmailSendScope } from '../openid/mail-consent.ts';
import type { FaultSwitch } from '../resident/faults.ts';
import { createHttpServer } from '../resident/http-server.ts';
import type { SandboxService } from '../resident/service.ts';
import { readBody, sendJson } from '../web/answer.ts';
import { bearerOf } from './bearer.ts';
import { type GmailError, gmailErrors, invalidArgument, mailboxDay, sendGmailError, toldToSay } from './gmail-answer.ts';
import { createSendingSwitches } from './sending.routes.ts';
import type { Refusal, Sending, SendingControl } from './sending-control.ts';

/** 25 MB of mail, as base64 within JSON. */
const largestBodyBytes = 35 * 1024 * 1024;
const sendPath = /^\/gmail\/v1\/users\/([^/]+)\/messages\/send$/;

const SendBody = z.object({ raw: z.string().min(1), threadId: z.string().optional() });

function recipientsOf(headers: MailHeaders): string[] {
  return [...new Set(['to', 'cc', 'bcc'].flatMap((name) => headers.addresses(name)))];
}

function quotaError({ cap, waitMs }: Refusal): GmailError {
  if (cap === 'minute') return gmailErrors.userRate;
  if (cap === 'projectMinute') return gmailErrors.projectRate;
  return cap === 'projectDay' ? gmailErrors.projectDay : mailboxDay(waitMs);
}

interface ReadMail {
  raw: Buffer;
  to: string[];
  threadId: string | undefined;
}

async function readMail(request: IncomingMessage): Promise<ReadMail | GmailError> {
  const body = await readBody(request, largestBodyBytes);
  if (body === undefined) return gmailErrors.tooLarge;
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return { ...invalidArgument('Parse Error'), reason: 'parseError' };
  }
  const parsed = SendBody.safeParse(sent);
  if (!parsed.success) return invalidArgument("'raw' RFC822 payload message string or uploading message via /upload/* URL required");
  const { raw: text, threadId } = parsed.data;
  if (!/^[\w-]+={0,2}$/.test(text)) return invalidArgument("Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed");
  const raw = Buffer.from(text, 'base64url');
  const to = recipientsOf(readHeaders(raw));
  if (to.length === 0) return invalidArgument('Recipient address required');
  return to.every((address) => /^[^\s@]+@[^\s@]+$/.test(address)) ? { raw, to, threadId } : invalidArgument('Invalid To header');
}

/** Stands in for the Gmail API: sends for people who allowed it, and counts as Google does. */
export function createGmailService(portOffset: number, grants: Grants, control: SendingControl): SandboxService {
  function answerSent(request: IncomingMessage, response: ServerResponse, sending: Sending, threadId: string | undefined): void {
    const outcome = control.submit(sending, 1);
    if (outcome === 'sent') {
      const id = randomBytes(8).toString('hex');
      sendJson(response, 200, { id, threadId: threadId ?? id, labelIds: ['SENT'] });
    } else if (outcome === 'reset') request.socket.resetAndDestroy();
    else if (outcome === 'tooMany') sendGmailError(response, gmailErrors.projectRate);
    else sendGmailError(response, outcome === 'unavailable' ? gmailErrors.unavailable : quotaError(outcome));
  }

  async function answerSend(request: IncomingMessage, response: ServerResponse, user: string): Promise<void> {
    control.counts.calls += 1;
    const bearer = await bearerOf(request, grants);
    if (bearer === undefined) {
      control.counts.unauthenticated += 1;
      return sendGmailError(response, gmailErrors.unauthenticated);
    }
    const account = bearer.person.email.toLowerCase();
    const isOwn = user === 'me' || user.toLowerCase() === account;
    if (!isOwn || !bearer.scopes.has(gmailSendScope)) {
      control.counts.forbidden += 1;
      return sendGmailError(response, isOwn ? gmailErrors.scopeMissing : gmailErrors.delegationDenied);
    }
    const mail = await readMail(request);
    if ('code' in mail) {
      control.counts.invalid += 1;
      return sendGmailError(response, mail);
    }
    // Gmail sends in the mailbox's name, whatever the mail's own header says.
    answerSent(request, response, { account, from: account, to: mail.to, raw: mail.raw }, mail.threadId);
  }

  return {
    name: 'gmail',
    title: 'Gmail API',
    about: 'Gmail in place of Google’s: sends with a token from Google sign-in, 60 mails a minute and 500 or 2,000 a day for each mailbox.',
    portOffset,
    lookAt: { label: 'What arrived', path: '/mailbox?provider=gmail', isAtHome: true },
    pages: createSendingSwitches(control),
    createServer({ faults }) {
      // The shared server handles delays and dropped connections. Error answers have this API's own format.
      const withoutStatus: FaultSwitch = { ...faults, takeErrorStatus: () => undefined };
      return createHttpServer(withoutStatus, async (request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const user = sendPath.exec(pathname)?.[1];
        const errorStatus = faults.takeErrorStatus();
        if (errorStatus !== undefined) sendGmailError(response, toldToSay(errorStatus));
        else if (request.method !== 'POST' || user === undefined) sendGmailError(response, gmailErrors.notFound);
        else await answerSend(request, response, decodeURIComponent(user));
      });
    },
  };
}
