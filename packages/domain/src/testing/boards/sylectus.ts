import type { FieldTexts } from '../../boards/read-load.ts';
import { type BoardFixture, escapeHtml, type FixtureRow, nothingShown, pageOf } from './fixture.ts';
import { dash, dollars, type FixtureLoad, type FixtureLoads, whole } from './loads.ts';

const kinds: Record<string, { text: string; classes: FixtureRow['truth']['equipment'] }> = {
  VAN: { text: 'Van', classes: ['VAN'] },
  'VAN,REEFER': { text: 'Expedited Load', classes: [] },
  REEFER: { text: 'Reefer', classes: ['REEFER'] },
  STEPDECK: { text: 'Large Straight', classes: ['BOX_TRUCK'] },
  FLATBED: { text: 'Truckload', classes: [] },
};
const kindOf = ({ equipment }: FixtureLoad) => kinds[equipment.join(',')] ?? { text: '', classes: [] };
const placeWithZip = ({ city, state, zip }: FixtureLoad['origin']) => `${city}, ${state} ${zip}`;
const dateTime = (day: string, time: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)} ${time}`;
/** Hardly anybody posts an amount here. */
const amountOf = ({ rateCents }: FixtureLoad) => (rateCents === 250_000 ? rateCents : null);

function rowOf(load: FixtureLoad): FixtureRow {
  const amount = amountOf(load);
  const texts: FieldTexts = {
    company: { text: load.company, as: 'text' },
    reference: { text: load.reference, as: 'text' },
    equipment: { text: kindOf(load).text, as: 'text' },
    mc: { text: load.mc, as: 'mc' },
    rateTotal: { text: amount === null ? '' : dollars(amount), as: 'usd' },
    origin: { text: placeWithZip(load.origin), as: 'cityState' },
    pickup: { text: dateTime(load.pickup.earliest, '08:00'), as: 'dateRange' },
    destination: { text: placeWithZip(load.destination), as: 'cityState' },
    delivery: { text: dateTime(load.delivery.earliest, '17:30'), as: 'dateRange' },
    tripMiles: { text: String(load.tripMiles), as: 'miles' },
    weight: { text: load.weightLb === null ? dash : `${whole(load.weightLb)} lbs`, as: 'pounds' },
    daysToPay: { text: load.daysToPay === null ? '' : String(load.daysToPay), as: 'dtp' },
    comments: { text: load.comments ?? '', as: 'text' },
  };
  return {
    rowKey: load.key,
    texts,
    unreadable: [],
    truth: {
      ...nothingShown,
      company: load.company,
      reference: load.reference,
      equipment: kindOf(load).classes,
      mc: load.mc,
      rateTotal: amount === null ? null : { cents: amount, isEstimate: false },
      origin: load.origin,
      pickup: { earliest: load.pickup.earliest, latest: load.pickup.earliest },
      destination: load.destination,
      delivery: load.delivery,
      tripMiles: load.tripMiles,
      weight: load.weightLb,
      daysToPay: load.daysToPay,
      comments: load.comments,
    },
  };
}

/** A plain table: nothing but its heads says what a cell is. */
const heads = [
  'Posted By',
  'Ref. No.',
  'Load Type',
  'MC',
  'Amount',
  'Pick-up',
  'Delivery',
  'Miles',
  'Pieces',
  'Weight',
  'Days to Pay',
  'Notes',
  'Bid',
];

function rowHtml({ rowKey, texts }: FixtureRow): string {
  const text = (field: keyof FieldTexts) => escapeHtml(texts[field]?.text ?? '');
  const stop = (place: keyof FieldTexts, day: keyof FieldTexts) => `<span>${text(place)}</span><br><b>${text(day)}</b>`;
  const company = `<a href="II14_promabprofile.asp?pronumuk=${rowKey}">${text('company')}</a>`;
  const cells = [
    company,
    text('reference'),
    text('equipment'),
    text('mc'),
    text('rateTotal'),
    stop('origin', 'pickup'),
    stop('destination', 'delivery'),
    text('tripMiles'),
    '1',
    text('weight'),
    text('daysToPay'),
    text('comments'),
    '<a href="#">Bid</a>',
  ];
  return `<tr id="${rowKey}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

export function writeSylectusPages(loads: FixtureLoads): BoardFixture[] {
  const rows = loads.map(rowOf);
  const frame = 'II14_managepostedloads.asp?loadboard=True';
  const table = `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.map(rowHtml).join('')}</tbody></table>`;
  return [
    {
      board: 'sylectus',
      layout: 'table',
      basis: 'ASSUMED',
      url: 'https://www6.sylectus.com/Main.aspx?page=II14_managepostedloads.asp?loadboard=True',
      html: pageOf('Sylectus', `<div id="menu">Load board</div><iframe id="content" title="Posted loads" src="${frame}"></iframe>`),
      frames: { [frame]: pageOf('Posted loads', table) },
      rows,
      detail: null,
      volatile: [],
    },
  ];
}
