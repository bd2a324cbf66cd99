import { randomUUID } from 'node:crypto';
import { chromiumArgs, headlessShellPath } from '@headhaul/test-servers/browsers';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Stage } from '../lib/stage.ts';

const pageOrigin = 'http://mail.example';
export const imageOrigin = 'http://pictures.example';
/** The web app's policy without Trusted Types, because the proof sets innerHTML where the product builds each element. */
const appPolicy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${imageOrigin} data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'`;
const allowedTags = [
  ...['HTML', 'HEAD', 'BODY', 'TITLE', 'P', 'BR', 'B', 'STRONG', 'I', 'EM', 'U', 'S', 'A', 'UL', 'OL', 'LI', 'SPAN', 'DIV', 'BLOCKQUOTE'],
  ...['IMG', 'TABLE', 'TBODY', 'TR', 'TD', 'HR'],
];

export interface Shown {
  /** Scripts that ran. */
  ran: number;
  /** Requested addresses of other servers. */
  requests: string[];
  /** Elements or attributes that could act after a click, and mails whose markup broke out of its place. */
  dangers: string[];
}

export interface MailPages {
  /** Shows the mails as a mail program without any protection would. */
  showSent(mails: readonly string[]): Promise<Shown>;
  /** Shows the mails in the frame of our own preview. */
  showPreview(mails: readonly string[]): Promise<Shown>;
}

interface State {
  requests: string[];
  ran: number;
  document: string;
  /** Requested last, and aborted like all others. No mail can know this address. */
  end: string;
}

export async function openMailPages(stage: Stage): Promise<MailPages> {
  const browser = await chromium.launch({ executablePath: headlessShellPath, args: chromiumArgs });
  stage.defer(() => browser.close());
  const context = await browser.newContext();
  const state: State = { requests: [], ran: 0, document: '', end: '' };
  await listen(context, state);
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    state.ran += 1;
    void dialog.dismiss();
  });

  async function show(path: string, document: string, look: (page: Page) => Promise<string[]>): Promise<Shown> {
    Object.assign(state, { requests: [], ran: 0, document, end: `${pageOrigin}/end/${randomUUID()}` });
    await page.goto(`${pageOrigin}${path}`, { waitUntil: 'load' }).catch(() => {});
    // A page that navigated away, for example by a meta refresh, can't be inspected any more.
    const dangers = await look(page).catch((error: unknown) => [`the page was led away: ${String(error).slice(0, 80)}`]);
    await page.evaluate(waitForEvents, state.end).catch(() => {});
    return { ran: state.ran, requests: state.requests, dangers };
  }

  return {
    showSent: (mails) => {
      const body = mails.map((mail, index) => `${mail}<hr data-end="${index}">`).join('\n');
      return show('/sent', `<!doctype html><meta charset=utf-8><title>x</title><body>${body}`, (page) =>
        page.evaluate(lookAround, { tags: [...allowedTags, 'META'], ends: mails.length, origin: imageOrigin }),
      );
    },
    showPreview: (mails) =>
      show('/preview', '<!doctype html><meta charset=utf-8><title>x</title><body></body>', async (page) => {
        await page.evaluate(fillFrame, mails as string[]);
        return (
          page.frames()[1]?.evaluate(lookAround, { tags: [...allowedTags, 'META'], ends: mails.length, origin: imageOrigin }) ?? [
            'no frame',
          ]
        );
      }),
  };
}

async function listen(context: BrowserContext, state: State): Promise<void> {
  await context.exposeFunction('canaryRan', () => {
    state.ran += 1;
  });
  await context.addInitScript(() => {
    const ran = () => (window as unknown as { canaryRan(): void }).canaryRan();
    Object.assign(window, { canary: ran, alert: ran, confirm: ran, prompt: ran });
  });
  await context.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.origin === pageOrigin && (url.pathname === '/sent' || url.pathname === '/preview')) {
      const policy: Record<string, string> = url.pathname === '/preview' ? { 'content-security-policy': appPolicy } : {};
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers: policy, body: state.document });
    }
    if (url.origin !== imageOrigin && url.href !== state.end) state.requests.push(url.href.slice(0, 200));
    return route.abort();
  });
}

/** Runs in the page. */
function fillFrame(mails: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  document.body.append(frame);
  const inner = frame.contentDocument;
  if (!inner) return;
  inner.body.innerHTML = mails.map((mail, index) => `${mail}<hr data-end="${index}">`).join('\n');
}

/**
 * Runs in the page. Events of the mail's pictures and of focus come before those of a picture that is requested later. Audio and video have
 * a separate queue and load at different speeds.
 */
async function waitForEvents(end: string): Promise<void> {
  const next = (target: EventTarget, events: string[]) =>
    new Promise<unknown>((done) => {
      for (const event of events) target.addEventListener(event, done, { capture: true, once: true });
    });
  const media = [...document.querySelectorAll<HTMLMediaElement>('audio, video')];
  while (media.some(({ networkState }) => networkState === HTMLMediaElement.NETWORK_LOADING)) {
    await next(document, ['error', 'abort', 'suspend', 'loadeddata', 'progress', 'stalled']);
  }
  const last = [new Image(), new Audio()].map((element) => {
    const failure = next(element, ['error']);
    element.src = end;
    return failure;
  });
  await Promise.all(last);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Runs in the page. Lists what should not be there. */
function lookAround({ tags, ends, origin }: { tags: string[]; ends: number; origin: string }): string[] {
  const dangers: string[] = [];
  const allowed = new Set(tags);
  for (const element of document.querySelectorAll('*')) {
    if (!allowed.has(element.tagName)) dangers.push(`<${element.tagName}>`);
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc' || name === 'id' || name === 'class') dangers.push(`${element.tagName} ${name}`);
      if (name === 'style' && /url|expression|position|@|\\/i.test(value)) dangers.push(`style ${value.slice(0, 80)}`);
      if (name === 'src' && !value.startsWith(`${origin}/i/`)) dangers.push(`src ${value.slice(0, 80)}`);
    }
    if (element instanceof HTMLAnchorElement && element.hasAttribute('href') && !/^(https?|mailto|tel):$/.test(element.protocol)) {
      dangers.push(`href ${element.href.slice(0, 80)}`);
    }
  }
  const found = [...document.body.children].filter((child) => child.hasAttribute('data-end')).length;
  if (found !== ends) dangers.push(`${ends - found} mails broke out of their place`);
  return dangers;
}
