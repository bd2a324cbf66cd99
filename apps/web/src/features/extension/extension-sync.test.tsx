import { type ExtensionNews, newsMarker, type WebMessage } from '@headhaul/contracts/extension-messages';
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { checkExtension } from '../../shared/extension-bridge/extension-state.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { sampleAccount } from '../../testing/mail-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import ExtensionSync from './extension-sync.tsx';

const subscription = {
  hasSubscription: false,
  status: 'TRIALING',
  subscriptionType: 'FREE_TRIAL',
  currentPeriodEnd: '2030-01-01T00:00:00Z',
  cancelAtPeriodEnd: false,
  seats: 1,
};

let signedInUserId: string | null;
let emailAccounts = [sampleAccount(1), sampleAccount(2)];
let sent: WebMessage[];
let asked: string[];

const envelope = (type: string, payload: object) => ({ v: 1, type, id: crypto.randomUUID(), ts: 1, src: 'ext', payload });

function answer(message: WebMessage) {
  if (message.type !== 'PING') return envelope('ACK', { id: message.id });
  return envelope('PONG', {
    extVersion: '1.6.2',
    protocol: { min: 1, max: 1 },
    browser: 'chrome',
    caps: [],
    signedInUserId,
    sessionEpoch: 9,
    boards: [],
    handoffChallenge: 'c',
  });
}

const commands = () => sent.filter(({ type }) => type !== 'PING').map(({ type, payload }) => ({ type, payload }));

async function tell(type: ExtensionNews['type'], payload: object, over: { origin?: string; fx?: string } = {}): Promise<void> {
  const data = { fx: over.fx ?? newsMarker, v: 1, msg: envelope(type, payload) };
  await act(async () => {
    window.dispatchEvent(new MessageEvent('message', { data, origin: over.origin ?? window.location.origin, source: window }));
  });
}

beforeEach(() => {
  localStorage.clear();
  signedInUserId = testSession.id;
  emailAccounts = [sampleAccount(1), sampleAccount(2)];
  sent = [];
  setSession(testSession);
  vi.stubGlobal('chrome', {
    runtime: {
      sendMessage: (_id: string, message: WebMessage, done: (value: unknown) => void) => {
        sent.push(message);
        done(answer(message));
      },
    },
  });
  asked = [];
  stubNetwork(({ path }) => {
    asked.push(path);
    return json(200, path.endsWith('/email-accounts') ? { emailAccounts } : subscription);
  });
});

async function open() {
  await checkExtension();
  renderWithStore(<ExtensionSync />);
  await vi.waitFor(() => expect(commands().at(-1)?.payload).toMatchObject({ account: expect.anything(), leftDays: expect.any(Number) }));
}

it('sends what the screens know, with the extension’s own epoch, to nobody but the same person', async () => {
  await open();
  expect(commands().at(-1)).toMatchObject({
    type: 'SESSION_SYNC',
    payload: { userId: testSession.id, sessionEpoch: 9, blockExtension: false, isSingleDispatcher: true, factoringId: null },
  });
  expect(commands().every(({ payload }) => !('ext_token' in payload))).toBe(true);
});

it('asks and sends nothing while the extension is somebody else’s', async () => {
  signedInUserId = null;
  await checkExtension();
  renderWithStore(<ExtensionSync />);
  await act(async () => undefined);
  expect(commands()).toEqual([]);
  expect(asked).toEqual([]);
});

it('resets the mailboxes when one is disconnected, and tells about templates', async () => {
  await open();
  emailAccounts = [sampleAccount(2, { hasValidTemplate: false })];
  await tell('USAGE_CHANGED', {});
  await vi.waitFor(() => expect(commands().map(({ type }) => type)).toContain('TEMPLATES_CHANGED'));
  expect(commands()).toContainEqual({ type: 'SESSION_SYNC', payload: { resetAccounts: true, userId: testSession.id, sessionEpoch: 9 } });
  expect(commands()).toContainEqual({ type: 'TEMPLATES_CHANGED', payload: { accountId: sampleAccount(2).id } });
});

it('looks at the extension again when its session changed', async () => {
  await open();
  const pings = () => sent.filter(({ type }) => type === 'PING').length;
  const before = pings();
  await tell('SESSION_CHANGED', { sessionEpoch: 10, reason: 'signed_out' });
  expect(pings()).toBe(before + 1);
});

it.each<[string, { origin?: string; fx?: string }]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another mark', { fx: 'web->ext' }],
])('does not listen to %s', async (_, over) => {
  await open();
  const before = sent.length;
  await tell('SESSION_CHANGED', { sessionEpoch: 10, reason: 'x' }, over);
  expect(sent).toHaveLength(before);
});
