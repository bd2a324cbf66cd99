import { expect, test } from 'vitest';
import { openPanelAt } from './open-panel.ts';

const yes = async () => undefined;
const no = async () => {
  throw new Error('only within a click');
};

test.each<[string, Parameters<typeof openPanelAt>, boolean]>([
  ['Chrome, from a row', [{ sidePanel: { open: yes } }, { tabId: 1 }], true],
  ['Chrome, when the click is over', [{ sidePanel: { open: no } }, { tabId: 1 }], false],
  ['Chrome, from the popup', [{ sidePanel: { open: yes } }, { windowId: 1 }], true],
  ['Firefox, from a row, sidebar open', [{ sidebarAction: { open: no, isOpen: async () => true } }, { tabId: 1 }], true],
  ['Firefox, from a row, sidebar closed', [{ sidebarAction: { open: no, isOpen: async () => false } }, { tabId: 1 }], false],
  ['Firefox, from the popup', [{ sidebarAction: { open: yes, isOpen: async () => false } }, null], true],
  ['a browser without a panel', [{}, { tabId: 1 }], false],
])('%s', async (_, [browser, where], isOpen) => expect(await openPanelAt(browser, where)).toBe(isOpen));

test('the panel is asked for before anything is waited for', () => {
  let isAsked = false;
  const open = async () => {
    isAsked = true;
  };
  void openPanelAt({ sidePanel: { open } }, { tabId: 1 });
  expect(isAsked).toBe(true);
});
