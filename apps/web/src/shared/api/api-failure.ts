import type { ErrorCode } from '@headhaul/contracts/http/errors';
import type { NoticeType } from '../notify.ts';
import { specTexts } from '../spec-texts.ts';

interface FailureNotice {
  type: NoticeType;
  message: string;
}

/** Joining by a link that is used up is news, not a fault. */
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
  const body = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const instance = textField(body, 'instance') ?? '';
  return {
    type: informingPaths.some((path) => instance.includes(path)) ? 'info' : 'error',
    message: textField(body, 'detail') ?? textField(body, 'message') ?? specTexts.unknownError,
  };
}

/** What a screen says in the place of data that didn't come. A fault of ours has no words that would help anybody. */
export function explainFailure(error: unknown): { what: string; status: number | null; requestId: string | null } {
  const status = typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' ? error.status : null;
  const body = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const words = status !== null && status < 500 ? textField(body, 'detail')?.replace(/\.$/, '') : undefined;
  return { what: `${words ?? 'Our server did not answer'}.`, status, requestId: textField(body, 'requestId') };
}

/** Spread into a call's input when its failures have a better place than a toast: `change({ ...suppressToast, params, body })`. */
export const suppressToast = { isQuiet: true };

const suppressed = new Set<string>();

/** For queries whose screens say themselves, where the data would stand, that it didn't come. */
export function suppressToastOf(...endpointNames: string[]): void {
  for (const name of endpointNames) suppressed.add(name);
}

/** Whether a failed call, by its action's meta, is told elsewhere. */
export function isQuietCall(meta: unknown): boolean {
  const arg = typeof meta === 'object' && meta !== null && 'arg' in meta ? meta.arg : null;
  if (typeof arg !== 'object' || arg === null) return false;
  if ('endpointName' in arg && typeof arg.endpointName === 'string' && suppressed.has(arg.endpointName)) return true;
  const input = 'originalArgs' in arg ? arg.originalArgs : null;
  return typeof input === 'object' && input !== null && 'isQuiet' in input;
}

/** The server gave no answer, so nobody knows whether it was done. */
export function isUnreachable(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR';
}

/** The code of an answer that refuses, as in the contracts' table of errors; null for any other failure. */
export function failureCode(error: unknown): string | null {
  return textField(typeof error === 'object' && error !== null && 'data' in error ? error.data : null, 'code');
}

/** It waits for somebody to confirm that it is them. Who was asked and wouldn't knows it; nobody has to tell them. */
export function isUnconfirmed(error: unknown): boolean {
  return failureCode(error) === ('sign_in_again' satisfies ErrorCode);
}
