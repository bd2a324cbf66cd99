import { dirname } from 'node:path';
import { type Patch, plantFault } from '../lib/mutant.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { readDeclaredTypes } from './declared-types.ts';
import { tellingAll } from './hostile-messages.ts';
import { type BrowserTried, tryInChromium } from './in-chromium.ts';
import { boardMessages, ownPageMessages } from './own-messages.ts';
import { readRightMessages } from './right-messages.ts';
import { type Tried, tryMessages } from './try-messages.ts';
import { extensionHome } from './worker-world.ts';

const sizes = { short: { messages: 10_000, inBrowser: 400, mutant: 1_600 }, full: { messages: 100_000, inBrowser: 4_000, mutant: 4_000 } };

/** No page, frame or other extension can drive the extension: it does nothing for them and tells them nothing. */
export async function proveMessages(stage: Stage): Promise<void> {
  const size = stage.isFull ? sizes.full : sizes.short;
  const tried = await tryMessages(stage, stage.random.fork('messages'), size.messages);
  reportTried(stage, tried, size.messages);
  reportTypes(stage, tried);
  await proveRight(stage);
  for (const mutant of mutants) await catchMutant(stage, mutant, size.mutant);
  await proveInChromium(stage, size.inBrowser);
}

/** Fewer would mean that the files were not found. */
const fewestTypes = 60;

const list = (texts: readonly string[]) => (texts.length === 0 ? '' : ` (${texts.slice(0, 3).join(' | ')})`);

function formatTried({ actions, leaks, answers }: Tried): string {
  const found = [
    `${formatCount(actions.length)} privileged actions${list(actions)}`,
    `${formatCount(leaks.length)} secrets out${list(leaks)}`,
  ];
  return [...found, `${formatCount(answers.length)} answered${list(answers)}`].join(', ');
}

const isClean = ({ actions, leaks, answers }: Tried) => actions.length === 0 && leaks.length === 0 && answers.length === 0;

function reportTried({ report }: Stage, tried: Tried, bar: number): void {
  report.check({
    what: 'right messages of the web app and the popup, sent in between',
    tried: tried.sent,
    bar: Math.ceil(bar / 200) * 6,
    expected: 'each is obeyed, and what it does is seen',
    found: `${formatCount(tried.obeyed)} were obeyed`,
    passed: tried.obeyed === tried.sent,
  });
  const total = Object.values(tried.byKind).reduce((sum, count) => sum + count, 0);
  report.check({
    what: `hostile messages to the worker: ${Object.keys(tried.byKind).join('; ')}`,
    tried: total,
    bar,
    expected: '0 privileged actions, 0 secrets out, 0 answered other than by a refusal',
    found: formatTried(tried),
    passed: isClean(tried),
  });
  for (const [kind, count] of Object.entries(tried.byKind)) report.note(`${formatCount(count)} × ${kind}`);
}

/** Every type that the product's files name is sent by each kind of sender that may say anything. */
function reportTypes({ report }: Stage, { types }: Tried): void {
  const declared = [...readDeclaredTypes()];
  const missing = tellingAll.flatMap((kind) =>
    declared.filter((type) => types[kind]?.has(type) !== true).map((type) => `${kind}: ${type}`),
  );
  report.check({
    what: 'types of messages in the product’s files, from each of the senders that may say anything',
    tried: declared.length * tellingAll.length - missing.length,
    bar: fewestTypes * tellingAll.length,
    expected: 'each type was sent',
    found: `${formatCount(missing.length)} were not${list(missing)}`,
    passed: missing.length === 0,
  });
}

/** So that a hostile message is refused for its sender: the same from who may send it has another effect than one with a broken body. */
async function proveRight(stage: Stage): Promise<void> {
  const { sent, unread } = await readRightMessages(stage, stage.random.fork('right'));
  stage.report.check({
    what: 'the same messages from the extension’s own pages and its script on a board',
    tried: sent,
    bar: ownPageMessages.length + boardMessages.length,
    expected: 'each is read, and its broken twin isn’t',
    found: `${formatCount(unread.length)} made no difference${list(unread)}`,
    passed: unread.length === 0,
  });
}

interface Mutant {
  name: string;
  what: string;
  patch: Patch;
}

const receive = 'lib/receive-message.ts';
const mutants: readonly Mutant[] = [
  {
    name: 'any-origin',
    what: 'the sender’s origin is not looked at',
    patch: {
      file: receive,
      find: `if (sender.origin === undefined || !webOrigins.includes(sender.origin)) return false;`,
      replace: 'void webOrigins;',
    },
  },
  {
    name: 'any-frame',
    what: 'a sub-frame is as good as the page',
    patch: { file: receive, find: 'if (sender.frameId !== 0) return false;', replace: '' },
  },
  {
    name: 'any-extension',
    what: 'another extension is as good as the page',
    patch: {
      file: receive,
      find: `return channel === 'external' ? sender.id === undefined : sender.id === extensionId;`,
      replace: 'return extensionId !== "";',
    },
  },
  {
    name: 'any-time',
    what: 'a message counts as often as it is sent',
    patch: {
      file: receive,
      find: 'if (stamp !== null && isReplayed(around.gate, stamp, around.nowMs)) return',
      replace: 'if (stamp?.id === "" && isReplayed(around.gate, stamp, around.nowMs)) return',
    },
  },
  {
    name: 'any-size',
    what: 'a message may be as large as it likes',
    patch: { file: receive, find: `if (!isSmallEnough(raw)) return { code: 'BAD_SCHEMA' };`, replace: 'isSmallEnough(raw);' },
  },
  {
    name: 'any-script',
    what: 'a content script is as good as the popup',
    patch: {
      file: 'worker/answer-own.ts',
      find: 'if (sender.id === extensionId && sender.origin === ownOrigin) return',
      replace: 'if (sender.id === extensionId) return',
    },
  },
  {
    name: 'any-page',
    what: 'a page that nobody has taught is as good as a board',
    patch: {
      file: 'worker/answer-own.ts',
      find: 'const board = page === null ? null : (boardAt(page.origin, origins) ?? (await taughtBoardAt(page.origin)));',
      replace: "const board = page === null ? null : (boardAt(page.origin, origins) ?? (await taughtBoardAt(page.origin)) ?? 'dat');",
    },
  },
  {
    name: 'any-lesson',
    what: 'a page may teach without a lesson',
    patch: {
      file: 'teach/worker/teach-desk.ts',
      find: 'const isTaughtHere = (await readLessons()).some((lesson) => lesson.tabId === tabId);',
      replace: 'const isTaughtHere = (await readLessons()).every((lesson) => lesson.tabId !== tabId);',
    },
  },
  {
    name: 'any-channel',
    what: 'tokens are taken from the bridge',
    patch: { file: 'lib/handle-message.ts', find: `if (channel !== 'external') return 'UNSUPPORTED';`, replace: 'void channel;' },
  },
];

async function catchMutant(stage: Stage, { name, what, patch }: Mutant, count: number): Promise<void> {
  const source = await plantFault(stage, `messages-${name}`, [patch], 'apps/extension');
  const tried = await tryMessages(stage, stage.random.fork(name), count, dirname(source));
  stage.report.mutant(what, !isClean(tried), formatTried(tried));
}

async function proveInChromium(stage: Stage, count: number): Promise<void> {
  const { report, random } = stage;
  const tried = await tryInChromium(stage, random.fork('chromium'), count, extensionHome);
  report.check({
    what: 'hostile messages in Chromium, to the built extension',
    tried: Object.values(tried.byAttack).reduce((sum, one) => sum + one, 0),
    bar: count,
    expected: '0 privileged actions, 0 secrets out, 0 answered other than by a refusal or silence',
    found: formatBrowserTried(tried),
    passed: isQuiet(tried),
  });
  for (const [what, sent] of Object.entries(tried.byAttack)) report.note(`${formatCount(sent)} × ${what}`);
  const [{ what, patch }] = mutants as [Mutant];
  const source = await plantFault(stage, 'messages-chromium', [patch], 'apps/extension');
  const faulty = await tryInChromium(stage, random.fork('chromium mutant'), sizes.short.inBrowser, dirname(source));
  report.mutant(`in Chromium: ${what}`, !isQuiet(faulty), formatBrowserTried(faulty));
}

const isQuiet = ({ changed, leaks, answers }: BrowserTried) => changed === null && leaks.length === 0 && answers.length === 0;

function formatBrowserTried({ changed, leaks, answers }: BrowserTried): string {
  const shorten = (texts: readonly string[]) => list(texts.map((text) => text.slice(0, 140)));
  const said = `${formatCount(leaks.length)} secrets out${shorten(leaks)}, ${formatCount(answers.length)} answered${shorten(answers)}`;
  return `${changed === null ? 'nothing changed' : 'the session, the choices, the calls or the tabs changed'}, ${said}`;
}
