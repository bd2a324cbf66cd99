import { CompanyInput } from '@headhaul/contracts/company';
import { expect, it } from 'vitest';
import { schemaErrors, serverErrors } from './form-errors.ts';

const company = {
  name: 'Bluff Line Logistics',
  mc: '1184420',
  dot: null,
  address: '',
  phone: '',
  timeZone: 'America/Chicago',
  weekStartsOn: 'MONDAY',
  weekCountsBy: 'DELIVERY',
};

it('a complete company has no errors', () => {
  expect(schemaErrors(CompanyInput, company)).toEqual({});
});

it('the contract’s own sentences stand at their fields', () => {
  expect(schemaErrors(CompanyInput, { ...company, name: ' ', mc: '12ab', timeZone: 'Mars' })).toEqual({
    name: 'Enter a company name',
    mc: 'Digits only, at most 8',
    timeZone: 'Choose a time zone',
  });
});

function failure(errors: unknown) {
  const data = { type: 'about:blank', title: 't', status: 400, code: 'validation_failed', detail: 'd', instance: '/api/x', errors };
  return { status: 400, data };
}

it.each([
  [failure([{ path: 'body.mc', message: 'Digits only' }]), { mc: 'Digits only' }],
  [failure([{ path: 'body.emails.3', message: 'Check this address' }]), { emails: 'Check this address' }],
  [
    failure([
      { path: 'body.mc', message: 'first' },
      { path: 'body.mc', message: 'second' },
    ]),
    { mc: 'first' },
  ],
  [failure([{ path: 'query.cursor', message: 'old' }]), {}],
  [failure(undefined), {}],
  [{ status: 'FETCH_ERROR', error: 'down' }, {}],
  [undefined, {}],
])('%j is told at %j', (given, expected) => {
  expect(serverErrors(given)).toEqual(expected);
});
