import type { FieldTexts } from '../../boards/read-load.ts';
import { type BoardFixture, escapeHtml, type FixtureRow, nothingShown, pageOf } from './fixture.ts';
import { dash, dollars, type FixtureLoad, type FixtureLoads, phoneText, placeText, plainDate, whole } from './loads.ts';

const codes: Record<string, string> = { VAN: 'V', 'VAN,REEFER': 'VR', REEFER: 'R', STEPDECK: 'SD', FLATBED: 'F' };
const withoutZip = ({ city, state }: { city: string; state: string }) => ({ city, state, zip: null });

/** Ages are whole hours, and from nine hours on only "9+", which says too little. */
function ageOf(minutes: number): { text: string; age: number | null } {
  const hours = Math.floor(minutes / 60);
  return hours >= 9 ? { text: '9+', age: null } : { text: `${hours}h`, age: hours * 60 };
}

function rowOf(load: FixtureLoad): FixtureRow {
  const { text, age } = ageOf(load.ageMinutes);
  const texts: FieldTexts = {
    boardLoadId: { text: load.uuid, as: 'text' },
    age: { text, as: 'age' },
    origin: { text: placeText(load.origin), as: 'cityState' },
    destination: { text: placeText(load.destination), as: 'cityState' },
    pickup: { text: plainDate(load.pickup.earliest), as: 'dateRange' },
    tripMiles: { text: whole(load.tripMiles), as: 'miles' },
    deadheadOrigin: { text: String(load.deadheadOrigin), as: 'miles' },
    equipment: { text: codes[load.equipment.join(',')] ?? '', as: 'text' },
    size: { text: load.size === 'FULL' ? 'Full' : 'Partial', as: 'text' },
    length: { text: String(load.lengthFt), as: 'feet' },
    weight: { text: load.weightLb === null ? dash : whole(load.weightLb), as: 'pounds' },
    rateTotal: { text: load.rateCents === null ? dash : dollars(load.rateCents), as: 'usd' },
    company: { text: load.company, as: 'text' },
    mc: { text: load.mc, as: 'mc' },
    creditGrade: { text: load.creditGrade ?? dash, as: 'text' },
    daysToPay: { text: load.daysToPay === null ? dash : String(load.daysToPay), as: 'dtp' },
    phone: { text: phoneText(load.phone), as: 'phone' },
  };
  return {
    rowKey: load.uuid,
    texts,
    unreadable: age === null ? ['age'] : [],
    truth: {
      ...nothingShown,
      boardLoadId: load.uuid,
      age,
      origin: withoutZip(load.origin),
      destination: withoutZip(load.destination),
      pickup: { earliest: load.pickup.earliest, latest: load.pickup.earliest },
      tripMiles: load.tripMiles,
      deadheadOrigin: load.deadheadOrigin,
      equipment: load.equipment,
      size: load.size,
      length: load.lengthFt,
      weight: load.weightLb,
      rateTotal: load.rateCents === null ? null : { cents: load.rateCents, isEstimate: false },
      company: load.company,
      mc: load.mc,
      creditGrade: load.creditGrade,
      daysToPay: load.daysToPay,
      phone: `+1${load.phone}`,
    },
  };
}

/** Cells are named by the values that Truckstop's own search answers with. */
const columns: readonly [name: string, field: keyof FieldTexts][] = [
  ['createdOn', 'age'],
  ['originCityState', 'origin'],
  ['originDeadhead', 'deadheadOrigin'],
  ['destinationCityState', 'destination'],
  ['originEarlyTime', 'pickup'],
  ['tripDistance', 'tripMiles'],
  ['equipmentCode', 'equipment'],
  ['modeCode', 'size'],
  ['dimensionsLength', 'length'],
  ['dimensionsWeight', 'weight'],
  ['postedRate', 'rateTotal'],
  ['accountName', 'company'],
  ['brokerMC', 'mc'],
  ['experienceFactor', 'creditGrade'],
  ['daysToPay', 'daysToPay'],
  ['phone', 'phone'],
];

function rowHtml({ rowKey, texts }: FixtureRow): string {
  const cells = columns.map(([name, field]) => `<div role="gridcell" data-field="${name}">${escapeHtml(texts[field]?.text ?? '')}</div>`);
  return `<div role="row" data-id="${rowKey}">${cells.join('')}</div>`;
}

export function writeTruckstopPages(loads: FixtureLoads): BoardFixture[] {
  const rows = loads.map(rowOf);
  return [
    {
      board: 'truckstop',
      layout: 'grid',
      basis: 'ASSUMED',
      url: 'https://main.truckstop.com/app/search/loads',
      html: pageOf(
        'Load Search',
        `<main><div role="grid" data-list="loads"><div role="rowgroup">${rows.map(rowHtml).join('')}</div></div></main>`,
      ),
      frames: {},
      rows,
      detail: null,
      volatile: [],
    },
  ];
}
