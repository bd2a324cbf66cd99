// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { createReactPage } from '../../testing/react-page.ts';
import type { FromPanel, PanelView } from '../messages.ts';
import { load, nowMs } from '../testing/panel-world.ts';
import { Panel } from './panel.tsx';

const page = createReactPage();
let view: PanelView;
let changed: () => void = () => undefined;

const rowOf = (rowKey: string): PanelView => ({
  standing: 'READY',
  row: { board: 'demo', load: { ...load, rowKey }, readAtMs: nowMs, state: 'HERE' },
});
const noFilters = { ok: true, value: { filters: [], always: [], chosenId: null, isOn: true }, atMs: nowMs, isOld: false };

beforeEach(async () => {
  view = rowOf('KEY0001');
  const host = {
    async ask({ type }: FromPanel) {
      if (type === 'panel:view') return view;
      return type === 'panel:filters' ? noFilters : null;
    },
    mail: async () => ({ mails: {}, isWhole: true }),
    onChanged(listener: () => void) {
      changed = listener;
      return () => undefined;
    },
    findTab: async () => null,
    reportLayout: async () => true,
    openWeb: () => undefined,
  };
  await page.draw(<Panel host={host} />);
});
const tab = (name: string) => document.getElementById(`tab-${name}`) as HTMLElement;
const press = (element: HTMLElement | undefined) => act(async () => element?.click());
const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const nameField = () => document.querySelector('.filter-editor input') as HTMLInputElement;
const typeName = (name: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(nameField(), name);
    nameField().dispatchEvent(new Event('input', { bubbles: true }));
  });
async function openAnotherRow(): Promise<void> {
  view = rowOf('KEY0002');
  await act(async () => changed());
}

test('a row that is opened shows its load, and a filter that isn’t saved is still there', async () => {
  await press(tab('filters'));
  await press(button('New filter'));
  await typeName('Close vans');
  expect(tab('filters').textContent).toBe('Filters, unsaved changes');
  await openAnotherRow();
  expect(tab('load').getAttribute('aria-selected')).toBe('true');
  expect(document.querySelectorAll('.page:not([hidden])')).toHaveLength(1);
  expect(document.querySelector('#page-filters')?.hasAttribute('hidden')).toBe(true);
  await press(tab('filters'));
  expect(nameField().value).toBe('Close vans');
  await press(button('Cancel'));
  await press(button('Discard'));
  expect(tab('filters').textContent).toBe('Filters');
});

test('an open editor without changes stays open, and a list is read anew', async () => {
  await press(tab('filters'));
  await press(button('New filter'));
  await openAnotherRow();
  expect(tab('filters').textContent).toBe('Filters');
  await press(tab('filters'));
  expect(nameField().value).toBe('');
  await press(button('Cancel'));
  await press(tab('matches'));
  expect(document.querySelector('#page-filters')).toBeNull();
});
