// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Decision } from '../decide/decide-row.ts';
import { endRun, openRoots, roots } from '../testing/demo-run.ts';
import { createDecorator } from './decorator.ts';

const decision: Decision = {
  mark: 'match',
  verdict: 'PASS',
  perMile: '2.89',
  stands: null,
  note: '',
  lane: 'Milwaukee, WI to Conley, GA',
  isBlocked: false,
  reasons: () => [],
  heldBy: () => null,
};

beforeEach(() => {
  openRoots();
  // The test's browser has no popovers.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
});
afterEach(endRun);

const mails = { viewOf: () => null, press: () => undefined };
const panel = { brokerOf: () => null, open: async () => null, editRules: async () => null };
const create = () => createDecorator({ document, anchors: ['.rate'], readAgain: () => null, show: () => undefined, mails, panel });

test('a row that has no place for our element any more loses it, and gets it back with the place', () => {
  document.body.innerHTML = '<div id="row"><span class="rate"></span></div>';
  const [row, rate] = [document.querySelector('#row') as Element, document.querySelector('.rate') as Element];
  const decorator = create();
  decorator.draw(row, 'one', decision);
  const host = document.querySelector('hh-row');
  expect(host?.parentElement).toBe(rate);
  rate.className = 'price';
  decorator.draw(row, 'two', { ...decision });
  expect(document.querySelector('hh-row')).toBeNull();
  rate.className = 'rate';
  decorator.draw(row, 'three', { ...decision });
  expect(document.querySelector('hh-row')).toBe(host);
  decorator.clear(row);
  expect(document.body.innerHTML).toBe('<div id="row"><span class="rate"></span></div>');
});

test('what is said beside a row goes with its load, also when the row says at once what it shows now', () => {
  document.body.innerHTML = '<div id="row"><span class="rate"></span></div>';
  const row = document.querySelector('#row') as Element;
  const decorator = create();
  decorator.draw(row, 'one', decision);
  const rate = roots.get(document.querySelector('hh-row') as Element)?.querySelector('button');
  rate?.dispatchEvent(new Event('pointerenter'));
  expect(document.querySelector('hh-note')).not.toBeNull();
  decorator.draw(row, 'one', { ...decision, perMile: '2.90' });
  expect(document.querySelector('hh-note')).not.toBeNull();
  decorator.draw(row, 'two', { ...decision, perMile: '2.91' });
  expect(document.querySelector('hh-note')).toBeNull();
});
