// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FromPanel } from '../panel/messages.ts';
import { HostProvider } from '../panel/view/panel-host.ts';
import { createReactPage } from '../testing/react-page.ts';
import { FilterEditor } from './filter-editor.tsx';

const plain = { version: 3, isForEveryone: false, isAdjustable: true, onUnknown: 'KEEP', action: 'DIM' } as const;
const filter = {
  ...plain,
  id: '0190c000-0000-7000-8000-0000000000a1',
  name: 'Van',
  rules: [{ kind: 'MAX_DEADHEAD' as const, miles: 75 }],
  words: 'DH 75 mi',
  isShared: false,
};
const count = { pass: 96, unknown: 41, fail: 1_077 };

const page = createReactPage();
let asked: FromPanel<'panel:count-rules'>[];
let counts: object | null;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  counts = { seen: 1_214, each: [count], all: { ...count, pass: 38 } };
});
afterEach(async () => {
  vi.useRealTimers();
});

async function show(tabId: number | null = 7): Promise<void> {
  const host = {
    async ask(message: FromPanel) {
      if (message.type === 'panel:count-rules') asked.push(message);
      return { counts };
    },
    onChanged: () => () => undefined,
    mail: async () => null,
    findTab: async () => tabId,
    reportLayout: async () => true,
    openWeb: () => undefined,
  };
  const nothing = () => undefined;
  await page.draw(
    <HostProvider value={host}>
      <FilterEditor edited={{ kind: 'OWN', filter }} onEditing={nothing} onDone={nothing} onClose={nothing} />
    </HostProvider>,
  );
}
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const text = () => document.body.textContent ?? '';
const type = (value: string) =>
  act(async () => {
    const input = document.querySelector('.rule input') as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('each rule says what it holds back of the seen rows, and all of them what would match', async () => {
  await show();
  expect(asked).toEqual([]);
  await pass(150);
  expect(asked).toEqual([{ type: 'panel:count-rules', tabId: 7, rules: filter.rules }]);
  expect(text()).toContain('96 pass, 41 not known, holds back 1,077');
  expect(text()).toContain('38 match of 1,214 seen, 41 not known, 1,077 held back');
});

it('is counted anew once nobody types, and again while rows are added', async () => {
  await show();
  await pass(150);
  await type('1');
  await type('120');
  await pass(150);
  expect(asked.map(({ rules }) => rules)).toEqual([filter.rules, [{ kind: 'MAX_DEADHEAD', miles: 120 }]]);
  await pass(2_000);
  expect(asked).toHaveLength(3);
});

it('a rule that isn’t whole is not counted', async () => {
  await show();
  await pass(150);
  await type('');
  await pass(4_000);
  expect(asked).toHaveLength(1);
  expect(text()).not.toContain('holds back');
});

it.each([
  ['no board is there', null, null],
  ['nothing was seen', 7, { seen: 0, each: [{ pass: 0, unknown: 0, fail: 0 }], all: { pass: 0, unknown: 0, fail: 0 } }],
])('where %s nothing is said', async (_, tabId, said) => {
  counts = said;
  await show(tabId);
  await pass(150);
  expect(text()).not.toContain('holds back');
});
