import { randomUUID } from 'node:crypto';
import { maxMessageBytes } from '@headhaul/contracts/extension-messages';
import { createRandom, type Random } from '../lib/random.ts';
import { accountId, boardMessages, ownPageMessages, typeOf, workerMessages } from './own-messages.ts';
import { boardOrigin, extensionId, person, webOrigin } from './people.ts';

/** When a message is sent, and what is known of the session by then. */
export interface Moment {
  nowMs: number;
  epoch: number;
  /** How many of its kind came before: what may be said is said in turn, so that nothing is left out by chance. */
  turn: number;
  /** Messages that the worker has taken before. */
  taken: readonly unknown[];
}

export interface Hostile {
  channel: 'external' | 'internal';
  sender: object;
  raw: unknown;
}

const otherId = 'b'.repeat(32);

/** Also of values that are no values. */
function anyOf(random: Random, values: readonly unknown[]): unknown {
  return values[random.below(values.length)];
}

function envelope(type: string, payload: object, { nowMs }: Moment, over: object = {}): object {
  return { v: 1, type, id: randomUUID(), ts: nowMs, src: 'web', payload, ...over };
}

/** Messages that would be obeyed if the web app sent them. */
function listCommands(random: Random, at: Moment): (() => object)[] {
  const sessionEpoch = Math.max(at.epoch + 1, at.nowMs);
  const sync = (payload: object) => envelope('SESSION_SYNC', { sessionEpoch, ...payload }, at);
  return [
    () => envelope('PING', {}, at),
    () => sync({ tokenKind: 'code', ext_token: 'a-code' }),
    () => sync({ ext_token: 'an-access-token', ext_refreshToken: 'a-refresh-token' }),
    () => sync({ ext_token: null, userId: null }),
    () => sync({ blockExtension: true }),
    () => sync({ resetAccounts: true, account: null, accountId: null }),
    () => sync({ factoringId: 'F-1', leftDays: 0, isSingleDispatcher: true }),
    () => envelope('SESSION_CLEAR', { sessionEpoch, reason: 'logout' }, at),
    () => envelope('ACCOUNT_SELECT', { accountId }, at),
    () => envelope('TEMPLATES_CHANGED', { accountId }, at),
    () => envelope('FILTERS_CHANGED', { rev: random.below(1_000) }, at),
    () => envelope('OPEN_PANEL', {}, at),
  ];
}

/** Any of them. */
export const command = (random: Random, at: Moment) => random.pick(listCommands(random, at))();

/** As older pages send it, without an envelope. */
function legacy(random: Random): unknown {
  return anyOf(random, [
    'PING',
    { type: 'PING' },
    { ext_token: 'an-access-token', ext_refreshToken: 'a-refresh-token' },
    { ext_token: 'an-access-token', ext_refreshToken: 'a-refresh-token', userId: person.id },
    { ext_token: null, ext_refreshToken: null, userId: null },
    { blockExtension: true },
    { resetAccounts: true },
    { accountId },
    { leftDays: 0, factoringId: null },
  ]);
}

type Make = () => unknown;

/** What the extension's own pages, its scripts and its worker say. */
function listOwn(random: Random): Make[] {
  return [...ownPageMessages, ...boardMessages, ...workerMessages].map((make) => () => make(random));
}

/** The next in turn. */
function take(messages: readonly Make[], { turn }: Pick<Moment, 'turn'>): unknown {
  return messages[turn % messages.length]?.();
}

/** Every third is a command of the web app. */
function anything(random: Random, at: Moment): unknown {
  const round = Math.floor(at.turn / 3);
  if (at.turn % 3 === 0) return take([...listCommands(random, at), () => legacy(random)], { turn: round });
  return take(listOwn(random), { turn: at.turn - round });
}

const foreignOrigins = [
  'https://evil.example',
  'http://app.headhaul.example',
  `${webOrigin}:8443`,
  `${webOrigin}.evil.example`,
  'https://app-headhaul.example',
  'https://headhaul.example',
  'https://APP.HEADHAUL.EXAMPLE',
  `${webOrigin}/`,
  `${webOrigin}.`,
  'https://xn--hedhaul-h2a.example',
  'null',
  '',
  'file://',
  'data:',
  `chrome-extension://${otherId}`,
  'https://one.dat.com.evil.example',
  'http://one.dat.com',
];

/** Pages in which a script of ours could be. */
const foreignPages = foreignOrigins.filter((origin) => /^https?:/.test(origin));

const tab = (random: Random) => ({ id: 1 + random.below(50) });

function pageSender(random: Random, origin: string | undefined, over: object = {}): object {
  return {
    ...(origin === undefined ? {} : { origin, url: `${origin}/` }),
    frameId: 0,
    documentLifecycle: 'active',
    tab: tab(random),
    ...over,
  };
}

/** A page that is not the web app, on either channel. */
function foreignPage(random: Random, at: Moment): Hostile {
  const origin = random.chance(0.05) ? undefined : random.pick(foreignOrigins);
  // Chrome tells the page's address too. It may look right where the origin doesn't.
  const url = random.chance(0.3) ? { url: `${webOrigin}/dispatcher/my-loads` } : {};
  return { channel: 'external', sender: pageSender(random, origin, url), raw: anything(random, at) };
}

/** A frame inside a page, a page that is not shown yet, or one that was left. */
function subFrame(random: Random, at: Moment): Hostile {
  const channel = random.pick<Hostile['channel']>(['external', 'internal']);
  const place = random.pick<object>([
    { frameId: 1 + random.below(1_000) },
    { frameId: undefined },
    { frameId: -1 },
    { documentLifecycle: 'prerender' },
    { documentLifecycle: 'cached' },
    { documentLifecycle: 'pending_deletion' },
  ]);
  const id = channel === 'internal' ? { id: extensionId } : {};
  return { channel, sender: pageSender(random, webOrigin, { ...place, ...id }), raw: anything(random, at) };
}

/** Another extension: its worker, its page, or one that claims to be a page of ours. */
function otherExtension(random: Random, at: Moment): Hostile {
  const origin = random.pick([`chrome-extension://${otherId}`, webOrigin, boardOrigin, `chrome-extension://${extensionId}`]);
  const channel = random.pick<Hostile['channel']>(['external', 'internal']);
  const id = random.pick([otherId, otherId, '', extensionId.toUpperCase(), `${extensionId}a`]);
  return { channel, sender: { ...pageSender(random, origin), id }, raw: anything(random, at) };
}

const boardTypes = new Set(boardMessages.map((make) => typeOf(make(createRandom(0)))));

/** Our own content script in a process that a hostile page has taken over: it may say what a script on that page says, and no more. */
function takenOverScript(random: Random, at: Moment): Hostile {
  const raw = anything(random, at);
  const origin = random.pick(boardTypes.has(typeOf(raw)) ? foreignPages : [boardOrigin, boardOrigin, ...foreignOrigins]);
  return { channel: 'internal', sender: pageSender(random, origin, { id: extensionId }), raw };
}

/** The web app's page, or a script in it, sends what was sent before, or what is older than what came since. */
function replay(random: Random, at: Moment): Hostile {
  const taken = random.pick(at.taken);
  const aged = (ts: number) => ({ ...command(random, at), ts });
  const late = (sessionEpoch: number) =>
    random.pick([
      envelope('SESSION_SYNC', { sessionEpoch, tokenKind: 'code', ext_token: 'a-code' }, at),
      envelope('SESSION_CLEAR', { sessionEpoch, reason: 'logout' }, at),
    ]);
  const raw = random.pick<() => unknown>([
    () => taken,
    () => structuredClone(taken),
    () => aged(at.nowMs - 10 * 60_000 - 1 - random.below(10_000_000)),
    () => aged(at.nowMs + 10 * 60_000 + 1 + random.below(10_000_000)),
    () => late(random.below(at.epoch)),
    () => late(at.nowMs + 25 * 60 * 60_000 + random.below(1_000_000)),
    () => late(Number.MAX_SAFE_INTEGER),
  ])();
  return { channel: 'external', sender: pageSender(random, webOrigin), raw };
}

/** Too large. Some of these would be right but for their size, which counts bytes. */
function oversize(random: Random, at: Moment): Hostile {
  const wide = '€'.repeat(4_096);
  const long = 'x'.repeat(maxMessageBytes + random.below(200_000));
  const deep = () => {
    let nested: unknown = long;
    for (let depth = 0; depth < 50; depth += 1) nested = { nested };
    return nested;
  };
  const raw = random.pick<() => unknown>([
    () => envelope('SESSION_SYNC', { sessionEpoch: at.nowMs, ext_token: wide, ext_refreshToken: wide }, at),
    () => ({ ext_token: wide, ext_refreshToken: wide }),
    () => ({ ...command(random, at), padding: long }),
    () => ({ ...command(random, at), id: long }),
    () => envelope('ACCOUNT_SELECT', { accountId: long }, at),
    () => envelope('PING', { deep: deep() }, at),
    () => long,
    () => Array.from({ length: 20_000 }, () => 'PING'),
  ])();
  return { channel: 'external', sender: pageSender(random, webOrigin), raw };
}

/** From the web app's own page, but not as the protocol says: near misses, newer versions, our own answers, other types. */
function brokenShape(random: Random, at: Moment): Hostile {
  const right = command(random, at) as Record<string, unknown>;
  const raw = random.pick<() => unknown>([
    () => ({ ...right, admin: true }),
    () => ({ ...right, payload: { ...(right.payload as object), role: 'ADMIN' } }),
    () => ({ ...right, v: anyOf(random, [0, 2, '1', true, null, [1]]) }),
    () => ({ ...right, src: anyOf(random, ['ext', 'WEB', null, 1]) }),
    () => ({ ...right, id: anyOf(random, ['', 'abc', 7, null, { toString: 'x' }]) }),
    () => ({ ...right, ts: anyOf(random, ['now', null, 1.5, -1, Number.MAX_VALUE]) }),
    () => ({
      ...right,
      type: random.pick(['PONG', 'ACK', 'SESSION_CHANGED', 'session_clear', 'SESSION_EXPORT', '__proto__', 'constructor']),
    }),
    () => ({ ...right, payload: anyOf(random, [null, [], 'SESSION_CLEAR', 1, undefined]) }),
    () => envelope('SESSION_SYNC', { ext_token: 'half-a-pair', sessionEpoch: at.nowMs }, at),
    () => envelope('SESSION_SYNC', { sessionEpoch: anyOf(random, [-1, 1.5, '9', null]), blockExtension: true }, at),
    () => envelope('SESSION_SYNC', { sessionEpoch: at.nowMs, blockExtension: 'yes' }, at),
    () => envelope('ACCOUNT_SELECT', { accountId: anyOf(random, [null, 5, {}, 'x'.repeat(65)]) }, at),
    () => JSON.parse('{"__proto__":{"type":"PING"},"constructor":{"prototype":{"v":1}}}'),
    () => ({ ext_token: 'a', role: 'ADMIN' }),
    () => ({ ext_token: 'a', sessionEpoch: at.nowMs }),
    () => ({ type: 'PING', payload: {} }),
    () => [right],
    () => JSON.stringify(right),
    () => anyOf(random, [null, undefined, 0, true, '', 'PONG', Number.NaN, [], {}, 10n]),
    () => take(listOwn(random), at),
    () => take(listOwn(random), at),
  ])();
  const channel = random.pick<Hostile['channel']>(['external', 'internal']);
  return { channel, sender: pageSender(random, webOrigin, channel === 'internal' ? { id: extensionId } : {}), raw };
}

/** Tokens themselves, by the way that every script on the page can read and write. */
function tokensOverBridge(random: Random, at: Moment): Hostile {
  const tokens = { ext_token: 'an-access-token', ext_refreshToken: 'a-refresh-token' };
  const raw = anyOf(random, [
    envelope('SESSION_SYNC', { ...tokens, sessionEpoch: at.nowMs }, at),
    envelope('SESSION_SYNC', { ...tokens, tokenKind: 'pair', userId: person.id, sessionEpoch: at.nowMs }, at),
    tokens,
    { ...tokens, userId: person.id },
  ]);
  return { channel: 'internal', sender: pageSender(random, webOrigin, { id: extensionId }), raw };
}

export const hostileKinds = {
  'pages of other origins': foreignPage,
  'sub-frames, prerendered and left pages': subFrame,
  'other extensions': otherExtension,
  'our scripts on taken-over pages': takenOverScript,
  'replays, old and future epochs': replay,
  oversize: oversize,
  'broken, newer and older shapes': brokenShape,
  'tokens over the bridge': tokensOverBridge,
} as const;
/** Of these, the ones that say everything there is to say. */
export const tellingAll: readonly HostileKind[] = [
  'pages of other origins',
  'sub-frames, prerendered and left pages',
  'other extensions',
  'our scripts on taken-over pages',
];
export type HostileKind = keyof typeof hostileKinds;
