/** What the demo board shows of a load. */
export interface Posting {
  key: string;
  uuid: string;
  ageMinutes: number;
  [text: string]: string | number;
}

/** What is true of it. */
export interface Truth {
  origin: string;
  destination: string;
  tripMiles: number;
  deadheadOrigin: number;
  rateCents: number | null;
  isEstimate: boolean;
  pickup: [earliest: string, latest: string];
  classes: string[];
  weightLb: number | null;
  lengthFt: number;
  size: 'FULL' | 'PARTIAL';
  company: string;
  credit: [score: number, days: number] | null;
}

export const today = '2026-11-17';

const lanes: [origin: string, destination: string, miles: number, deadhead: number][] = [
  ['Milwaukee, WI', 'Conley, GA', 812, 12],
  ['Joliet, IL', 'Columbus, OH', 362, 96],
  ['St. Louis, MO', 'O’Fallon, IL', 24, 0],
  ['Laredo, TX', 'Toronto, ON', 1_644, 31],
  ['Fresno, CA', 'Salt Lake City, UT', 812, 140],
];
const companies = ['Harbor & Pine Logistics', 'Redgate Freight Svc', 'Cardinal Lane Brokerage'];
const equipment: [code: string, classes: string[]][] = [
  ['V', ['VAN']],
  ['R', ['REEFER']],
  ['VR', ['VAN', 'REEFER']],
  ['F', ['FLATBED']],
];
const whole = (value: number) => value.toLocaleString('en-US');

/** Loads as boards show them: every third without a rate, some with an estimate, some without a weight or credit. */
export function makePosting(at: number): { posting: Posting; truth: Truth } {
  const [origin, destination, tripMiles, deadheadOrigin] = lanes[at % lanes.length] ?? ['', '', 1, 0];
  const [code, classes] = equipment[at % equipment.length] ?? ['V', ['VAN']];
  const company = companies[at % companies.length] ?? '';
  const rateCents = at % 3 === 2 ? null : 40_000 + tripMiles * (180 + at);
  const rounded = rateCents === null ? null : Math.round(rateCents / 100) * 100;
  const isEstimate = rounded !== null && at % 7 === 3;
  const weightLb = at % 6 === 5 ? null : 20_000 + at * 100;
  const credit: Truth['credit'] = at % 5 === 4 ? null : [80 + (at % 20), 20 + (at % 25)];
  const tail = String(at).padStart(4, '0');
  const weight = weightLb === null ? '–' : `${whole(weightLb)} lbs`;
  const size = at % 4 === 3 ? 'PARTIAL' : 'FULL';
  return {
    posting: {
      key: `KEY${tail}`,
      uuid: `1b9d6bcd-bbfd-4b2d-a5d5-ab8dfbbd${tail}`,
      ageMinutes: at,
      rate: rounded === null ? '–' : `${isEstimate ? 'est. ' : ''}$${whole(rounded / 100)}`,
      perMile: rounded === null || isEstimate ? '' : `$${(rounded / 100 / tripMiles).toFixed(2)}*/mi`,
      trip: whole(tripMiles),
      origin,
      destination,
      deadheadOrigin: `(${deadheadOrigin})`,
      deadheadDestination: '(22)',
      pickup: at % 2 === 0 ? '11/18' : 'Nov 18-19',
      pickupTime: 'Wed 11/18 08:00',
      deliveryTime: 'Thu 11/19 08:00-16:00',
      equipment: code,
      length: '53 ft',
      weight,
      shortWeight: weightLb !== null && weightLb % 1_000 === 0 ? `${weightLb / 1_000}k lbs` : weight,
      size: size === 'FULL' ? 'Full' : 'Partial',
      company,
      companyPlace: 'Waukegan, IL',
      mc: 'MC# 884213',
      credit: credit === null ? '–' : `${credit[0]} CS`,
      daysToPay: credit === null ? '–' : `${credit[1]} DTP`,
      contact: 'Kelly Brandt',
      email: at % 4 === 0 ? '' : `loads${at}@harborpine.example`,
      phone: '(312) 555-0148',
      reference: `HP-${tail}`,
      commodity: 'Paper',
      comments: '',
    },
    truth: {
      origin,
      destination,
      tripMiles,
      deadheadOrigin,
      rateCents: rounded,
      isEstimate,
      pickup: at % 2 === 0 ? ['2026-11-18', '2026-11-18'] : ['2026-11-18', '2026-11-19'],
      classes,
      weightLb,
      lengthFt: 53,
      size,
      company,
      credit,
    },
  };
}
