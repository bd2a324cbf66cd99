import { expect, test } from 'vitest';
import { type DebuggerNode, findMarks, findWrong, indexTruth, isWaiting } from './board-marks.ts';
import { trueLoad as load } from './testing/true-load.ts';

const truth = indexTruth([load, { ...load, key: 'KEY2', uuid: '1b9d6bcd-bbfd-4b2d-a5d5-ab8dfbbd0002', rateCents: 200_000 }]);
const fits = 'Milwaukee, WI to Conley, GA: 2.89 a mile, all miles. Fits your filter';
const under = 'Milwaukee, WI to Conley, GA: 2.00 a mile, all miles. Under 2.40 a mile';

const node = (nodeName: string, attributes: string[] = [], children: DebuggerNode[] = []): DebuggerNode => ({
  nodeName,
  nodeValue: '',
  backendNodeId: 1,
  attributes,
  children,
});
const host = (label: string): DebuggerNode => ({
  ...node('HH-ROW'),
  shadowRoots: [node('#document-fragment', [], [node('BUTTON', ['aria-label', label])])],
});

const marksOf = (attributes: string[], ...hosts: DebuggerNode[]) =>
  findMarks(node('#document', [], [node('DIV', attributes, [node('DIV', [], hosts)])]));

function look(attributes: string[], ...hosts: DebuggerNode[]) {
  const marks = marksOf(attributes, ...hosts);
  return { marks, wrong: findWrong(marks, truth).length };
}

test('a row with what is true of its load is right', () => {
  const { marks, wrong } = look(['id', 'row-KEY1', 'data-hh', 'match'], host(fits));
  expect(marks).toEqual([{ key: 'KEY1', mark: 'match', label: fits, elements: 1 }]);
  expect(wrong).toBe(0);
  expect(look(['id', 'row-KEY2', 'data-hh', 'dim'], host(under)).wrong).toBe(0);
});

test('one that says nothing yet is not wrong', () => {
  const { marks, wrong } = look(['id', 'row-KEY1'], host('Reading this load'));
  expect([marks.every(isWaiting), wrong]).toEqual([true, 0]);
  expect(look(['id', 'row-KEY1']).wrong).toBe(0);
});

test.each<[string, string[], DebuggerNode[]]>([
  ['the words of another load', ['id', 'row-KEY2', 'data-hh', 'dim'], [host(fits)]],
  ['the mark of another load', ['id', 'row-KEY2', 'data-hh', 'match'], [host(under)]],
  ['a mark on a row that says nothing yet', ['id', 'row-KEY1', 'data-hh', 'dim'], [host('Reading this load')]],
  ['two elements', ['id', 'row-KEY1', 'data-hh', 'match'], [host(fits), host(fits)]],
  ['a load that nobody posted', ['id', 'row-KEY9', 'data-hh', 'match'], [host(fits)]],
])('%s is wrong', (_, attributes, hosts) => {
  expect(look(attributes, ...hosts).wrong).toBe(1);
});

test('what the company knows counts where it must be known, and may come later where it need not be yet', () => {
  const facts = { blocked: new Map([['Lakeshore Freight', 'double brokered']]) };
  const count = (mark: string, label: string, known: Parameters<typeof findWrong>[2]) =>
    findWrong(marksOf(['id', 'row-KEY1', 'data-hh', mark], host(label)), truth, known).length;
  const blocked = 'Milwaukee, WI to Conley, GA: 2.89 a mile, all miles. Blocked: double brokered';
  expect([count('dim', blocked, [facts]), count('dim', blocked, [{}]), count('match', fits, [facts])]).toEqual([0, 1, 1]);
  expect([count('dim', blocked, [{}, facts]), count('match', fits, [{}, facts]), count('dim', fits, [{}, facts])]).toEqual([0, 0, 1]);
  const unknown = 'Milwaukee, WI to Conley, GA: Rate per mile not known.';
  const unread = host(`${unknown} Rate not read`);
  const rows = marksOf(['id', 'row-KEY1'], unread);
  expect([findWrong(rows, truth, [{ unread: 'Rate' }]).length, findWrong(rows, truth).length]).toEqual([0, 1]);
  expect(findWrong(marksOf(['id', 'row-KEY1'], host(`${unknown} Trip miles not read`)), truth, [{ unread: 'Trip miles' }])).toEqual([]);
  const over = fits.replace('miles.', 'miles, over target.');
  expect([count('match', over, [{ targetCents: 250 }]), count('match', over, [{}])]).toEqual([0, 1]);
});

test('a card has its load’s key inside, and rows in a frame count', () => {
  const card = node('DIV', ['role', 'listitem'], [node('DIV', ['id', 'STARTING_SOON_KEY1']), node('DIV', ['id', load.uuid], [host(fits)])]);
  const frame = { ...node('IFRAME'), contentDocument: node('#document', [], [card]) };
  expect(findMarks(frame)).toEqual([{ key: load.uuid, mark: null, label: fits, elements: 1 }]);
});
