import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FaultSwitch } from '../resident/faults.ts';
import { createHttpServer } from '../resident/http-server.ts';
import type { SandboxService } from '../resident/service.ts';
import { sendJson } from '../web/answer.ts';
import { locate } from './locate.ts';

const path = '/maps/api/geocode/json';

interface Answer {
  httpStatus: number;
  status: 'OK' | 'ZERO_RESULTS' | 'OVER_QUERY_LIMIT' | 'REQUEST_DENIED' | 'INVALID_REQUEST' | 'UNKNOWN_ERROR';
  error_message?: string;
  results: unknown[];
}

function refuse(status: Answer['status'], error_message: string, httpStatus = 200): Answer {
  return { httpStatus, status, error_message, results: [] };
}

/** Google sends most refusals with HTTP 200 and a status in the body, also for the quota (429) and for a key without rights (403). */
function faultyAnswer(status: number): Answer {
  if (status === 429) return refuse('OVER_QUERY_LIMIT', 'You have exceeded your rate-limit for this API.');
  if (status === 403) return refuse('REQUEST_DENIED', 'This API project is not authorized to use this API.');
  return refuse('UNKNOWN_ERROR', `The sandbox was told to answer ${status}.`, status);
}

function answer(query: URLSearchParams, key: string): Answer {
  const given = query.get('key') ?? '';
  if (given === '') return refuse('REQUEST_DENIED', 'You must use an API key to authenticate each request to Google Maps Platform APIs.');
  if (given !== key) return refuse('REQUEST_DENIED', 'The provided API key is invalid.');
  const address = query.get('address') ?? '';
  if (address.trim() === '')
    return refuse('INVALID_REQUEST', `Invalid request. Missing the 'address', 'components', 'latlng' or 'place_id' parameter.`, 400);
  const result = locate(address);
  return result ? { httpStatus: 200, status: 'OK', results: [result] } : { httpStatus: 200, status: 'ZERO_RESULTS', results: [] };
}

/** The Geocoding API in place of Google's. `key` is the one it accepts. */
export function createGeocoderService(portOffset: number, key: string): SandboxService {
  return {
    name: 'geocoder',
    title: 'Google geocoding',
    about:
      'Geocoding API in place of Google’s: knows the larger freight markets, asks for the key, and says the quota is used up on demand.',
    portOffset,
    lookAt: { label: 'Locate an address', path: `${path}?address=880+Depot+St,+Joplin,+MO&key=${encodeURIComponent(key)}` },
    createServer({ faults }) {
      // The shared server handles delays and dropped connections. Error answers have this API's own format.
      const withoutStatus: FaultSwitch = { ...faults, takeErrorStatus: () => undefined };
      return createHttpServer(withoutStatus, (request: IncomingMessage, response: ServerResponse) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        if (request.method !== 'GET' || url.pathname !== path) {
          response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('The sandbox serves only the Geocoding API here.\n');
          return;
        }
        const errorStatus = faults.takeErrorStatus();
        const { httpStatus, ...body } = errorStatus === undefined ? answer(url.searchParams, key) : faultyAnswer(errorStatus);
        sendJson(response, httpStatus, body);
      });
    },
  };
}
