import { LegacySessionPatch, maxMessageBytes, type NackCode, WebMessage } from '@headhaul/contracts/extension-messages';
import { isOverRate, isReplayed, type MessageGate, remember } from './message-gate.ts';

/** The fields of `runtime.MessageSender` that decide whether to trust the sender. */
interface Sender {
  id?: string | undefined;
  origin?: string | undefined;
  frameId?: number | undefined;
  documentLifecycle?: string | undefined;
}

export interface Incoming {
  /** 'external': the page itself (`externally_connectable`). 'bridge': our content script on that page. */
  channel: 'external' | 'bridge';
  sender: Sender;
  raw: unknown;
}

export interface Surroundings {
  webOrigins: readonly string[];
  extensionId: string;
  nowMs: number;
  gate: MessageGate;
  epoch: number;
  clearedEpoch: number;
}

export type Received =
  | { accepted: true; message: WebMessage; form: MessageForm; gate: MessageGate }
  | { accepted: false; code: NackCode; form: MessageForm; id: string };

/** Older pages send messages without an envelope and expect the answer without one. */
export type MessageForm = 'envelope' | 'bare';

type Read = { message: WebMessage; form: MessageForm } | { code: NackCode };

const knownTypes: readonly string[] = WebMessage.options.map((option) => option.shape.type.value);
const legacyKeys: readonly string[] = Object.keys(LegacySessionPatch.shape);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTrustedSender({ channel, sender }: Incoming, { webOrigins, extensionId }: Surroundings): boolean {
  if (channel !== 'external' && channel !== 'bridge') return false;
  if (sender.origin === undefined || !webOrigins.includes(sender.origin)) return false;
  if (sender.frameId !== 0) return false;
  if (sender.documentLifecycle !== undefined && sender.documentLifecycle !== 'active') return false;
  // A page has no id. An id on the external channel means another extension.
  return channel === 'external' ? sender.id === undefined : sender.id === extensionId;
}

function isSmallEnough(raw: unknown): boolean {
  try {
    return new TextEncoder().encode(JSON.stringify(raw)).length <= maxMessageBytes;
  } catch {
    // Values that can't be serialized, such as cyclic ones, are not our messages.
    return false;
  }
}

function readBare(raw: unknown, { nowMs, epoch }: Surroundings): Read {
  const stamp = { v: 1, id: crypto.randomUUID(), ts: nowMs, src: 'web' } as const;
  if (raw === 'PING' || (isRecord(raw) && raw.type === 'PING' && Object.keys(raw).length === 1)) {
    return { message: { ...stamp, type: 'PING', payload: {} }, form: 'bare' };
  }
  if (!isRecord(raw) || !Object.keys(raw).some((key) => legacyKeys.includes(key))) return { code: 'BAD_SCHEMA' };
  const patch = LegacySessionPatch.safeParse(raw);
  if (!patch.success) return { code: 'BAD_SCHEMA' };
  return { message: { ...stamp, type: 'SESSION_SYNC', payload: { ...patch.data, sessionEpoch: epoch + 1 } }, form: 'bare' };
}

function readMessage(raw: unknown, around: Surroundings): Read {
  if (!isSmallEnough(raw)) return { code: 'BAD_SCHEMA' };
  if (!isRecord(raw) || !('v' in raw)) return readBare(raw, around);
  // A newer page may use a newer protocol. It gets another code than a broken message, so that it can fall back.
  if (raw.v !== 1 || (typeof raw.type === 'string' && !knownTypes.includes(raw.type))) return { code: 'UNSUPPORTED' };
  const parsed = WebMessage.safeParse(raw);
  return parsed.success ? { message: parsed.data, form: 'envelope' } : { code: 'BAD_SCHEMA' };
}

/** Epochs are times. One far in the future would block every later sign-in. */
const maxEpochAheadMs = 24 * 60 * 60 * 1_000;

function isImpossibleEpoch(message: WebMessage, nowMs: number): boolean {
  return 'sessionEpoch' in message.payload && message.payload.sessionEpoch > nowMs + maxEpochAheadMs;
}

/** A sign-in may repeat the current epoch (two tabs), but after a sign-out its epoch can't be used again. */
function isStaleEpoch(message: WebMessage, state: { epoch: number; clearedEpoch: number }): boolean {
  if (message.type === 'SESSION_SYNC')
    return message.payload.sessionEpoch < state.epoch || message.payload.sessionEpoch <= state.clearedEpoch;
  return message.type === 'SESSION_CLEAR' && message.payload.sessionEpoch < state.epoch;
}

/** Decides whether to act on a message. Checks that don't depend on the content come first. */
export function receiveMessage(incoming: Incoming, around: Surroundings): Received {
  const { raw } = incoming;
  const looksBare = !isRecord(raw) || !('v' in raw);
  const refusal = {
    accepted: false,
    form: looksBare ? 'bare' : 'envelope',
    id: isRecord(raw) && typeof raw.id === 'string' ? raw.id.slice(0, 64) : '',
  } as const;

  if (!isTrustedSender(incoming, around)) return { ...refusal, code: 'BAD_ORIGIN' };
  const read = readMessage(raw, around);
  if ('code' in read) return { ...refusal, code: read.code };
  const { message, form } = read;
  const stamp = form === 'envelope' ? { id: message.id, ts: message.ts } : null;
  if (isImpossibleEpoch(message, around.nowMs)) return { ...refusal, code: 'BAD_SCHEMA' };
  if (isStaleEpoch(message, around)) return { ...refusal, code: 'STALE' };
  if (stamp !== null && isReplayed(around.gate, stamp, around.nowMs)) return { ...refusal, code: 'STALE' };
  if (isOverRate(around.gate, message.type, around.nowMs)) return { ...refusal, code: 'RATE_LIMITED' };
  return { accepted: true, message, form, gate: remember(around.gate, message.type, stamp, around.nowMs) };
}
