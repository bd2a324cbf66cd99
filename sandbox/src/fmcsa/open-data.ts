import type { IncomingMessage } from 'node:http';
import type { JsonAnswer } from '../json-service/json-server.ts';
import { datasets, rowsOf } from './datasets.ts';
import type { RegistrantState } from './registrant.ts';
import type { Registry } from './registry.ts';
import { query, SoqlError } from './soql.ts';

const dayMs = 86_400_000;

function tokenOf(request: IncomingMessage, url: URL): string | undefined {
  const header = request.headers['x-app-token'];
  return (Array.isArray(header) ? header[0] : header) ?? url.searchParams.get('$$app_token') ?? undefined;
}

/** Most questions name one company, and the register may hold thousands. */
function listStates(registry: Registry, ageDays: number, { searchParams }: URL): RegistrantState[] {
  const dot = searchParams.get('dot_number') ?? searchParams.get('usdot_number');
  if (dot === null) return registry.list(ageDays);
  const state = registry.find(dot.replace(/^0+/, ''), ageDays);
  return state ? [state] : [];
}

function refuse(status: number, code: string, message: string, data: object = {}): JsonAnswer {
  return { status, body: { code, error: true, message, data } };
}

/**
 * FMCSA's data on data.transportation.gov, in Socrata's format. A token is optional there; a wrong one is refused. `ageDays` is how old
 * the data are.
 */
export function answerOpenData(registry: Registry, token: string, ageDays: number, request: IncomingMessage, url: URL): JsonAnswer {
  const given = tokenOf(request, url);
  if (given !== undefined && given !== token) return refuse(403, 'permission_denied', 'Invalid app_token specified');
  const id = /^\/resource\/([^/]+)\.json$/.exec(url.pathname)?.[1] ?? '';
  const dataset = datasets[id];
  if (dataset === undefined) return refuse(404, 'dataset.missing', 'Not found', { id });
  const dataMs = Date.now() - ageDays * dayMs;
  try {
    const rows = query(rowsOf(dataset, listStates(registry, ageDays, url), dataMs), dataset.columns, url.searchParams);
    const changedAt = new Date(dataMs).toUTCString();
    return {
      status: 200,
      body: rows,
      headers: {
        'last-modified': changedAt,
        'x-soda2-truth-last-modified': changedAt,
        'x-soda2-fields': JSON.stringify(Object.keys(dataset.columns)),
        'x-soda2-types': JSON.stringify(Object.values(dataset.columns)),
      },
    };
  } catch (error) {
    if (!(error instanceof SoqlError)) throw error;
    return { status: 400, body: { message: `Query coordinator error: ${error.code}; ${error.message}`, errorCode: error.code, data: {} } };
  }
}

export function openDataErrorBody(status: number): unknown {
  const message = status === 429 ? 'Too many requests. Use an app token.' : `The sandbox was told to answer ${status}.`;
  return { code: status === 429 ? 'throttled' : 'internal_error', error: true, message };
}
