import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MailParts, renderMail } from '@headhaul/domain/mail/render';
import { type MailValues, mailVariables } from '@headhaul/domain/mail/variables';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import { startServer } from '../lib/children.ts';
import { plantFault } from '../lib/mutant.ts';
import type { Random } from '../lib/random.ts';
import { formatCount } from '../lib/report.ts';
import { apiSource, repository, type Stage } from '../lib/stage.ts';
import { proveHeaders } from './headers.ts';
import { imageOrigin, type MailPages, openMailPages } from './mail-pages.ts';
import { hostileHtml, hostileValue } from './vectors.ts';

const sizes = { short: { templates: 2_000, headers: 1_500 }, full: { templates: 100_000, headers: 10_000 } };
const atOnce = 400;

type Render = typeof renderMail;
type Post = <T>(path: string, body: unknown) => Promise<T>;

/**
 * Nothing that a dispatcher pastes or that a load board's page contains can run in a mail, make it request another server, or add a
 * recipient.
 */
export async function proveHtml(stage: Stage): Promise<void> {
  const size = stage.isFull ? sizes.full : sizes.short;
  const pages = await openMailPages(stage);
  const post = await startProbe(stage, 'probe', apiSource);
  await proveAppearance(stage, pages);
  await proveTemplates(stage, pages, post, size.templates);
  await proveHeaders(stage, post, size.headers);
  await catchUnescaped(stage, pages, post);
  await catchUncleaned(stage, pages);
}

async function startProbe(stage: Stage, label: string, source: string): Promise<Post> {
  const port = await findFreePorts(1);
  const origin = `http://localhost:${port}`;
  await startServer(stage, label, join(source, 'testing/mail/mail-probe.ts'), `${origin}/`, {
    PORT: String(port),
    IMAGE_ORIGIN: imageOrigin,
  });
  return async <T>(path: string, body: unknown) => {
    const response = await fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
}

interface Result {
  tried: number;
  ran: number;
  requests: string[];
  dangers: string[];
  unstable: number;
  slowest: number;
}

function valuesOf(random: Random): MailValues {
  const names = Object.keys(mailVariables).filter((name) => name !== 'signature' && random.chance(0.5));
  return Object.fromEntries(names.map((name) => [name, hostileValue(random)]));
}

/** The product cleans and fills the mails, and Chromium shows them. */
async function showMany(random: Random, pages: MailPages, post: Post, render: Render, count: number, result: Result): Promise<void> {
  for (let left = count; left > 0; left -= atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, left) }, () => [hostileHtml(random), hostileHtml(random)] as const);
    const asked = batch.flatMap(([body, signature]) => [
      { html: body, isSignature: false },
      { html: signature, isSignature: true },
    ]);
    const cleaned = await post<{ html: string; isStable: boolean }[]>('/clean', asked);
    result.unstable += cleaned.filter(({ isStable }) => !isStable).length;
    const mails = batch.map((_, index) => {
      const parts: MailParts = {
        subject: hostileValue(random),
        htmlBody: cleaned[index * 2]?.html ?? '',
        signature: cleaned[index * 2 + 1]?.html ?? '',
        hasWatermark: random.chance(0.5),
      };
      const values = valuesOf(random);
      const startedAt = performance.now();
      const { html } = render(parts, values);
      result.slowest = Math.max(result.slowest, performance.now() - startedAt);
      return html;
    });
    for (const shown of [await pages.showSent(mails), await pages.showPreview(mails)]) {
      result.ran += shown.ran;
      result.requests.push(...shown.requests);
      result.dangers.push(...shown.dangers);
    }
    result.tried += mails.length;
  }
}

function emptyResult(): Result {
  return { tried: 0, ran: 0, requests: [], dangers: [], unstable: 0, slowest: 0 };
}

function formatFindings({ ran, requests, dangers, unstable }: Result): string {
  const samples = [...requests, ...dangers].slice(0, 3).join(' | ');
  return `${formatCount(ran)} scripts ran, ${formatCount(requests.length)} requests, ${formatCount(dangers.length)} dangers, ${formatCount(unstable)} changed when cleaned again${samples === '' ? '' : `: ${samples}`}`;
}

function isClean({ ran, requests, dangers, unstable }: Result): boolean {
  return ran === 0 && requests.length === 0 && dangers.length === 0 && unstable === 0;
}

/** Many in one mail, so that the browser gets to the last one late. */
const many = 10;
const written = (write: (index: number) => string) => Array.from({ length: many }, (_, index) => write(index)).join('');

/** Markup that the harness must detect when it is in a mail. */
const seen = [
  { what: 'pictures', mail: written((index) => `<img src=//evil.example/${index} onerror=canary()>`), ran: many, requests: many },
  { what: 'sounds', mail: written((index) => `<audio src=//evil.example/${index} onerror=canary()></audio>`), ran: many, requests: many },
  { what: 'films', mail: written((index) => `<video src=//evil.example/${index} onerror=canary()></video>`), ran: many, requests: many },
  {
    what: 'sources of films',
    mail: written((index) => `<video><source src=//evil.example/${index} onerror=canary()></video>`),
    ran: many,
    requests: many,
  },
  { what: 'our own last picture', mail: '<img src=/end>', ran: 0, requests: 1 },
];

async function proveAppearance(stage: Stage, pages: MailPages): Promise<void> {
  const times = 10;
  const missed: string[] = [];
  for (const one of Array.from({ length: times }, () => seen).flat()) {
    const { ran, requests } = await pages.showSent([one.mail]);
    if (ran !== one.ran || requests.length !== one.requests) missed.push(`${one.what}: ${ran} ran, ${requests.length} requests`);
  }
  stage.report.check({
    what: 'mails of which it is known what they do, each in a page of its own',
    tried: times * seen.length,
    bar: times * seen.length,
    expected: 'each script that runs and each request is seen',
    found:
      missed.length === 0 ? 'all were seen' : `${formatCount(missed.length)} were missed: ${[...new Set(missed)].slice(0, 3).join(' | ')}`,
    passed: missed.length === 0,
  });
}

async function proveTemplates(stage: Stage, pages: MailPages, post: Post, count: number): Promise<void> {
  const result = emptyResult();
  const stop = stage.report.showProgress(() => `${formatCount(result.tried)} mails`);
  await showMany(stage.random.fork('templates'), pages, post, renderMail, count, result);
  stop();
  stage.report.check({
    what: 'hostile templates, signatures and values, cleaned and filled by the product, shown as sent mail and in the preview’s frame',
    tried: result.tried,
    bar: count,
    expected: '0 scripts run, 0 requests to other servers, 0 elements or addresses that could do either, cleaning twice is cleaning once',
    found: formatFindings(result),
    passed: isClean(result),
  });
  stage.report.note(`the slowest mail was filled in ${result.slowest.toFixed(1)} ms`);
}

/** Mutant: the renderer inserts values without escaping them. */
async function catchUnescaped(stage: Stage, pages: MailPages, post: Post): Promise<void> {
  const folder = join(stage.folder, 'unescaped');
  await cp(join(repository, 'packages/domain/src'), folder, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  const file = join(folder, 'mail/markup.ts');
  const text = await readFile(file, 'utf8');
  const find = 'return text.replace(/[&<>"\']/g, (char) => escapes[char] ?? char);';
  if (text.split(find).length !== 2) throw new Error('the mutant’s place was not found');
  await writeFile(
    file,
    text.replace(find, () => 'return escapes.x ?? text;'),
  );
  const mutant = (await import(pathToFileURL(join(folder, 'mail/render.ts')).href)) as { renderMail: Render };
  const result = emptyResult();
  await showMany(stage.random.fork('unescaped'), pages, post, mutant.renderMail, 400, result);
  stage.report.mutant('values are put into the mail as they come', !isClean(result), formatFindings(result));
}

/** Mutant: the server stores HTML without cleaning it. */
async function catchUncleaned(stage: Stage, pages: MailPages): Promise<void> {
  const source = await plantFault(stage, 'uncleaned', [
    {
      file: 'features/email-templates/clean-html.service.ts',
      find: 'let current = withoutControls(sanitize(withoutControls(html), options));',
      replace: 'let current = withoutControls(html);\n  if (options) return current;',
    },
  ]);
  const post = await startProbe(stage, 'uncleaned', source);
  const result = emptyResult();
  await showMany(stage.random.fork('uncleaned'), pages, post, renderMail, 400, result);
  stage.report.mutant('templates are kept as they come', !isClean(result), formatFindings(result));
}
