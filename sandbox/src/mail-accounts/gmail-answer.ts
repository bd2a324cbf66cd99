import type { ServerResponse } from 'node:http';
import { sendJson } from '../web/answer.ts';

/** An error in the format of Google's APIs. */
export interface GmailError {
  code: number;
  status: string;
  reason: string;
  domain: string;
  message: string;
}

const usageLimits = 'usageLimits';

export const gmailErrors = {
  unauthenticated: {
    code: 401,
    status: 'UNAUTHENTICATED',
    reason: 'authError',
    domain: 'global',
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  },
  scopeMissing: {
    code: 403,
    status: 'PERMISSION_DENIED',
    reason: 'insufficientPermissions',
    domain: 'global',
    message: 'Request had insufficient authentication scopes.',
  },
  delegationDenied: {
    code: 403,
    status: 'PERMISSION_DENIED',
    reason: 'forbidden',
    domain: 'global',
    message: 'Delegation denied.',
  },
  userRate: {
    code: 403,
    status: 'PERMISSION_DENIED',
    reason: 'userRateLimitExceeded',
    domain: usageLimits,
    message: 'User Rate Limit Exceeded',
  },
  projectRate: {
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    reason: 'rateLimitExceeded',
    domain: usageLimits,
    message: "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute' of service 'gmail.googleapis.com'.",
  },
  projectDay: {
    code: 403,
    status: 'PERMISSION_DENIED',
    reason: 'dailyLimitExceeded',
    domain: usageLimits,
    message: 'Daily Limit Exceeded',
  },
  tooLarge: { code: 413, status: 'INVALID_ARGUMENT', reason: 'uploadTooLarge', domain: 'global', message: 'Request Entity Too Large' },
  unavailable: {
    code: 503,
    status: 'UNAVAILABLE',
    reason: 'backendError',
    domain: 'global',
    message: 'The service is currently unavailable.',
  },
  notFound: { code: 404, status: 'NOT_FOUND', reason: 'notFound', domain: 'global', message: 'Requested entity was not found.' },
} as const satisfies Record<string, GmailError>;

export function invalidArgument(message: string): GmailError {
  return { code: 400, status: 'INVALID_ARGUMENT', reason: 'invalidArgument', domain: 'global', message };
}

/** The mailbox has reached its limit for 24 hours. Gmail says only in the text when it may send again, not in a header. */
export function mailboxDay(waitMs: number): GmailError {
  const until = new Date(Date.now() + waitMs).toISOString();
  return { ...gmailErrors.projectRate, message: `User-rate limit exceeded.  Retry after ${until} (Mail sending)` };
}

/** The error for a status that the sandbox was told to give. */
export function toldToSay(status: number): GmailError {
  const known = Object.values(gmailErrors).find(({ code }) => code === status && status !== 403);
  return known ?? { ...gmailErrors.unavailable, code: status, message: `The sandbox was told to answer ${status}.` };
}

export function sendGmailError(response: ServerResponse, { code, status, reason, domain, message }: GmailError): void {
  if (code === 401) response.setHeader('www-authenticate', 'Bearer realm="https://accounts.google.com/", error="invalid_token"');
  sendJson(response, code, { error: { code, message, errors: [{ message, domain, reason }], status } });
}
