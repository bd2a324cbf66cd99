import { expect, it } from 'vitest';
import { connectReturn, formatConnectError, readConnectOutcome } from './connect-labels.public.ts';

it.each(['access_denied', 'expired', 'scope_missing', 'provider_unavailable', 'other_account', 'limit_reached'])(
  '%s has its own words',
  (code) => {
    expect(formatConnectError(code)).not.toBe(formatConnectError('something else'));
  },
);

it('reads the outcome from the address', () => {
  expect(readConnectOutcome('?accountId=1')).toEqual({ accountId: '1', error: null, attempt: null });
  expect(readConnectOutcome('?error=expired')).toEqual({ accountId: null, error: 'expired', attempt: null });
});

it.each([
  { provider: 'google' as const, accountId: '0190b000-0000-7000-8000-000000000001' },
  { provider: 'microsoft' as const, accountId: null },
])('carries %j there and back', (attempt) => {
  const target = new URL(connectReturn('/dispatcher/setup', 'https://app.example', attempt));
  expect(target.pathname).toBe('/dispatcher/setup');
  expect(readConnectOutcome(target.search).attempt).toEqual(attempt);
});

it.each(['yahoo', 'google.', 'google.<b>', 'https://evil.example'])('takes no %s for an attempt', (from) => {
  expect(readConnectOutcome(`?${new URLSearchParams({ error: 'expired', from })}`).attempt).toBeNull();
});
