// @vitest-environment happy-dom
import type { BoardField } from '@headhaul/domain/boards/board-load';
import { type BoardFixture, fixtureDay, toTruth } from '@headhaul/domain/testing/boards/fixture';
import { boardFixtures } from '@headhaul/domain/testing/boards/fixtures';
import { describeTally, emptyTally, tallyRow } from '@headhaul/domain/testing/boards/tally';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRow } from '../board/read/read-row.ts';
import { endRun, openRoots } from '../board/testing/demo-run.ts';
import { type SeenPage, teachByHand } from './testing/scripted-user.ts';

beforeEach(openRoots);
afterEach(endRun);

function open({ frames, html }: BoardFixture): void {
  const [frame] = Object.values(frames);
  const parsed = new DOMParser().parseFromString(frame ?? html, 'text/html');
  document.body.innerHTML = parsed.body.innerHTML;
}

/** The text of a part of a line stands between its signs. */
function partOf(text: string, part: number | undefined): string {
  return part === undefined ? text : (text.split(/[|•·]/)[part] ?? '');
}

function rowElementOf(key: string): Element | null {
  return [...document.querySelectorAll('*')].find((one) => [...one.attributes].some(({ value }) => value.includes(key))) ?? null;
}

function see({ url, rows }: BoardFixture): SeenPage {
  const { hostname, pathname } = new URL(url);
  const textOf = (field: BoardField, row: number) => {
    const { text = null, part } = rows[row]?.texts[field] ?? {};
    return text === null || text.trim() === '' ? null : partOf(text, part);
  };
  return {
    host: hostname,
    path: pathname,
    today: fixtureDay,
    textsOf: (field) => rows.flatMap((_, row) => textOf(field, row) ?? []),
    cellOf(field, row) {
      const text = textOf(field, row)?.trim();
      const inside = rowElementOf(rows[row]?.rowKey ?? '')?.querySelectorAll('*') ?? [];
      return [...inside].findLast((one) => one.textContent.trim() === text) ?? null;
    },
  };
}

it.each(boardFixtures.map((fixture) => [`${fixture.board} ${fixture.layout}`, fixture] as const))(
  '%s is taught in at most ten clicks, and read without a wrong value',
  async (name, fixture) => {
    open(fixture);
    const { config, clicks, said } = await teachByHand(see(fixture));
    const tally = emptyTally();
    for (const { rowKey, truth, unreadable } of fixture.rows) {
      const rows = [...document.querySelectorAll(config.row.join(','))];
      const row = rows.find((one) => readRow(one, config, fixtureDay)?.key === rowKey);
      const read = row === undefined ? null : readRow(row, config, fixtureDay);
      const load = read?.isRead === true ? read.load : null;
      tallyRow(tally, rowKey, load && { ...toTruth(load) }, { ...truth }, { hasBareWeight: unreadable.includes('weight') });
    }
    process.stdout.write(`${describeTally(name, clicks, tally)} ${said.join('; ')}\n`);
    expect(tally.wrong).toEqual([]);
    expect(tally.rows).toBe(fixture.rows.length);
    expect(tally.complete + tally.bareWeights).toBe(tally.rows);
    expect(clicks).toBeLessThanOrEqual(10);
    // Nothing that the board makes anew with each build is in the configuration.
    for (const volatile of fixture.volatile) expect(JSON.stringify(config)).not.toContain(volatile);
    const { container, row, ignore, layouts, anchors } = config;
    const withoutValues = JSON.stringify({ container, row, ignore, sel: layouts.map(({ fields }) => fields), anchors }).replace(
      /'[^']*'/g,
      '',
    );
    expect(withoutValues).not.toMatch(/\.|class/);
  },
);
