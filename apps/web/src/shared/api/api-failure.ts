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
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  if (status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR') {
    return { type: 'error', message: 'No answer from Headhaul. Check your internet connection and try again.' };
  }
  const body = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const instance = textField(body, 'instance') ?? '';
  return {
    type: informingPaths.some((path) => instance.includes(path)) ? 'info' : 'error',
    message: textField(body, 'detail') ?? textField(body, 'message') ?? specTexts.unknownError,
  };
}
