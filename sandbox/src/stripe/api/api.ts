import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FaultSwitch } from '../../resident/faults.ts';
import { readBody } from '../../web/answer.ts';
import { apiVersion, newId, type World } from '../world.ts';
import { findRoute } from './api-routes.ts';
import { expand } from './expansion.ts';
import { type Form, parseForm } from './form-body.ts';
import { type RefusalBody, StripeRefusal } from './refusal.ts';

function keyOf({ headers: { authorization = '' } }: IncomingMessage): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== 'basic') return value;
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? '';
}

function checkKey(given: string, key: string): void {
  if (given === key) return;
  const message =
    given === ''
      ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
      : `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`;
  throw new StripeRefusal(401, { type: 'invalid_request_error', message });
}

function faultyBody(status: number): RefusalBody {
  if (status === 429) return { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' };
  return { type: 'api_error', message: `The sandbox was told to answer ${status}.` };
}

interface Outcome {
  status: number;
  body: string;
}

function run(world: World, method: string, path: string, form: Form): Outcome {
  const route = findRoute(method, path);
  if (route === undefined) {
    const message = `Unrecognized request URL (${method}: ${path}). The sandbox knows the calls that Headhaul makes.`;
    throw new StripeRefusal(404, { type: 'invalid_request_error', message });
  }
  const { expand: wanted, ...rest } = form;
  const answer = route.answer({ world, id: route.id, form: rest, path });
  const paths = Array.isArray(wanted) ? wanted.map(String) : [];
  return { status: 200, body: JSON.stringify(expand(world, answer, paths), null, 2) };
}

function outcomeOf(work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) };
  }
}

/**
 * The same key with the same parameters gets the same answer. With other parameters it is refused. Answers to invalid requests are not
 * kept.
 */
function runOnce(world: World, key: string, fingerprint: string, work: () => Outcome): Outcome & { isReplay: boolean } {
  const known = world.records.answers.get(key);
  if (known === undefined) {
    const outcome = outcomeOf(work);
    if (outcome.status < 400 || outcome.status === 402) world.records.answers.set(key, { fingerprint, ...outcome });
    return { ...outcome, isReplay: false };
  }
  if (known.fingerprint === fingerprint) return { status: known.status, body: known.body, isReplay: true };
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  return { status: 400, body: JSON.stringify({ error: { type: 'idempotency_error', message } }), isReplay: false };
}

/** The API under `/v1`. */
export function createApi(world: World, key: string, faults: FaultSwitch) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const method = request.method ?? 'GET';
    const sent = await readBody(request);
    const text = sent === undefined || sent === '' ? url.search.slice(1) : sent;
    const idempotencyKey = method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const faultyStatus = faults.takeErrorStatus();

    const work = () => {
      checkKey(keyOf(request), key);
      if (faultyStatus !== undefined) throw new StripeRefusal(faultyStatus, faultyBody(faultyStatus));
      return run(world, method, url.pathname, parseForm(text));
    };
    const outcome =
      typeof idempotencyKey === 'string' && faultyStatus === undefined && keyOf(request) === key
        ? runOnce(world, idempotencyKey, `${url.pathname}?${text}`, work)
        : { ...outcomeOf(work), isReplay: false };

    if (method === 'POST' && world.settings.loseAnswers > 0) {
      world.settings.loseAnswers -= 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(outcome.status, {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': newId('req').slice(0, 18),
      'stripe-version': apiVersion,
      ...(typeof idempotencyKey === 'string' && { 'idempotency-key': idempotencyKey }),
      ...(outcome.isReplay && { 'idempotent-replayed': 'true' }),
    });
    response.end(outcome.body);
  };
}
