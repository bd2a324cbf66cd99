import type { WebMessageType } from '@headhaul/contracts/extension-messages';
import { z } from 'zod';

const replayWindowMs = 10 * 60 * 1_000;
const rememberedIds = 200;
const rateWindowMs = 1_000;

/** What the receiver remembers between messages. Stored in `storage.session`, because the worker stops between them. */
export const MessageGate = z.object({
  seen: z.array(z.object({ id: z.string(), ts: z.number() })),
  /** Ids of messages up to this time may have been dropped, so these messages count as seen. */
  forgottenUntilTs: z.number(),
  recent: z.record(z.string(), z.array(z.number())),
});
export type MessageGate = z.infer<typeof MessageGate>;

export const emptyGate: MessageGate = { seen: [], forgottenUntilTs: 0, recent: {} };

/** Page and extension use the same clock, so a message with a time far from now was stored and replayed. It is not a slow message. */
export function isReplayed(gate: MessageGate, message: { id: string; ts: number }, nowMs: number): boolean {
  if (Math.abs(nowMs - message.ts) > replayWindowMs || message.ts <= gate.forgottenUntilTs) return true;
  return gate.seen.some((one) => one.id === message.id);
}

export function isOverRate(gate: MessageGate, type: WebMessageType, nowMs: number): boolean {
  const recent = (gate.recent[type] ?? []).filter((at) => nowMs - at < rateWindowMs && at <= nowMs);
  return recent.length >= (type === 'PING' ? 10 : 5);
}

/** Counts an accepted message. Older forms have no id and count only toward the rate. */
export function remember(gate: MessageGate, type: WebMessageType, stamp: { id: string; ts: number } | null, nowMs: number): MessageGate {
  const recent = { ...gate.recent, [type]: [...(gate.recent[type] ?? []).filter((at) => nowMs - at < rateWindowMs), nowMs] };
  if (stamp === null) return { ...gate, recent };
  const seen = [...gate.seen.filter((one) => nowMs - one.ts <= replayWindowMs), { id: stamp.id, ts: stamp.ts }];
  const dropped = seen.slice(0, Math.max(0, seen.length - rememberedIds));
  return {
    seen: seen.slice(dropped.length),
    forgottenUntilTs: Math.max(gate.forgottenUntilTs, ...dropped.map((one) => one.ts)),
    recent,
  };
}
