import type { FieldTexts } from '../../boards/read-load.ts';
import { type BoardFixture, escapeHtml, type FixtureRow, nothingShown, pageOf } from './fixture.ts';
import { ageText, dash, dollars, type FixtureLoad, type FixtureLoads, monthDay, phoneText, placeText, shownAge, whole } from './loads.ts';

const words: Record<string, string> = {
  VAN: 'van',
  'VAN,REEFER': 'van or reefer',
  REEFER: 'reefer',
  STEPDECK: 'stepdeck',
  FLATBED: 'flatbed',
};
const withoutZip = ({ city, state }: { city: string; state: string }) => ({ city, state, zip: null });
/** One poster wrote thousands of pounds without saying so. */
const writesThousands = ({ weightLb }: FixtureLoad) => weightLb === 47_000;

/** Where no price is posted, the board shows its own estimate at the same place. */
function priceOf({ rateCents, estimateCents }: FixtureLoad): { text: string; cents: number | null } {
  if (rateCents !== null) return { text: dollars(rateCents), cents: rateCents };
  return estimateCents === null ? { text: dash, cents: null } : { text: `est. ${dollars(estimateCents)}`, cents: estimateCents };
}

function weightOf(load: FixtureLoad): string {
  if (load.weightLb === null) return dash;
  return writesThousands(load) ? String(load.weightLb / 1_000) : `${whole(load.weightLb)} lbs`;
}

function rowOf(load: FixtureLoad): FixtureRow {
  const price = priceOf(load);
  const texts: FieldTexts = {
    age: { text: ageText(load.ageMinutes), as: 'age' },
    origin: { text: placeText(load.origin), as: 'cityState' },
    destination: { text: placeText(load.destination), as: 'cityState' },
    pickup: { text: monthDay(load.pickup.earliest), as: 'dateRange' },
    tripMiles: { text: `${whole(load.tripMiles)} mi`, as: 'miles' },
    deadheadOrigin: { text: `${load.deadheadOrigin} mi`, as: 'miles' },
    equipment: { text: words[load.equipment.join(',')] ?? '', as: 'text' },
    size: { text: load.size === 'FULL' ? 'full' : 'partial', as: 'text' },
    length: { text: `${load.lengthFt} ft`, as: 'feet' },
    weight: { text: weightOf(load), as: 'pounds' },
    rateTotal: { text: price.text, as: 'usd' },
    company: { text: load.company, as: 'text' },
    phone: { text: `tel:+1${load.phone}`, as: 'tel' },
  };
  return {
    rowKey: load.key,
    texts,
    unreadable: writesThousands(load) ? ['weight'] : [],
    truth: {
      ...nothingShown,
      age: shownAge(load.ageMinutes),
      origin: withoutZip(load.origin),
      destination: withoutZip(load.destination),
      pickup: { earliest: load.pickup.earliest, latest: load.pickup.earliest },
      tripMiles: load.tripMiles,
      deadheadOrigin: load.deadheadOrigin,
      equipment: load.equipment,
      size: load.size,
      length: load.lengthFt,
      weight: writesThousands(load) ? null : load.weightLb,
      rateTotal: price.cents === null ? null : { cents: price.cents, isEstimate: load.rateCents === null },
      company: load.company,
      phone: `+1${load.phone}`,
    },
  };
}

const columns: readonly [name: string, field: keyof FieldTexts][] = [
  ['age', 'age'],
  ['pickup-address', 'origin'],
  ['pickup-deadhead', 'deadheadOrigin'],
  ['pickup-day', 'pickup'],
  ['drop-off-address', 'destination'],
  ['distance', 'tripMiles'],
  ['equipment', 'equipment'],
  ['load-size', 'size'],
  ['length', 'length'],
  ['weight', 'weight'],
  ['price-total', 'rateTotal'],
  ['broker-company', 'company'],
];

function cardHtml(row: FixtureRow, load: FixtureLoad): string {
  const cells = columns.map(([name, field]) => `<div data-name="${name}">${escapeHtml(row.texts[field]?.text ?? '')}</div>`);
  const phone = `<a href="tel:+1${load.phone}">${phoneText(load.phone)}</a>`;
  return `<article data-shipment="${row.rowKey}">${cells.join('')}${phone}</article>`;
}

export function writeTruckerpathPages(loads: FixtureLoads): BoardFixture[] {
  const rows = loads.map(rowOf);
  const cards = loads.map((load) => cardHtml(rowOf(load), load)).join('');
  return [
    {
      board: 'truckerpath',
      layout: 'cards',
      basis: 'ASSUMED',
      url: 'https://loadboard.truckerpath.com/carrier/loads/search',
      html: pageOf('Loads', `<main><section data-list="loads">${cards}</section></main>`),
      frames: {},
      rows,
      detail: null,
      volatile: [],
    },
  ];
}
