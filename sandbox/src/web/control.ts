import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { contentTypeOf, isForeignOrigin, type Refusal, readBody, sendJson, sendProblem } from './answer.ts';

/** A switch that cannot be flipped that way. */
class SwitchRefusal extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

export const unknownHere = (detail: string) =>
  new SwitchRefusal({ status: 404, code: 'not_found', title: 'We could not find that', detail });

/** Returns undefined for a 204. `id` is the part of the path in place of `:id`. */
export type Switch = (id: string, body: unknown) => unknown;

const foreignOrigin: Refusal = {
  status: 403,
  code: 'not_allowed',
  title: 'Not from here',
  detail: 'Another site may not use these switches.',
};

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request);
  if (body === undefined)
    throw new SwitchRefusal({
      status: 413,
      code: 'body_too_large',
      title: 'That is larger than we accept',
      detail: 'Send only the settings.',
    });
  if (body === '') return {};
  // A form of another site cannot send this type.
  if (contentTypeOf(request) !== 'application/json')
    throw new SwitchRefusal({
      status: 415,
      code: 'unsupported_media_type',
      title: 'We could not read that request',
      detail: 'Send application/json.',
    });
  return JSON.parse(body);
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof SwitchRefusal) return error.refusal;
  if (error instanceof z.ZodError)
    return { status: 400, code: 'validation_failed', title: 'Some fields need another look', detail: z.prettifyError(error) };
  if (error instanceof SyntaxError)
    return { status: 400, code: 'malformed_request', title: 'We could not read that request', detail: 'The body is not JSON.' };
  throw error;
}

/**
 * Switches for tests and developers, as JSON on the home port. They work while the service itself is down. A key is like "PUT
 * /services/gmail/sending/mailboxes/:id". `explain` turns a service's own errors into refusals.
 */
export function createSwitches(
  switches: Readonly<Record<string, Switch>>,
  explain: (error: unknown) => Refusal | undefined = () => undefined,
) {
  const patterns = Object.entries(switches).map(([key, flip]) => ({ pattern: new RegExp(`^${key.replace(':id', '([^/]+)')}$`), flip }));

  async function answer(request: IncomingMessage, response: ServerResponse, pathname: string, flip: Switch, id: string): Promise<void> {
    try {
      if (isForeignOrigin(request)) return sendProblem(response, pathname, foreignOrigin);
      const result = await flip(decodeURIComponent(id), await readJson(request));
      if (result === undefined) response.writeHead(204).end();
      else sendJson(response, 200, result);
    } catch (error) {
      sendProblem(response, pathname, explain(error) ?? refusalOf(error));
    }
  }

  return (request: IncomingMessage, response: ServerResponse, { pathname }: URL): boolean => {
    for (const { pattern, flip } of patterns) {
      const match = pattern.exec(`${request.method} ${pathname}`);
      if (match === null) continue;
      answer(request, response, pathname, flip, match[1] ?? '').catch((error: unknown) => {
        console.error(`${request.method} ${pathname} failed`, error);
        response.destroy();
      });
      return true;
    }
    return false;
  };
}
