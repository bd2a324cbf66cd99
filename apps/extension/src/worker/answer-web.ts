import type { PongPayload } from '@headhaul/contracts/extension-messages';
import { browser } from 'wxt/browser';
import { buildOrigins } from '../lib/build-origins.ts';
import { type HandlerParts, handleMessage } from '../lib/handle-message.ts';
import { emptyGate, MessageGate } from '../lib/message-gate.ts';
import { describeInstall } from '../lib/pong.ts';
import { type Incoming, receiveMessage, type Surroundings } from '../lib/receive-message.ts';
import type { SessionStore } from '../lib/session-store.ts';

export interface WebAnswerParts {
  store: SessionStore;
  handlers: Omit<HandlerParts, 'describe' | 'openPanel'>;
  describeBoards(): Promise<PongPayload['boards']>;
  /** A page of the web app that is open in this tab. */
  notePage(tabId: number): Promise<void>;
  /** Opens the side panel beside this tab. False: the browser doesn't allow it. */
  openPanel(tabId: number): Promise<boolean>;
}

const gateKey = 'gate';

/** Where the browser doesn't take the web app's click for one that opens the side panel. Where the popup can't be opened either, it is a tab. */
async function openPopup(): Promise<boolean> {
  try {
    await browser.action.openPopup();
  } catch {
    await browser.tabs.create({ url: `${location.origin}/popup.html` });
  }
  return true;
}

/** Answers the web app, whether it speaks to the extension directly or by the bridge's script. */
export function createWebAnswers({ store, handlers, describeBoards, notePage, openPanel }: WebAnswerParts) {
  const about = () => ({ webOrigins: buildOrigins.webOrigins, extensionId: browser.runtime.id, nowMs: Date.now() });
  /** As the last message has left it. */
  let known: Pick<Surroundings, 'gate' | 'epoch' | 'clearedEpoch'> = { gate: emptyGate, epoch: 0, clearedEpoch: -1 };

  async function describe(): Promise<PongPayload> {
    const extVersion = browser.runtime.getManifest().version;
    return describeInstall(await store.read(), { extVersion, userAgent: navigator.userAgent, boards: await describeBoards() });
  }

  /**
   * A browser opens its side panel only within the click, so nothing is waited for before this: the message is checked like any other, by
   * what was known before it. Null for any other message.
   */
  function openWithin(incoming: Incoming, tabId: number | undefined): Promise<boolean> | null {
    const received = receiveMessage(incoming, { ...about(), ...known });
    if (!received.accepted || received.message.type !== 'OPEN_PANEL' || tabId === undefined) return null;
    known = { ...known, gate: received.gate };
    return openPanel(tabId);
  }

  /** Checks one message at a time, so that two messages with the same id are never both accepted. */
  function assess(incoming: Incoming) {
    return navigator.locks.request('gate', async () => {
      const [stored, { epoch, clearedEpoch }] = await Promise.all([browser.storage.session.get(gateKey), store.read()]);
      const gate = MessageGate.safeParse(stored[gateKey]).data ?? emptyGate;
      const received = receiveMessage(incoming, { ...about(), gate, epoch, clearedEpoch });
      if (received.accepted) await browser.storage.session.set({ [gateKey]: received.gate });
      known = { gate: received.accepted ? received.gate : gate, epoch, clearedEpoch };
      return received;
    });
  }

  return async (incoming: Incoming, tabId: number | undefined): Promise<object> => {
    const opening = openWithin(incoming, tabId);
    const received = await assess(incoming);
    if (received.accepted && tabId !== undefined) await notePage(tabId);
    return handleMessage(received, incoming.channel, Date.now(), {
      ...handlers,
      describe,
      openPanel: async () => (await opening) === true || openPopup(),
    });
  };
}
