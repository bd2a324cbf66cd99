import type { BoardConfig, FieldStep } from '@headhaul/contracts/boards/board-config';

type Steps = BoardConfig['layouts'][number]['fields'];

/** Cells stand side by side in the row. What opens inside a row has the same marks, but stands beside the cells. */
const cell = (name: string, as: FieldStep['as']): FieldStep => ({ sel: [`[role='presentation'] > [data-test='${name}']`], as });
const inCell = (name: string, as: FieldStep['as']): FieldStep => ({
  sel: [`[role='presentation'] > [role='cell'] > [data-test='${name}']`],
  as,
});
const inCard = (name: string, as: FieldStep['as']): FieldStep => ({ sel: [`:scope > [id] [data-test='${name}']`], as });
const inside = (name: string, as: FieldStep['as']): FieldStep => ({ sel: [`[data-test='${name}']`], as });
const column = (number: number, as: FieldStep['as']): FieldStep => ({ sel: [`td:nth-child(${number})`], as });

/** `V | 25k lbs | 53 ft | Full` */
const freightLine = ({ sel }: FieldStep): Steps => ({
  equipment: { sel, as: 'text', part: 0 },
  weight: { sel, as: 'pounds', part: 1 },
  length: { sel, as: 'feet', part: 2 },
  size: { sel, as: 'text', part: 3 },
});

const quorum = {
  required: ['origin', 'destination'],
  requiredAny: ['rateTotal', 'tripMiles'],
} satisfies Partial<BoardConfig['layouts'][number]>;

const money: Steps = { rateTotal: inCell('rate-total', 'usd'), ratePerMile: inCell('rate-per-mile', 'usdPerMile') };

/** The sandbox's demo board. Its class names may be new in each visit, so nothing here depends on them. */
export const demoConfig: BoardConfig = {
  schema: 1,
  board: 'demo',
  version: 1,
  stage: 'VERIFIED',
  minExt: '0.1.0',
  issuedAt: '2026-11-18T00:00:00Z',
  expiresAt: '2036-11-18T00:00:00Z',
  enabled: true,
  features: {},
  hosts: ['localhost'],
  paths: ['/board'],
  virtualised: true,
  container: ["#results [role='rowgroup']", "#results [role='list']", "table[aria-label='Posted loads'] > tbody"],
  row: ["[role='row'][id^='row-']", "tr[id^='row-']", "[role='listitem']"],
  // A card's own element has no id; the one inside it that looks like a UUID is the load's.
  key: { sel: ':scope > [id]', attr: 'id', strip: 'row-', shape: 'uuid' },
  ignore: ["[data-test='age']", 'td:last-child'],
  framed: ["iframe[title='Loads']"],
  layouts: [
    {
      id: 'wide',
      when: { rowHas: "[role='presentation'] > [data-test='equipment']" },
      fields: {
        ...money,
        origin: cell('origin', 'cityState'),
        destination: cell('destination', 'cityState'),
        tripMiles: cell('trip', 'miles'),
        deadheadOrigin: cell('deadhead-origin', 'miles'),
        deadheadDestination: cell('deadhead-destination', 'miles'),
        pickup: cell('pickup', 'dateRange'),
        equipment: cell('equipment', 'text'),
        length: cell('length', 'feet'),
        weight: cell('weight', 'pounds'),
        size: cell('size', 'text'),
        company: cell('company', 'text'),
        creditScore: cell('credit', 'creditScore'),
        daysToPay: cell('days-to-pay', 'dtp'),
        email: { sel: ["[data-test='contact'] > a[href^='mailto:']"], attr: 'href', as: 'mailto' },
        phone: { sel: ["[role='presentation'] > [data-test='contact']:not(:has(a))"], as: 'phone' },
        reference: cell('reference', 'text'),
        age: cell('age', 'age'),
      },
      ...quorum,
    },
    {
      id: 'compact',
      when: { rowHas: "[role='presentation'] > [data-test='route']" },
      fields: {
        ...money,
        origin: inCell('origin', 'cityState'),
        destination: inCell('destination', 'cityState'),
        tripMiles: cell('trip', 'miles'),
        deadheadOrigin: inCell('deadhead-origin', 'miles'),
        deadheadDestination: inCell('deadhead-destination', 'miles'),
        pickup: cell('pickup', 'dateRange'),
        ...freightLine(inCell('info', 'text')),
        company: inCell('company', 'text'),
        age: cell('age', 'age'),
      },
      ...quorum,
    },
    {
      id: 'cards',
      when: { rowHas: ":scope > [id] [data-test='info']" },
      fields: {
        rateTotal: inCard('rate-total', 'usd'),
        ratePerMile: inCard('rate-per-mile', 'usdPerMile'),
        origin: inCard('origin', 'cityState'),
        destination: inCard('destination', 'cityState'),
        tripMiles: inCard('trip', 'miles'),
        deadheadOrigin: inCard('deadhead-origin', 'miles'),
        pickup: inCard('pickup', 'dateRange'),
        ...freightLine(inCard('info', 'text')),
        company: inCard('company', 'text'),
        age: inCard('age', 'age'),
      },
      ...quorum,
    },
    {
      id: 'table',
      when: { rowHas: 'td:nth-child(14)' },
      heads: {
        sel: 'thead th',
        texts: [
          'posted by',
          'ref no.',
          'load type',
          'mc',
          'pickup',
          'pickup date',
          'delivery',
          'delivery date',
          'miles',
          'weight',
          'amount',
          'credit',
          'days to pay',
          'posted',
        ],
      },
      fields: {
        company: column(1, 'text'),
        reference: column(2, 'text'),
        equipment: column(3, 'text'),
        mc: column(4, 'mc'),
        origin: column(5, 'cityState'),
        pickup: column(6, 'dateRange'),
        destination: column(7, 'cityState'),
        delivery: column(8, 'dateRange'),
        tripMiles: column(9, 'miles'),
        weight: column(10, 'pounds'),
        rateTotal: column(11, 'usd'),
        creditScore: column(12, 'creditScore'),
        daysToPay: column(13, 'dtp'),
        age: column(14, 'age'),
      },
      ...quorum,
    },
  ],
  detail: {
    host: ["[data-test='load-details']"],
    fields: {
      // A panel that is about other places is another load's.
      origin: inside('origin', 'cityState'),
      destination: inside('destination', 'cityState'),
      contactName: inside('contact-name', 'text'),
      email: { sel: ["[data-test='email'] > a[href^='mailto:']"], attr: 'href', as: 'mailto' },
      phone: { sel: ["[data-test='phone'] > a[href^='tel:']"], attr: 'href', as: 'tel' },
      mc: inside('mc', 'mc'),
      companyPlace: inside('company-place', 'text'),
      creditScore: inside('credit', 'creditScore'),
      daysToPay: inside('days-to-pay', 'dtp'),
      comments: inside('comments', 'text'),
    },
    pairs: [
      {
        root: 'dl',
        label: 'dt',
        value: 'dd',
        take: [
          { label: 'reference id', field: 'reference', as: 'text' },
          { label: 'commodity', field: 'commodity', as: 'text' },
        ],
      },
    ],
  },
  anchors: {
    // On a card the line of facts has the room, not the rate's corner.
    row: ["[role='presentation'] > [data-test='rate']", ":scope > [id] > :has([data-test='info'])", 'td:nth-child(11)'],
  },
  health: {
    minRows: 3,
    quorumPct: 70,
    // Far below what the board shows on a usual day, so that a search with odd loads doesn't look like a change of its page.
    fieldFloor: {
      rateTotal: 40,
      tripMiles: 90,
      company: 90,
      deadheadOrigin: 50,
      deadheadDestination: 50,
      pickup: 50,
      delivery: 50,
      equipment: 50,
      length: 50,
      weight: 50,
      size: 50,
      mc: 50,
      creditScore: 40,
      daysToPay: 40,
      reference: 40,
      age: 50,
      email: 20,
    },
    expects: ["[data-test='results-counter']", "[class='pages']"],
  },
};
