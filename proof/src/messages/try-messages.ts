import { randomUUID } from 'node:crypto';
import type { Random } from '../lib/random.ts';
import type { Stage } from '../lib/stage.ts';
import { type HostileKind, hostileKinds, type Moment } from './hostile-messages.ts';
import { typeOf } from './own-messages.ts';
import { extensionId, person, personal, secrets, webOrigin } from './people.ts';
import type { Delivered, Delivery } from './worker-thread.ts';
import { startWorkerWorld, type WorkerWorld } from './worker-world.ts';

export interface Tried {
  byKind: Record<string, number>;
  /** The types of messages that were sent, by kind. */
  types: Record<string, Set<string>>;
  /** A hostile message changed, sent or opened something. */
  actions: string[];
  /** An answer had a token, or told a stranger about the person. */
  leaks: string[];
  /** An answer that is neither a refusal nor silence. */
  answers: string[];
  /** Messages of the web app and the popup that were obeyed, of those that were sent in between. */
  obeyed: number;
  sent: number;
}

const kinds = Object.keys(hostileKinds) as HostileKind[];
/** The web app's own origin sends these. They may be counted by the gate, and nothing else. */
const ownOrigin: readonly HostileKind[] = [
  'replays, old and future epochs',
  'oversize',
  'broken, newer and older shapes',
  'tokens over the bridge',
];
const counted = ['storage.session.set gate', 'storage.session.set web-pages'];
/**
 * A browser opens its side panel only within the user's click, so the worker does it before it has looked up whether the page is a board. The
 * panel then shows what it showed before.
 */
const panelTypes: readonly (string | null)[] = ['panel:open', 'panel:rules'];
const opensPanel = (kind: HostileKind, raw: unknown) => kind === 'our scripts on taken-over pages' && panelTypes.includes(typeOf(raw));
const page = { origin: webOrigin, frameId: 0, documentLifecycle: 'active', tab: { id: 7 } };
const popup = { id: extensionId, origin: `chrome-extension://${extensionId}` };
const batch = 200;
/** Further apart than the rates that the gate allows, so that each message is refused for what it is. */
const stepMs = 250;

function assess(tried: Tried, kind: HostileKind, { raw }: Delivery, { reply, effects }: Delivered, verifier: string): void {
  const isOwn = ownOrigin.includes(kind);
  const show = (what: string) => `${kind}: ${String(JSON.stringify(raw, readable)).slice(0, 140)} → ${what.slice(0, 140)}`;
  const isAllowed = (effect: string) => (isOwn && counted.includes(effect)) || (effect === 'sidePanel.open' && opensPanel(kind, raw));
  const acted = effects.filter((effect) => !isAllowed(effect));
  if (acted.length > 0) tried.actions.push(show(acted.join(', ')));
  const hidden = [...secrets, verifier, ...(isOwn ? [] : personal)];
  if (hidden.some((secret) => reply.includes(secret))) tried.leaks.push(show(reply));
  if (!isRefusal(reply)) tried.answers.push(show(reply));
  tried.byKind[kind] = (tried.byKind[kind] ?? 0) + 1;
  const type = typeOf(raw);
  if (type === null) return;
  const types = tried.types[kind] ?? new Set();
  tried.types[kind] = types.add(type);
}

const readable = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** The last three are what a page is told in which nobody gives a lesson. */
const refusals = ['undefined', 'null', 'false', '"REFUSED"', '{"outcome":"UNREACHABLE"}'];

function isRefusal(reply: string): boolean {
  return refusals.includes(reply) || (JSON.parse(reply) as { type?: string }).type === 'NACK';
}

/** Messages that must work, so that a worker which refuses everything proves nothing. Returns those that may be sent again. */
async function sendRightOnes(world: WorkerWorld, at: Moment, tried: Tried): Promise<unknown[]> {
  const envelope = (type: string, payload: object) => ({ v: 1, type, id: randomUUID(), ts: at.nowMs, src: 'web', payload });
  const right: { delivery: Omit<Delivery, 'atMs'>; expects: (result: Delivered) => boolean }[] = [
    [envelope('ACCOUNT_SELECT', { accountId: randomUUID() }), 'storage.local.set mailbox'],
    [envelope('SESSION_SYNC', { leftDays: at.nowMs % 90, sessionEpoch: at.epoch }), 'action.setIcon'],
    [envelope('OPEN_PANEL', {}), 'sidePanel.open'],
    [envelope('TEMPLATES_CHANGED', { accountId: randomUUID() }), 'fetch /api/email-accounts'],
  ].map(([raw, effect]) => ({
    delivery: { channel: 'external' as const, sender: page, raw },
    expects: ({ reply, effects }: Delivered) => reply.includes('"ACK"') && effects.includes(effect as string),
  }));
  right.push(
    { delivery: { channel: 'external', sender: page, raw: envelope('PING', {}) }, expects: ({ reply }) => reply.includes(person.id) },
    { delivery: { channel: 'internal', sender: popup, raw: 'popup:status' }, expects: ({ reply }) => reply.includes(person.email) },
  );
  const delivered = await world.deliver(right.map(({ delivery }) => ({ ...delivery, atMs: at.nowMs })));
  tried.sent += right.length;
  tried.obeyed += right.filter(({ expects }, index) => expects(delivered[index] as Delivered)).length;
  return right.slice(0, 4).map(({ delivery }) => delivery.raw);
}

export async function signIn(world: WorkerWorld, nowMs: number): Promise<void> {
  const payload = { tokenKind: 'code', ext_token: 'the-code', userId: person.id, sessionEpoch: nowMs };
  const raw = { v: 1, type: 'SESSION_SYNC', id: randomUUID(), ts: nowMs, src: 'web', payload };
  const [answer] = await world.deliver([{ channel: 'external', sender: page, raw, atMs: nowMs }]);
  if (!answer?.reply.includes('"ACK"')) throw new Error(`the worker can’t be signed in: ${answer?.reply}`);
}

/** Signs a worker in and sends it so many hostile messages of all kinds, with right ones in between. */
export async function tryMessages(stage: Stage, random: Random, count: number, folder?: string): Promise<Tried> {
  const world = await startWorkerWorld(stage, folder);
  const tried: Tried = { byKind: {}, types: {}, actions: [], leaks: [], answers: [], obeyed: 0, sent: 0 };
  const epoch = Date.now();
  let nowMs = epoch;
  await signIn(world, nowMs);
  const [{ verifier }] = JSON.parse(await world.readState()) as [{ verifier: string }];
  let done = 0;
  const stop = stage.report.showProgress(() => `${done} messages`);
  while (done < count) {
    nowMs += stepMs;
    const taken = await sendRightOnes(world, { nowMs, epoch, turn: 0, taken: [] }, tried);
    const before = await world.readState();
    const chosen = Array.from({ length: Math.min(batch, count - done) }, (_, index) => kinds[(done + index) % kinds.length] as HostileKind);
    const deliveries = chosen.map((kind, index): Delivery => {
      nowMs += stepMs;
      const turn = Math.floor((done + index) / kinds.length);
      return { ...hostileKinds[kind](random, { nowMs, epoch, turn, taken }), atMs: nowMs };
    });
    const delivered = await world.deliver(deliveries);
    for (const [index, kind] of chosen.entries())
      assess(tried, kind, deliveries[index] as Delivery, delivered[index] as Delivered, verifier);
    if (before !== (await world.readState())) tried.actions.push('the stored session changed');
    done += chosen.length;
  }
  stop();
  await world.close();
  return tried;
}
