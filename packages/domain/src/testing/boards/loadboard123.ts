import type { FieldTexts } from '../../boards/read-load.ts';
import { type BoardFixture, escapeHtml, type FixtureDetail, type FixtureRow, nothingShown, pageOf } from './fixture.ts';
import {
  ageText,
  dash,
  daysText,
  dollars,
  type FixtureLoad,
  type FixtureLoads,
  monthDay,
  phoneText,
  placeText,
  shownAge,
  whole,
} from './loads.ts';

const words: Record<string, string> = {
  VAN: 'Van',
  'VAN,REEFER': 'Van or Reefer',
  REEFER: 'Reefer',
  STEPDECK: 'StepDeck',
  FLATBED: 'Flatbed',
};
const withoutZip = ({ city, state }: { city: string; state: string }) => ({ city, state, zip: null });

/** Equipment, size, length and weight are one line. Credit is sold apart, so it isn't there. */
function lineOf(load: FixtureLoad): string {
  const weight = load.weightLb === null ? dash : `${whole(load.weightLb)} lbs`;
  return [words[load.equipment.join(',')] ?? '', load.size === 'FULL' ? 'TL' : 'LTL', `${load.lengthFt} ft`, weight].join(' • ');
}

function rowOf(load: FixtureLoad): FixtureRow {
  const line = lineOf(load);
  const texts: FieldTexts = {
    age: { text: `${ageText(load.ageMinutes)} ago`, as: 'age' },
    origin: { text: placeText(load.origin), as: 'cityState' },
    destination: { text: placeText(load.destination), as: 'cityState' },
    pickup: { text: daysText(load.pickup, monthDay), as: 'dateRange' },
    tripMiles: { text: `${whole(load.tripMiles)} mi`, as: 'miles' },
    deadheadOrigin: { text: `${load.deadheadOrigin} mi`, as: 'miles' },
    equipment: { text: line, as: 'text', part: 0 },
    size: { text: line, as: 'text', part: 1 },
    length: { text: line, as: 'feet', part: 2 },
    weight: { text: line, as: 'pounds', part: 3 },
    rateTotal: { text: load.rateCents === null ? dash : dollars(load.rateCents), as: 'usd' },
    company: { text: load.company, as: 'text' },
    mc: { text: `MC ${load.mc}`, as: 'mc' },
  };
  return {
    rowKey: load.uuid,
    texts,
    unreadable: [],
    truth: {
      ...nothingShown,
      age: shownAge(load.ageMinutes),
      origin: withoutZip(load.origin),
      destination: withoutZip(load.destination),
      pickup: load.pickup,
      tripMiles: load.tripMiles,
      deadheadOrigin: load.deadheadOrigin,
      equipment: load.equipment,
      size: load.size,
      length: load.lengthFt,
      weight: load.weightLb,
      rateTotal: load.rateCents === null ? null : { cents: load.rateCents, isEstimate: false },
      company: load.company,
      mc: load.mc,
    },
  };
}

const columns: readonly [name: string, field: keyof FieldTexts][] = [
  ['age', 'age'],
  ['origin', 'origin'],
  ['origin-deadhead', 'deadheadOrigin'],
  ['destination', 'destination'],
  ['pickup-dates', 'pickup'],
  ['mileage', 'tripMiles'],
  ['equipment', 'equipment'],
  ['rate', 'rateTotal'],
  ['poster', 'company'],
  ['docket', 'mc'],
];

function rowHtml({ rowKey, texts }: FixtureRow): string {
  const cells = columns.map(([name, field]) => `<span data-col="${name}">${escapeHtml(texts[field]?.text ?? '')}</span>`);
  return `<li data-guid="${rowKey}">${cells.join('')}</li>`;
}

function detailOf(load: FixtureLoad): FixtureDetail {
  return {
    rowKey: load.uuid,
    texts: {
      contactName: { text: load.contactName, as: 'text' },
      email: { text: `mailto:${load.email}`, as: 'mailto' },
      phone: { text: phoneText(load.phone), as: 'phone' },
      reference: { text: load.reference, as: 'text' },
      commodity: { text: load.commodity, as: 'text' },
      comments: { text: load.comments, as: 'text' },
    },
    truth: {
      ...nothingShown,
      contactName: load.contactName,
      email: load.email,
      phone: `+1${load.phone}`,
      reference: load.reference,
      commodity: load.commodity,
      comments: load.comments,
    },
  };
}

function detailHtml({ texts }: FixtureDetail): string {
  const pair = (label: string, field: keyof FieldTexts) => `<dt>${label}</dt><dd>${escapeHtml(texts[field]?.text ?? '')}</dd>`;
  const email = escapeHtml(texts.email?.text ?? '');
  return `<aside data-panel="load"><dl>${pair('Contact', 'contactName')}${pair('Phone', 'phone')}${pair('Post reference', 'reference')}
    ${pair('Commodity', 'commodity')}${pair('Notes', 'comments')}<dt>Email</dt><dd><a href="${email}">${email.slice('mailto:'.length)}</a></dd></dl></aside>`;
}

export function writeLoadboard123Pages(loads: FixtureLoads): BoardFixture[] {
  const rows = loads.map(rowOf);
  const [first] = loads;
  const detail = detailOf(first);
  return [
    {
      board: '123loadboard',
      layout: 'list',
      basis: 'ASSUMED',
      url: 'https://members.123loadboard.com/loads/search/results/',
      html: pageOf('Find loads', `<main><ul data-list="loads">${rows.map(rowHtml).join('')}</ul>${detailHtml(detail)}</main>`),
      frames: {},
      rows,
      detail,
      volatile: [],
    },
  ];
}
