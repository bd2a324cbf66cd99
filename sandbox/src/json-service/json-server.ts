import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FaultSwitch } from '../resident/faults.ts';
import { createHttpServer } from '../resident/http-server.ts';
import type { OddityControl } from './oddities.ts';
import { confuseTypes, renderMaintenance } from './spoil.ts';

export interface JsonAnswer {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

interface JsonServerOptions {
  faults: FaultSwitch;
  control: OddityControl;
  /** Parameters that hold a key. The list of requests does not show their values. */
  keyParameters: readonly string[];
  answer(request: IncomingMessage, url: URL): JsonAnswer | Promise<JsonAnswer>;
  /** The body with which this API says an error that the fault switch asks for. */
  errorBody(status: number): unknown;
}

function send(response: ServerResponse, { status, body, headers }: JsonAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers });
  response.end(JSON.stringify(body));
}

/** A server for a service that answers with JSON: it applies faults and oddities, and lists the requests. */
export function createJsonServer({ faults, control, keyParameters, answer, errorBody }: JsonServerOptions): Server {
  // The shared server handles delays and dropped connections. Error answers have the API's own format.
  const withoutStatus: FaultSwitch = { ...faults, takeErrorStatus: () => undefined };

  function withoutKeys({ pathname, searchParams }: URL): string {
    const shown = [...searchParams].map(([name, value]) => `${name}=${keyParameters.includes(name) ? '…' : value}`);
    return shown.length === 0 ? pathname : `${pathname}?${shown.join('&')}`;
  }

  async function decide(request: IncomingMessage, url: URL): Promise<JsonAnswer> {
    const waitSeconds = control.takeCall(Date.now());
    if (waitSeconds !== null) return { status: 429, body: errorBody(429), headers: { 'retry-after': waitSeconds.toFixed(3) } };
    const status = faults.takeErrorStatus();
    if (status === undefined) return answer(request, url);
    const { retryAfterSeconds } = control.oddities;
    const hasRetryAfter = retryAfterSeconds !== undefined && (status === 429 || status === 503);
    return { status, body: errorBody(status), headers: hasRetryAfter ? { 'retry-after': String(retryAfterSeconds) } : {} };
  }

  return createHttpServer(withoutStatus, async (request, response) => {
    // The caller hung up during a delay. Nobody reads the answer, and the list of requests may have been cleared meanwhile.
    if (request.socket.destroyed) return;
    const url = new URL(request.url ?? '/', 'http://localhost');
    const decided = await decide(request, url);
    const spoiling = decided.status < 300 ? control.takeSpoiling() : undefined;
    control.log({
      at: new Date().toISOString(),
      method: request.method ?? 'GET',
      path: withoutKeys(url),
      status: spoiling === 'reset' ? null : decided.status,
    });
    if (spoiling === 'reset') request.socket.resetAndDestroy();
    else if (spoiling === 'maintenance') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(renderMaintenance(control.maintenanceTitle));
    } else if (spoiling === 'truncated') {
      const text = JSON.stringify(decided.body);
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text.slice(0, Math.ceil(text.length / 2)));
    } else send(response, spoiling === 'wrongTypes' ? { ...decided, body: confuseTypes(decided.body) } : decided);
  });
}
