import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { z } from 'zod';
import { createApiClient } from '../src/lib/api-client.ts';
import { buildOrigins } from '../src/lib/build-origins.ts';
import { handleMessage } from '../src/lib/handle-message.ts';
import { emptyGate, MessageGate } from '../src/lib/message-gate.ts';
import { describeInstall } from '../src/lib/pong.ts';
import { isPopupQuestion, type PopupQuestion, toPopupStatus } from '../src/lib/popup-status.ts';
import { publishState, wakeAlarm } from '../src/lib/publish-state.ts';
import { type Incoming, receiveMessage } from '../src/lib/receive-message.ts';
import { createSession } from '../src/lib/session.ts';
import { openSessionStore } from '../src/lib/session-store.ts';

const gateKey = 'gate';

export default defineBackground(() => {
  // The policy of extension pages forbids code made from strings. Without this zod would try it, and the browser would report a violation.
  z.config({ jitless: true });

  function reportFailure(error: unknown): void {
    console.error('The background worker failed', error);
  }

  const store = openSessionStore(publish);

  /** Reads the state only inside the lock, so that a slow earlier publication can't overwrite a later one. */
  async function publish(): Promise<void> {
    await navigator.locks.request('publish', async () => publishState(await store.read(), Date.now())).catch(reportFailure);
  }

  const session = createSession({
    store,
    api: createApiClient(buildOrigins.apiBase, (input, init) => fetch(input, init)),
    withLock: (run) => navigator.locks.request('refresh', run),
    nowMs: Date.now,
  });

  async function describe() {
    return describeInstall(await store.read(), { extVersion: browser.runtime.getManifest().version, userAgent: navigator.userAgent });
  }

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

  async function answerPage(incoming: Incoming): Promise<object> {
    return handleMessage(await assess(incoming), incoming.channel, Date.now(), { session, describe });
  }

  async function answerPopup(question: PopupQuestion) {
    const standing = question === 'popup:confirm' ? await session.confirm() : 'unasked';
    return toPopupStatus(await store.read(), standing);
  }

  // An alarm that starts the worker would call this twice. Once is enough.
  let isWaking = false;
  async function wake(): Promise<void> {
    if (isWaking) return;
    isWaking = true;
    try {
      await publish();
      await session.resume();
      await publish();
    } catch (error) {
      reportFailure(error);
    } finally {
      isWaking = false;
    }
  }

  browser.runtime.onMessageExternal.addListener((raw: unknown, sender, reply) => {
    answerPage({ channel: 'external', sender, raw }).then(reply, reportFailure);
    return true;
  });

  browser.runtime.onMessage.addListener((raw: unknown, sender, reply) => {
    const isOwnPage = sender.id === browser.runtime.id && sender.origin === location.origin;
    const answer = isOwnPage && isPopupQuestion(raw) ? answerPopup(raw) : answerPage({ channel: 'bridge', sender, raw });
    answer.then(reply, reportFailure);
    return true;
  });

  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === wakeAlarm) void wake();
  });

  // The listener does nothing. It is registered so that the worker starts with the browser.
  browser.runtime.onStartup.addListener(() => undefined);

  // Content scripts run in a page's process, so keep both storage areas out of their reach where the browser can.
  for (const area of [browser.storage.local, browser.storage.session]) {
    area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }).catch(reportFailure);
  }
  void wake();
});
