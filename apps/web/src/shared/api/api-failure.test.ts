import { expect, it } from 'vitest';
import { describeFailure } from './api-failure.ts';

it.each([
  [{ status: 422, data: { detail: 'Your plan’s limit is reached', message: 'other' } }, 'error', 'Your plan’s limit is reached'],
  [{ status: 400, data: { message: 'Only a message' } }, 'error', 'Only a message'],
  [{ status: 500, data: null }, 'error', 'Unknown error'],
  [{ status: 500, data: { detail: '' } }, 'error', 'Unknown error'],
  [undefined, 'error', 'Unknown error'],
  [{ status: 404, data: { detail: 'Used up', instance: '/api/user/team-members/join-by-link' } }, 'info', 'Used up'],
  [{ status: 404, data: { detail: 'Used up', instance: '/api/user/invitations/accept' } }, 'info', 'Used up'],
])('%j is told as %s: %s', (error, type, message) => {
  expect(describeFailure(error)).toEqual({ type, message });
});
