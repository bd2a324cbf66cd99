import { expect, it } from 'vitest';
import type { Called, MailApi } from '../../mail/mail-api.ts';
import { createReporter } from './send-report.ts';

const report = { host: 'loads.prairie.example', cause: 'UNKNOWN', outline: 'html\n' } as const;
const refused = (status: number) => ({ ok: false, failure: 'REFUSED', problem: { status } }) as Called<never>;

it.each([
  [{ ok: true, value: undefined } as Called<never>, 'SENT'],
  [refused(429), 'TOO_MANY'],
  [refused(400), 'REFUSED'],
  [{ ok: false, failure: 'UNREACHABLE' } as Called<never>, 'UNREACHABLE'],
])('sends what the user has seen, and the version: %j is %s', async (answer, outcome) => {
  const sent: unknown[] = [];
  const ask = (async (...call: unknown[]) => {
    sent.push(call[2]);
    return answer;
  }) as unknown as MailApi;
  expect(await createReporter({ ask, readPerson: async () => ({ userId: 'ann' }), extVersion: '1.4.0' })(report)).toBe(outcome);
  expect(sent).toEqual([{ body: { ...report, extVersion: '1.4.0' } }]);
});

it('sends nothing while nobody is signed in', async () => {
  const ask = (() => expect.fail()) as unknown as MailApi;
  expect(await createReporter({ ask, readPerson: async () => null, extVersion: '1.4.0' })(report)).toBe('REFUSED');
});
