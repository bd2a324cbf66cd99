// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endRun, openRoots, press, pressRead, roots } from '../testing/demo-run.ts';
import { createMailPopover } from './mail-popover.ts';

beforeEach(() => {
  openRoots();
  HTMLElement.prototype.showPopover = () => undefined;
});
afterEach(() => {
  document.querySelector('hh-mail')?.remove();
  endRun();
});

const question = {
  title: 'Check before you send',
  to: 'carla@lakeshore.example',
  isToChosen: true,
  from: 'dispatch@northline.example',
  driver: 'Nate Ferris, empty Dallas' as string | null,
  subject: 'Milwaukee, WI to Conley, GA',
  beginning: 'Is it open?',
  warnings: [],
  blocked: null,
  sendLabel: 'Send',
};

function open(driver: string | null) {
  const actions = { send: vi.fn(), leaveDriverOut: vi.fn(), cancel: vi.fn(), open: vi.fn() };
  createMailPopover(document).ask({ ...question, driver }, { near: new DOMRect(), hasFocus: () => true }, actions);
  const root = roots.get(document.querySelector('hh-mail') as Element) as ShadowRoot;
  return { actions, root, out: root.querySelector<HTMLElement>('.out') };
}

it('names the driver, who is left out by a press of the user and by no other', () => {
  const { actions, root, out } = open(question.driver);
  expect(root.textContent).toContain('ForNate Ferris, empty Dallas');
  expect(out?.getAttribute('aria-label')).toBe('Leave out Nate Ferris, empty Dallas');
  press(out as Element);
  out?.click();
  expect(actions.leaveDriverOut).not.toHaveBeenCalled();
  pressRead(out as Element);
  expect(actions.leaveDriverOut).toHaveBeenCalledOnce();
  expect(actions.send).not.toHaveBeenCalled();
});

it('begins at Send, and says nothing of a driver without one', () => {
  const { root, out } = open(null);
  expect([out, root.textContent?.includes('For')]).toEqual([null, false]);
  expect(root.activeElement?.textContent).toBe('Send');
});
