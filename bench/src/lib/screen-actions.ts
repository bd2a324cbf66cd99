import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';
import { timePaint } from './screen-paints.ts';

/** Something a dispatcher does all day, done many times, with the times until its result is painted. */
export interface Action {
  name: string;
  paints: number[];
  presented: number[];
}

/** An action whose result was already on the screen gives no time. It is tried again, up to this many tries for each sample. */
const triesPerSample = 2;
const quietForMs = 300;
const quietWithinMs = 3_000;
const lookEveryMs = 50;
const findWithinMs = 5_000;
const pills = 'tr[data-id] td:nth-child(2) button';
/** Rows on the screen, in which the searched text must appear. */
const found = 'tr[data-id]';

type Sample = Awaited<ReturnType<typeof timePaint>>;

function startAction(name: string): { action: Action; add: (sample: Sample) => void } {
  const action: Action = { name, paints: [], presented: [] };
  return {
    action,
    add: (sample) => {
      if (sample === null) return;
      action.paints.push(sample.paintMs);
      if (sample.presentedMs !== null) action.presented.push(sample.presentedMs);
    },
  };
}

function isWanted(actions: readonly Action[], times: number): boolean {
  return actions.some(({ paints }) => paints.length < times);
}

const asked = new WeakMap<Page, Set<Request>>();

/** Requests that the page waits for, except the live stream, which never ends. */
function pendingRequests(page: Page): Set<Request> {
  const known = asked.get(page);
  if (known !== undefined) return known;
  const pending = new Set<Request>();
  asked.set(page, pending);
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

/** Waits until all requests of the last action are answered and drawn. */
async function waitUntilQuiet(page: Page): Promise<void> {
  const pending = pendingRequests(page);
  let quietMs = 0;
  for (let waitedMs = 0; quietMs < quietForMs && waitedMs < quietWithinMs; waitedMs += lookEveryMs) {
    await pause(lookEveryMs);
    quietMs = pending.size === 0 ? quietMs + lookEveryMs : 0;
  }
}

export async function filterByStatus(page: Page, times: number): Promise<Action[]> {
  const [set, cleared] = [startAction('filter by a status'), startAction('clear the filter')];
  // Statuses that occur in a list of any length come first.
  const names = ['Paid', 'Invoiced', 'Dispatched', 'Booked', 'Draft'];
  for (let index = 0; isWanted([set.action, cleared.action], times) && index < times * triesPerSample; index++) {
    const name = names[index % names.length] ?? '';
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Status' }).click();
    const option = page.getByRole('option', { name, exact: true }).or(page.getByRole('checkbox', { name, exact: true }));
    await option.waitFor();
    await pause(quietForMs);
    set.add(await timePaint(page, 'click', { selector: pills, text: `^${name}$`, are: 'all' }, () => option.click()));
    await page.keyboard.press('Escape');
    await waitUntilQuiet(page);
    const clear = page.getByRole('button', { name: 'Clear', exact: true });
    cleared.add(await timePaint(page, 'click', { selector: pills, text: `^${name}$`, are: 'some other' }, () => clear.click()));
    await waitUntilQuiet(page);
  }
  return [set.action, cleared.action];
}

export async function typeInFind(page: Page, times: number): Promise<Action[]> {
  const typed = startAction('type a letter in Find');
  const cities = ['tucson', 'milwaukee', 'stockton', 'jacksonville', 'charlotte', 'nashville', 'omaha', 'wichita', 'savannah', 'reno'];
  for (let round = 0; typed.action.paints.length < times && round < times; round++) {
    const city = cities[round % cities.length] ?? '';
    await page.keyboard.press('/');
    for (let length = 1; length <= 4 && typed.action.paints.length < times; length++) {
      const start = city.slice(0, length);
      const wanted = { selector: found, text: `(?<![a-z])${start}`, are: 'all', isOtherRows: true } as const;
      const press = () => page.keyboard.press(start.at(-1) ?? '');
      // If a letter leaves the same rows on the screen, there is nothing to see, however long we wait.
      typed.add(await timePaint(page, 'keydown', wanted, press, findWithinMs).catch(() => null));
      await waitUntilQuiet(page);
    }
    await page.keyboard.press('Escape');
    await waitUntilQuiet(page);
  }
  return [typed.action];
}

export async function openAndClose(page: Page, times: number): Promise<Action[]> {
  const [opened, closed] = [startAction('open a load by Enter'), startAction('close it by Escape')];
  const drawer = '[role="dialog"][aria-label^="Load "]';
  for (let index = 0; isWanted([opened.action, closed.action], times) && index < times * triesPerSample; index++) {
    await page.keyboard.press('j');
    await pause(quietForMs);
    opened.add(await timePaint(page, 'keydown', { selector: drawer, are: 'some' }, () => page.keyboard.press('Enter')));
    await waitUntilQuiet(page);
    closed.add(await timePaint(page, 'keydown', { selector: drawer, are: 'none' }, () => page.keyboard.press('Escape')));
    await waitUntilQuiet(page);
  }
  return [opened.action, closed.action];
}

/** Changes dispatched loads to At pickup, one by one from the top of the list. */
export async function changeStatuses(page: Page, times: number): Promise<Action[]> {
  const [menu, changed] = [startAction('open the status menu by s'), startAction('change a status by 1')];
  await goToFirst(page);
  for (let walked = 0; isWanted([menu.action, changed.action], times) && walked < times * 20; walked++) {
    if (walked > 0) await page.keyboard.press('j');
    await pause(60);
    const row = page.locator('tr[data-focused]');
    const id = await row.getAttribute('data-id');
    if ((await row.locator('td:nth-child(2) button').textContent()) !== 'Dispatched') continue;
    await pause(quietForMs);
    menu.add(
      await timePaint(page, 'keydown', { selector: '[role="menu"] [role="menuitem"]', are: 'some' }, () => page.keyboard.press('s')),
    );
    await pause(quietForMs);
    const pill = `tr[data-id="${id}"] td:nth-child(2) button`;
    changed.add(await timePaint(page, 'keydown', { selector: pill, text: '^At pickup$', are: 'some' }, () => page.keyboard.press('1')));
    await waitUntilQuiet(page);
  }
  return [menu.action, changed.action];
}

/** The earlier actions have moved down the list. The loads that are not picked up yet are at its beginning. */
async function goToFirst(page: Page): Promise<void> {
  // The header is row 1.
  const first = page.locator('tr[data-focused][aria-rowindex="2"]');
  for (let step = 0; step < 1_000; step++) {
    await page.keyboard.press('k');
    await pause(20);
    if ((await first.count()) === 1) return;
  }
  throw new Error('The keys do not lead to the first row.');
}
