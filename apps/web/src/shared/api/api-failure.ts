import type { ErrorCode } from '@headhaul/contracts/http/errors';
import type { NoticeType } from '../notify.ts';
import { specTexts } from '../spec-texts.ts';

interface FailureNotice {
  type: NoticeType;
  message: string;
}

/** Failures of these calls are shown as information, not as errors: most often the invite link is used up. */
const informingPaths = ['/user/team-members/join-by-link', '/api/user/invitations/accept'];

function textField(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null || !(name in value)) return null;
  const text = (value as Record<string, unknown>)[name];
  return typeof text === 'string' && text !== '' ? text : null;
}

/** What to tell the user about a failed call of the base query. */
export function describeFailure(error: unknown): FailureNotice {
  if (isUnreachable(error)) {
    return { type: 'error', message: 'No answer from Headhaul. Check your internet connection and try again.' };
  }
  if (unreadStatus(error) !== null) return { type: 'error', message: outdatedPage };
  const body = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const instance = textField(body, 'instance') ?? '';
  return {
    type: informingPaths.some((path) => instance.includes(path)) ? 'info' : 'error',
    message: textField(body, 'detail') ?? textField(body, 'message') ?? specTexts.unknownError,
  };
}

/** What has to be confirmed before the call succeeds. Null if the API did not say. */
export function confirmationOf(error: unknown): string | null {
  return textField(typeof error === 'object' && error !== null && 'data' in error ? error.data : null, 'confirm');
}

/**
 * The text that a screen shows in place of data that could not be loaded. A server error (status 500 and up) gets a general text, because
 * its own text would not help the user.
 */
export function explainFailure(error: unknown): { what: string; status: number | null; requestId: string | null } {
  const unread = unreadStatus(error);
  if (unread !== null) return { what: outdatedPage, status: unread, requestId: null };
  const status = typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' ? error.status : null;
  const body = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const words = status !== null && status < 500 ? textField(body, 'detail')?.replace(/\.$/, '') : undefined;
  return { what: `${words ?? 'Our server did not answer'}.`, status, requestId: textField(body, 'requestId') };
}

/** Spread into a call's input when its failures have a better place than a toast: `change({ ...suppressToast, params, body })`. */
export const suppressToast = { isQuiet: true };

const suppressed = new Set<string>();

/** For queries whose screens show the failure themselves, in place of the data. */
export function suppressToastOf(...endpointNames: string[]): void {
  for (const name of endpointNames) suppressed.add(name);
}

/** Whether the caller shows the failure itself, read from the action's meta. */
export function isQuietCall(meta: unknown): boolean {
  const arg = typeof meta === 'object' && meta !== null && 'arg' in meta ? meta.arg : null;
  if (typeof arg !== 'object' || arg === null) return false;
  if ('endpointName' in arg && typeof arg.endpointName === 'string' && suppressed.has(arg.endpointName)) return true;
  const input = 'originalArgs' in arg ? arg.originalArgs : null;
  return typeof input === 'object' && input !== null && 'isQuiet' in input;
}

const outdatedPage = 'This page may be out of date. Reload it.';

/**
 * The status of an answer that this program can't read, though the server did what was asked. Most often the tab was opened before Headhaul
 * was updated. Null for any other failure.
 */
function unreadStatus(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('status' in error) || !('originalStatus' in error)) return null;
  const { status, originalStatus } = error;
  return status === 'PARSING_ERROR' && typeof originalStatus === 'number' && originalStatus < 300 ? originalStatus : null;
}

/** The server gave no answer, so it is unknown whether the call was carried out. */
export function isUnreachable(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR';
}

/** The error code of a refusal, as in the contracts' table of errors. Null for any other failure. */
export function failureCode(error: unknown): string | null {
  return textField(typeof error === 'object' && error !== null && 'data' in error ? error.data : null, 'code');
}

/** The call needs a fresh sign-in. A person who canceled that dialog needs no further message. */
export function isUnconfirmed(error: unknown): boolean {
  return failureCode(error) === ('sign_in_again' satisfies ErrorCode);
}
