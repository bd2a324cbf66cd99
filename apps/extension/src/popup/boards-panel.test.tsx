import type { BoardField } from '@headhaul/domain/boards/board-load';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import type { BoardState, BoardsView, BoardTally, BoardView } from '../board/messages.ts';
import { BoardSettings, BoardsPanel, describeBoard, readDollars } from './boards-panel.tsx';
import { PausedPanel } from './paused-panel.tsx';

const noop = () => undefined;
const report = (state: BoardState, rows = 0, unread: BoardField[] = []) => ({ state, rows, judged: null, unread });
const plain = { isOn: true, report: null, sinceMs: null, lackingSite: null };
const describeAs = (board: Partial<BoardView>, tally?: BoardTally) => describeBoard({ ...plain, ...board }, tally);
const since = new Date(2026, 10, 18, 9, 40).getTime();

describe('a board says by its lamp and in words', () => {
  const tally = { seen: 1_214, matched: 38, hasFilter: true };
  it.each<[Partial<BoardView>, string, RegExp, BoardTally?]>([
    [{ report: report('READING', 42) }, 'on', /^Reading 42 loads$/],
    [{ report: report('READING', 1) }, 'on', /^Reading 1 load$/],
    [{ report: report('READING', 42) }, 'on', /^Working, 1,214 seen, 38 match$/, tally],
    [{ report: report('READING', 42) }, 'on', /^Working, 1,214 seen$/, { ...tally, hasFilter: false }],
    [{ report: report('READING', 42, ['rateTotal']) }, 'paused', /^Rates can’t be read on this page$/, tally],
    [{ report: report('READING', 42, ['rateTotal', 'mc']) }, 'paused', /^Rates and MC numbers can’t be read on this page$/],
    [
      { report: report('READING', 42, ['age', 'size', 'tripMiles']) },
      'paused',
      /^Ages, load sizes and trip miles can’t be read on this page$/,
    ],
    [{ report: report('READING', 42, ['age', 'size', 'tripMiles', 'email']) }, 'paused', /^4 fields can’t be read on this page$/],
    [{ report: report('DEGRADED') }, 'paused', /^Layout changed; filters paused$/],
    [{ report: report('DEGRADED'), sinceMs: since }, 'paused', /^Layout changed .*9:40.AM; filters paused$/],
    [{ report: report('WAITING') }, 'idle', /^No list of loads on the page$/],
    [{ report: report('OFF') }, 'idle', /^Paused$/],
    [{}, 'idle', /^Open or reload the board's tab$/],
    [{ report: report('READING', 42), isOn: false }, 'idle', /^Off\. Nothing is read or drawn there\.$/],
    [{ lackingSite: 'https://one.dat.com/*' }, 'refused', /^Your browser doesn’t let us read this site$/],
  ])('%j: %s, %s', (board, lamp, line, told) => {
    expect(describeAs(board, told)).toEqual({ lamp, line: expect.stringMatching(line) });
  });
});

const dat: BoardView = { ...plain, board: 'dat', isBeta: true, isOn: false, url: 'https://one.dat.com/search-loads', news: null };
const demo: BoardView = { ...plain, board: 'demo', isBeta: false, url: 'http://localhost/board', report: report('READING', 3), news: null };
const view: BoardsView = {
  boards: [dat, demo],
  lowestCents: 240,
  isSharingCounts: true,
  canUpdate: true,
  lookedAtMs: null,
  tallies: { demo: { seen: 214, matched: 38, hasFilter: true } },
};
const render = (over: Partial<BoardsView> = {}) =>
  renderToStaticMarkup(<BoardsPanel view={{ ...view, ...over }} onSwitch={noop} onOpen={noop} onAllow={noop} />);

test('each board has its name, its state and its switch', () => {
  const html = render();
  for (const words of ['DAT One', 'Beta', 'Demo Board', 'Working, 214 seen, 38 match', 'aria-checked="true" aria-label="Read Demo Board"'])
    expect(html).toContain(words);
  expect(html).toContain('aria-checked="false" aria-label="Read DAT One"');
  expect(html).not.toContain('update');
  // One that is off is not opened, and one that is open neither.
  expect(html).not.toContain('>Open<');
});

test('a board that no tab shows is opened from here, and one that the browser keeps from us is allowed first', () => {
  expect(render({ boards: [{ ...dat, isOn: true }] })).toContain('aria-label="Open DAT One">Open<');
  const html = render({ boards: [{ ...dat, isOn: true, lackingSite: 'https://one.dat.com/*' }] });
  expect(html).toContain('aria-label="Allow DAT One">Allow<');
  expect(html).not.toContain('>Open<');
  expect(html).not.toContain('role="switch"');
});

test('what is seldom changed stands apart', () => {
  const html = renderToStaticMarkup(<BoardSettings view={view} onLowest={noop} onShareCounts={noop} />);
  expect(html).toContain('value="2.40"');
  expect(html).toContain('aria-checked="true" aria-label="Send reading stats"');
});

describe('a board whose page has changed', () => {
  const paused = { ...demo, report: report('DEGRADED'), sinceMs: since };
  const draw = (over: Partial<BoardsView>, isLooking = false, onReport: (() => void) | null = noop) =>
    renderToStaticMarkup(<PausedPanel view={{ ...view, ...over }} isLooking={isLooking} onTryAgain={noop} onReport={onReport} />);

  it('says since when, what still works and when we last looked for a fix', () => {
    const html = draw({ boards: [dat, paused], lookedAtMs: Date.now() - 2 * 60_000 });
    for (const words of ['Demo Board', 'Layout changed; filters paused.', 'Last look 2 min ago', 'Report layout', 'Try again'])
      expect(html).toContain(words);
    expect(html).toMatch(/looks different since .*9:40.AM/);
    expect(html).not.toContain('DAT One');
    expect(draw({ boards: [paused] })).toContain('Not looked yet');
  });

  it('is looked for once at a time, and reported only where it is in front', () => {
    const html = draw({ boards: [paused] }, true, null);
    expect(html).toContain('Looking now…');
    expect(html).toContain('disabled="">Try again');
    expect(html).not.toContain('Report layout');
  });

  it('that is off, and one that is read, are no news', () => {
    expect(draw({ boards: [{ ...paused, isOn: false }, demo] })).toBe('');
  });
});

describe('packs', () => {
  const draw = (news: BoardView['news'], canUpdate = true) => render({ boards: [{ ...demo, news }], canUpdate });

  it.each<[NonNullable<BoardView['news']>, string]>([
    ['TAKEN', 'Board update installed'],
    ['REFUSED', 'Board update rejected: it failed our checks'],
    ['UNDONE', 'Board update undone: it read fewer loads'],
    ['NEEDS_NEWER_EXTENSION', 'Update the Headhaul extension to get the latest board update'],
    ['STORAGE_FULL', 'Board update not saved: free up disk space'],
  ])('%s is said', (news, words) => expect(draw(news)).toContain(words));

  it('are not taken by a browser that can’t check them, and the popup says what to do', () => {
    expect(draw(null, false)).toContain('To get board updates, update your browser to version 137 or newer.');
  });
});

test.each<[string, number | null | undefined]>([
  ['2.40', 240],
  [' $2.4 ', 240],
  ['3', 300],
  ['', null],
  ['0', undefined],
  ['2,40', undefined],
  ['240', undefined],
  ['-2', undefined],
  ['two', undefined],
])('“%s” dollars', (text, cents) => expect(readDollars(text)).toBe(cents));
