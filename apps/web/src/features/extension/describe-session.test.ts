import type { SubscriptionInfo } from '@headhaul/contracts/billing';
import type { Factoring } from '@headhaul/contracts/factoring';
import { describe, expect, it } from 'vitest';
import { testUser } from '../../testing/browser-doubles.ts';
import { sampleAccount } from '../../testing/mail-samples.ts';
import { changedTemplates, describeSession, hasLostMailbox, type KnownSession } from './describe-session.ts';

const now = Date.parse('2026-11-15T16:00:00Z');
const trial: SubscriptionInfo = {
  hasSubscription: false,
  status: 'TRIALING',
  subscriptionType: 'FREE_TRIAL',
  currentPeriodEnd: '2026-11-18T16:00:00Z',
  cancelAtPeriodEnd: false,
  seats: 1,
};
const factoring = { factoringType: 'LIST', factoringId: 'F-77' } as unknown as Factoring;
const said = (known: Partial<KnownSession>) =>
  describeSession({ user: testUser, subscription: undefined, accounts: undefined, factoring: undefined, ...known }, now);

describe('what the extension is told', () => {
  it('is only what is known, so that the rest stays as it is', () => {
    const factored = { ...testUser, factoringType: 'LIST' };
    expect(said({ user: factored })).toEqual({ companyId: testUser.companyId, blockExtension: false, isSingleDispatcher: true });
  });

  it('is the whole message of the specification', () => {
    const user = { ...testUser, mc: '1284417', isBillActive: false, factoringType: 'LIST' };
    const [mailbox] = [sampleAccount(1)];
    expect(said({ user, subscription: trial, accounts: [mailbox], factoring })).toEqual({
      companyId: testUser.companyId,
      blockExtension: true,
      isSingleDispatcher: false,
      leftDays: 3,
      accountId: mailbox.id,
      account: { id: mailbox.id, email: mailbox.address, provider: 'google', hasValidTemplate: true },
      factoringId: 'F-77',
    });
  });

  it.each<[string, Partial<SubscriptionInfo>, number | null]>([
    ['a trial', {}, 3],
    ['a paid plan', { status: 'ACTIVE', hasSubscription: true }, null],
    ['a canceled plan', { status: 'ACTIVE', cancelAtPeriodEnd: true }, 3],
    ['a trial that is over', { currentPeriodEnd: '2026-11-14T16:00:00Z' }, 0],
  ])('days left: %s', (_, differs, days) => expect(said({ subscription: { ...trial, ...differs } }).leftDays).toBe(days));

  it.each([
    ['no mailbox', []],
    ['one that needs to be reconnected', [sampleAccount(1, { status: 'RECONNECT_NEEDED' })]],
    ['one of a teammate', [sampleAccount(1, { userId: '0190a000-0000-7000-8000-000000000009' })]],
  ])('no account: %s', (_, accounts) => expect(said({ accounts })).toMatchObject({ accountId: null, account: null }));
});

const [one, two] = [sampleAccount(1), sampleAccount(2)];
it.each([
  ['nothing changed', [one, two], [one, two], false],
  ['one was disconnected', [one, two], [two], true],
  ['one lost its grant', [one], [sampleAccount(1, { status: 'RECONNECT_NEEDED' })], true],
  ['one was added', [one], [one, two], false],
  ['one that could not send is gone', [sampleAccount(1, { status: 'RECONNECT_NEEDED' })], [], false],
])('mailboxes: %s', (_, before, after, isLost) => expect(hasLostMailbox(before, after)).toBe(isLost));

it('names the mailboxes whose templates changed, and new ones', () => {
  const changed = [sampleAccount(1, { hasValidTemplate: false }), sampleAccount(2, { templateCount: 2 }), sampleAccount(3)];
  expect(changedTemplates([one, two], [one, two])).toEqual([]);
  expect(changedTemplates([one, two], changed)).toEqual(changed.map(({ id }) => id));
});
