import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { addDays } from '@headhaul/domain/time/zoned-time';

interface Example {
  /** "Milwaukee, WI to Conley, GA" */
  title: string;
  /** What the row shows of it. */
  line: string;
  load: BoardLoad;
}

const nowhere = { zip: null, country: null } as const;
const place = (city: string, state: string) => ({ city, state, ...nowhere, raw: `${city}, ${state}` });
const posted = (dollars: number | null): BoardLoad['rate'] => ({
  total: dollars === null ? null : { cents: dollars * 100, currency: 'USD' },
  perMileCents: null,
  basis: dollars === null ? 'UNKNOWN' : 'FLAT',
  origin: 'POSTED',
});

function makeLoad(today: string, said: Pick<BoardLoad, 'rowKey' | 'origin' | 'destination'> & Partial<BoardLoad>): BoardLoad {
  return {
    board: 'demo',
    layout: 'wide',
    boardLoadId: null,
    reference: null,
    stops: null,
    pickup: { earliest: addDays(today, 1), latest: addDays(today, 1), raw: '' },
    delivery: { earliest: null, latest: null, raw: '' },
    tripMiles: null,
    deadheadOrigin: null,
    deadheadDestination: null,
    equipment: { raw: 'V', classes: ['VAN'], modifiers: [] },
    size: 'FULL',
    lengthFt: 53,
    weightLb: null,
    rate: posted(null),
    broker: { name: null, mc: null, dot: null, creditScore: null, creditGrade: null, daysToPay: null, place: null },
    contact: { name: null, emails: [], phones: [] },
    commodity: null,
    comments: null,
    ageMinutes: null,
    read: { ok: [], missing: [], failed: [] },
    ...said,
  };
}

/** Three posts as boards have them: a good one, a short one with a comment, and one that says little. All is made up. */
export function makeExamples(today: string): Example[] {
  const broker = { dot: null, creditGrade: null, place: null };
  return [
    {
      title: 'Milwaukee, WI to Conley, GA',
      line: '$2,450, 837 mi, DH 12, Van 42,000 lb',
      load: makeLoad(today, {
        rowKey: 'example 1',
        origin: place('Milwaukee', 'WI'),
        destination: place('Conley', 'GA'),
        rate: posted(2_450),
        tripMiles: 837,
        deadheadOrigin: 12,
        weightLb: 42_000,
        broker: { ...broker, name: 'Harbor & Pine Logistics', mc: '428816', creditScore: 94, daysToPay: 24 },
        comments: 'No touch, drop trailer',
        commodity: 'Paper',
        ageMinutes: 2,
      }),
    },
    {
      title: 'Joliet, IL to Newark, NJ',
      line: '$1,150, 412 mi, DH 96, Reefer 38,500 lb, “Team, TWIC needed”',
      load: makeLoad(today, {
        rowKey: 'example 2',
        origin: place('Joliet', 'IL'),
        destination: place('Newark', 'NJ'),
        rate: posted(1_150),
        tripMiles: 412,
        deadheadOrigin: 96,
        weightLb: 38_500,
        equipment: { raw: 'RM', classes: ['REEFER'], modifiers: ['TEAM'] },
        broker: { ...broker, name: 'Redgate Freight Svc', mc: '991120', creditScore: 71, daysToPay: 58 },
        comments: 'Team, TWIC needed',
        commodity: 'Produce',
        ageMinutes: 95,
      }),
    },
    {
      title: 'Kenosha, WI to Nashville, TN',
      line: 'No rate, 655 mi, Van',
      load: makeLoad(today, {
        rowKey: 'example 3',
        origin: place('Kenosha', 'WI'),
        destination: place('Nashville', 'TN'),
        tripMiles: 655,
        broker: { ...broker, name: 'Cardinal Lane Brokerage', mc: null, creditScore: null, daysToPay: null },
        ageMinutes: 3,
      }),
    },
  ];
}
