import { randomUUID } from 'node:crypto';
import { bridgeMarker, developmentExtensionId } from '@headhaul/contracts/extension-messages';
import type { Frame, Page, Worker } from '@playwright/test';
import type { Random } from '../lib/random.ts';
import type { Stage } from '../lib/stage.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';
import { command, type HostileKind, hostileKinds, type Moment } from './hostile-messages.ts';
import { person, personal, secrets } from './people.ts';

/** Who sends, by which way, what, and what the web app's own origin may still read. */
interface Attack {
  what: string;
  send(raws: unknown[]): Promise<string[]>;
  make(random: Random, at: Moment): unknown;
  isOwnOrigin?: true;
}

const raws = (kind: HostileKind) => (random: Random, at: Moment) => hostileKinds[kind](random, at).raw;

export interface BrowserTried {
  byAttack: Record<string, number>;
  /** What was different after all of them. Null for nothing. */
  changed: string | null;
  leaks: string[];
  answers: string[];
}

/** Hostile messages through real pages, frames and another extension in Chromium, to the extension as it is built for a store. */
export async function tryInChromium(stage: Stage, random: Random, count: number, folder: string): Promise<BrowserTried> {
  const world = await openBrowserWorld(stage, folder);
  const page = await open(world, world.web);
  const epoch = Date.now();
  const right = await beObeyed(page, world, epoch);
  const attacks = await listAttacks(world, page);
  const tried: BrowserTried = { byAttack: {}, changed: null, leaks: [], answers: [] };
  const before = await readStanding(world);
  const each = Math.ceil(count / attacks.length);
  for (const { what, send, make, isOwnOrigin } of attacks) {
    const at: Moment = { nowMs: Date.now(), epoch, turn: random.below(1_000), taken: right };
    const replies = await send(Array.from({ length: each }, (_, index) => make(random, { ...at, turn: at.turn + index })));
    const hidden = [...secrets, ...(isOwnOrigin ? [] : personal)];
    tried.leaks.push(...replies.filter((reply) => hidden.some((secret) => reply.includes(secret))).map((reply) => `${what}: ${reply}`));
    tried.answers.push(...replies.filter((reply) => !isRefusal(reply)).map((reply) => `${what}: ${reply}`));
    tried.byAttack[what] = replies.length;
  }
  const after = await readStanding(world);
  if (before !== after) tried.changed = `${before} became ${after}`;
  await world.context.close();
  return tried;
}

function isRefusal(reply: string): boolean {
  return ['silence', 'unreachable', 'null', 'undefined'].includes(reply) || (JSON.parse(reply) as { type?: string }).type === 'NACK';
}

async function open({ context }: BrowserWorld, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin);
  return page;
}

/** Signs the extension in and has it do what the web app may ask. Returns what can be sent again. */
async function beObeyed(page: Page, world: BrowserWorld, epoch: number): Promise<unknown[]> {
  const envelope = (type: string, payload: object) => ({ v: 1, type, id: randomUUID(), ts: Date.now(), src: 'web', payload });
  const right = [
    envelope('SESSION_SYNC', { tokenKind: 'code', ext_token: 'the-code', userId: person.id, sessionEpoch: epoch }),
    envelope('ACCOUNT_SELECT', { accountId: '0199a000-0000-7000-8000-0000000000ef' }),
    envelope('SESSION_SYNC', { leftDays: 9, sessionEpoch: epoch }),
  ];
  const replies: string[] = [];
  for (const one of right) replies.push(...(await sendDirectly(page, [one])));
  if (!replies.every((reply) => reply.includes('"ACK"'))) throw new Error(`right messages were refused: ${replies.join(' | ')}`);
  const [pong] = await sendByBridge(page, [envelope('PING', {})]);
  if (!pong?.includes(person.id)) throw new Error(`the bridge gave no answer: ${pong}`);
  if (!world.calls.includes('POST /api/auth/exchange')) throw new Error('the sign-in did not reach the API');
  return right;
}

async function listAttacks(world: BrowserWorld, page: Page): Promise<Attack[]> {
  const [foreign, board] = [await open(world, world.foreign), await open(world, world.board)];
  const frame = page.frames().find((one) => one.url().endsWith('/frame')) as Frame;
  const foreignKind = raws('pages of other origins');
  const own = ['replays, old and future epochs', 'oversize', 'broken, newer and older shapes'] as const;
  return [
    { what: 'a page at another port, directly', send: (messages) => sendDirectly(foreign, messages), make: foreignKind },
    {
      what: 'a page at another port, by a bridge that is not there',
      send: (messages) => sendByBridge(foreign, messages),
      make: foreignKind,
    },
    { what: 'a board’s page, directly', send: (messages) => sendDirectly(board, messages), make: foreignKind },
    { what: 'a board’s page, by a bridge that is not there', send: (messages) => sendByBridge(board, messages), make: foreignKind },
    {
      what: 'a sub-frame of the web app, directly',
      send: (messages) => sendDirectly(frame, messages),
      make: raws('sub-frames, prerendered and left pages'),
    },
    {
      what: 'a sub-frame of the web app, by its parent’s bridge',
      send: (messages) => sendByParent(frame, messages),
      make: raws('sub-frames, prerendered and left pages'),
    },
    { what: 'another extension', send: (messages) => sendDirectly(world.other, messages), make: raws('other extensions') },
    { what: 'made-up events on the web app’s page', send: (messages) => sendMadeUp(page, messages), make: command },
    {
      what: 'tokens over the bridge',
      send: (messages) => sendByBridge(page, messages),
      make: raws('tokens over the bridge'),
      isOwnOrigin: true,
    },
    ...own.flatMap((kind): Attack[] => [
      { what: `${kind}, directly`, send: (messages) => sendDirectly(page, messages), make: raws(kind), isOwnOrigin: true },
      { what: `${kind}, by the bridge`, send: (messages) => sendByBridge(page, messages), make: raws(kind), isOwnOrigin: true },
    ]),
  ];
}

/** What a hostile message must not change: the session, the user's choices, what the API was asked, and the open tabs. */
async function readStanding({ ours, calls, context }: BrowserWorld): Promise<string> {
  const stored = await ours.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { local: { get(keys: string[]): Promise<object> } } } };
    const kept = await chrome.storage.local.get(['mailbox', 'boards', 'outbox']);
    const session = await new Promise<unknown>((resolve, reject) => {
      const opening = indexedDB.open('headhaul');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction('state').objectStore('state').getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result);
        };
      };
    });
    return { kept, session };
  });
  return JSON.stringify({ stored, calls, tabs: context.pages().length });
}

type Sender = Page | Frame | Worker;

/** By the browser's own way from a page or another extension. */
function sendDirectly(from: Sender, messages: unknown[]): Promise<string[]> {
  return (from as Page).evaluate(
    ({ id, messages: all }) => {
      const { chrome } = globalThis as unknown as {
        chrome?: { runtime?: { lastError?: object; sendMessage(to: string, raw: unknown, done: (reply: unknown) => void): void } };
      };
      const send = (raw: unknown) =>
        new Promise<string>((resolve) => {
          try {
            const { runtime } = chrome ?? {};
            if (runtime?.sendMessage === undefined) return resolve('unreachable');
            runtime.sendMessage(id, raw, (reply) =>
              resolve(runtime.lastError === undefined ? String(JSON.stringify(reply)) : 'unreachable'),
            );
          } catch {
            resolve('unreachable');
          }
        });
      return Promise.all(all.map(send));
    },
    { id: developmentExtensionId, messages },
  );
}

/** How long an answer may take. Silence is a refusal. */
const silenceMs = 2_000;

/** By `window.postMessage`, as on browsers whose pages can't reach an extension. */
function sendByBridge(from: Page, messages: unknown[]): Promise<string[]> {
  return from.evaluate(postAll, { to: 'self', mark: bridgeMarker, messages, silenceMs });
}

function sendByParent(from: Frame, messages: unknown[]): Promise<string[]> {
  return from.evaluate(postAll, { to: 'parent', mark: bridgeMarker, messages, silenceMs });
}

function sendMadeUp(from: Page, messages: unknown[]): Promise<string[]> {
  return from.evaluate(postAll, { to: 'event', mark: bridgeMarker, messages, silenceMs });
}

/** Runs in the page. */
function postAll({
  to,
  mark,
  messages,
  silenceMs: waitMs,
}: {
  to: string;
  mark: string;
  messages: unknown[];
  silenceMs: number;
}): Promise<string[]> {
  const post = (msg: unknown) =>
    new Promise<string>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(String(JSON.stringify(data)));
      setTimeout(resolve, waitMs, 'silence');
      const data = { fx: mark, v: 1, msg };
      const { origin } = window.location;
      try {
        if (to === 'event') window.dispatchEvent(new MessageEvent('message', { data, origin, source: window, ports: [port2] }));
        else (to === 'parent' ? window.parent : window).postMessage(data, origin, [port2]);
      } catch {
        resolve('unreachable');
      }
    });
  return Promise.all(messages.map(post));
}
