// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReactPage } from '../../testing/react-page.ts';
import type { FromPanel } from '../messages.ts';
import { at, load, nowMs } from '../testing/panel-world.ts';
import { Panel } from '../view/panel.tsx';
import type { MatchesView, MatchRow } from './messages.ts';

const chip = { letter: 'A', text: '24 d', tone: 'good', label: 'Broker A, pays in 24 days' } as const;
const row: MatchRow = { load, seenAtMs: nowMs, perMile: '2.97', broker: chip, mail: '✓ Emailed 12 min ago · Ann' };
const other: MatchRow = { ...row, load: { ...load, rowKey: 'KEY0002' }, broker: null, perMile: null, mail: '' };
const view: MatchesView = {
  ...at,
  stateSinceMs: nowMs - 60 * 60_000,
  lookedAtMs: nowMs - 2 * 60_000,
  state: 'READING',
  sinceMs: nowMs,
  hasFilter: true,
  seen: 66,
  matched: 2,
  unknown: 9,
  rows: [row, other],
  calls: [other],
  heldBack: [{ rule: 'Rate per mile, all miles', loads: 44 }],
};

const page = createReactPage();
let asked: FromPanel[];
let opened: string[];
let matches: MatchesView | null;
let openRow: unknown;
let reported: number;
let mayReport: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date', 'setInterval', 'clearInterval'] });
  asked = [];
  opened = [];
  matches = view;
  openRow = null;
  reported = 0;
  mayReport = true;
});

afterEach(async () => {
  vi.useRealTimers();
});

async function show(): Promise<void> {
  const host = {
    async ask(message: FromPanel) {
      asked.push(message);
      if (message.type === 'panel:view') return { standing: 'READY', row: openRow };
      if (message.type === 'panel:matches') return { view: matches };
      if (message.type === 'panel:show') openRow = { board: 'demo', load: message.load, readAtMs: nowMs, state: 'HERE' };
      return null;
    },
    onChanged: () => () => undefined,
    mail: async () => null,
    findTab: async () => at.tabId,
    reportLayout: async () => {
      reported += 1;
      return mayReport;
    },
    openWeb: (path: string) => opened.push(path),
  };
  await page.draw(<Panel host={host} />);
}

const text = () => document.body.textContent ?? '';
const buttons = () => [...document.querySelectorAll('button')];
const press = (name: string) =>
  act(async () =>
    buttons()
      .find((one) => one.textContent === name)
      ?.click(),
  );
const tick = () => act(async () => vi.advanceTimersByTimeAsync(2_000));
const questions = () => asked.filter((message) => message.type === 'panel:matches');

describe('the matches', () => {
  it('are what the panel begins with, with rate, trip, broker and mail', async () => {
    await show();
    for (const words of ['2 match of 66 seen, 9 not known', '$2,450', '812 mi, DH ', 'Nov 19', '2.97 a mile', '✓ Emailed 12 min ago · Ann'])
      expect(text()).toContain(words);
    expect(text()).toContain('Broker A, pays in 24 days');
    expect(text()).toMatch(/Seen on your screen since \d+:\d\d/);
  });

  it('come anew while somebody looks, in the wanted order', async () => {
    await show();
    matches = { ...view, matched: 1, rows: [other] };
    await tick();
    expect(document.querySelectorAll('.match')).toHaveLength(1);
    matches = view;
    await tick();
    await press('RPM');
    expect(questions().at(-1)).toEqual({ type: 'panel:matches', tabId: at.tabId, order: 'RPM', isAnew: false });
    await press('Start over');
    expect(questions().at(-1)).toMatchObject({ order: 'RPM', isAnew: true });
  });

  it('open in the panel, and the list is one click away', async () => {
    await show();
    await act(async () => document.querySelector<HTMLElement>('.match')?.click());
    expect(asked).toContainEqual({ type: 'panel:show', tabId: at.tabId, frameId: at.frameId, load });
    await tick();
    expect(document.querySelector('[aria-selected=true]')?.textContent).toBe('Load');
    await act(async () => document.getElementById('tab-matches')?.click());
    expect(document.querySelector('.match')?.getAttribute('aria-current')).toBe('true');
  });

  it('that are none say what holds the others back', async () => {
    matches = { ...view, matched: 0, rows: [] };
    await show();
    expect(text()).toContain('0 match of 66 seen');
    expect(text()).toContain('Rate per mile, all miles44 out');
  });

  it.each<[string, Partial<MatchesView> | null, string]>([
    ['no board in this tab', null, 'Open a load board'],
    ['no filter', { hasFilter: false }, 'No filter is on'],
    ['a changed layout and nothing that matched', { state: 'DEGRADED', matched: 0, rows: [] }, 'Nothing is read here now'],
    ['a board that is off', { state: 'OFF' }, 'Off on this board'],
    ['no search yet', { state: 'WAITING', seen: 0 }, 'No list of loads yet'],
  ])('with %s say so', async (_, change, words) => {
    matches = change === null ? null : { ...view, ...change };
    await show();
    expect(text()).toContain(words);
    expect(document.querySelector('.match')).toBeNull();
  });

  it('stay when the layout has changed, with the time, and are opened from here', async () => {
    matches = { ...view, state: 'DEGRADED' };
    await show();
    expect(text()).toMatch(/Layout changed at \d+:\d\d.[AP]M\. These 2 were read before that\./);
    expect(text()).toMatch(/Read \d+:\d\d\s[AP]M, ✓ Emailed 12 min ago · Ann/);
    expect(buttons().some((one) => one.textContent === 'Start over')).toBe(false);
    await act(async () => document.querySelector<HTMLElement>('.match')?.click());
    expect(asked).toContainEqual({ type: 'panel:show', tabId: at.tabId, frameId: at.frameId, load });
  });

  it.each([
    ['listed', {}],
    ['nothing', { matched: 0, rows: [] }],
  ])('with %s and a changed layout say when we last looked for a fix, look again and report', async (_, change) => {
    matches = { ...view, state: 'DEGRADED', ...change };
    await show();
    expect(text()).toContain('Looking for a fixlast look 2 min ago');
    expect(text()).toContain('Demo Board, paused');
    await press('Try again');
    expect(asked.at(-1)).toEqual({ type: 'panel:look' });
    await press('Report layout');
    expect([reported, text().includes('can’t be read')]).toEqual([1, false]);
    mayReport = false;
    await press('Report layout');
    expect(text()).toContain('This page’s layout can’t be read.');
    matches = view;
    await tick();
    expect(text()).not.toContain('Looking for a fix');
    expect(text()).not.toContain('paused');
  });

  it('are counted in their tab, also while another one is shown', async () => {
    await show();
    const count = () => document.querySelector('.tab-count')?.textContent ?? null;
    expect(count()).toBe('2');
    await press('Filters');
    const before = questions().length;
    await tick();
    // A page that nobody looks at the list of isn't asked for it.
    expect([count(), questions().length]).toEqual(['2', before]);
    matches = { ...view, hasFilter: false };
    await act(async () => document.getElementById('tab-matches')?.click());
    expect(count()).toBeNull();
  });

  it('without a filter lead to them', async () => {
    matches = { ...view, hasFilter: false };
    await show();
    await press('Choose a filter');
    expect(opened).toEqual(['/dispatcher/smart-filters']);
  });

  it('are hostile text that stays text', async () => {
    const evil = '<img src=x onerror="document.title=1">';
    matches = { ...view, rows: [{ ...row, mail: evil, load: { ...load, origin: { ...load.origin, city: evil } } }] };
    await show();
    expect(text()).toContain(evil);
    expect(document.querySelector('.matches img')).toBeNull();
  });
});

describe('the numbers to call', () => {
  it('are links that are counted, and name their load', async () => {
    await show();
    await press('Call');
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a')];
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['tel:+13125550148', 'Call (312) 555-0148 ext. 12, Milwaukee, WI to Conley, GA'],
    ]);
    await act(async () => links[0]?.click());
    expect(asked.at(-1)).toEqual({ type: 'panel:call', opId: expect.any(String) });
  });

  it('that are no numbers are no links', async () => {
    const phones = [{ e164: 'javascript:alert(1)', extension: null }];
    matches = { ...view, calls: [{ ...other, load: { ...load, contact: { ...load.contact, phones } } }] };
    await show();
    await press('Call');
    expect(document.querySelector('a')).toBeNull();
    expect(text()).toContain('Nobody to call yet');
  });
});

it('arrow keys move between the tabs', async () => {
  await show();
  const tab = document.getElementById('tab-matches');
  await act(async () => tab?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })));
  expect(document.querySelector('[aria-selected=true]')?.textContent).toBe('Load');
  expect(text()).toContain('click the rate per mile');
});
