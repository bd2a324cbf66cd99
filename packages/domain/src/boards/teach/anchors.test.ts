import { expect, it } from 'vitest';
import { node, type PageForm, pageWith } from '../../testing/page-node.ts';
import { lookAtPage, propose, teach } from './teach-page.ts';

const options = { board: 'other', today: '2026-11-18' } as const;

function anchorsOf(form: PageForm): string[] {
  const [list] = lookAtPage(pageWith(form), options).lists;
  if (list === undefined) throw new Error('no list');
  const { anchors, config } = teach(list, propose(list, options), options);
  expect(config?.anchors.row).toEqual(anchors.slice(0, 1).map(({ selector }) => selector));
  return anchors.map(({ selector }) => selector);
}

it('may be at the rate first, at other fields but contacts and the age, and at the end of the row last', () => {
  const anchors = anchorsOf({});
  expect(anchors[0]).toContain('rate');
  expect(anchors.at(-1)).toBe(':scope');
  expect(anchors.length).toBeGreaterThan(4);
  expect(anchors.join()).not.toMatch(/email|phone|age'/);
});

it('is not where a cell more would change a count of siblings', () => {
  expect(anchorsOf({ cell: (name, text) => node('div', name === 'weight' ? {} : { 'data-col': name }, text) })).not.toContain(':scope');
});

it('may be around a cell', () => {
  const anchors = anchorsOf({ cell: (name, text) => node('div', { 'data-qa': `box-${name}` }, node('span', { 'data-qa': name }, text)) });
  expect(anchors.some((selector) => selector.includes('box-') && !selector.includes('span'))).toBe(true);
});

it('is not in a link while something else is there', () => {
  const anchors = anchorsOf({ cell: (name, text) => node(/rate/.test(name) ? 'a' : 'div', { 'data-qa': name }, text) });
  expect(anchors.join()).not.toMatch(/> a\[/);
});
