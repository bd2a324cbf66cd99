import { expect, it } from 'vitest';
import { formatSessionEnd } from './session-end.ts';
import type { SessionEndReason } from './session-end-reasons.ts';

const when = 'today at 10:42 CST';

it.each<[SessionEndReason, string | null, string | null, string]>([
  ['removed', 'Acme', 'Nina', 'Nina removed you from Acme today at 10:42 CST.'],
  ['removed', 'Acme', null, 'The owner of Acme removed you from Acme today at 10:42 CST.'],
  ['left', 'Acme', null, 'You left Acme.'],
  ['left', null, null, 'You left your company.'],
  ['deleted', null, null, 'Your account is deleted.'],
  ['ended_by_owner', 'Acme', 'Nina', 'Your session was ended by Nina today at 10:42 CST.'],
  ['ended_by_owner', 'Acme', null, 'Your session was ended by the owner of Acme today at 10:42 CST.'],
  ['ended_by_you', 'Acme', null, 'You ended this session on another device today at 10:42 CST.'],
])('%s at %s by %s', (reason, companyName, byName, said) => {
  expect(formatSessionEnd({ reason, companyName, byName }, when)).toBe(said);
});
