// @vitest-environment happy-dom
import { datFixtures } from '@headhaul/domain/testing/boards/dat';
import { type BoardFixture, fixtureDay, toTruth } from '@headhaul/domain/testing/boards/fixture';
import { describe, expect, it } from 'vitest';
import { layoutOf, readRow } from '../read/read-row.ts';
import { datConfig } from './dat.ts';

function open({ html }: BoardFixture): void {
  document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML;
}

const rowOf = (key: string) => document.getElementById(`table-row-${key}`) as Element;
const read = (row: Element) => readRow(row, datConfig, fixtureDay);
const layouts = datFixtures.map((fixture) => [fixture.layout, fixture] as const);

type Mutation = 'removed' | 'nested' | 'duplicated' | 'moved';
const mutations: readonly Mutation[] = ['removed', 'nested', 'duplicated', 'moved'];
const required = ['origin', 'destination', 'rateTotal', 'tripMiles'] as const;
type Required = (typeof required)[number];

function elementOf(row: Element, field: Required): Element {
  const selectors = layoutOf(row, datConfig.layouts)?.fields[field]?.sel ?? [];
  return selectors.map((selector) => row.querySelector(selector)).find((found) => found !== null) as Element;
}

function mutate(mutation: Mutation, row: Element, field: Required, other: Element): void {
  const element = elementOf(row, field);
  const neighbour = elementOf(row, field === 'origin' ? 'destination' : 'origin');
  if (mutation === 'removed') element.remove();
  if (mutation === 'nested') element.append(neighbour);
  if (mutation === 'duplicated') {
    const copy = element.cloneNode(true) as Element;
    copy.textContent = elementOf(other, field).textContent;
    element.after(copy);
  }
  if (mutation === 'moved') row.append(element);
}

describe.each(layouts)('DAT One, %s', (_, fixture) => {
  it('every load of the page is read as it is', () => {
    open(fixture);
    for (const { rowKey, truth } of fixture.rows) {
      const { load = null, isRead } = read(rowOf(rowKey)) ?? {};
      expect([rowKey, isRead, load && toTruth(load)]).toEqual([rowKey, true, truth]);
      expect(load?.read.failed).toEqual([]);
    }
  });

  it.each(required.flatMap((field) => mutations.map((mutation) => [field, mutation] as const)))(
    '%s %s: unknown, never wrong',
    (field, mutation) => {
      open(fixture);
      // A row with a rate, and another with another one.
      const [first, other] = fixture.rows.filter(({ truth }) => truth.rateTotal !== null);
      const row = rowOf(first?.rowKey ?? '');
      const before: Record<string, unknown> = { ...first?.truth };
      mutate(mutation, row, field, rowOf(other?.rowKey ?? ''));
      const after = read(row);
      if (after?.isRead !== true || after.load === null) return;
      const isUnknown = (value: unknown) =>
        value === null || (Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.values(value).every(isUnknown));
      const wrong = Object.entries(toTruth(after.load)).filter(
        ([name, value]) => !isUnknown(value) && JSON.stringify(value) !== JSON.stringify(before[name]),
      );
      expect(wrong).toEqual([]);
      if (mutation !== 'moved') expect(['rateTotal', 'tripMiles', 'origin']).toContain(field);
    },
  );
});
