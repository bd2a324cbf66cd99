import { expect, test } from 'vitest';
import { type DebuggerNode, findMarks, findWrong, indexTruth, isWaiting, type TrueLoad } from './board-marks.ts';

const load: TrueLoad = {
  key: 'KEY1',
  uuid: '1b9d6bcd-bbfd-4b2d-a5d5-ab8dfbbd0001',
  origin: { city: 'Milwaukee', state: 'WI' },
  destination: { city: 'Conley', state: 'GA' },
  tripMiles: 900,
  deadheadOrigin: 100,
  rateCents: 289_900,
  reference: null,
  email: null,
};
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

function look(attributes: string[], ...hosts: DebuggerNode[]) {
  const marks = findMarks(node('#document', [], [node('DIV', attributes, [node('DIV', [], hosts)])]));
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

test('a card has its load’s key inside, and rows in a frame count', () => {
  const card = node('DIV', ['role', 'listitem'], [node('DIV', ['id', 'STARTING_SOON_KEY1']), node('DIV', ['id', load.uuid], [host(fits)])]);
  const frame = { ...node('IFRAME'), contentDocument: node('#document', [], [card]) };
  expect(findMarks(frame)).toEqual([{ key: load.uuid, mark: null, label: fits, elements: 1 }]);
});
