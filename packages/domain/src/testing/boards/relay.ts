import type { FieldTexts } from '../../boards/read-load.ts';
import { type BoardFixture, escapeHtml, type FixtureRow, nothingShown, pageOf } from './fixture.ts';
import { dash, dollars, type FixtureLoad, type FixtureLoads, whole } from './loads.ts';

/** Only some trailers haul for this board, and it has names of its own for them. */
const names: Record<string, { text: string; classes: FixtureRow['truth']['equipment'] }> = {
  VAN: { text: 'FIFTY_THREE_FOOT_TRUCK', classes: ['VAN'] },
  REEFER: { text: 'TWENTY_SIX_FOOT_BOX_TRUCK', classes: ['BOX_TRUCK'] },
};
const fallback = { text: 'FIFTY_THREE_FOOT_CONTAINER', classes: ['CONTAINER'] } as const;
const nameOf = ({ equipment }: FixtureLoad) => names[equipment.join(',')] ?? fallback;

/** The same answer writes states as codes, as names and in capitals. */
const spelled: Record<string, string> = { OH: 'Ohio', KY: 'KENTUCKY', CA: 'California' };
const placeOf = ({ city, state, zip }: FixtureLoad['origin']) => `${city}, ${spelled[state] ?? state} ${zip}`;

function rowOf(load: FixtureLoad): FixtureRow {
  const texts: FieldTexts = {
    boardLoadId: { text: load.uuid, as: 'text' },
    origin: { text: placeOf(load.origin), as: 'cityState' },
    destination: { text: placeOf(load.destination), as: 'cityState' },
    pickup: { text: load.pickup.earliest, as: 'dateRange' },
    tripMiles: { text: `${whole(load.tripMiles)} mi`, as: 'miles' },
    deadheadOrigin: { text: `${load.deadheadOrigin} mi`, as: 'miles' },
    equipment: { text: nameOf(load).text, as: 'text' },
    rateTotal: { text: load.rateCents === null ? dash : dollars(load.rateCents), as: 'usd' },
  };
  return {
    rowKey: load.uuid,
    texts,
    unreadable: [],
    truth: {
      ...nothingShown,
      boardLoadId: load.uuid,
      origin: load.origin,
      destination: load.destination,
      pickup: { earliest: load.pickup.earliest, latest: load.pickup.earliest },
      tripMiles: load.tripMiles,
      deadheadOrigin: load.deadheadOrigin,
      equipment: nameOf(load).classes,
      rateTotal: load.rateCents === null ? null : { cents: load.rateCents, isEstimate: false },
    },
  };
}

const hashes = ['css-1maqsxd', 'css-9zq04k'];

/** The first element with an id may be a mark that is no load. Only an id that looks like a UUID is the load's. */
function cardHtml({ rowKey, texts }: FixtureRow, index: number): string {
  const text = (field: keyof FieldTexts) => escapeHtml(texts[field]?.text ?? '');
  const mark = index % 2 === 0 ? '<div id="STARTING_SOON">Starting soon</div>' : '';
  const stop = (name: string, field: keyof FieldTexts) => `<div class="${hashes[0]}" data-stop="${name}"><p>${text(field)}</p></div>`;
  const facts = `<p data-fact="pickup">${text('pickup')}</p><p data-fact="distance">${text('tripMiles')}</p><p data-fact="deadhead">${text('deadheadOrigin')}</p>`;
  const equipment = `<span class="equipment-type-text">${text('equipment')}</span><span class="trailer-type-circle"><p>P</p></span><span class="loading-type">Preloaded</span>`;
  const body = `<div id="${rowKey}">${stop('first', 'origin')}${stop('last', 'destination')}${facts}${equipment}<p data-fact="payout">${text('rateTotal')}</p></div>`;
  return `<div class="load-card${index === 1 ? ' load-card__selected' : ''} ${hashes[1]}">${mark}${body}</div>`;
}

export function writeRelayPages(loads: FixtureLoads): BoardFixture[] {
  const rows = loads.map(rowOf);
  return [
    {
      board: 'relay',
      layout: 'cards',
      basis: 'PUBLISHED_NAMES',
      url: 'https://relay.amazon.com/loadboard/search',
      html: pageOf('Load board', `<main><div class="load-list">${rows.map(cardHtml).join('')}</div></main>`),
      frames: {},
      rows,
      detail: null,
      volatile: hashes,
    },
  ];
}
