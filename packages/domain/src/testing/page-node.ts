import type { PageNode } from '../boards/teach/page-tree.ts';

/** An element of a page, for tests. */
export function node(tag: string, attributes: Record<string, string> = {}, ...content: (PageNode | string)[]): PageNode {
  return { tag, attributes: Object.entries(attributes), content };
}

/** A row of the list as the tests below write it: cells by their names. */
export interface RowTexts {
  id: string;
  cells: readonly (readonly [name: string, text: string])[];
}

const lanes = [
  ['Milwaukee, WI', 'Conley, GA', '824', '$2,500', '11/19', '25,000 lbs', 'Tall Pine Freight', '113'],
  ['St. Louis, MO', 'Columbus, OH', '420', '$1,180', '11/20', '42,000 lbs', 'Gateway Brokerage', '40'],
  ['Lexington, KY', 'Toledo, OH', '289', '–', '11/18', '9,500 lbs', 'Cold Chain Logistics', '22'],
  ['Fresno, CA', 'Reno, NV', '298', '$963', '11/21', '–', 'Valley Span Logistics', '64'],
  ['Joliet, IL', 'Dallas, TX', '940', '$2,310', '11/19', '38,000 lbs', 'Redgate Freight Svc', '9'],
  ['Laredo, TX', 'Memphis, TN', '760', '$1,905', '11/22', '41,500 lbs', 'Osprey Lines LLC', '31'],
] as const;
const ids = ['Qx7mTb2K', 'b0LrW9ze', 'Zk3_fH8a', 'p5NdYs61', 'M1vGc4Xt', 'u8JwEa3R'];
const names = ['origin', 'destination', 'trip', 'rate', 'pickup', 'weight', 'company', 'deadhead'];

export const sampleRows: readonly RowTexts[] = lanes.map((texts, row) => ({
  id: ids[row] ?? '',
  cells: texts.map((text, at): [string, string] => [names[at] ?? '', text]),
}));

export interface PageForm {
  rows?: readonly RowTexts[];
  /** How a cell carries its name. */
  cell?(name: string, text: string, at: number): PageNode;
  row?(texts: RowTexts, cells: PageNode[], at: number): PageNode;
  before?: readonly PageNode[];
}

/** A page with a list of loads. */
export function pageWith({
  rows = sampleRows,
  cell = (name, text) => node('div', { 'data-col': name }, text),
  row = ({ id }, cells) => node('div', { id: `row-${id}` }, ...cells),
  before = [],
}: PageForm = {}): PageNode {
  const list = rows.map((texts, at) =>
    row(
      texts,
      texts.cells.map(([name, text], index) => cell(name, text, index)),
      at,
    ),
  );
  return node('html', {}, node('body', {}, ...before, node('main', {}, node('div', { role: 'rowgroup' }, ...list))));
}
