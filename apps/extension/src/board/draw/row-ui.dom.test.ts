// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { Decision } from '../decide/decide-row.ts';
import { createRowUi } from './row-ui.ts';

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

function open() {
  let inside: ShadowRoot | null = null;
  const attachShadow = Element.prototype.attachShadow;
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function attach(this: Element, init: ShadowRootInit) {
    inside = attachShadow.call(this, init);
    return inside;
  });
  const nothing = () => undefined;
  const ui = createRowUi(document, {
    press: nothing,
    enter: nothing,
    enterMail: nothing,
    leaveMail: nothing,
    leaveWhy: nothing,
    leave: nothing,
    focus: nothing,
    step: nothing,
    aimMail: nothing,
    pressMail: nothing,
    enterWhy: nothing,
    ask: nothing,
  });
  vi.restoreAllMocks();
  const root = inside as ShadowRoot | null;
  if (root === null) throw new Error('our element has no inside');
  return { ui, root, button: root.querySelector('button') as HTMLButtonElement };
}

test.each<[Partial<Decision>, string, string]>([
  [{}, '2.89', 'fits rated'],
  [{ stands: 'over target' }, '▴2.89', 'fits rated up'],
  [{ stands: 'under floor', verdict: null }, '▾2.89', 'rated down'],
  [{ verdict: 'FAIL', perMile: '15.00' }, '15.00', ''],
  [{ mark: 'dim', verdict: 'FAIL', stands: 'under floor' }, '▾2.89', 'rated down dim'],
  [{ verdict: 'FAIL', perMile: '1250.00' }, '1250.00', 'long'],
  [{ verdict: 'UNKNOWN', perMile: null }, '–', ''],
  [{ verdict: null }, '2.89', 'rated'],
])('%j says %j', (over, text, classes) => {
  const { ui, button } = open();
  ui.bind({ ...decision, ...over });
  expect([button.textContent, button.className]).toEqual([text, classes]);
  ui.blank();
  expect([button.textContent, button.className, button.getAttribute('aria-label')]).toEqual(['', '', 'Reading this load']);
});

test('what it says already isn’t written again', () => {
  const { ui, root } = open();
  ui.bind(decision);
  const observer = new MutationObserver(() => undefined);
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  ui.bind({ ...decision });
  expect(observer.takeRecords()).toEqual([]);
  ui.bind({ ...decision, perMile: '2.90' });
  expect(observer.takeRecords().length).toBeGreaterThan(0);
  observer.disconnect();
});
