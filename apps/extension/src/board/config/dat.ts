import type { BoardConfig, FieldStep } from '@headhaul/contracts/boards/board-config';

const cell = (name: string, as: FieldStep['as']): FieldStep => ({ sel: [`[data-test='load-${name}-cell']`], as });
const freightLine = 'dat-company .info-container > div';
const money = {
  rateTotal: { sel: ["[data-test='load-rate-cell'] .offer"], as: 'usd' },
  ratePerMile: { sel: ["[data-test='load-rate-cell'] .calculated-rate"], as: 'usdPerMile' },
} satisfies BoardConfig['layouts'][number]['fields'];

/** DAT One, from descriptions of its page. Nobody has compared it with a signed-in page yet, so it is BETA. */
export const datConfig: BoardConfig = {
  schema: 1,
  board: 'dat',
  version: 1,
  stage: 'BETA',
  minExt: '0.1.0',
  issuedAt: '2026-11-18T00:00:00Z',
  expiresAt: '2036-11-18T00:00:00Z',
  enabled: true,
  features: {},
  hosts: ['one.dat.com'],
  paths: ['/search-loads', '/search-loads-ow'],
  virtualised: true,
  container: [
    "[data-test='results-table-body'] .cdk-virtual-scroll-content-wrapper",
    '#table-viewport .cdk-virtual-scroll-content-wrapper',
  ],
  row: [".row-container[id^='table-row-']"],
  key: { attr: 'id', strip: 'table-row-' },
  ignore: ["[data-test='load-age-cell']"],
  layouts: [
    {
      id: 'compact',
      when: { rowHas: 'dat-company .info-container' },
      fields: {
        ...money,
        // The destination's cell stands inside the origin's, so the cell's own text is both.
        origin: {
          sel: [
            '.route-dh-container-lg .origin .extended-trip-point',
            "[data-test='load-origin-cell'] > .city-state-container:not([data-test])",
          ],
          as: 'cityState',
        },
        destination: cell('destination', 'cityState'),
        tripMiles: cell('trip', 'miles'),
        deadheadOrigin: cell('dho', 'miles'),
        deadheadDestination: cell('dhd', 'miles'),
        equipment: { sel: [freightLine], as: 'text', part: 0 },
        weight: { sel: [freightLine], as: 'pounds', part: 1 },
        length: { sel: [freightLine], as: 'feet', part: 2 },
        size: { sel: [freightLine], as: 'text', part: 3 },
        company: { sel: ['dat-company .company'], as: 'text' },
        age: cell('age', 'age'),
      },
      required: ['origin', 'destination'],
      requiredAny: ['rateTotal', 'tripMiles'],
    },
    {
      id: 'wide',
      when: { rowHas: "[data-test='load-eq-cell']" },
      fields: {
        ...money,
        origin: cell('origin', 'cityState'),
        destination: cell('destination', 'cityState'),
        tripMiles: cell('trip', 'miles'),
        deadheadOrigin: cell('dho', 'miles'),
        deadheadDestination: cell('dhd', 'miles'),
        pickup: cell('pick-up', 'dateRange'),
        equipment: cell('eq', 'text'),
        length: cell('length', 'feet'),
        weight: cell('weight', 'pounds'),
        size: cell('capacity', 'text'),
        company: cell('company', 'text'),
        email: { sel: ["[data-test='load-contact-cell'] a[href^='mailto:']"], attr: 'href', as: 'mailto' },
        phone: { sel: ["[data-test='load-contact-cell']:not(:has(a))"], as: 'phone' },
        creditScore: { sel: ["[data-test='load-cs-dtp-cell'] > :not(.days-to-pay)"], as: 'creditScore' },
        daysToPay: { sel: ["[data-test='load-cs-dtp-cell'] .days-to-pay"], as: 'dtp' },
        age: cell('age', 'age'),
      },
      required: ['origin', 'destination'],
      requiredAny: ['rateTotal', 'tripMiles'],
    },
  ],
  detail: {
    host: ['dat-load-details'],
    fields: {
      email: { sel: ["dat-contacts .contacts__email a[href^='mailto:']", "dat-contacts a[href^='mailto:']"], attr: 'href', as: 'mailto' },
      phone: { sel: ["dat-contacts a[href^='tel:']"], attr: 'href', as: 'tel' },
      comments: { sel: ["dat-notes [data-test='comments-container'] .notes-contents"], as: 'text' },
    },
    pairs: [
      {
        root: 'dat-equipment',
        label: '.data-label',
        value: '.data-item',
        take: [
          { label: 'reference id', field: 'reference', as: 'text' },
          { label: 'commodity', field: 'commodity', as: 'text' },
        ],
      },
    ],
  },
  anchors: { row: ["[data-test='load-rate-cell']"], detail: ['.details-header_actions'] },
  health: {
    minRows: 5,
    quorumPct: 70,
    // What a usual day's share is nobody has counted yet. A field whose place was renamed is in no row at all.
    fieldFloor: {
      rateTotal: 40,
      tripMiles: 90,
      company: 90,
      deadheadOrigin: 10,
      pickup: 20,
      equipment: 20,
      length: 10,
      weight: 10,
      size: 10,
      creditScore: 10,
      daysToPay: 10,
      email: 10,
      age: 20,
    },
    expects: ["[data-test='results-counter']"],
  },
};
