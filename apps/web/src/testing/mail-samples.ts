import type { EmailAccount, MailboxHealth } from '@headhaul/contracts/mail/accounts';
import type { EmailCheck, EmailRow } from '@headhaul/contracts/mail/emails';
import { testUser } from './browser-doubles.ts';

/** A mailbox, a template and a mail, complete and valid. Tests pass only the fields that differ. */

const id = (number: number) => `0190b000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export function sampleHealth(differs: Partial<MailboxHealth> = {}): MailboxHealth {
  return {
    sentLast24h: 842,
    dailyCap: 2_000,
    sentBySpan: [4, 12, 30, 60, 90, 75, 20, 10, 50, 70, 80, 40],
    waiting: 0,
    perMinute: 54,
    nextRoom: { at: '2026-11-15T17:05:00Z', mails: 64 },
    pausedUntil: null,
    pauseReason: null,
    bounced: 9,
    sentLast7d: 1_000,
    unknown: 0,
    duplicatesHeld: 14,
    lastError: null,
    ...differs,
  };
}

export function sampleAccount(number: number, differs: Partial<EmailAccount> = {}): EmailAccount {
  return {
    id: id(number),
    provider: 'google',
    address: 'dispatch@bluffline.example',
    displayName: 'Nina Alvarez',
    userId: testUser.id,
    userName: 'Nina Alvarez',
    isShared: false,
    status: 'CONNECTED',
    connectedAt: '2026-11-01T12:00:00Z',
    hasValidTemplate: true,
    templateCount: 1,
    health: sampleHealth(),
    ...differs,
  };
}

export function sampleEmail(number: number, differs: Partial<EmailRow> = {}): EmailRow {
  return {
    id: id(2_000 + number),
    isPrivate: false,
    kind: 'BROKER',
    state: 'SENT',
    createdAt: '2026-11-15T16:00:00Z',
    leavesAt: '2026-11-15T16:00:10Z',
    sentAt: '2026-11-15T16:00:11Z',
    accountId: id(1),
    accountAddress: 'dispatch@bluffline.example',
    provider: 'google',
    userId: testUser.id,
    userName: 'Nina Alvarez',
    to: 'carla@lakeshore.example',
    toName: 'Carla Reyes',
    subject: 'Milwaukee, WI to Conley, GA: dry van ready',
    templateId: id(1_001),
    templateName: 'Load inquiry',
    loadId: null,
    loadNumber: null,
    lane: 'Milwaukee, WI to Conley, GA',
    brokerId: null,
    brokerName: 'Lakeshore Freight',
    offerCents: 245_000,
    answer: null,
    reason: null,
    attempts: 1,
    resentAs: null,
    ...differs,
  };
}

/** A teammate's mail, as the API lists it to others. */
export function samplePrivateEmail(number: number, differs: Partial<EmailRow> = {}): EmailRow {
  const hidden = { isPrivate: true, subject: null, accountAddress: null, templateName: null };
  return sampleEmail(number, { ...hidden, userId: id(3), userName: 'Ann Doyle', ...differs });
}

export function sampleCheck(differs: Partial<EmailCheck> = {}): EmailCheck {
  return {
    subject: 'Milwaukee, WI to Conley, GA: dry van ready',
    html: '<p>Hi Carla,</p>',
    text: 'Hi Carla,',
    missing: [],
    namesOffer: false,
    emptyVariables: [],
    earlier: [],
    signals: [],
    recentToBroker: null,
    leavesAt: '2026-11-15T16:00:10Z',
    cc: null,
    blockedReason: null,
    ...differs,
  };
}
