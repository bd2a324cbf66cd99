// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FromPanel } from '../panel/messages.ts';
import { HostProvider } from '../panel/view/panel-host.ts';
import type { FilterChoice } from './choose-filter.ts';
import { FiltersTab } from './filters-tab.tsx';

const van = { id: '0190c000-0000-7000-8000-0000000000a1', name: 'Van, Southeast', rules: 'Van, DH 75 mi', isShared: true };
const own = { id: '0190c000-0000-7000-8000-0000000000a2', name: 'My reefers', rules: 'Reefer', isShared: false };
const choice: FilterChoice = {
  filters: [van, own],
  always: [{ id: 'x', name: 'Never again', rules: 'Blocks 9 brokers' }],
  chosenId: van.id,
  isOn: true,
};
const ok = (value: FilterChoice) => ({ ok: true, value, atMs: 0, isOld: false });

let root: Root;
let asked: FromPanel[];
let opened: string[];
let answers: { list: unknown; choose: unknown };

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  asked = [];
  opened = [];
  answers = { list: ok(choice), choose: ok({ ...choice, chosenId: own.id }) };
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.innerHTML = '';
});

async function show(): Promise<void> {
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  const host = {
    async ask(message: FromPanel) {
      asked.push(message);
      return message.type === 'panel:filters' ? answers.list : answers.choose;
    },
    onChanged: () => () => undefined,
    mail: async () => null,
    findTab: async () => null,
    openWeb: (path: string) => opened.push(path),
  };
  await act(async () =>
    root.render(
      <HostProvider value={host}>
        <FiltersTab />
      </HostProvider>,
    ),
  );
}

const text = () => document.body.textContent ?? '';
const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
const press = (element: HTMLElement | null | undefined) => act(async () => element?.click());

test('the filters are listed in words, with the one that runs and those for everyone', async () => {
  await show();
  expect(radios().map(({ checked }) => checked)).toEqual([false, true, false]);
  for (const words of ['Van, Southeast · teamVan, DH 75 mi', 'My reefersReefer', 'Never again Blocks 9 brokers'])
    expect(text()).toContain(words);
});

test('another one is chosen, turned off for now, or none', async () => {
  await show();
  await press(radios()[2]);
  expect(asked.at(-1)).toEqual({ type: 'panel:choose-filter', filterId: own.id, isOn: true });
  expect(radios().map(({ checked }) => checked)).toEqual([false, false, true]);
  await press(document.querySelector<HTMLElement>('input[type=checkbox]'));
  expect(asked.at(-1)).toEqual({ type: 'panel:choose-filter', filterId: own.id, isOn: false });
  await press(radios()[0]);
  expect(asked.at(-1)).toEqual({ type: 'panel:choose-filter', filterId: null, isOn: true });
});

test('a failure says so and can be tried again', async () => {
  answers.list = { ok: false, failure: 'UNREACHABLE' };
  await show();
  expect(text()).toContain('Couldn’t load your filters');
  answers.list = ok(choice);
  await press([...document.querySelectorAll('button')].find((one) => one.textContent === 'Try again'));
  expect(radios()).toHaveLength(3);
});

test('without filters the way to make one is shown', async () => {
  answers.list = ok({ filters: [], always: [], chosenId: null, isOn: true });
  await show();
  await press([...document.querySelectorAll('button')].find((one) => one.textContent === 'Make a filter'));
  expect(opened).toEqual(['/dispatcher/smart-filters']);
});
