// @vitest-environment happy-dom
import type { PageNode } from '@headhaul/domain/boards/teach/page-tree';
import { afterEach, expect, it } from 'vitest';
import { isOwnTag } from './lesson.ts';
import { readTree, treeLimits } from './read-tree.ts';

afterEach(() => {
  document.body.innerHTML = '';
});
const read = (html: string, limits = treeLimits) => {
  // Other tests leave a board's marks on it.
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
  document.body.innerHTML = html;
  return readTree(document.body, isOwnTag, limits);
};
const allOf = (node: PageNode): PageNode[] => [node, ...node.content.flatMap((part) => (typeof part === 'string' ? [] : allOf(part)))];
const textsOf = (node: PageNode): string => node.content.map((part) => (typeof part === 'string' ? part : textsOf(part))).join('');

it('has names and texts, and nothing that a build makes up or a user types', () => {
  const { root } = read(
    '<div class="css-1x" style="color:red" onclick="x()" data-col="a" role="cell" _ngcontent-c5="" id="k" title="t" src="u">Dallas, <b>TX</b></div><input value="secret" data-col="b"><textarea>secret</textarea><script>secret</script>',
  );
  expect(root.content[0]).toEqual({
    tag: 'div',
    attributes: expect.arrayContaining([
      ['data-col', 'a'],
      ['role', 'cell'],
      ['id', 'k'],
    ]),
    content: ['Dallas, ', { tag: 'b', attributes: [], content: ['TX'] }],
  });
  expect(JSON.stringify(root)).not.toMatch(/secret|css-|color|onclick|_ngcontent|"t"|"u"/);
  // They are counted as siblings all the same.
  expect(root.content).toHaveLength(4);
});

it('of links only addresses and numbers are read', () => {
  const { root } = read(
    '<a href="https://board.example/load/7?token=abc">x</a><a href="mailto:a@b.example">y</a><a href="tel:3125550148">z</a>',
  );
  expect(allOf(root).flatMap(({ attributes }) => attributes)).toEqual([
    ['href', 'mailto:a@b.example'],
    ['href', 'tel:3125550148'],
  ]);
});

it('elements of ours are not there', () => {
  const { root, nodeOf } = read('<p>Dallas, TX<hh-row>ours</hh-row></p>');
  expect(textsOf(root)).toBe('Dallas, TX');
  expect([...nodeOf.keys()].some(({ localName }) => localName === 'hh-row')).toBe(false);
});

it.each([
  ['nodes', { nodes: 50 }],
  ['depth', { depth: 3 }],
  ['time', { ms: -1 }],
])('stops at its limit of %s, and says so', (_, limit) => {
  const { isCut, nodeOf } = read('<div><div><div><div><p>x</p></div></div></div></div>'.repeat(40), { ...treeLimits, ...limit });
  expect(isCut).toBe(true);
  expect(nodeOf.size).toBeLessThanOrEqual(130);
});

it('long texts and attributes are cut', () => {
  const { root } = read(`<p data-x="${'a'.repeat(300)}">${'b'.repeat(9_000)}</p>`);
  expect(textsOf(root)).toHaveLength(treeLimits.text);
  expect(allOf(root).flatMap(({ attributes }) => attributes)).toEqual([]);
});

it('changes nothing on the page', () => {
  document.body.innerHTML = '<table><tbody><tr id="r1"><td>Dallas, TX</td></tr></tbody></table>';
  const before = document.documentElement.outerHTML;
  readTree(document.documentElement, isOwnTag);
  expect(document.documentElement.outerHTML).toBe(before);
});
