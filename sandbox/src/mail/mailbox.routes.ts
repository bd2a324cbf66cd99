import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isForeignOrigin, type Refusal, sendHtml, sendJson, sendProblem } from '../web/answer.ts';
import { type KeptMail, type Mailbox, MailQuery, summaryOf } from './mailbox.ts';
import { renderMailboxPage, renderMailPage } from './mailbox-page.ts';

const notFound: Refusal = { status: 404, code: 'not_found', title: 'We could not find that', detail: 'No such mail is in the mailbox.' };
const foreignOrigin: Refusal = {
  status: 403,
  code: 'not_allowed',
  title: 'Not from here',
  detail: 'Another site may not empty the mailbox.',
};
/** Mails on one page. */
const pageSize = 100;

/** A mail is foreign HTML: it gets no script, no form and no access to our addresses. Its links open in a new tab. */
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src http: https: data:',
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

function sendMailBody(response: ServerResponse, html: string): void {
  response.setHeader('content-security-policy', mailPolicy);
  response.setHeader('x-frame-options', 'SAMEORIGIN');
  const base = '<base target="_blank">';
  const withBase = /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
  sendHtml(response, 200, withBase);
}

/** Leaves out empty fields of the search form. */
function readQuery(searchParams: URLSearchParams) {
  return MailQuery.safeParse(Object.fromEntries([...searchParams].filter(([, value]) => value !== '')));
}

/** The mailbox on the home port, with pages for people and JSON for tests. Returns false for other paths. */
export function createMailboxPages(mailbox: Mailbox) {
  async function sendOne(response: ServerResponse, kept: KeptMail, part: string | undefined): Promise<void> {
    if (part === 'raw') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(kept.raw);
      return;
    }
    const mail = await mailbox.read(kept);
    if (part === 'html') sendMailBody(response, mail.html);
    else sendHtml(response, 200, renderMailPage(mail));
  }

  async function sendList(response: ServerResponse, url: URL): Promise<void> {
    const { pathname, searchParams } = url;
    const read = readQuery(searchParams);
    if (!read.success) {
      const detail = z.prettifyError(read.error);
      return sendProblem(response, pathname, { status: 400, code: 'validation_failed', title: 'Some fields need another look', detail });
    }
    const query = read.data;
    if (pathname === '/mailbox/count') sendJson(response, 200, mailbox.count(query));
    else if (pathname === '/mailbox')
      sendHtml(response, 200, renderMailboxPage(mailbox.select({ ...query, limit: pageSize }), query, pageSize));
    else {
      const found = mailbox.select(query);
      const isSummary = searchParams.get('form') === 'summary';
      sendJson(response, 200, isSummary ? found.map(summaryOf) : await Promise.all(found.map(mailbox.read)));
    }
  }

  function clear(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    if (isForeignOrigin(request)) {
      sendProblem(response, pathname, foreignOrigin);
      return;
    }
    mailbox.clear();
    if (request.method === 'DELETE') response.writeHead(204).end();
    else response.writeHead(303, { location: '/mailbox' }).end();
  }

  function run(response: ServerResponse, url: URL, work: Promise<void>): true {
    work.catch((error: unknown) => {
      console.error(`GET ${url.pathname} failed`, error);
      response.destroy();
    });
    return true;
  }

  return (request: IncomingMessage, response: ServerResponse, url: URL): boolean => {
    const { pathname } = url;
    const route = `${request.method} ${pathname}`;
    if (route === 'DELETE /mailbox/messages' || route === 'POST /mailbox/clear') {
      clear(request, response, pathname);
      return true;
    }
    if (request.method !== 'GET') return false;
    if (['/mailbox', '/mailbox/messages', '/mailbox/count'].includes(pathname)) return run(response, url, sendList(response, url));
    const [, id, part] = /^\/mailbox\/(\d+)(?:\/(html|raw))?$/.exec(pathname) ?? [];
    if (id === undefined) return false;
    const mail = mailbox.find(Number(id));
    if (mail !== undefined) return run(response, url, sendOne(response, mail, part));
    sendProblem(response, pathname, notFound);
    return true;
  };
}
