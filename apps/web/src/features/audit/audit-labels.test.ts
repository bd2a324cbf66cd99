import { expect, it } from 'vitest';
import { describeAuditLine } from './audit-labels.ts';

const line = { seq: 1, at: '2025-11-14T15:00:00.000Z', actorName: 'Nina Alvarez', detail: {} };

it.each([
  ['member.removed', { userName: 'Luis Herrera' }, 'removed Luis Herrera'],
  ['member.removed', {}, 'removed a teammate'],
  [
    'member.removed',
    {
      userName: 'Bo',
      mailboxesDisconnected: 2,
      mailboxesHandedOver: 1,
      mailboxesTo: 'Nina',
      loadsGiven: 7,
      driversGiven: 0,
      loadsTo: 'Ann',
    },
    'removed Bo. 2 mailboxes disconnected, 1 handed over to Nina; 7 loads given to Ann.',
  ],
  [
    'member.removed',
    { userName: 'Bo', mailboxesDisconnected: 0, mailboxesHandedOver: 2 },
    'removed Bo. 2 mailboxes handed over to teammates.',
  ],
  [
    'member.left',
    { mailboxesDisconnected: 1, loadsGiven: 1, driversGiven: 2, loadsTo: 'Ann' },
    'left the team. 1 mailbox disconnected; 1 load and 2 drivers given to Ann.',
  ],
  ['member.left', { mailboxesDisconnected: 0 }, 'left the team'],
  ['account.deleted', { mailboxesDisconnected: 1 }, 'deleted their account. 1 mailbox disconnected.'],
  ['billing.checkout_opened', { subscriptionType: 'UNLIMITED_PRO_YEARLY' }, 'went to pay for Unlimited Pro, yearly'],
  [
    'billing.subscription_changed',
    { subscriptionType: 'PRO_MONTHLY', status: 'PAST_DUE' },
    'noted the subscription to Pro, monthly: past due',
  ],
  ['member.changed', { userName: 'Ann Kowalski', canManageBilling: true }, 'let Ann Kowalski manage billing'],
  ['member.changed', { userName: 'Ann Kowalski', canManageBilling: false }, 'took billing from Ann Kowalski'],
  ['company.handed_over', { userName: 'Ann Kowalski' }, 'made Ann Kowalski the owner'],
  ['invite.sent', { email: 'tom@x.example' }, 'invited tom@x.example'],
  ['driver.archived', { name: 'Luis Herrera' }, 'archived Luis Herrera'],
  ['driver.restored', {}, 'took a driver out of the archive'],
  ['broker.marked', { name: 'Blue Sky Freight', mark: 'BLOCKED' }, 'blocked Blue Sky Freight'],
  ['broker.marked', { name: 'Blue Sky Freight', mark: 'NONE' }, 'took the mark from Blue Sky Freight'],
  ['board_filter.created', { name: 'Van, Southeast' }, 'made the board filter Van, Southeast'],
  ['board_filter.changed', { name: 'Van, Southeast' }, 'changed the board filter Van, Southeast'],
  ['board_filter.deleted', {}, 'deleted the board filter'],
  ['load.deleted', { loadNumber: '24817' }, 'deleted load 24817'],
  ['load.restored', { loadNumber: '24817' }, 'restored load 24817'],
  ['loads.moved', { loads: 12, status: 'Invoiced' }, 'set 12 loads to Invoiced'],
  ['session.opened', { audience: 'extension' }, 'signed in to the extension'],
  ['session.ended', {}, 'signed out another device'],
  ['session.ended', { userName: 'Jay Ortiz' }, 'ended a sign-in of Jay Ortiz'],
  ['session.confirmed', { userName: 'Jay Ortiz' }, 'said that a new sign-in was Jay Ortiz'],
  ['mailbox.shared', { address: 'dispatch@x.example' }, 'let the team send from dispatch@x.example'],
  [
    'mailbox.copy_changed',
    { address: 'dispatch@x.example', cc: 'boss@y.example' },
    'set boss@y.example as Cc in a template of dispatch@x.example',
  ],
  ['mailbox.copy_changed', { address: 'dispatch@x.example', cc: null }, 'took the copy out of a template of dispatch@x.example'],
  ['load.created', { loadId: 'x' }, 'load.created'],
])('%s with %j: Nina Alvarez %s', (action, detail, said) => {
  expect(describeAuditLine({ ...line, action, detail })).toEqual({ actor: 'Nina Alvarez', action: said });
});

it('a line without a person is Headhaul’s own', () => {
  expect(describeAuditLine({ ...line, actorName: null, action: 'company.opened' }).actor).toBe('Headhaul');
});
