import { expect, it } from 'vitest';
import { describeAuditLine } from './audit-words.ts';

const line = { seq: 1, at: '2025-11-14T15:00:00.000Z', actorName: 'Nina Alvarez', detail: {} };

it.each([
  ['member.removed', { userName: 'Luis Herrera' }, 'removed Luis Herrera'],
  ['member.removed', {}, 'removed a teammate'],
  ['member.changed', { userName: 'Ann Kowalski', canManageBilling: true }, 'let Ann Kowalski manage billing'],
  ['member.changed', { userName: 'Ann Kowalski', canManageBilling: false }, 'took billing from Ann Kowalski'],
  ['company.handed_over', { userName: 'Ann Kowalski' }, 'made Ann Kowalski the owner'],
  ['invite.sent', { email: 'tom@x.example' }, 'invited tom@x.example'],
  ['session.opened', { audience: 'extension' }, 'signed in to the extension'],
  ['load.created', { loadId: 'x' }, 'load.created'],
])('%s with %j: Nina Alvarez %s', (action, detail, deed) => {
  expect(describeAuditLine({ ...line, action, detail })).toEqual({ actor: 'Nina Alvarez', deed });
});

it('a line without a person is Headhaul’s own', () => {
  expect(describeAuditLine({ ...line, actorName: null, action: 'company.opened' }).actor).toBe('Headhaul');
});
