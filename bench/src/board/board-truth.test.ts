import type { DebuggerNode } from '@headhaul/test-servers/board-marks';
import { trueLoad } from '@headhaul/test-servers/testing/true-load';
import { expect, test } from 'vitest';
import { createComparison, readRows } from './board-truth.ts';

const load = { ...trueLoad, email: 'ann@lakeshore.example', broker: { name: 'Lakeshore Freight, LLC' } };
const silentLoad = { ...load, key: 'KEY2', rateCents: null, email: null, broker: { name: 'Nobody Knows' } };
const badLoad = { ...load, key: 'KEY3', broker: { name: 'Bad Payer' } };
const loads = new Map([load, silentLoad, badLoad].map((one) => [one.key, one]));
const brokers = new Map([
  [
    'LAKESHORE FREIGHT',
    {
      letter: 'A',
      text: '24 d',
      risks: '1',
      label: 'Broker A, pays in 24 days, 1 thing to check',
      toCheck: '1 thing to check',
      blocked: null,
    },
  ],
  ['BAD PAYER', { letter: '', text: 'Blocked', risks: '', label: 'Broker blocked: Claim 1', toCheck: '', blocked: 'Blocked: Claim 1' }],
]);

interface Shown {
  mark?: string;
  label: string;
  rate?: string;
  mail?: string;
  note?: string;
  /** The note that can be pressed. */
  why?: string;
  chip?: [letter: string, text: string, label: string, risks?: string];
  isBlank?: boolean;
}
const node = (nodeName: string, attributes: string[], ...children: DebuggerNode[]): DebuggerNode => ({
  nodeName,
  nodeValue: '',
  backendNodeId: 1,
  attributes,
  children,
});
const text = (nodeValue: string): DebuggerNode => ({ ...node('#text', []), nodeValue });

function row(key: string, { mark, label, rate = '', mail, note = '', why, chip = ['', '', ''], isBlank = false }: Shown): DebuggerNode {
  const [letter, words, chipLabel, risks = ''] = chip;
  const classes = ['mail', ...(why === undefined ? [] : ['held']), ...(isBlank ? ['blank'] : [])];
  const inside = [
    node('BUTTON', ['aria-label', label], text(rate)),
    node('SPAN', ['class', 'broker good', 'data-letter', letter, 'data-risks', risks, 'aria-label', chipLabel], text(words)),
    node(
      'SPAN',
      ['class', classes.join(' ')],
      node('BUTTON', mail === undefined ? ['hidden', ''] : ['aria-label', mail], text(mail === undefined ? '' : 'Email')),
      node('SPAN', ['class', 'note quiet'], text(note)),
      node('BUTTON', ['class', 'why'], text(why ?? 'Under 2.40 a mile')),
    ),
  ];
  const host = { ...node('HH-ROW', []), shadowRoots: [node('#document-fragment', [], ...inside)] };
  return node('DIV', ['id', `row-${key}`, ...(mark === undefined ? [] : ['data-hh', mark])], node('DIV', [], host));
}

function compare(...looks: DebuggerNode[][]) {
  const { result, look } = createComparison(loads, brokers);
  for (const rows of looks) look(readRows(node('#document', [], ...rows)));
  const { rate, mail, note, broker } = result.compared;
  return {
    wrong: [rate, mail, note, broker].map((part) => part.wrong),
    said: [rate, mail, note, broker].map((part) => part.said),
    ...result,
  };
}

const lane = 'Milwaukee, WI to Conley, GA';
const right: Shown = {
  mark: 'match',
  label: `${lane}: 2.89 a mile, all miles. Fits your filter`,
  rate: '2.89',
  mail: `Email broker, ${lane}`,
  note: '1 thing to check',
  chip: ['A', '24 d', 'Broker A, pays in 24 days, 1 thing to check', '1'],
};
const rightNew: Shown = {
  label: `${lane}: Rate per mile not known. No rate posted`,
  rate: '–',
  note: 'No email address',
  chip: ['', 'New', 'New broker, not in your broker list'],
};
const rightBad: Shown = {
  ...right,
  mark: 'dim',
  label: `${lane}: 2.89 a mile, all miles. Blocked: Claim 1`,
  note: 'Blocked: Claim 1',
  why: 'Blocked: Claim 1',
  chip: ['', 'Blocked', 'Broker blocked: Claim 1'],
};

test('rows with what is true of their loads are right, part by part', () => {
  expect(compare([row('KEY1', right), row('KEY2', rightNew), row('KEY3', rightBad)])).toMatchObject({
    wrong: [0, 0, 0, 0],
    said: [3, 2, 3, 3],
    waiting: 0,
  });
});

test('a broker that nobody has heard of yet is not said, and a blocked one neither', () => {
  const early: Shown = { ...right, note: '', chip: ['', '', ''] };
  expect(compare([row('KEY1', early), row('KEY3', early)]).wrong).toEqual([0, 0, 0, 0]);
});

test('one that was heard of must be said from then on', () => {
  const late: Shown = { ...right, note: '', chip: ['', '', ''] };
  expect(compare([row('KEY1', right)], [row('KEY1', late)]).wrong).toEqual([0, 0, 1, 1]);
  expect(compare([row('KEY3', rightBad)], [row('KEY3', late)]).wrong).toEqual([1, 0, 1, 1]);
});

test('a row that waits says nothing at all', () => {
  const waiting: Shown = { label: 'Reading this load', mail: 'Reading this load', note: 'Under 2.40 a mile', isBlank: true };
  expect(compare([row('KEY1', waiting)])).toMatchObject({ wrong: [0, 0, 0, 0], waiting: 1 });
  for (const left of [{ mark: 'dim' }, { isBlank: false }, { chip: ['A', '24 d', ''] } satisfies Partial<Shown>])
    expect(compare([row('KEY1', { ...waiting, ...left })]).wrong).toEqual([1, 0, 0, 0]);
});

test.each<[string, Partial<Shown>, number[]]>([
  ['the mark of another load', { mark: 'dim' }, [1, 0, 0, 0]],
  ['another rate than its words', { rate: '2.98' }, [1, 0, 0, 0]],
  ['a mail button with another lane', { mail: 'Email broker, Gary, IN to Conley, GA' }, [0, 1, 0, 0]],
  ['a note about another load', { note: 'Under 2.40 a mile' }, [0, 0, 1, 0]],
  ['a reason of another load', { why: 'Under 2.40 a mile' }, [0, 0, 1, 0]],
  ['the risks of another broker', { chip: ['A', '24 d', 'Broker A, pays in 24 days, 1 thing to check', '2'] }, [0, 0, 0, 1]],
  ['what is known of another broker', { chip: ['B', '31 d', 'Broker B, pays in 31 days'] }, [0, 0, 1, 1]],
  ['the block of another broker', { ...rightBad, mark: 'match' }, [1, 0, 1, 1]],
])('%s is wrong', (_, change, wrong) => {
  expect(compare([row('KEY1', { ...right, ...change })])).toMatchObject({ wrong });
});

test('a row with a load that nobody posted is wrong', () => {
  expect(compare([row('KEY9', right)]).wrong[0]).toBe(1);
});
