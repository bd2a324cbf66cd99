import { type NackCode, type PongPayload, protocol } from '@headhaul/contracts/extension-messages';
import { createStore } from '../store.ts';
import { type Reply, sendToExtension } from './extension-channel.ts';

export type ExtensionState =
  | { kind: 'unknown' }
  | { kind: 'absent' }
  | { kind: 'present'; pong: PongPayload }
  /** The extension is installed, but it shares no protocol version with us. */
  | { kind: 'outdated'; extVersion: string | null };

const state = createStore<ExtensionState>({ kind: 'unknown' });
let running: Promise<ExtensionState> | null = null;

function versionIn(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const body = 'payload' in raw ? raw.payload : raw;
  if (typeof body !== 'object' || body === null || !('extVersion' in body)) return null;
  return typeof body.extVersion === 'string' ? body.extVersion.slice(0, 20) : null;
}

/** What a refused PING means: the extension can't read our message, it serves another site, or it is busy and nothing has changed. */
function readRefusal(code: NackCode, previous: ExtensionState): ExtensionState {
  if (code === 'UNSUPPORTED' || code === 'BAD_SCHEMA') return { kind: 'outdated', extVersion: null };
  return code === 'BAD_ORIGIN' || previous.kind === 'unknown' ? { kind: 'absent' } : previous;
}

function readState(reply: Reply, previous: ExtensionState): ExtensionState {
  if (reply.kind === 'silence') return { kind: 'absent' };
  if (reply.kind === 'foreign') return { kind: 'outdated', extVersion: versionIn(reply.raw) };
  if (reply.message.type === 'NACK') return readRefusal(reply.message.payload.code, previous);
  if (reply.message.type !== 'PONG') return { kind: 'outdated', extVersion: null };
  const pong = reply.message.payload;
  const canTalk = pong.protocol.min <= protocol.max && pong.protocol.max >= protocol.min;
  return canTalk ? { kind: 'present', pong } : { kind: 'outdated', extVersion: pong.extVersion };
}

/** Checks whether the extension is installed. Callers during a running check share its result. */
export function checkExtension(): Promise<ExtensionState> {
  running ??= sendToExtension('PING', {}).then((reply) => {
    running = null;
    state.set(readState(reply, state.get()));
    return state.get();
  });
  return running;
}

export const useExtensionState = state.use;
