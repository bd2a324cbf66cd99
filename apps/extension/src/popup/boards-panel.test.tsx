import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import type { BoardView } from '../board/messages.ts';
import { BoardsPanel, describeBoard, readDollars } from './boards-panel.tsx';

const noop = () => undefined;
const open = (report: BoardView['report'], isOn = true) => describeBoard({ isOn, report });

describe('the line of a board', () => {
  it.each<[string, string]>([
    [open({ state: 'READING', rows: 42, judged: null }), 'Reading 42 loads'],
    [open({ state: 'READING', rows: 1, judged: null }), 'Reading 1 load'],
    [open({ state: 'DEGRADED', rows: 0, judged: null }), 'Layout changed; filters paused'],
    [open({ state: 'WAITING', rows: 0, judged: null }), 'No list of loads on the page'],
    [open({ state: 'OFF', rows: 0, judged: null }), 'Paused'],
    [open(null), "Open or reload the board's tab"],
    [open({ state: 'READING', rows: 42, judged: null }, false), 'Off. Nothing is read or drawn there.'],
  ])('%s', (line, expected) => expect(line).toBe(expected));
});

test('each board has its name, its state and its switch', () => {
  const html = renderToStaticMarkup(
    <BoardsPanel
      view={{
        boards: [
          { board: 'dat', isBeta: true, isOn: false, report: null, news: null },
          { board: 'demo', isBeta: false, isOn: true, report: { state: 'READING', rows: 3, judged: null }, news: null },
        ],
        lowestCents: 240,
        isSharingCounts: true,
        canUpdate: true,
      }}
      onSwitch={noop}
      onLowest={noop}
      onShareCounts={noop}
    />,
  );
  for (const words of [
    'DAT One',
    'Beta',
    'Demo Board',
    'Reading 3 loads',
    'value="2.40"',
    'aria-checked="true" aria-label="Read Demo Board"',
    'aria-checked="true" aria-label="Send reading stats"',
  ])
    expect(html).toContain(words);
  expect(html).toContain('aria-checked="false" aria-label="Read DAT One"');
  expect(html).not.toContain('update');
});

describe('packs', () => {
  const render = (news: BoardView['news'], canUpdate = true) =>
    renderToStaticMarkup(
      <BoardsPanel
        view={{
          boards: [{ board: 'demo', isBeta: false, isOn: true, report: null, news }],
          lowestCents: null,
          isSharingCounts: false,
          canUpdate,
        }}
        onSwitch={noop}
        onLowest={noop}
        onShareCounts={noop}
      />,
    );

  it.each<[NonNullable<BoardView['news']>, string]>([
    ['TAKEN', 'Board update installed'],
    ['REFUSED', 'Board update rejected: it failed our checks'],
    ['UNDONE', 'Board update undone: it read fewer loads'],
    ['NEEDS_NEWER_EXTENSION', 'Update the Headhaul extension to get the latest board update'],
    ['STORAGE_FULL', 'Board update not saved: free up disk space'],
  ])('%s is said', (news, words) => expect(render(news)).toContain(words));

  it('are not taken by a browser that can’t check them, and the popup says what to do', () => {
    expect(render(null, false)).toContain('To get board updates, update your browser to version 137 or newer.');
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
