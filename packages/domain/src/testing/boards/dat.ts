import type { FieldTexts } from '../../boards/read-load.ts';
import { type BoardFixture, escapeHtml, type FixtureRow, type FixtureTruth, nothingShown, pageOf } from './fixture.ts';
import { fixtureLoads } from './fixture-loads.ts';
import {
  ageText,
  dash,
  daysText,
  dollars,
  type FixtureLoad,
  type FixtureLoads,
  monthDay,
  perMileCents,
  phoneText,
  placeText,
  shownAge,
  whole,
} from './loads.ts';

const codes: Record<string, string> = { VAN: 'V', 'VAN,REEFER': 'VR', REEFER: 'R', STEPDECK: 'SD', FLATBED: 'F' };
const codeOf = ({ equipment }: FixtureLoad) => codes[equipment.join(',')] ?? '';
const sizeText = ({ size }: FixtureLoad) => (size === 'FULL' ? 'Full' : 'Partial');
const withoutZip = ({ city, state }: { city: string; state: string }) => ({ city, state, zip: null });

function rateTexts({ rateCents, tripMiles }: FixtureLoad): { total: string; perMile: string } {
  if (rateCents === null) return { total: dash, perMile: '' };
  return { total: dollars(rateCents), perMile: `$${(perMileCents(rateCents, tripMiles) / 100).toFixed(2)}*/mi` };
}

/** What both layouts show. */
function sharedTexts(load: FixtureLoad): FieldTexts {
  const { total, perMile } = rateTexts(load);
  return {
    origin: { text: placeText(load.origin), as: 'cityState' },
    destination: { text: placeText(load.destination), as: 'cityState' },
    rateTotal: { text: total, as: 'usd' },
    ratePerMile: { text: perMile, as: 'usdPerMile' },
    tripMiles: { text: ` ${whole(load.tripMiles)} `, as: 'miles' },
    deadheadOrigin: { text: `(${load.deadheadOrigin})`, as: 'miles' },
    deadheadDestination: { text: `(${load.deadheadDestination})`, as: 'miles' },
    company: { text: load.company, as: 'text' },
    age: { text: ageText(load.ageMinutes), as: 'age' },
  };
}

function sharedTruth(load: FixtureLoad): FixtureTruth {
  return {
    ...nothingShown,
    origin: withoutZip(load.origin),
    destination: withoutZip(load.destination),
    rateTotal: load.rateCents === null ? null : { cents: load.rateCents, isEstimate: false },
    ratePerMile: load.rateCents === null ? null : perMileCents(load.rateCents, load.tripMiles),
    tripMiles: load.tripMiles,
    deadheadOrigin: load.deadheadOrigin,
    deadheadDestination: load.deadheadDestination,
    equipment: load.equipment,
    size: load.size,
    length: load.lengthFt,
    weight: load.weightLb,
    company: load.company,
    age: shownAge(load.ageMinutes),
  };
}

function wideRow(load: FixtureLoad): FixtureRow {
  const texts: FieldTexts = {
    ...sharedTexts(load),
    pickup: { text: daysText(load.pickup, monthDay), as: 'dateRange' },
    equipment: { text: codeOf(load), as: 'text' },
    length: { text: `${load.lengthFt} ft`, as: 'feet' },
    weight: { text: load.weightLb === null ? dash : `${whole(load.weightLb)} lbs`, as: 'pounds' },
    size: { text: sizeText(load), as: 'text' },
    creditScore: { text: load.creditScore === null ? dash : `${load.creditScore} CS`, as: 'creditScore' },
    daysToPay: { text: load.daysToPay === null ? '' : `${load.daysToPay} DTP`, as: 'dtp' },
    email: load.email === null ? { text: null, as: 'mailto' } : { text: `mailto:${load.email}`, as: 'mailto' },
    phone: load.email === null ? { text: phoneText(load.phone), as: 'phone' } : { text: null, as: 'phone' },
  };
  const truth: FixtureTruth = {
    ...sharedTruth(load),
    pickup: load.pickup,
    creditScore: load.creditScore,
    daysToPay: load.daysToPay,
    email: load.email,
    phone: load.email === null ? `+1${load.phone}` : null,
  };
  return { rowKey: load.key, texts, truth, unreadable: [] };
}

function compactRow(load: FixtureLoad): FixtureRow {
  const weight =
    load.weightLb === null ? dash : load.weightLb % 1_000 === 0 ? `${load.weightLb / 1_000}k lbs` : `${whole(load.weightLb)} lbs`;
  const line = [codeOf(load), weight, `${load.lengthFt} ft`, sizeText(load)].join(' | ');
  const texts: FieldTexts = {
    ...sharedTexts(load),
    equipment: { text: line, as: 'text', part: 0 },
    weight: { text: line, as: 'pounds', part: 1 },
    length: { text: line, as: 'feet', part: 2 },
    size: { text: line, as: 'text', part: 3 },
  };
  return { rowKey: load.key, texts, truth: sharedTruth(load), unreadable: [] };
}

const textIn = (texts: FieldTexts, field: keyof FieldTexts) => escapeHtml(texts[field]?.text ?? '');
const cell = (name: string, order: number, content: string) =>
  `<div _ngcontent-fds-c548="" class="table-cell" data-test="load-${name}-cell" style="order: ${order}">${content}</div>`;

function rateCell(texts: FieldTexts, order: number): string {
  const perMile = textIn(texts, 'ratePerMile');
  const second = perMile === '' ? '' : `<span class="calculated-rate">${perMile}</span>`;
  return cell('rate', order, `<dat-rate><span class="offer">${textIn(texts, 'rateTotal')}</span>${second}</dat-rate>`);
}

/** The order in the document is not the order on the screen: columns are placed by the style sheet. */
function wideHtml({ rowKey, texts }: FixtureRow, panel: string): string {
  const text = (field: keyof FieldTexts) => textIn(texts, field);
  const email = textIn(texts, 'email');
  const contact = email === '' ? text('phone') : `<a href="${email}">${email.slice('mailto:'.length)}</a>`;
  const daysToPay = text('daysToPay');
  const cells = [
    cell('company', 12, `<dat-company>${text('company')}</dat-company>`),
    cell('destination', 5, text('destination')),
    cell('age', 0, `<dat-age>${text('age')}</dat-age>`),
    rateCell(texts, 1),
    cell('dhd', 6, text('deadheadDestination')),
    cell('origin', 3, text('origin')),
    cell('trip', 2, text('tripMiles')),
    cell('dho', 4, text('deadheadOrigin')),
    cell('pick-up', 7, text('pickup')),
    cell('eq', 8, text('equipment')),
    cell('weight', 10, text('weight')),
    cell('length', 9, text('length')),
    cell('capacity', 11, text('size')),
    cell('contact', 13, contact),
    cell('cs-dtp', 14, `<span>${text('creditScore')}</span>${daysToPay === '' ? '' : `<span class="days-to-pay">${daysToPay}</span>`}`),
  ].join('');
  return `<div _ngcontent-fds-c548="" class="row-container ng-tns-c548-7" id="table-row-${rowKey}"><div class="row-cells">${cells}</div>${panel}</div>`;
}

/** The route stands here twice, once hidden by the style sheet, and in the first copy the destination is inside the origin's cell. */
function compactHtml({ rowKey, texts }: FixtureRow): string {
  const text = (field: keyof FieldTexts) => textIn(texts, field);
  const city = (name: string) => `<div class="city-state-container">${name}</div>`;
  const destination = `<div data-test="load-destination-cell">${city(text('destination'))}</div>`;
  const narrow = `<div class="route-dh-container"><div class="origin" data-test="load-origin-cell">${city(text('origin'))}${destination}</div></div>`;
  const point = (name: string, field: keyof FieldTexts) =>
    `<div class="${name}"><span class="extended-trip-point">${text(field)}</span></div>`;
  const large = `<div class="route-dh-container-lg">${point('origin', 'origin')}${point('destination', 'destination')}</div>`;
  const cells = [
    '<div data-test="real-time-load-new-label"></div>',
    '<dat-table-checkbox data-test="select-load-checkbox"></dat-table-checkbox>',
    cell('age', 0, `<dat-age>${text('age')}</dat-age>`),
    rateCell(texts, 1),
    cell('trip', 2, text('tripMiles')),
    `<dat-route>${narrow}${large}</dat-route>`,
    cell('dho', 4, text('deadheadOrigin')),
    cell('dhd', 5, text('deadheadDestination')),
    `<dat-company><div class="company">${text('company')}</div><div class="info-container"><div>${text('equipment')}</div></div></dat-company>`,
  ].join('');
  return `<div _ngcontent-kaa-c548="" class="row-container" id="table-row-${rowKey}"><div class="row-cells">${cells}</div></div>`;
}

/** Labels and values, in an order that differs from posting to posting. */
function detailHtml({ reference, commodity, comments, email, phone }: FixtureLoad): string {
  const pair = (label: string, value: string | null) =>
    `<div><span class="data-label">${label}</span><span class="data-item">${escapeHtml(value ?? dash)}</span></div>`;
  return `<dat-load-details><dat-details-header><div class="details-header_info"></div><div class="details-header_actions"></div></dat-details-header>
    <dat-equipment><div class="equipment-data" data-test="details-container">${pair('Commodity', commodity)}${pair('Reference ID', reference)}</div></dat-equipment>
    <dat-contacts><div data-test="contact-information-container"><a class="contacts__phone" href="tel:+1${phone}">${phoneText(phone)}</a>
      <span class="contacts__email">${email === null ? '' : `<a href="mailto:${email}">${email}</a>`}</span></div></dat-contacts>
    <dat-notes><div data-test="comments-container"><div class="notes-contents">${escapeHtml(comments ?? '')}</div></div></dat-notes></dat-load-details>`;
}

const listPage = (rows: readonly string[]) =>
  pageOf(
    'Search Loads - DAT One',
    `<dat-root><div data-test="results-counter">${rows.length} results</div>
    <cdk-virtual-scroll-viewport id="table-viewport" class="table-rows-container" data-test="results-table-body">
      <div class="cdk-virtual-scroll-content-wrapper">${rows.join('')}</div></cdk-virtual-scroll-viewport></dat-root>`,
  );

export function writeDatPages(loads: FixtureLoads): BoardFixture[] {
  const [first] = loads;
  const wideRows = loads.map(wideRow);
  const compactRows = loads.map(compactRow);
  const shared = { board: 'dat', basis: 'PUBLISHED_NAMES', url: 'https://one.dat.com/search-loads', frames: {} } as const;
  return [
    {
      ...shared,
      layout: 'wide',
      html: listPage(wideRows.map((row, index) => wideHtml(row, index === 0 ? detailHtml(first) : ''))),
      rows: wideRows,
      detail: {
        rowKey: first.key,
        texts: {
          reference: { text: first.reference, as: 'text' },
          commodity: { text: first.commodity, as: 'text' },
          comments: { text: first.comments, as: 'text' },
          email: { text: `mailto:${first.email}`, as: 'mailto' },
          phone: { text: `tel:+1${first.phone}`, as: 'tel' },
        },
        truth: {
          ...nothingShown,
          reference: first.reference,
          commodity: first.commodity,
          comments: first.comments,
          email: first.email,
          phone: `+1${first.phone}`,
        },
      },
      volatile: ['_ngcontent-fds-c548', 'ng-tns-c548-7'],
    },
    {
      ...shared,
      layout: 'compact',
      html: listPage(compactRows.map(compactHtml)),
      rows: compactRows,
      detail: null,
      volatile: ['_ngcontent-kaa-c548'],
    },
  ];
}

export const datFixtures: readonly BoardFixture[] = writeDatPages(fixtureLoads);
