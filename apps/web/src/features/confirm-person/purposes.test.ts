import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import { expect, it } from 'vitest';
import { describePurpose } from './purposes.ts';

const contracts = import.meta.glob<Record<string, unknown>>(
  ['../../../../../packages/contracts/src/**/*.ts', '!../../../../../packages/contracts/src/**/*.test.ts'],
  { eager: true },
);
const endpoints = Object.values(contracts)
  .flatMap((file) => Object.entries(file).filter(([name]) => name.endsWith('Endpoints')))
  .flatMap(([, map]) => Object.values(map as Record<string, Endpoint>));
/** The generic question before a tab opens. Its caller says what it is for. */
const withoutPurpose = '/auth/fresh';
/** These ask only for some objects. */
const sometimes = ['DELETE /user/team-members/{id}', 'POST /email-accounts/smtp'];

it('every call that asks for a fresh sign-in says what it is for', () => {
  const asking = endpoints.filter(
    ({ method, path, freshWithinMinutes }) =>
      path !== withoutPurpose && (freshWithinMinutes !== undefined || sometimes.includes(`${method} ${path}`)),
  );
  expect(asking.length).toBeGreaterThanOrEqual(12);
  expect(asking.filter((endpoint) => describePurpose(endpoint) === null).map(({ path }) => path)).toEqual([]);
});

it('says nothing of a call that it does not know', () => {
  expect(describePurpose({ method: 'POST', path: '/later' })).toBeNull();
});
