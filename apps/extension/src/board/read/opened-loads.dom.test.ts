// @vitest-environment happy-dom
import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { datFixtures } from '@headhaul/domain/testing/boards/dat';
import { fixtureDay, nothingShown, toTruth } from '@headhaul/domain/testing/boards/fixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { datConfig } from '../config/dat.ts';
import { createOpenedLoads } from './opened-loads.ts';
import { readRow } from './read-row.ts';

const withPanel = datFixtures.find(({ detail }) => detail !== null);
const { detail: told, html } = withPanel ?? { detail: null, html: '' };
const detailConfig = datConfig.detail as NonNullable<BoardConfig['detail']>;
let openedLoads = createOpenedLoads(detailConfig);

beforeEach(() => {
  openedLoads = createOpenedLoads(detailConfig);
  document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML;
});

const rowOf = (key: string) => document.getElementById(`table-row-${key}`) as Element;
const key = told?.rowKey ?? '';
const otherKey = withPanel?.rows[1]?.rowKey ?? '';
const panel = () => document.querySelector('dat-load-details') as Element;
const part = (selector: string) => panel().querySelector(selector) as Element;

function read(row: Element): BoardLoad {
  const load = readRow(row, datConfig, fixtureDay, { openedLoads })?.load ?? null;
  if (load === null) throw new Error('the row was not read');
  return load;
}

/** What only the panel of the fixture says. */
const insideOf = (load: BoardLoad) => {
  const { reference, commodity, comments } = toTruth(load);
  return { reference, commodity, comments };
};
const { reference, commodity, comments } = told?.truth ?? nothingShown;
const inside = { reference, commodity, comments };
const nothing = { reference: null, commodity: null, comments: null };

describe('an opened load', () => {
  it('is read into the load of its row, and the row’s own values stay', () => {
    const row = rowOf(key);
    const load = read(row);
    expect(toTruth(load)).toEqual({ ...withPanel?.rows[0]?.truth, ...inside, email: told?.truth.email, phone: told?.truth.phone });
    expect(load.read.failed).toEqual([]);
    expect(load.contact.emails).toEqual([{ address: told?.truth.email, from: 'contact' }]);
  });

  it('says nothing about the other rows', () => {
    read(rowOf(key));
    for (const { rowKey, truth } of withPanel?.rows.slice(1) ?? []) expect(toTruth(read(rowOf(rowKey)))).toEqual(truth);
  });

  it('may open right below its row', () => {
    const row = rowOf(key);
    row.after(panel());
    expect(insideOf(read(row))).toEqual(inside);
    expect(insideOf(read(rowOf(otherKey)))).toEqual(nothing);
  });

  it('is remembered for its load when it is closed, whatever row shows the load', () => {
    const row = rowOf(key);
    read(row);
    expect(openedLoads.has(key)).toBe(true);
    panel().remove();
    expect(insideOf(read(row))).toEqual(inside);
    const other = rowOf(otherKey);
    row.id = 'table-row-elsewhere';
    expect(insideOf(read(row))).toEqual(nothing);
    other.replaceChildren(...row.cloneNode(true).childNodes);
    other.id = `table-row-${key}`;
    expect(insideOf(read(other))).toEqual(inside);
    openedLoads.forget();
    expect(insideOf(read(other))).toEqual(nothing);
  });

  it.each([
    ['was closed', () => panel().remove()],
    ['is still open', () => undefined],
  ])('that %s is another one while its key stands for other places', (_, leave) => {
    const row = rowOf(key);
    read(row);
    leave();
    const place = row.querySelector("[data-test='load-origin-cell']") as Element;
    const before = place.textContent;
    place.textContent = 'Fargo, ND';
    expect(insideOf(read(row))).toEqual(nothing);
    expect(openedLoads.has(key)).toBe(false);
    place.textContent = ` ${before.trim()} `;
    expect(insideOf(read(row))).toEqual(inside);
    expect(openedLoads.has(key)).toBe(true);
  });

  it('that was closed gives way to what the row says anew', () => {
    const row = rowOf(key);
    read(row);
    panel().remove();
    const link = row.querySelector("[data-test='load-contact-cell'] a") as HTMLAnchorElement;
    link.href = 'mailto:new@tallpine.example.test';
    expect(read(row).contact.emails).toEqual([{ address: 'new@tallpine.example.test', from: 'contact' }]);
  });

  it('is the load’s before while its panel still says the same in a row that got another load', () => {
    const row = rowOf(key);
    read(row);
    row.id = 'table-row-other123';
    expect(insideOf(read(row))).toEqual(nothing);
    expect(openedLoads.has('other123')).toBe(false);
    row.id = `table-row-${key}`;
    expect(insideOf(read(row))).toEqual(inside);
  });

  describe('whose row got another load', () => {
    const other = 'other123';
    const link = () => part('.contacts__email a') as HTMLAnchorElement;
    const mailto = (address: string) => Object.assign(link(), { href: `mailto:${address}` });
    const addresses = (row: Element) => read(row).contact.emails.map(({ address }) => address);

    /** The comments come first, the contacts a moment later. */
    function halfChange(): Element {
      const row = rowOf(key);
      row.querySelector("[data-test='load-contact-cell'] a")?.remove();
      expect(addresses(row)).toEqual([told?.truth.email]);
      row.id = `table-row-${other}`;
      part('.notes-contents').textContent = 'Two stops.';
      return row;
    }

    it('gives it field by field what has changed, and nothing else', () => {
      const row = halfChange();
      expect(insideOf(read(row))).toEqual({ ...nothing, comments: 'Two stops.' });
      expect(addresses(row)).toEqual([]);
      expect(read(row).contact.phones).toEqual([]);
      expect(openedLoads.has(other)).toBe(false);
      mailto('loads@prairie.example.test');
      part('.data-item').textContent = 'Steel';
      expect(insideOf(read(row))).toEqual({ ...nothing, commodity: 'Steel', comments: 'Two stops.' });
      expect(addresses(row)).toEqual(['loads@prairie.example.test']);
    });

    it('keeps no old address for it when the panel closes in between', () => {
      const row = halfChange();
      read(row);
      const closed = panel();
      closed.remove();
      expect(insideOf(read(row))).toEqual({ ...nothing, comments: 'Two stops.' });
      expect(addresses(row)).toEqual([]);
      row.append(closed);
      expect(addresses(row)).toEqual([]);
      row.id = `table-row-${key}`;
      closed.remove();
      expect(addresses(row)).toEqual([told?.truth.email]);
    });

    it.each<[string, () => void]>([
      [
        'was empty in between',
        () => {
          const said = [...panel().childNodes];
          panel().replaceChildren();
          read(rowOf(other));
          panel().append(...said);
        },
      ],
      ['is drawn anew', () => panel().replaceWith(panel().cloneNode(true))],
    ])('gives it the same texts once the panel %s', (_, renew) => {
      const row = halfChange();
      read(row);
      renew();
      expect(insideOf(read(row))).toEqual({ ...inside, comments: 'Two stops.' });
      expect(addresses(row)).toEqual([told?.truth.email]);
      expect(openedLoads.has(other)).toBe(true);
    });

    it('leaves what was read of it before', () => {
      const row = halfChange();
      panel().replaceWith(panel().cloneNode(true));
      mailto('loads@prairie.example.test');
      expect(addresses(row)).toEqual(['loads@prairie.example.test']);
      row.id = `table-row-${key}`;
      mailto('dispatch@prairie.example.test');
      read(row);
      row.id = `table-row-${other}`;
      part('.notes-contents').textContent = 'Three stops.';
      expect(addresses(row)).toEqual(['loads@prairie.example.test']);
      expect(openedLoads.has(other)).toBe(true);
    });
  });

  it('with an address other than the row’s has none', () => {
    const link = rowOf(key).querySelector("[data-test='load-contact-cell'] a") as HTMLAnchorElement;
    link.href = 'mailto:other@gatewayarc.example.test';
    const load = read(rowOf(key));
    expect(load.contact.emails).toEqual([]);
    expect(load.read.failed).toEqual(['email']);
  });

  it('with two addresses has none', () => {
    const again = part('.contacts__email a').cloneNode(true) as HTMLAnchorElement;
    again.href = 'mailto:other@gatewayarc.example.test';
    part('.contacts__email').append(again);
    expect(read(rowOf(key)).contact.emails).toEqual([]);
  });

  it('whose address stands in the comments alone has one of the comments', () => {
    rowOf(key).querySelector("[data-test='load-contact-cell'] a")?.remove();
    part('.contacts__email').replaceChildren();
    part('.notes-contents').textContent = 'Write to loads@gatewayarc.example.test';
    expect(read(rowOf(key)).contact.emails).toEqual([{ address: 'loads@gatewayarc.example.test', from: 'comments' }]);
  });

  it('in a row with two panels is nobody’s', () => {
    rowOf(key).append(panel().cloneNode(true));
    expect(insideOf(read(rowOf(key)))).toEqual(nothing);
  });

  it('that says nothing yet was not read', () => {
    panel().replaceChildren();
    expect(insideOf(read(rowOf(key)))).toEqual(nothing);
    expect(openedLoads.has(key)).toBe(false);
  });

  it('is never read as the row, whatever it is called inside', () => {
    const row = rowOf(key);
    const cell = row.querySelector("[data-test='load-company-cell']") as Element;
    const copy = cell.cloneNode(true) as Element;
    copy.textContent = 'Another Broker';
    panel().append(copy);
    expect(read(row).broker.name).toBe(withPanel?.rows[0]?.truth.company);
  });
});

describe('labels and values', () => {
  const pairsOf = () => part('.equipment-data');
  const [first, second] = [0, 1].map((at) => () => pairsOf().children[at] as Element) as [() => Element, () => Element];

  it('may come in another order, and with a colon', () => {
    pairsOf().append(first());
    for (const label of pairsOf().querySelectorAll('.data-label')) label.append(':');
    expect(insideOf(read(rowOf(key)))).toEqual(inside);
  });

  it.each<[string, () => void, Partial<typeof inside>]>([
    ['a label that is gone', () => first().querySelector('.data-label')?.remove(), { commodity: null }],
    ['a value that is gone', () => first().querySelector('.data-item')?.remove(), { commodity: null }],
    [
      'two values',
      () => first().append(Object.assign(document.createElement('i'), { className: 'data-item', textContent: 'x' })),
      { commodity: null },
    ],
    [
      'a value that moved to the next pair',
      () => second().append(first().querySelector('.data-item') as Element),
      { commodity: null, reference: null },
    ],
    [
      'a second pair that says otherwise',
      () => {
        const copy = first().cloneNode(true) as Element;
        (copy.querySelector('.data-item') as Element).textContent = 'Steel';
        pairsOf().append(copy);
      },
      { commodity: null },
    ],
  ])('%s: unknown, never wrong', (_, change, unknown) => {
    change();
    expect(insideOf(read(rowOf(key)))).toEqual({ ...inside, ...unknown });
  });
});
