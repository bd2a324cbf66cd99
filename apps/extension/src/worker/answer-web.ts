import { browser } from 'wxt/browser';
import { buildOrigins } from '../lib/build-origins.ts';
import { type HandlerParts, handleMessage } from '../lib/handle-message.ts';
import { emptyGate, MessageGate } from '../lib/message-gate.ts';
import { type Incoming, receiveMessage } from '../lib/receive-message.ts';
import type { SessionStore } from '../lib/session-store.ts';

export interface WebAnswerParts {
  store: SessionStore;
  handlers: Omit<HandlerParts, 'openPanel'>;
  /** A page of the web app that is open in this tab. */
  notePage(tabId: number): Promise<void>;
}

const gateKey = 'gate';

/** For the web app, whose click no browser takes for one that opens the side panel. Where the popup can't be opened either, it is a tab. */
async function openPanel(): Promise<boolean> {
  try {
    await browser.action.openPopup();
  } catch {
    await browser.tabs.create({ url: `${location.origin}/popup.html` });
  }
  return true;
}

/** Answers the web app, whether it speaks to the extension directly or by the bridge's script. */
export function createWebAnswers({ store, handlers, notePage }: WebAnswerParts) {
  /** Checks one message at a time, so that two messages with the same id are never both accepted. */
  function assess(incoming: Incoming) {
    return navigator.locks.request('gate', async () => {
      const [stored, { epoch, clearedEpoch }] = await Promise.all([browser.storage.session.get(gateKey), store.read()]);
      const gate = MessageGate.safeParse(stored[gateKey]).data ?? emptyGate;
      const { webOrigins } = buildOrigins;
      const received = receiveMessage(incoming, {
        webOrigins,
        extensionId: browser.runtime.id,
        nowMs: Date.now(),
        gate,
        epoch,
        clearedEpoch,
      });
      if (received.accepted) await browser.storage.session.set({ [gateKey]: received.gate });
      return received;
    });
  }

  return async (incoming: Incoming, tabId: number | undefined): Promise<object> => {
    const received = await assess(incoming);
    if (received.accepted && tabId !== undefined) await notePage(tabId);
    return handleMessage(received, incoming.channel, Date.now(), { ...handlers, openPanel });
  };
}
