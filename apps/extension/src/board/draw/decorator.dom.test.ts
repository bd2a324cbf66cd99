// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import type { Decision } from '../decide/decide-row.ts';
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

afterEach(() => {
  document.body.innerHTML = '';
});

test('a row that has no place for our element any more loses it, and gets it back with the place', () => {
  document.body.innerHTML = '<div id="row"><span class="rate"></span></div>';
  const [row, rate] = [document.querySelector('#row') as Element, document.querySelector('.rate') as Element];
  const mails = { viewOf: () => null, press: () => undefined };
  const panel = { brokerOf: () => null, open: async () => null, editRules: async () => null };
  const decorator = createDecorator({ document, anchors: ['.rate'], readAgain: () => null, show: () => undefined, mails, panel });
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
