import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../web/answer.ts';

/** An error in the format of Microsoft Graph. */
export interface GraphError {
  status: number;
  code: string;
  message: string;
  /** Seconds, for the Retry-After header. */
  retryAfter?: number;
}

export const graphErrors = {
  noToken: { status: 401, code: 'InvalidAuthenticationToken', message: 'Access token is empty.' },
  badToken: { status: 401, code: 'InvalidAuthenticationToken', message: 'Lifetime validation failed, the token is expired.' },
  scopeMissing: { status: 403, code: 'ErrorAccessDenied', message: 'Access is denied. Check credentials and try again.' },
  notThisSender: {
    status: 403,
    code: 'ErrorSendAsDenied',
    message:
      'The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.',
  },
  noRecipients: { status: 400, code: 'ErrorInvalidRecipients', message: 'At least one recipient is not valid.' },
  notBase64: { status: 400, code: 'ErrorMimeContentInvalidBase64String', message: 'Invalid base64 string for MIME content.' },
  notJson: { status: 400, code: 'RequestBodyRead', message: 'Unable to read JSON request payload.' },
  tooLarge: { status: 413, code: 'RequestEntityTooLarge', message: 'The maximum request length supported is 4MB.' },
  unavailable: { status: 503, code: 'ServiceUnavailable', message: 'The service is temporarily unavailable. Please retry later.' },
  notFound: { status: 404, code: 'ResourceNotFound', message: 'Resource not found for the segment.' },
} as const satisfies Record<string, GraphError>;

export function throttled(waitMs: number): GraphError {
  const message = 'Application is over its MessageRate limit.';
  return { status: 429, code: 'ApplicationThrottled', message, retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) };
}

export function dayIsFull(waitMs: number): GraphError {
  const message = 'The message submission was blocked because the mailbox exceeded its daily recipient limit.';
  return { status: 429, code: 'ErrorMessageSubmissionBlocked', message, retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) };
}

/** The error for a status that the sandbox was told to give. */
export function toldToSay(status: number): GraphError {
  if (status === 429) return throttled(10_000);
  const known = Object.values(graphErrors).find((error) => error.status === status && ![400, 403].includes(status));
  return known ?? { status, code: 'UnknownError', message: `The sandbox was told to answer ${status}.` };
}

export function sendGraphError(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message, retryAfter }: GraphError,
): void {
  const requestId = randomUUID();
  const clientRequestId = String(request.headers['client-request-id'] ?? requestId);
  response.setHeader('request-id', requestId);
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  const date = new Date().toISOString().slice(0, 19);
  sendJson(response, status, {
    error: { code, message, innerError: { date, 'request-id': requestId, 'client-request-id': clientRequestId } },
  });
}
