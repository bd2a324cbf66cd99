import { expect, it } from 'vitest';
import { describeFailure, explainFailure } from './api-failure.ts';

it.each([
  [{ status: 422, data: { detail: 'Your plan’s limit is reached', message: 'other' } }, 'error', 'Your plan’s limit is reached'],
  [{ status: 400, data: { message: 'Only a message' } }, 'error', 'Only a message'],
  [{ status: 500, data: null }, 'error', 'Unknown error'],
  [{ status: 500, data: { detail: '' } }, 'error', 'Unknown error'],
  [undefined, 'error', 'Unknown error'],
  [{ status: 'PARSING_ERROR', originalStatus: 200, data: '', error: '…' }, 'error', 'This page may be out of date. Reload it.'],
  [{ status: 'PARSING_ERROR', originalStatus: 502, data: '<h1>', error: '…' }, 'error', 'Unknown error'],
  [{ status: 404, data: { detail: 'Used up', instance: '/api/user/team-members/join-by-link' } }, 'info', 'Used up'],
  [{ status: 404, data: { detail: 'Used up', instance: '/api/user/invitations/accept' } }, 'info', 'Used up'],
])('%j is told as %s: %s', (error, type, message) => {
  expect(describeFailure(error)).toEqual({ type, message });
});

it.each([
  [{ status: 403, data: { detail: 'Not for drivers.', requestId: 'r-1' } }, 'Not for drivers.', 403, 'r-1'],
  [{ status: 404, data: { detail: 'There is no such week' } }, 'There is no such week.', 404, null],
  [{ status: 500, data: { detail: 'Null in column 4', requestId: 'r-2' } }, 'Our server did not answer.', 500, 'r-2'],
  [{ status: 400, data: { detail: '' } }, 'Our server did not answer.', 400, null],
  [{ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' }, 'Our server did not answer.', null, null],
  [undefined, 'Our server did not answer.', null, null],
  [{ status: 'PARSING_ERROR', originalStatus: 200, data: '', error: '…' }, 'This page may be out of date. Reload it.', 200, null],
  [{ status: 'PARSING_ERROR', originalStatus: 502, data: '<h1>', error: '…' }, 'Our server did not answer.', null, null],
])('%j in the place of data: %s', (error, what, status, requestId) => {
  expect(explainFailure(error)).toEqual({ what, status, requestId });
});
