import {
  bridgeMarker,
  ExtensionMessage,
  pingTimeoutsMs,
  type WebMessage,
  type WebMessageType,
  type WebPayload,
} from '@headhaul/contracts/extension-messages';
import { extensionIds } from '../links.ts';

/** One way to reach the extension. It rejects when no extension is there, and it may also never answer. */
type Channel = (message: WebMessage) => Promise<unknown>;

/** The result: no answer, a message of the protocol, or something that only an older or newer extension sends. */
export type Reply = { kind: 'silence' } | { kind: 'message'; message: ExtensionMessage } | { kind: 'foreign'; raw: unknown };

function runtimeChannel(extensionId: string): Channel {
  return (message) =>
    new Promise((resolve, reject) => {
      chrome.runtime.sendMessage(extensionId, message, (answer: unknown) => {
        const failure = chrome.runtime.lastError;
        if (failure) reject(new Error(failure.message));
        else resolve(answer);
      });
    });
}

/**
 * For Firefox, and for other browsers when the page can't reach the extension directly. The extension's script on our page answers on the
 * port.
 */
const bridgeChannel: Channel = (message) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event: MessageEvent<unknown>) => {
      port1.close();
      resolve(event.data);
    };
    window.postMessage({ fx: bridgeMarker, v: 1, msg: message }, window.location.origin, [port2]);
  });

function hasRuntime(): boolean {
  return typeof chrome !== 'undefined' && typeof chrome.runtime?.sendMessage === 'function';
}

async function sendOnce(message: WebMessage): Promise<unknown> {
  if (hasRuntime()) {
    try {
      return await Promise.any(extensionIds.map((id) => runtimeChannel(id)(message)));
    } catch {
      // None of our ids is installed, or the page may not reach it this way. The bridge below is tried next.
    }
  }
  return bridgeChannel(message);
}

function silenceAfter(timeoutMs: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, timeoutMs, undefined);
  });
}

function createMessage<T extends WebMessageType>(type: T, payload: WebPayload<T>): WebMessage {
  return { v: 1, type, id: crypto.randomUUID(), ts: Date.now(), src: 'web', payload } as WebMessage;
}

/** The extension may call the API before it answers. */
const commandTimeoutMs = 10_000;

/**
 * Sends one message and never throws. Only a PING is tried twice, because a sleeping extension wakes slowly. A command must not arrive
 * twice.
 */
export async function sendToExtension<T extends WebMessageType>(type: T, payload: WebPayload<T>): Promise<Reply> {
  for (const timeoutMs of type === 'PING' ? pingTimeoutsMs : [commandTimeoutMs]) {
    const raw = await Promise.race([sendOnce(createMessage(type, payload)), silenceAfter(timeoutMs)]);
    if (raw === undefined || raw === null) continue;
    const parsed = ExtensionMessage.safeParse(raw);
    return parsed.success ? { kind: 'message', message: parsed.data } : { kind: 'foreign', raw };
  }
  return { kind: 'silence' };
}
