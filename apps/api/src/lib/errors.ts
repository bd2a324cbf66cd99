import { type ErrorCode, errorCodes, type FieldError, type Problem } from '@headhaul/contracts/http/errors';

export interface AppErrorDetails {
  /** Text for the user. The default is the code's title. */
  detail?: string;
  /** Text for the log only. */
  reason?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
  confirm?: 'DOUBLE_BOOKING' | 'FACTOR' | 'FIT';
  allowedNext?: string[];
  limit?: NonNullable<Problem['limit']>;
  current?: unknown;
  ended?: NonNullable<Problem['ended']>;
  cause?: unknown;
}

/** An error that we answer on purpose. Other errors become `internal`, unless lib/http/problem.ts knows them. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    // The message goes to the log, so it must not be `detail`, which may quote a user's text.
    super(details.reason ?? code, { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

export function toProblem(error: AppError, instance: string, requestId: string): Problem {
  const { status, title } = errorCodes[error.code];
  return {
    type: `urn:headhaul:problem:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.details.detail ?? title,
    instance,
    requestId,
    ...(error.details.errors ? { errors: error.details.errors } : {}),
    ...(error.details.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.details.retryAfterSeconds }),
    ...(error.details.confirm ? { confirm: error.details.confirm } : {}),
    ...(error.details.allowedNext ? { allowedNext: error.details.allowedNext } : {}),
    ...(error.details.limit ? { limit: error.details.limit } : {}),
    ...(error.details.current === undefined ? {} : { current: error.details.current }),
    ...(error.details.ended ? { ended: error.details.ended } : {}),
  };
}
