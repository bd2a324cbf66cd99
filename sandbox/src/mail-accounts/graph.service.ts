import type { IncomingMessage, ServerResponse } from 'node:http';
import { readHeaders } from '../mail/mail-headers.ts';
import type { Grants } from '../openid/grants.ts';
import { graphReadScopes, graphSendScopes } from '../openid/mail-consent.ts';
import type { Person } from '../openid/people.ts';
import type { FaultSwitch } from '../resident/faults.ts';
import { createHttpServer } from '../resident/http-server.ts';
import type { SandboxService } from '../resident/service.ts';
import { contentTypeOf, readBody, sendJson } from '../web/answer.ts';
import { bearerOf } from './bearer.ts';
import { dayIsFull, type GraphError, graphErrors, sendGraphError, throttled, toldToSay } from './graph-answer.ts';
import { GraphSendMail, writeMime } from './graph-message.ts';
import { createSendingSwitches } from './sending.routes.ts';
import type { Sending, SendingControl } from './sending-control.ts';

const largestBodyBytes = 4 * 1024 * 1024;
/** The wait that the sandbox names when it was only told to answer "too many". */
const toldWaitMs = 10_000;

/** The mail's source: sent as base64 text, or written from the JSON form. */
async function readRaw(request: IncomingMessage, account: string): Promise<Buffer | GraphError> {
  const body = await readBody(request, largestBodyBytes);
  if (body === undefined) return graphErrors.tooLarge;
  if (contentTypeOf(request) === 'text/plain') {
    const text = body.replace(/\s+/g, '');
    return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : graphErrors.notBase64;
  }
  try {
    const parsed = GraphSendMail.safeParse(JSON.parse(body));
    return parsed.success ? writeMime(parsed.data.message, account) : graphErrors.notJson;
  } catch {
    return graphErrors.notJson;
  }
}

async function readMail(request: IncomingMessage, account: string): Promise<Sending | GraphError> {
  const raw = await readRaw(request, account);
  if (!Buffer.isBuffer(raw)) return raw;
  const headers = readHeaders(raw);
  const to = [...new Set(['to', 'cc', 'bcc'].flatMap((name) => headers.addresses(name)))];
  if (to.length === 0 || to.some((address) => !/^[^\s@]+@[^\s@]+$/.test(address))) return graphErrors.noRecipients;
  const from = headers.addresses('from')[0] ?? account;
  return from === account ? { account, from, to, raw } : graphErrors.notThisSender;
}

function presentPerson({ subject, name, givenName, familyName, email }: Person) {
  return {
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#users/$entity',
    id: subject,
    displayName: name,
    givenName,
    surname: familyName ?? null,
    mail: email,
    userPrincipalName: email,
  };
}

/** Stands in for Microsoft Graph, as far as sending mail needs it. */
export function createGraphService(portOffset: number, grants: Grants, control: SendingControl): SandboxService {
  function answerSent(request: IncomingMessage, response: ServerResponse, sending: Sending): void {
    const refuse = (error: GraphError) => sendGraphError(request, response, error);
    // Exchange counts recipients per day and messages per minute.
    const outcome = control.submit(sending, sending.to.length);
    if (outcome === 'sent') response.writeHead(202, { 'content-length': '0' }).end();
    else if (outcome === 'reset') request.socket.resetAndDestroy();
    else if (outcome === 'tooMany') refuse(throttled(toldWaitMs));
    else if (outcome === 'unavailable') refuse(graphErrors.unavailable);
    else refuse(outcome.cap === 'day' ? dayIsFull(outcome.waitMs) : throttled(outcome.waitMs));
  }

  async function answer(request: IncomingMessage, response: ServerResponse, isSend: boolean): Promise<void> {
    if (isSend) control.counts.calls += 1;
    const bearer = await bearerOf(request, grants);
    if (bearer === undefined) {
      if (isSend) control.counts.unauthenticated += 1;
      return sendGraphError(request, response, request.headers.authorization === undefined ? graphErrors.noToken : graphErrors.badToken);
    }
    if (!(isSend ? graphSendScopes : graphReadScopes).some((scope) => bearer.scopes.has(scope))) {
      if (isSend) control.counts.forbidden += 1;
      return sendGraphError(request, response, graphErrors.scopeMissing);
    }
    if (!isSend) return sendJson(response, 200, presentPerson(bearer.person));
    const mail = await readMail(request, bearer.person.email.toLowerCase());
    if ('account' in mail) return answerSent(request, response, mail);
    control.counts[mail.status === 403 ? 'forbidden' : 'invalid'] += 1;
    sendGraphError(request, response, mail);
  }

  return {
    name: 'graph',
    title: 'Microsoft Graph',
    about:
      'Graph in place of Microsoft’s: sends with a token from Microsoft sign-in, 30 mails a minute and 10,000 recipients a day for each mailbox.',
    portOffset,
    lookAt: { label: 'What arrived', path: '/mailbox?provider=graph', isAtHome: true },
    pages: createSendingSwitches(control),
    createServer({ faults }) {
      // The shared server handles delays and dropped connections. Error answers have this API's own format.
      const withoutStatus: FaultSwitch = { ...faults, takeErrorStatus: () => undefined };
      return createHttpServer(withoutStatus, async (request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const route = `${request.method} ${pathname.toLowerCase()}`;
        const errorStatus = faults.takeErrorStatus();
        if (errorStatus !== undefined) sendGraphError(request, response, toldToSay(errorStatus));
        else if (route === 'POST /v1.0/me/sendmail' || route === 'GET /v1.0/me') await answer(request, response, request.method === 'POST');
        else sendGraphError(request, response, graphErrors.notFound);
      });
    },
  };
}
