import { z } from 'zod';
import { SessionEnd } from '../session-end.ts';

/**
 * Every error the API can answer: its HTTP status and the sentence people read. Everything else is derived from this table. Only
 * `session_conflict` uses 409, because by the specification a 409 signs the user out.
 */
export const errorCodes = {
  validation_failed: { status: 400, title: 'Some fields need another look' },
  malformed_request: { status: 400, title: 'We could not read that request' },
  invalid_redirect: { status: 400, title: 'That return address is not allowed' },
  invalid_signature: { status: 400, title: 'That message is not from the payment service' },
  invalid_code: { status: 400, title: 'This sign-in link was already used or is too old' },
  wrong_email_code: { status: 400, title: 'That code is wrong or too old' },
  invalid_invite: { status: 404, title: 'This invite was used, canceled or is too old' },
  not_signed_in: { status: 401, title: 'Please sign in' },
  session_expired: { status: 401, title: 'Your session ended. Please sign in again' },
  refresh_refused: { status: 401, title: 'Your session ended. Please sign in again' },
  not_allowed: { status: 403, title: 'Your role does not allow this' },
  wrong_account: { status: 403, title: 'This invite is for another email' },
  sign_in_again: { status: 403, title: 'Please confirm that it is you' },
  email_unproven: { status: 403, title: 'Please confirm your email address first' },
  not_found: { status: 404, title: 'We could not find that' },
  method_not_allowed: { status: 405, title: 'Method Not Allowed' },
  request_too_slow: { status: 408, title: 'Your connection was too slow for this. Please try again' },
  session_conflict: { status: 409, title: 'You were signed out because your account changed' },
  length_required: { status: 411, title: 'We could not read that request' },
  version_stale: { status: 412, title: 'Someone changed this while you were editing' },
  body_too_large: { status: 413, title: 'That is larger than we accept' },
  unsupported_media_type: { status: 415, title: 'We cannot read that kind of content' },
  file_infected: { status: 422, title: 'This file has a virus. We did not keep it' },
  idempotency_mismatch: { status: 422, title: 'This request was already sent with other content' },
  move_not_allowed: { status: 422, title: 'That is not possible now' },
  confirmation_needed: { status: 422, title: 'Please confirm this first' },
  already_taken: { status: 422, title: 'That number is already taken' },
  limit_reached: { status: 422, title: 'A limit is reached' },
  headers_too_large: { status: 431, title: 'That address is longer than we accept' },
  too_many_requests: { status: 429, title: 'Too many requests. Please wait a moment' },
  provider_unavailable: { status: 503, title: 'The sign-in service does not answer. Please try again' },
  payment_unavailable: { status: 503, title: 'The payment service does not answer. Nothing was charged. Please try again.' },
  mailbox_refused: { status: 422, title: 'The mail server did not let us in' },
  mailbox_unavailable: { status: 503, title: 'The mail service does not answer. Please try again' },
  unavailable: { status: 503, title: 'We are restarting. Please try again in a moment' },
  internal: { status: 500, title: 'Something went wrong' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCodes;

export const FieldError = z.object({
  /** The field, such as `body.email` or `query.page`. */
  path: z.string(),
  message: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

/** RFC 9457 problem details. `code` is a plain string, so that an older client can read a newer server. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  instance: z.string(),
  requestId: z.string().optional(),
  errors: z.array(FieldError).optional(),
  retryAfterSeconds: z.int().optional(),
  /** For a confirmation that is needed: what has to be confirmed, if it can be more than one thing. */
  confirm: z.string().optional(),
  /** For a move that is not allowed: the moves that are. */
  allowedNext: z.array(z.string()).optional(),
  /** For a limit that is reached: which one, and how much of it is used. */
  limit: z.object({ name: z.string(), current: z.int(), max: z.int(), isPlanActive: z.boolean() }).optional(),
  /** For a stale version: the current record, in the shape that its endpoint answers. */
  current: z.unknown().optional(),
  /** For a refresh of a session that somebody ended: why. Only the browser that held the session is told. */
  ended: SessionEnd.optional(),
});
export type Problem = z.infer<typeof Problem>;
