import { postingEndpoints } from '@headhaul/contracts/boards/postings';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { expect, test, vi } from 'vitest';
import type { MailApi } from '../mail/mail-api.ts';
import { tellEffects } from './tell-effects.ts';

function setUp(answer: unknown) {
  const tell = vi.fn(async () => undefined);
  const ask = tellEffects((async () => answer) as unknown as MailApi, tell);
  return { ask, tell };
}
const none = {} as never;

test('a saved load and a sent mail are told, a question is not', async () => {
  const { ask, tell } = setUp({ ok: true, value: { saved: { loadId: 'l1' } } });
  await ask('u1', postingEndpoints.savePosting, none);
  expect(tell).toHaveBeenLastCalledWith('LOAD_SAVED', { loadId: 'l1' });
  await ask('u1', emailEndpoints.sendEmail, none, 'key');
  expect(tell).toHaveBeenLastCalledWith('USAGE_CHANGED', {});
  await ask('u1', postingEndpoints.countCall, none, 'key');
  expect(tell).toHaveBeenCalledTimes(3);
  await ask('u1', emailAccountEndpoints.listEmailAccounts, none);
  expect(tell).toHaveBeenCalledTimes(3);
});

test('what failed has changed nothing', async () => {
  const { ask, tell } = setUp({ ok: false, failure: 'UNREACHABLE' });
  await ask('u1', postingEndpoints.savePosting, none);
  await ask('u1', emailEndpoints.sendEmail, none);
  expect(tell).not.toHaveBeenCalled();
});
