import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@headhaul/contracts/http/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toProblem } from '../errors.ts';

/** Our error codes for errors that the framework throws. */
const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_FILES_LIMIT: 'body_too_large',
  FST_PARTS_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  // No id of ours is this long.
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : frameworkErrors[code];
  if (known) return new AppError(known, { cause: error });
  if (statusCode === 400) return new AppError('malformed_request', { cause: error });
  // PostgreSQL refused a zero byte, in a text or inside JSON. It cannot store one.
  if (code === '22021' || code === '22P05') return new AppError('malformed_request', { cause: error });
  if (statusCode === 403 || statusCode === 404) return new AppError('not_found', { cause: error });
  // A statement took too long, or no connection of the pool became free in time.
  if (code === '57014' || (error as Error).message === 'timeout exceeded when trying to connect')
    return new AppError('unavailable', {
      detail: 'We have too much to do right now. Please try again in a moment.',
      retryAfterSeconds: 5,
      cause: error,
    });
  if (code === 'ECONNREFUSED' || code === '57P01' || code === '57P03' || code === '53300')
    return new AppError('unavailable', { cause: error });
  return new AppError('internal', { cause: error });
}

/** Without the query: it can hold one-time codes. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toAppError(error);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem, problem: problem.code }, problem.message);
  else request.log.info({ problem: problem.code, reason: problem.message }, 'refused');
  if (problem.details.retryAfterSeconds !== undefined) void reply.header('retry-after', problem.details.retryAfterSeconds);
  return reply
    .status(problem.status)
    .header('content-type', 'application/problem+json')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(toProblem(problem, pathOf(request), request.id)));
}

/** As helmet sets it on every other answer. */
const answerPolicy = "default-src 'none';base-uri 'none';frame-ancestors 'none'";

/** A URL that can't be decoded is refused before any hook runs, so this sets the headers that hooks would set. */
export function sendUnroutable(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff').header('content-security-policy', answerPolicy);
  void sendProblem(error, request, reply);
}

/**
 * Answers input that never became a request because its head was too long, too slow or not HTTP. There is no reply object yet, so
 * the answer is written by hand.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  answerByHand(socket, new AppError(unreadable[error.code ?? ''] ?? 'malformed_request'));
}

const unreadable: Record<string, ErrorCode> = { HPE_HEADER_OVERFLOW: 'headers_too_large', ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow' };

/** Writes an answer without a reply object, then closes the connection. */
export function answerByHand(socket: Socket, error: AppError): void {
  const body = JSON.stringify(toProblem(error, '/', ''));
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\nx-content-type-options: nosniff\r\ncontent-security-policy: ${answerPolicy}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

export function handleProblems(app: FastifyInstance): void {
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(new AppError('not_found'), request, reply));
}
