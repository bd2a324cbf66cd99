// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { FromPanel } from '../panel/messages.ts';
import { HostProvider } from '../panel/view/panel-host.ts';
import { createReactPage } from '../testing/react-page.ts';
import type { FilterChoice } from './choose-filter.ts';
import { FiltersTab } from './filters-tab.tsx';

const plain = { version: 3, isForEveryone: false, isAdjustable: true, onUnknown: 'KEEP', action: 'DIM' } as const;
const rules = [{ kind: 'MAX_DEADHEAD' as const, miles: 75 }];
const van = { ...plain, id: '0190c000-0000-7000-8000-0000000000a1', name: 'Van, Southeast', rules, words: 'Van, DH 75 mi', isShared: true };
const own = { ...plain, id: '0190c000-0000-7000-8000-0000000000a2', name: 'My reefers', rules, words: 'Reefer', isShared: false };
const choice: FilterChoice = {
  filters: [van, own],
  always: [{ id: 'x', name: 'Never again', words: 'Blocks 9 brokers' }],
  chosenId: van.id,
  isOn: true,
};
const ok = (value: FilterChoice) => ({ ok: true, value, atMs: 0, isOld: false });

const page = createReactPage();
let asked: FromPanel[];
let opened: string[];
let answers: { list: unknown; choose: unknown };

beforeEach(() => {
  asked = [];
  opened = [];
  answers = { list: ok(choice), choose: ok({ ...choice, chosenId: own.id }) };
});
async function show(): Promise<void> {
  const host = {
    async ask(message: FromPanel) {
      asked.push(message);
      return message.type === 'panel:filters' ? answers.list : answers.choose;
    },
    onChanged: () => () => undefined,
    mail: async () => null,
    findTab: async () => null,
    reportLayout: async () => true,
    openWeb: (path: string) => opened.push(path),
  };
  await page.draw(
    <HostProvider value={host}>
      <FiltersTab onEditing={() => undefined} />
    </HostProvider>,
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

const find = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
const fill = (selector: string, value: string) =>
  act(async () => {
    const input = document.querySelector(selector) as HTMLInputElement;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
const submit = () =>
  act(async () => document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
const tell = (key: string) => act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
const miles = '[aria-label="Deadhead to pickup, at most, mi"]';

test('without filters one is made here, checked like in the web app, and runs at once', async () => {
  const none = { filters: [], always: [], chosenId: null, isOn: true };
  answers.list = ok(none);
  await show();
  await press(find('New filter'));
  expect(document.activeElement?.tagName).toBe('INPUT');
  await submit();
  for (const words of ['Name the filter', 'Add a rule']) expect(text()).toContain(words);
  await fill('input', 'Close vans');
  await fill('[aria-label="Add a rule"]', 'MAX_DEADHEAD');
  expect(document.activeElement).toBe(document.querySelector(miles));
  await fill(miles, 'far');
  await submit();
  expect(text()).toContain('From 0 to 9,999 miles');
  expect(asked.filter(({ type }) => type === 'panel:save-filter')).toEqual([]);
  await fill(miles, '90');
  answers.choose = { ok: true, atMs: 0, isOld: false, value: { kind: 'SAVED', choice: { ...choice, chosenId: own.id } } };
  await submit();
  expect(asked.at(-1)).toMatchObject({
    saving: {
      input: { name: 'Close vans', rules: [{ kind: 'MAX_DEADHEAD', miles: 90 }], onUnknown: 'KEEP', action: 'DIM' },
      target: { kind: 'new', basedOnId: null },
    },
  });
  expect(radios()[2]?.checked).toBe(true);
  expect(document.activeElement).toBe(find('New filter'));
});

test('one’s own is changed by its version; a change from elsewhere shows both', async () => {
  await show();
  await press(find('Edit: My reefers'));
  await fill(miles, '90');
  const theirs = { ...own, version: 4, rules: [{ kind: 'MAX_DEADHEAD', miles: 120 }] };
  answers.choose = { ok: true, atMs: 0, isOld: false, value: { kind: 'STALE', theirs } };
  await submit();
  expect(asked.at(-1)).toMatchObject({ saving: { target: { kind: 'saved', id: own.id, version: 3 } } });
  expect(text()).toContain('This filter was changed meanwhile');
  expect([...document.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['DH 120 mi', 'DH 90 mi']);
  await press(find('Keep mine'));
  expect(asked.at(-1)).toMatchObject({ saving: { input: { rules: [{ miles: 90 }] }, target: { version: 4 } } });
  await press(find('Take the saved one'));
  expect(document.querySelector<HTMLInputElement>(miles)?.value).toBe('120');
});

test('a team’s filter is copied for oneself, where the owner lets people', async () => {
  answers.list = ok({ ...choice, filters: [van, { ...van, id: own.id, name: 'Fixed', isAdjustable: false }] });
  await show();
  expect(find('Change for me: Fixed')).toBeUndefined();
  await press(find('Change for me: Van, Southeast'));
  expect(text()).toContain('A copy of “Van, Southeast”, only for you.');
  answers.choose = { ok: true, atMs: 0, isOld: false, value: { kind: 'NAME_TAKEN', text: 'There is a filter with this name already.' } };
  await submit();
  expect(asked.at(-1)).toMatchObject({ saving: { target: { kind: 'new', basedOnId: van.id } } });
  expect(text()).toContain('There is a filter with this name already.');
});

test('Escape leaves at once without changes, and asks with them', async () => {
  await show();
  await press(find('Edit: My reefers'));
  await tell('Escape');
  expect(document.querySelector('form')).toBeNull();
  await press(find('Edit: My reefers'));
  await fill(miles, '90');
  await tell('Escape');
  await press(find('Keep editing'));
  expect(document.querySelector<HTMLInputElement>(miles)?.value).toBe('90');
  await press(find('Cancel'));
  await press(find('Discard'));
  expect(radios()).toHaveLength(3);
});

test('it is deleted after a question; what fails keeps what was typed', async () => {
  await show();
  await press(find('Edit: My reefers'));
  await fill(miles, '90');
  answers.choose = { ok: false, failure: 'UNREACHABLE' };
  await submit();
  expect(text()).toContain('Couldn’t save this filter');
  expect(document.querySelector<HTMLInputElement>(miles)?.value).toBe('90');
  answers.choose = ok({ ...choice, filters: [van] });
  await press(find('Delete'));
  expect(asked.filter(({ type }) => type === 'panel:delete-filter')).toEqual([]);
  await press(find('Delete filter'));
  expect(asked.at(-1)).toMatchObject({ type: 'panel:delete-filter', id: own.id });
  expect(radios()).toHaveLength(2);
});

test('what is tried again is one save until the draft changes', async () => {
  await show();
  await press(find('New filter'));
  await fill('input', 'Close vans');
  await fill('[aria-label="Add a rule"]', 'MAX_DEADHEAD');
  await fill(miles, '90');
  answers.choose = { ok: false, failure: 'UNREACHABLE' };
  await submit();
  await press(find('Try again'));
  await fill(miles, '80');
  await submit();
  const ids = asked.flatMap((message) => (message.type === 'panel:save-filter' ? [message.opId] : []));
  expect(ids).toHaveLength(3);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('a delete that fails says so, and is what is tried again', async () => {
  await show();
  await press(find('Edit: My reefers'));
  answers.choose = { ok: false, failure: 'UNREACHABLE' };
  await press(find('Delete'));
  await press(find('Delete filter'));
  expect(text()).toContain('Couldn’t delete this filter');
  answers.choose = ok({ ...choice, filters: [van] });
  await press(find('Try again'));
  expect(asked.slice(1).map(({ type }) => type)).toEqual(['panel:delete-filter', 'panel:delete-filter']);
  expect(radios()).toHaveLength(2);
});

test('the web app is one click away', async () => {
  await show();
  await press(find('Open in Headhaul'));
  expect(opened).toEqual(['/dispatcher/smart-filters']);
});
