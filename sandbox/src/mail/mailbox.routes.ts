import type { IncomingMessage, ServerResponse } from 'node:http';
import { isForeignOrigin, type Refusal, sendHtml, sendJson, sendProblem } from '../web/answer.ts';
import type { Mailbox, ReceivedMail } from './mailbox.ts';
import { renderMailboxPage, renderMailPage } from './mailbox-page.ts';

const notFound: Refusal = { status: 404, code: 'not_found', title: 'We could not find that', detail: 'No such mail is in the mailbox.' };
const foreignOrigin: Refusal = {
  status: 403,
  code: 'not_allowed',
  title: 'Not from here',
  detail: 'Another site may not empty the mailbox.',
};

/** A mail is a stranger's page: no script, no form, no address of ours. Its links open beside it. */
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src http: https: data:',
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

function sendMailBody(response: ServerResponse, { html }: ReceivedMail): void {
  response.setHeader('content-security-policy', mailPolicy);
  response.setHeader('x-frame-options', 'SAMEORIGIN');
  const base = '<base target="_blank">';
  const withBase = /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
  sendHtml(response, 200, withBase);
}

function sendRaw(response: ServerResponse, { raw }: ReceivedMail): void {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(raw);
}

/** The mailbox on the home port: pages for people, JSON for tests. Answers false for a path that is not its own. */
export function createMailboxPages(mailbox: Mailbox) {
  function answerOne(response: ServerResponse, pathname: string): boolean {
    const [, id, part] = /^\/mailbox\/(\d+)(?:\/(html|raw))?$/.exec(pathname) ?? [];
    if (id === undefined) return false;
    const mail = mailbox.find(Number(id));
    if (!mail) sendProblem(response, pathname, notFound);
    else if (part === 'html') sendMailBody(response, mail);
    else if (part === 'raw') sendRaw(response, mail);
    else sendHtml(response, 200, renderMailPage(mail));
    return true;
  }

  return (request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL): boolean => {
    const to = searchParams.get('to') ?? '';
    const route = `${request.method} ${pathname}`;
    if (route === 'DELETE /mailbox/messages' || route === 'POST /mailbox/clear') {
      if (isForeignOrigin(request)) sendProblem(response, pathname, foreignOrigin);
      else {
        mailbox.clear();
        if (request.method === 'DELETE') response.writeHead(204).end();
        else response.writeHead(303, { location: '/mailbox' }).end();
      }
      return true;
    }
    if (route === 'GET /mailbox') sendHtml(response, 200, renderMailboxPage(mailbox.list(to), to));
    else if (route === 'GET /mailbox/messages') sendJson(response, 200, mailbox.list(to));
    else return request.method === 'GET' && answerOne(response, pathname);
    return true;
  };
}
