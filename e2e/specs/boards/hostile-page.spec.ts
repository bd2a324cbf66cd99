import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import { clickPopover, clickRow, expectPopover, expectRow, openMailBoard, openMailOffice } from '../../board-mail.ts';
import { openBoard, setUpExtension } from '../../board-marks.ts';
import { findWorker } from '../../board-panel.ts';
import { arrivedAt, delivered } from '../../mail.ts';
import { callAs, expect, launchWithExtension, newcomer, extensionTest as test } from '../../product.ts';
import { sandboxOrigin } from '../../world.ts';

const evil = '<img src=x onerror=alert(1)>{{company.mc}}\r\nBcc: thief@evil.example';

test('what a page writes into its fields arrives as words in one mail to one address', async ({ page, context, request }) => {
  const person = newcomer('Hob Stone');
  await openMailOffice(context, page, person);
  const { emailAccounts } = await callAs(page, emailAccountEndpoints.listEmailAccounts, {});
  await callAs(page, emailTemplateEndpoints.saveTemplate, {
    params: { id: emailAccounts[0]?.id ?? '' },
    body: {
      subject: '{{reference}} from {{broker.name}}',
      htmlBody:
        '<p>{{reference}}, {{broker.name}}, {{rate}}, {{equipment}}, {{driver.location|Racine, WI}}, {{driver.available|now}}, MC {{company.mc|918204}}</p>',
    },
  });
  const { page: board, session, loads } = await openMailBoard(context);
  const [load] = loads as [(typeof loads)[number]];
  const address = `desk@office-${crypto.randomUUID()}.test`;
  await board.evaluate(
    ([key, text, to]) => {
      const row = document.getElementById(`row-${key}`);
      const write = (name: string, words: string) => {
        const cell = row?.querySelector(`[data-test="${name}"]`);
        if (cell != null) cell.textContent = words;
      };
      write('reference', text ?? '');
      write('company', `"><script>fetch("//evil.example")</script>`);
      row?.querySelector('a[href^="mailto:"]')?.setAttribute('href', `mailto:${to}?bcc=thief@evil.example&subject=Hi`);
    },
    [load.key, evil, address],
  );
  await clickRow(board, session, load.key, /^Email$/);
  await expectPopover(session, new RegExp(address));
  await clickPopover(board, session, 'Send');
  await expectRow(session, load.key, /^✓ Emailed/);
  await delivered.poll(async () => (await arrivedAt(request, address)).length).toBe(1);
  const [mail] = await arrivedAt(request, address);
  expect(mail?.account).toBe(person.email);
  // No variable of ours is filled in for the page.
  expect(mail?.subject).toContain('<img src=x onerror=alert(1)>{ {company.mc} }');
  expect(mail?.subject).not.toMatch(/[\r\n]/);
  expect(mail?.html).toContain('&lt;img src=x');
  expect(mail?.html).not.toMatch(/<img|<script/);
  expect(mail?.html).not.toContain('evil.example")</script>');
  expect(await arrivedAt(request, 'thief@evil.example')).toEqual([]);
});

/** Everything that a script of the page can read: its document, its globals, its storage, and the messages that it has got. */
function readAll(): string {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  const walk = (value: unknown, depth: number) => {
    if (typeof value === 'string') texts.push(value);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || depth > 6) return;
    seen.add(value);
    for (const name of Object.getOwnPropertyNames(value)) {
      texts.push(name);
      try {
        walk((value as Record<string, unknown>)[name], depth + 1);
      } catch {
        // Some properties of the browser can't be read like that.
      }
    }
  };
  walk(window, 0);
  const own = globalThis as unknown as { heardMessages: string[] };
  return [
    document.documentElement.outerHTML,
    ...texts,
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
    ...own.heardMessages,
  ].join('\n');
}

test('no token is where a page or the script on it can read it', async ({ page, context }) => {
  await context.addInitScript(() => {
    const heardMessages: string[] = [];
    Object.assign(globalThis, { heardMessages });
    window.addEventListener('message', ({ data }) => heardMessages.push(JSON.stringify(data ?? null)), { capture: true });
  });
  await setUpExtension(context, page);
  const board = await context.newPage();
  const session = await context.newCDPSession(board);
  const contexts: { id: number; origin: string }[] = [];
  session.on('Runtime.executionContextCreated', ({ context: created }) => contexts.push(created));
  await session.send('Runtime.enable');
  await openBoard(board, '');
  await expect(board.locator('hh-row').first()).toBeAttached();
  const tokens: string[] = await findWorker(context).evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('headhaul');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const names = [...opened.result.objectStoreNames];
          const read = opened.result
            .transaction(names)
            .objectStore(names[0] ?? '')
            .getAll();
          read.onsuccess = () =>
            resolve([...JSON.stringify(read.result).matchAll(/"(?:accessToken|refreshToken)":"([^"]+)"/g)].map(([, token = '']) => token));
        };
      }),
  );
  expect(tokens).toHaveLength(2);
  for (const one of [board, page]) {
    const all = await one.evaluate(readAll);
    expect(all.length).toBeGreaterThan(1_000);
    for (const token of tokens) expect(all.includes(token)).toBe(false);
  }
  const ours = contexts.findLast(({ origin }) => origin === `chrome-extension://${developmentExtensionId}`);
  for (const area of ['local', 'session', 'sync']) {
    const { result } = await session.send('Runtime.evaluate', {
      contextId: ours?.id ?? 0,
      expression: `Promise.resolve().then(() => chrome.storage.${area}.get(null)).then((all) => JSON.stringify(all), () => 'refused')`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (area === 'sync') expect(result.value).toBe('{}');
    else expect(result.value, area).toBe('refused');
  }
});

/** Between the browser and everything that it asks for. Notes what goes to the board. */
async function openProxy(): Promise<{ server: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    const url = request.url ?? '';
    if (url.startsWith(sandboxOrigin)) asked.push(`${request.method} ${url}`);
    const onwards = ask(url, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on('error', () => response.destroy());
    request.pipe(onwards);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    asked,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

test('the board is asked for nothing more, by nobody in the browser, while it is read and a mail is sent', async () => {
  const proxy = await openProxy();
  const context = await launchWithExtension([`--proxy-server=${proxy.server}`, '--proxy-bypass-list=<-loopback>']);
  const page = context.pages()[0] ?? (await context.newPage());
  const popup = await openMailOffice(context, page, newcomer('Zed Quill'));
  const visit = async () => {
    const from = proxy.asked.length;
    const opened = await openMailBoard(context);
    await opened.page.mouse.move(700, 500);
    const list = opened.page.locator('#results');
    /** A click on a list that still moves, or isn't drawn where it stands, may meet another load, and then does nothing. */
    const scroll = async (from: number, to: number) => {
      await opened.page.mouse.wheel(0, to - from);
      await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(to);
      await opened.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    };
    await scroll(0, 2_000);
    return { ...opened, scroll, readAsked: () => proxy.asked.slice(from).filter((one) => !one.endsWith('/icon.svg')) };
  };
  await popup.getByRole('switch', { name: 'Read Demo Board' }).click();
  await expect(popup.getByText('Off. Nothing is read or drawn there.')).toBeVisible();
  const bare = await visit();
  expect(bare.readAsked().length).toBeGreaterThan(3);
  await bare.page.close();
  const without = bare.readAsked();
  await popup.getByRole('switch', { name: 'Read Demo Board' }).click();
  const read = await visit();
  await read.scroll(2_000, 0);
  const [load] = read.loads as [(typeof read.loads)[number]];
  await clickRow(read.page, read.session, load.key, /^Email$/);
  await expectPopover(read.session, /Missing/);
  await clickPopover(read.page, read.session, 'Send');
  await expectRow(read.session, load.key, /^Undo/);
  const inOrder = (asked: readonly string[]) => asked.toSorted((one, other) => one.localeCompare(other));
  expect(inOrder(read.readAsked())).toEqual(inOrder(without));
  await context.close();
  proxy.close();
});
