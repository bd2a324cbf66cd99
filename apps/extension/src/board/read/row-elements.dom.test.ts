// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { createRowElements } from './row-elements.ts';

document.body.innerHTML = `
  <div data-test="list" class="board">
    <div id="row" data-test="row">
      <div role="presentation">
        <span data-test="rate" id="first">$1,000</span>
        <span data-test="rate" id="second">$1,100</span>
        <p role="cell"><b data-test="rate" id="inner">$900</b><i data-test="rate-note" id="note"></i></p>
      </div>
      <div class="panel"><span data-test="rate" data-other="rate" id="opened">$1</span></div>
      <span data-other="odd value" id="odd"></span>
    </div>
    <span data-test="rate" id="outside"></span>
  </div>`;
const row = document.querySelector('#row') as Element;
const idsOf = (found: ArrayLike<Element>) => Array.from(found, ({ id }) => id);

/** As a browser's `querySelectorAll` on the row does: it looks at what stands around the row too. */
it.each([
  ["[data-test='rate']", ['first', 'second', 'inner', 'opened']],
  ['[data-test="rate"]', ['first', 'second', 'inner', 'opened']],
  ["[role='presentation'] > [data-test='rate']", ['first', 'second']],
  ["[role='presentation'] [data-test='rate']", ['first', 'second', 'inner']],
  ["[role='presentation'] > [role='cell'] > [data-test='rate']", ['inner']],
  ["[data-test='rate'] + [data-test='rate']", ['second']],
  ["[data-test='rate'] ~ [data-test='rate']", ['second']],
  [".board [data-test='rate']", ['first', 'second', 'inner', 'opened']],
  ["[data-test='row'] [data-test='rate-note']", ['note']],
  ["[data-test='row']", []],
  ["[data-test='none']", []],
  ["[data-other='odd value']", ['odd']],
  ["span[data-test='rate']", ['first', 'second', 'opened']],
  ["[data-test='rate'][data-other='rate']", ['opened']],
  ["[data-test='rate']:not([data-other])", ['first', 'second', 'inner']],
  [":scope > .panel > [data-test='rate']", ['opened']],
  ["i, [data-test='rate']", ['first', 'second', 'inner', 'note', 'opened']],
])('finds by %s', (selector, ids) => {
  expect(idsOf(createRowElements(row).find(selector))).toEqual(ids);
});
