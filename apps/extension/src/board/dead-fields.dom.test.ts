// @vitest-environment happy-dom
import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardField } from '@headhaul/domain/boards/board-load';
import type { FilterPart } from '@headhaul/domain/boards/filters/filter-stack';
import type { BoardRule } from '@headhaul/domain/boards/filters/rules';
import { datFixtures } from '@headhaul/domain/testing/boards/dat';
import { describe, expect, it } from 'vitest';
import { datConfig } from './config/dat.ts';
import { demoConfig } from './config/demo.ts';
import { createRowDecider } from './decide/row-decider.ts';
import { createPageJudge } from './read/page-judge.ts';
import { createPageReader } from './read/page-reader.ts';
import { demoLayouts, openDemoBoard } from './testing/demo-board.ts';
import { today } from './testing/demo-postings.ts';

const rules: readonly BoardRule[] = [
  { kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' },
  { kind: 'MIN_RATE', cents: 100_000 },
  { kind: 'MAX_DEADHEAD', miles: 50 },
  { kind: 'MILES_BETWEEN', min: 300, max: null },
  { kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: [] },
  { kind: 'EQUIPMENT', anyOf: [], withoutModifiers: ['TEAM'] },
  { kind: 'MAX_WEIGHT', lb: 21_000 },
  { kind: 'MAX_LENGTH', ft: 48 },
  { kind: 'MIN_CREDIT', score: 90 },
  { kind: 'MAX_DAYS_TO_PAY', days: 30 },
  { kind: 'BROKER_BLOCK', mcs: [], names: ['Redgate Freight Svc'], emailDomains: [] },
  { kind: 'DESTINATION_STATES', allow: [], block: ['GA'] },
  { kind: 'MAX_AGE', minutes: 10 },
  { kind: 'PICKUP_WITHIN', days: 1 },
];

const known = { isEmailed: null, isFactorable: null, blocked: null };

/** Everything that is said of a row, by the rule that runs alone. */
interface Said {
  mark: string | null;
  verdict: string | null;
  words: (string | null)[];
}

/** Reads the rows twice, as they come and when the page is known, and says of each what every rule makes of it. */
function sayAll(config: BoardConfig, rows: readonly Element[]) {
  const judge = createPageJudge(config);
  const reader = createPageReader(document, config, judge.doubts);
  const deciders = rules.flatMap((rule) =>
    (['KEEP', 'DIM'] as const).map((onUnknown) => {
      const filter: FilterPart = { rules: [rule], onUnknown, action: 'DIM', isForEveryone: false };
      const parts = {
        config,
        today: () => today,
        findEmailed: () => known.isEmailed,
        findFactorable: () => known.isFactorable,
        findBlocked: () => known.blocked,
      };
      return createRowDecider(parts, { filters: [filter], marks: { floorPerMileCents: 190, targetPerMileCents: 250 } });
    }),
  );
  const sayRow = (row: Element): Said[] => {
    const { read, isNew } = reader.look(row);
    if (isNew) judge.note(row, read);
    if (read?.load == null) return [];
    const { load } = read;
    return deciders.flatMap((decider): Said[] => {
      const decision = decider.decide(read);
      if (decision === null) return [];
      const { mark, verdict, perMile, stands, note, lane } = decision;
      const address = load.contact.emails.length === 0 ? reader.noAddress(load) : null;
      return [
        {
          mark,
          verdict,
          words: [
            perMile,
            stands,
            note,
            lane,
            decision.heldBy(),
            address,
            ...decision.reasons().map(({ rule, found }) => `${rule}: ${found}`),
          ],
        },
      ];
    });
  };
  return { early: rows.map(sayRow), late: rows.map(sayRow), judge };
}

const isHonest = (word: string | null, truth: Said) => word === null || /not read|No email found/.test(word) || truth.words.includes(word);

/** What is said with a dead field must have been said before, or say that something wasn't read. */
function findFalse(said: readonly Said[][], truth: readonly Said[][]): unknown[] {
  return said.flatMap((rules, row) =>
    rules.flatMap((one, at): unknown[] => {
      const before = truth[row]?.[at];
      if (before === undefined) return [one];
      const isTrue =
        (one.mark === null || one.mark === before.mark) &&
        (one.verdict === 'UNKNOWN' || one.verdict === before.verdict) &&
        one.words.every((word) => isHonest(word, before));
      return isTrue ? [] : [{ one, before }];
    }),
  );
}

/** The board has moved or renamed this one: nothing is where the configuration says. */
function killField(config: BoardConfig, id: string, field: BoardField): BoardConfig {
  const layouts = config.layouts.map((layout) => {
    const step = layout.fields[field];
    if (layout.id !== id || step === undefined) return layout;
    return { ...layout, fields: { ...layout.fields, [field]: { ...step, sel: ["[data-test='renamed']"] } } };
  });
  return { ...config, layouts };
}

const fieldsOf = (config: BoardConfig, id: string) =>
  Object.keys(config.layouts.find((layout) => layout.id === id)?.fields ?? {}) as BoardField[];

describe.each(demoLayouts)('the demo board, %s', (layout) => {
  const id = layout === 'table-iframe' ? 'table' : layout;

  it.each(fieldsOf(demoConfig, id))('%s is dead: no row says anything false', async (field) => {
    const rows = (await openDemoBoard(layout, { shown: 24 })).rows();
    const { late: truth, judge: before } = sayAll(demoConfig, rows);
    expect(before.doubts().unread).toEqual([]);
    expect(truth.flat().length).toBeGreaterThan(rows.length * rules.length);
    const dead = killField(demoConfig, id, field);
    const { early, late, judge } = sayAll(dead, rows);
    expect(findFalse(early, truth)).toEqual([]);
    expect(findFalse(late, truth)).toEqual([]);
    if (field === 'origin' || field === 'destination') expect(judge.isDegraded()).toBe(true);
    else expect(judge.doubts().unread).toEqual(demoConfig.health.fieldFloor[field] === undefined ? [] : [field]);
  });
});

it('that a row has no address is said when enough of the page was read to know', async () => {
  const { early, late } = sayAll(demoConfig, (await openDemoBoard('wide', { shown: 24 })).rows());
  const wordsOf = (said: Said[][]) => new Set(said.flat().flatMap(({ words }) => words));
  expect([wordsOf(early).has('No email found'), wordsOf(late).has('No email found')]).toEqual([true, false]);
  expect([wordsOf(early).has('No email address'), wordsOf(late).has('No email address')]).toEqual([true, true]);
});

describe.each(datFixtures.map((fixture) => [fixture.layout, fixture] as const))('DAT One, %s', (id, { html }) => {
  it.each(fieldsOf(datConfig, id))('%s is dead: no row says anything false', (field) => {
    document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML;
    const rows = [...document.querySelectorAll(datConfig.row.join())];
    const { late: truth } = sayAll(datConfig, rows);
    const { early, late } = sayAll(killField(datConfig, id, field), rows);
    expect([...findFalse(early, truth), ...findFalse(late, truth)]).toEqual([]);
  });
});
