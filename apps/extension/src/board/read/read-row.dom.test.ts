// @vitest-environment happy-dom
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { describe, expect, it } from 'vitest';
import { demoConfig } from '../config/demo.ts';
import { type DemoBoard, type DemoLayout, demoLayouts, openDemoBoard } from '../testing/demo-board.ts';
import { type Truth, today } from '../testing/demo-postings.ts';
import { isReadable } from './compile.ts';
import { layoutOf, readKey, readRow } from './read-row.ts';

const read = (row: Element) => readRow(row, demoConfig, today);

function loadOf(row: Element): BoardLoad {
  const load = read(row)?.load ?? null;
  if (load === null) throw new Error('the row was not read');
  return load;
}

function truthOf(board: DemoBoard, row: Element): Truth {
  const truth = board.truthOf(readKey(row, demoConfig.key) ?? '');
  if (truth === undefined) throw new Error('the row shows no load of ours');
  return truth;
}

const placeOf = ({ city, state }: BoardLoad['origin']) => (state === null ? null : `${city}, ${state}`);

/** Everything that was read, by name. Null is unknown. */
function factsOf(load: BoardLoad): Record<string, unknown> {
  return {
    origin: placeOf(load.origin),
    destination: placeOf(load.destination),
    tripMiles: load.tripMiles,
    deadheadOrigin: load.deadheadOrigin,
    rateCents: load.rate.total === null ? null : load.rate.total.cents,
    pickup: load.pickup.earliest,
    pickupEnd: load.pickup.latest,
    classes: load.equipment.classes.length === 0 ? null : load.equipment.classes.join(),
    weightLb: load.weightLb,
    lengthFt: load.lengthFt,
    size: load.size,
    company: load.broker.name,
    credit: load.broker.creditScore,
    days: load.broker.daysToPay,
    mc: load.broker.mc,
    reference: load.reference,
    email: load.contact.emails[0]?.address ?? null,
    phone: load.contact.phones[0]?.e164 ?? null,
  };
}

describe.each(demoLayouts)('the demo board, %s', (layout) => {
  it('is read as it is', async () => {
    const board = await openDemoBoard(layout);
    for (const first of [0, 12, 24, 120]) {
      board.showFrom(first);
      for (const row of board.rows()) {
        const truth = truthOf(board, row);
        const load = loadOf(row);
        expect(load.read.failed, load.rowKey).toEqual([]);
        expect(read(row)?.isRead).toBe(true);
        expect(factsOf(load)).toMatchObject({
          origin: truth.origin,
          destination: truth.destination,
          tripMiles: truth.tripMiles,
          deadheadOrigin: layout === 'table-iframe' ? null : truth.deadheadOrigin,
          rateCents: truth.rateCents,
          pickup: truth.pickup[0],
          pickupEnd: truth.pickup[1],
          classes: truth.classes.join(),
          weightLb: truth.weightLb,
          company: truth.company,
        });
        expect(load.rate.origin === 'BOARD_ESTIMATE').toBe(truth.isEstimate);
        if (layout !== 'table-iframe') expect([load.lengthFt, load.size]).toEqual([truth.lengthFt, truth.size]);
        if (layout === 'wide' || layout === 'table-iframe')
          expect([load.broker.creditScore, load.broker.daysToPay]).toEqual(truth.credit ?? [null, null]);
        if (layout === 'wide') expect(load.contact.emails.length + load.contact.phones.length).toBe(1);
      }
    }
  });

  it('is not parsed again while its texts are the same', async () => {
    const board = await openDemoBoard(layout);
    const [row] = board.rows() as [Element];
    const first = read(row);
    expect(readRow(row, demoConfig, today, { before: first ?? undefined })).toBe(first);
    board.redraw();
    expect(readRow(row, demoConfig, today, { before: first ?? undefined })).toBe(first);
    expect(readRow(row, demoConfig, '2026-11-18', { before: first ?? undefined })).not.toBe(first);
  });
});

describe('a row that opened', () => {
  it.each(['wide', 'compact', 'cards'] as const)('%s: what opened inside it is not read as the row', async (layout) => {
    const board = await openDemoBoard(layout);
    const [row] = board.rows() as [Element];
    const before = factsOf(loadOf(row));
    const details = document.createElement('div');
    details.dataset.test = 'load-details';
    details.innerHTML = ['origin', 'destination', 'trip', 'equipment', 'rate-total', 'company', 'weight']
      .map((name) => `<dl><dd data-test="${name}">Elsewhere, TX</dd></dl>`)
      .join('');
    row.append(details);
    expect(factsOf(loadOf(row))).toEqual(before);
    expect(layoutOf(row, demoConfig.layouts)?.id).toBe(layout);
  });
});

type Mutation = 'removed' | 'nested' | 'duplicated' | 'moved';
const required = ['origin', 'destination', 'rateTotal', 'tripMiles'] as const;

function elementOf(row: Element, field: (typeof required)[number]): Element {
  const selector = layoutOf(row, demoConfig.layouts)?.fields[field]?.sel[0] ?? '';
  return row.querySelector(selector) as Element;
}

/** In a table a column changes with its head. */
function columnOf(element: Element): Element[] {
  if (element.tagName !== 'TD') return [element];
  const at = [...(element.parentElement?.children ?? [])].indexOf(element);
  return [element, document.querySelectorAll('thead th')[at] as Element];
}

function mutate(mutation: Mutation, row: Element, field: (typeof required)[number], other: Element): void {
  const element = elementOf(row, field);
  const neighbour = elementOf(row, field === 'origin' ? 'destination' : 'origin');
  if (mutation === 'removed') for (const one of columnOf(element)) one.remove();
  if (mutation === 'nested') {
    if (element.tagName === 'TD') element.append(neighbour.textContent);
    else element.append(neighbour);
  }
  if (mutation === 'duplicated') {
    const { textContent } = elementOf(other, field);
    for (const one of columnOf(element)) one.after(one.cloneNode(true));
    (element.nextElementSibling as Element).textContent = textContent;
  }
  if (mutation === 'moved') for (const one of columnOf(element)) one.parentElement?.append(one);
}

describe('a changed layout', () => {
  const cases = demoLayouts.flatMap((layout) =>
    required.flatMap((field) =>
      (['removed', 'nested', 'duplicated', 'moved'] as const).map((mutation): [DemoLayout, typeof field, Mutation] => [
        layout,
        field,
        mutation,
      ]),
    ),
  );

  it.each(cases)('%s, %s %s: unknown, never wrong', async (layout, field, mutation) => {
    const board = await openDemoBoard(layout);
    const rows = board.rows();
    const [row, other] = rows as [Element, Element];
    const before = factsOf(loadOf(row));
    expect(before[field === 'rateTotal' ? 'rateCents' : field]).not.toBeNull();
    mutate(mutation, row, field, other);
    const after = read(row);
    if (after?.isRead !== true || after.load === null) return;
    // What is still read must be true; the rest is unknown.
    const wrong = Object.entries(factsOf(after.load)).filter(([name, value]) => value !== null && value !== before[name]);
    expect(wrong).toEqual([]);
    if (mutation !== 'moved') expect(['rateTotal', 'tripMiles']).toContain(field);
  });

  it.each([
    ['attrs', 'wide'],
    ['attrs', 'compact'],
    ['attrs', 'cards'],
    ['nested', 'wide'],
    ['nested', 'compact'],
    ['nested', 'table-iframe'],
    ['rows', 'wide'],
  ] as const)('broken=%s, %s: no row is read', async (broken, layout) => {
    const board = await openDemoBoard(layout, { broken });
    expect(board.rows().length).toBeGreaterThan(0);
    for (const row of board.rows()) expect(read(row)?.isRead ?? false).toBe(false);
  });
});

describe('a configuration', () => {
  it('whose selectors this browser does not know is not used', () => {
    expect(isReadable(demoConfig, document)).toBe(true);
    expect(isReadable({ ...demoConfig, container: ['[data-test='] }, document)).toBe(false);
  });
});
