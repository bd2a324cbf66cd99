import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBoardPages } from '../board/board.routes.ts';
import { Faults } from '../resident/faults.ts';
import type { Handler } from '../resident/http-server.ts';
import type { Resident } from '../resident/resident.ts';
import {
  contentTypeOf,
  isForeignOrigin,
  type Refusal,
  readBody,
  sendHtml,
  sendJson,
  sendProblem,
  serveAsset,
  setStrictHeaders,
} from '../web/answer.ts';
import { renderHomePage } from './home-page.ts';

interface HomeOptions {
  port: number;
  residents: readonly Resident[];
}

const refusals = {
  foreignHost: { status: 403, code: 'not_allowed', title: 'Not from here', detail: 'Open the sandbox at localhost.' },
  foreignOrigin: { status: 403, code: 'not_allowed', title: 'Not from here', detail: 'Another site may not flip the switches.' },
  notFound: { status: 404, code: 'not_found', title: 'We could not find that', detail: 'The sandbox has no such page.' },
  unknownService: {
    status: 404,
    code: 'not_found',
    title: 'We could not find that',
    detail: 'No service of that name lives here. See GET /services.',
  },
  notJson: { status: 415, code: 'unsupported_media_type', title: 'We cannot read that kind of content', detail: 'Send application/json.' },
  tooLarge: { status: 413, code: 'body_too_large', title: 'That is larger than we accept', detail: 'Send only the faults to set.' },
  malformed: { status: 400, code: 'malformed_request', title: 'We could not read that request', detail: 'The body is not JSON.' },
} as const satisfies Record<string, Refusal>;

function methodRefusal(allowed: string): Refusal {
  return { status: 405, code: 'method_not_allowed', title: 'Method Not Allowed', detail: `Use ${allowed} here.` };
}

function present({ service, address, isListening, faults }: Resident) {
  const { name, title, about } = service;
  return { name, title, about, address, listening: isListening(), faults: faults() };
}

async function readFaults(request: IncomingMessage): Promise<{ faults: Faults } | { refusal: Refusal }> {
  if (contentTypeOf(request) !== 'application/json') return { refusal: refusals.notJson };
  const body = await readBody(request);
  if (body === undefined) return { refusal: refusals.tooLarge };
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return { refusal: refusals.malformed };
  }
  const parsed = Faults.safeParse(sent);
  if (parsed.success) return { faults: parsed.data };
  const errors = parsed.error.issues.map((issue) => ({ path: ['body', ...issue.path].join('.'), message: issue.message }));
  const detail = errors.map((error) => `${error.path}: ${error.message}`).join('. ');
  return { refusal: { status: 400, code: 'validation_failed', title: 'Some fields need another look', detail, errors } };
}

/** The home port: the home page and the switches. */
export function createHomeHandler({ port, residents }: HomeOptions): Handler {
  // Another site could point its own name at this machine. Then the Host header contains that name.
  const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]'].map((host) => `${host}:${port}`));

  function sendHealth(response: ServerResponse): void {
    const missing = residents.filter((resident) => !resident.isListening()).map((resident) => resident.service.name);
    sendJson(response, missing.length === 0 ? 200 : 503, { status: missing.length === 0 ? 'ok' : 'unavailable', missing });
  }

  const pages = new Map<string, (response: ServerResponse) => void>([
    ['/', (response) => sendHtml(response, 200, renderHomePage({ address: `http://localhost:${port}`, residents }))],
    ['/services', (response) => sendJson(response, 200, residents.map(present))],
    ['/health', sendHealth],
  ]);
  const sendBoard = createBoardPages();

  async function flipSwitch(request: IncomingMessage, response: ServerResponse, pathname: string, resident: Resident): Promise<void> {
    if (isForeignOrigin(request)) return sendProblem(response, pathname, refusals.foreignOrigin);
    if (request.method === 'DELETE') {
      resident.setFaults({});
      response.writeHead(204).end();
      return;
    }
    const read = await readFaults(request);
    if ('refusal' in read) return sendProblem(response, pathname, read.refusal);
    resident.setFaults(read.faults);
    sendJson(response, 200, present(resident));
  }

  return async (request, response) => {
    setStrictHeaders(response, { formAction: "'self'" });
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { pathname } = url;
    if (!ownHosts.has(request.headers.host ?? '')) return sendProblem(response, pathname, refusals.foreignHost);
    if (serveAsset(request, response, pathname)) return;

    const switchName = /^\/services\/([^/]+)\/faults$/.exec(pathname)?.[1];
    if (switchName !== undefined) {
      const resident = residents.find(({ service }) => service.name === switchName);
      if (resident === undefined) return sendProblem(response, pathname, refusals.unknownService);
      if (request.method !== 'PUT' && request.method !== 'DELETE') {
        response.setHeader('allow', 'PUT, DELETE');
        return sendProblem(response, pathname, methodRefusal('PUT or DELETE'));
      }
      return flipSwitch(request, response, pathname, resident);
    }

    if (sendBoard(request, response, url) || residents.some(({ service }) => service.pages?.(request, response, url))) return;
    const page = pages.get(pathname);
    if (page === undefined) return sendProblem(response, pathname, refusals.notFound);
    if (request.method !== 'GET') {
      response.setHeader('allow', 'GET');
      return sendProblem(response, pathname, methodRefusal('GET'));
    }
    page(response);
  };
}
