import { describe, expect, it } from 'vitest';
import { boardFields, boardIds } from '../../boards/board-load.ts';
import { readBoardLoad } from '../../boards/read-load.ts';
import { escapeHtml, fixtureDay, toTruth } from './fixture.ts';
import { boardFixtures } from './fixtures.ts';

const named = boardFixtures.map((fixture) => [`${fixture.board} ${fixture.layout}`, fixture] as const);

it('there are pages of every board', () => {
  expect(new Set(boardFixtures.map(({ board }) => board))).toEqual(
    new Set(boardIds.filter((board) => board !== 'demo' && board !== 'other')),
  );
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
});

describe.each(named)('the page of %s', (_, { board, layout, html, frames, rows, detail, volatile, url }) => {
  const pages = [html, ...Object.values(frames)].join('');

  it('shows every text, and each row once', () => {
    expect(rows.length).toBeGreaterThanOrEqual(50);
    for (const { rowKey, texts } of [...rows, ...(detail === null ? [] : [detail])]) {
      expect(pages).toContain(rowKey);
      for (const field of boardFields) {
        const text = texts[field]?.text ?? '';
        // A load's own id stands in an attribute of its row.
        if (field !== 'boardLoadId') expect(pages, `${field} of ${rowKey}`).toContain(escapeHtml(text));
      }
    }
    expect(new Set(rows.map(({ rowKey }) => rowKey)).size).toBe(rows.length);
  });

  it('is read as what is true', () => {
    for (const { rowKey, texts, truth, unreadable } of rows) {
      const load = readBoardLoad(texts, { board, layout, rowKey, today: fixtureDay });
      expect(toTruth(load), rowKey).toEqual(truth);
      expect(load.read.failed).toEqual(unreadable);
    }
    if (detail === null) return;
    const load = readBoardLoad(detail.texts, { board, layout, rowKey: detail.rowKey, today: fixtureDay });
    expect(toTruth(load)).toEqual(detail.truth);
    expect(load.read.failed).toEqual([]);
  });

  it('has the names in it that must not be used', () => {
    for (const name of volatile) expect(pages).toContain(name);
  });

  it('names nobody real and leads nowhere', () => {
    for (const [, domain = ''] of pages.matchAll(/@([\w.-]+)/g)) expect(domain).toMatch(/\.example\.test$/);
    for (const [, digits = ''] of pages.matchAll(/\(?\d{3}\)? (\d{3})-\d{4}/g)) expect(digits).toBe('555');
    expect(pages).not.toMatch(/https?:\/\//);
    expect(pages).not.toMatch(/<script|<img|\son\w+=/);
    expect(new URL(url).protocol).toBe('https:');
  });
});
