import { createRandomSource, type RandomSource } from '../../hours/testing/random-source.ts';
import { addDays } from '../../time/zoned-time.ts';
import { fixtureDay } from './fixture.ts';
import { type FixtureLoad, type FixtureLoads, oddLoads } from './loads.ts';

// The loads of all fixtures: those that were written by hand, and more that fill their pages.

const places: readonly (readonly [city: string, state: string, zip: string])[] = [
  ['Joliet', 'IL', '60435'],
  ['Laredo', 'TX', '78040'],
  ['Stockton', 'CA', '95202'],
  ['Cincinnati', 'OH', '45202'],
  ['Bowling Green', 'KY', '42101'],
  ['West Memphis', 'AR', '72301'],
  ['O’Fallon', 'MO', '63366'],
  ['Greensboro', 'NC', '27401'],
  ['McAllen', 'TX', '78501'],
  ['Fort Wayne', 'IN', '46802'],
  ['Green Bay', 'WI', '54301'],
  ['Twin Falls', 'ID', '83301'],
  ['Provo', 'UT', '84601'],
  ['Savannah', 'GA', '31401'],
  ['Dodge City', 'KS', '67801'],
  ['Las Cruces', 'NM', '88001'],
];
const firms: readonly (readonly [name: string, domain: string])[] = [
  ['Harbor Line Freight', 'harborline'],
  ['Redgate Logistics', 'redgate'],
  ['Cardinal Lane Brokerage', 'cardinallane'],
  ['Osprey & Daughters Transport', 'osprey'],
  ['Copper Basin Freight Group', 'copperbasin'],
  ['Lakeshore Carriers LLC', 'lakeshore'],
  ['Great Bend Freight', 'greatbend'],
  ['Summit Bridge 3PL', 'summitbridge'],
];
const people = ['Ann Ellis', 'Ben Ortiz', 'Cora Lind', 'Del Rowe', 'Eve Sandoval'];
const trailers: readonly FixtureLoad['equipment'][] = [['VAN'], ['VAN'], ['VAN', 'REEFER'], ['REEFER'], ['STEPDECK'], ['FLATBED']];
const remarks = ['Straps needed.', 'No touch freight. Drop trailer ok.', 'Appointment required both ends.', 'FCFS 0700-1500.'];
const goods = ['Paper goods', 'Beverages', 'Lumber', 'Frozen poultry', 'Auto parts'];
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

const writeKey = (random: RandomSource) => Array.from({ length: 8 }, () => random.pick([...letters])).join('');
const writeHex = (random: RandomSource, length: number) => Array.from({ length }, () => random.below(16).toString(16)).join('');
const writeUuid = (random: RandomSource) =>
  [writeHex(random, 8), writeHex(random, 4), `4${writeHex(random, 3)}`, `a${writeHex(random, 3)}`, writeHex(random, 12)].join('-');
const pickPlace = (random: RandomSource) => {
  const [city, state, zip] = random.pick(places);
  return { city, state, zip };
};

function writeLoad(random: RandomSource, today: string): FixtureLoad {
  const origin = pickPlace(random);
  let destination = pickPlace(random);
  while (destination.city === origin.city) destination = pickPlace(random);
  const [company, domain] = random.pick(firms);
  const tripMiles = 90 + random.below(2_200);
  const earliest = addDays(today, random.below(6));
  const delivered = addDays(earliest, 1 + Math.floor(tripMiles / 480));
  const isPartial = random.chance(0.15);
  // A quarter of all rates isn't posted. One in ten is what hardly anybody asks for where boards have no column for it.
  const usual = random.chance(0.1) ? 250_000 : Math.round((tripMiles * (180 + random.below(120))) / 2_500) * 2_500;
  const rateCents = random.chance(0.25) ? null : Math.max(usual, 40_000);
  const hasCredit = random.chance(0.9);
  return {
    key: writeKey(random),
    uuid: writeUuid(random),
    origin,
    destination,
    pickup: { earliest, latest: random.chance(0.2) ? addDays(earliest, 1) : earliest },
    delivery: { earliest: delivered, latest: delivered },
    tripMiles,
    deadheadOrigin: random.below(150),
    deadheadDestination: random.below(150),
    equipment: random.pick(trailers),
    size: isPartial ? 'PARTIAL' : 'FULL',
    lengthFt: isPartial ? 8 + random.below(24) : random.pick([48, 53, 53]),
    weightLb: random.chance(0.08) ? null : 5_000 + random.below(80) * 500,
    rateCents,
    estimateCents: rateCents === null && random.chance(0.5) ? 100_000 + random.below(200) * 1_000 : null,
    company,
    mc: String(100_000 + random.below(1_400_000)),
    creditScore: hasCredit ? 60 + random.below(41) : null,
    creditGrade: hasCredit ? random.pick(['A', 'A', 'B', 'C', 'D', 'F']) : null,
    daysToPay: hasCredit ? 12 + random.below(50) : null,
    contactName: random.pick(people),
    email: random.chance(0.2) ? null : `loads@${domain}.example.test`,
    phone: `${random.pick(['312', '414', '915', '559'])}555${String(100 + random.below(900)).padStart(4, '0')}`,
    reference: `${domain.slice(0, 2).toUpperCase()}${1_000 + random.below(8_999)}`,
    commodity: random.pick(goods),
    comments: random.chance(0.4) ? null : random.pick(remarks),
    ageMinutes: random.below(20 * 60),
  };
}

/** As many as fill a few screens. */
const rowCount = 60;
const random = createRandomSource(31);

export const fixtureLoads: FixtureLoads = [
  ...oddLoads,
  ...Array.from({ length: rowCount - oddLoads.length }, () => writeLoad(random, fixtureDay)),
];

/** The same loads on a board that was opened on another day. */
export function loadsOn(day: string): FixtureLoads {
  const later = Math.round((Date.parse(day) - Date.parse(fixtureDay)) / 86_400_000);
  const move = ({ earliest, latest }: FixtureLoad['pickup']) => ({ earliest: addDays(earliest, later), latest: addDays(latest, later) });
  const [first, ...others] = fixtureLoads.map((load) => ({ ...load, pickup: move(load.pickup), delivery: move(load.delivery) }));
  return [first as FixtureLoad, ...others];
}
