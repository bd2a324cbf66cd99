import type { Company } from '@headhaul/contracts/company';
import type { Driver } from '@headhaul/contracts/drivers';
import { type EmptyNear, type EmptyRow, type FitRow, type Fits, type LoadFitRow, OpenLoad } from '@headhaul/contracts/fit';
import type { LoadRow, Stop } from '@headhaul/contracts/loads/record';
import type { LoadProfit } from '@headhaul/contracts/profit';
import { emptyRowFields } from '@headhaul/domain/loads/fields';
import { stopInstants } from '@headhaul/domain/time/zoned-time';

/** One of each record of an office, complete and valid. Tests pass only the fields that differ. */

const id = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const sampleCompany: Company = {
  id: id(2),
  name: 'Bluff Line Logistics',
  mc: null,
  dot: null,
  address: null,
  phone: null,
  timeZone: 'America/Chicago',
  weekStartsOn: 'MONDAY',
  weekCountsBy: 'DELIVERY',
  seats: 10,
  logo: null,
};

export function sampleDriver(number: number, differs: Partial<Driver> = {}): Driver {
  return {
    id: id(number),
    version: 1,
    name: 'Marcus',
    familyName: 'Bell',
    phone: '+14175550172',
    email: null,
    language: null,
    type: 'COMPANY_DRIVER',
    employment: 'ACTIVE',
    teamPartnerId: null,
    homeCity: 'Joplin',
    homeState: 'MO',
    cdlNumber: null,
    cdlState: null,
    cdlClass: null,
    cdlExpiresOn: null,
    endorsements: [],
    medicalExpiresOn: null,
    twicExpiresOn: null,
    gear: [],
    pay: null,
    dispatchFee: null,
    dispatcherId: null,
    truckId: null,
    trailerId: null,
    preferredLanes: null,
    avoidedStates: [],
    minRpmCents: null,
    maxWeightLb: null,
    samsaraVehicleId: null,
    samsaraDriverId: null,
    datatruckId: null,
    notes: null,
    status: 'READY',
    ownStatus: 'READY',
    statusNote: null,
    dutyStatus: null,
    readyAt: null,
    readyCity: null,
    readyState: null,
    readyZone: null,
    readyLat: null,
    readyLng: null,
    truckNumber: '114',
    trailerNumber: null,
    equipment: 'DRY_VAN',
    trailerLengthFt: 53,
    dispatcherName: null,
    teamPartnerName: null,
    currentLoad: null,
    nextLoad: null,
    weekGrossCents: 0,
    createdAt: '2026-01-05T12:00:00Z',
    deletedAt: null,
    ...differs,
  };
}

export function sampleLoad(number: number, differs: Partial<LoadRow> = {}): LoadRow {
  const pickupAt = differs.pickupAt ?? '2026-11-11T14:00:00Z';
  const deliveryAt = differs.deliveryAt ?? '2026-11-12T23:30:00Z';
  return {
    id: id(number),
    version: 1,
    loadNumber: String(number),
    status: 'BOOKED',
    statusBeforeProblem: null,
    statusChangedAt: '2026-11-09T12:00:00Z',
    problemReason: null,
    urgency: 'NORMAL',
    tags: [],
    brokerId: id(900_000),
    brokerName: 'Kestrel Freight',
    brokerMc: null,
    brokerLoadNumber: null,
    rc: null,
    equipment: 'DRY_VAN',
    ...emptyRowFields(),
    pickupCity: 'Milwaukee',
    pickupState: 'WI',
    pickupAt,
    pickupEndsAt: differs.pickupEndsAt ?? pickupAt,
    pickupHasTime: true,
    pickupZone: 'America/Chicago',
    pickupDay: pickupAt.slice(0, 10),
    deliveryCity: 'Conley',
    deliveryState: 'GA',
    deliveryAt,
    deliveryEndsAt: differs.deliveryEndsAt ?? deliveryAt,
    deliveryHasTime: true,
    deliveryZone: 'America/New_York',
    deliveryDay: deliveryAt.slice(0, 10),
    bookedDay: '2026-11-09',
    stopCount: 2,
    dockArrivedAt: null,
    driverId: null,
    driverName: null,
    driverPhone: null,
    coDriverId: null,
    truckNumber: null,
    dispatcherId: null,
    loadedMiles: 812,
    deadheadMiles: 38,
    linehaulCents: 235_000,
    fuelSurchargeCents: 0,
    billableFeesCents: 0,
    grossCents: 235_000,
    hasRc: true,
    hasBol: false,
    hasPod: false,
    invoicedAt: null,
    dueOn: null,
    companyZone: 'America/Chicago',
    paidAt: null,
    createdAt: '2026-11-09T12:00:00Z',
    deletedAt: null,
    ...differs,
  };
}

/** A pickup with an appointment that no driver has reached yet. */
export function sampleStop(differs: Partial<Stop> = {}): Stop {
  const when = { day: '2026-11-11', time: '08:00', endDay: null, endTime: null, timeZone: 'America/Chicago', ...differs };
  return {
    id: id(800_001),
    kind: 'PICKUP',
    status: 'PENDING',
    facility: null,
    address: null,
    city: 'Milwaukee',
    state: 'WI',
    zip: null,
    lat: null,
    lng: null,
    schedule: 'APPOINTMENT',
    arrivedAt: null,
    departedAt: null,
    contactName: null,
    contactPhone: null,
    reference: null,
    sealNumber: null,
    pieces: null,
    weightLb: null,
    handling: 'LIVE',
    lumperNeeded: false,
    instructions: null,
    ...when,
    ...stopInstants(when),
    ...differs,
  };
}

/** A driver who can make a load. */
export function sampleFit(number: number, differs: Partial<FitRow> = {}): FitRow {
  return {
    driverId: id(number),
    name: 'Wayne Kowalczyk',
    truckNumber: '105',
    teamPartnerId: null,
    ownStatus: 'READY',
    verdict: 'CAN',
    fact: 'At pickup 20 h early',
    detail: '33 mi deadhead. Delivers 2 h 50 min early',
    brief: { fact: '20 h early', detail: '33 mi deadhead' },
    conflict: null,
    reasons: [{ kind: 'PICKUP_EARLY', words: 'At pickup 20 h early', minutes: 1_200 }],
    action: null,
    slackMinutes: 1_200,
    deadhead: { miles: 33, source: 'ROAD' },
    driveMinutesLeft: 620,
    isAfterRest: true,
    from: 'empty in Dallas, TX',
    pickupAt: '2026-11-13T14:00:00.000Z',
    deliveryAt: '2026-11-14T14:00:00.000Z',
    empty: { at: '2026-11-14T16:00:00.000Z', city: 'Atlanta', state: 'GA' },
    ...differs,
  };
}

/** The API's answer with these rows, which are ranked already. */
export function sampleFits(rows: FitRow[], nobody: Fits['nobody'] = null): Fits {
  const count = (...verdicts: FitRow['verdict'][]) => rows.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return {
    rows,
    counts: { can: count('CAN', 'LOOK'), notKnown: count('NOT_KNOWN'), cant: count('CANT') },
    nobody,
    assumptions: { milesPerHour: 55, liveDockMinutes: 120, dropDockMinutes: 30 },
  };
}

/** The load of the drawn card: 420 loaded and 9 empty miles for $1,140. */
export function sampleProfit(differs: Partial<LoadProfit> = {}): LoadProfit {
  const row = (name: string, note: string | null, amount: string) => ({ name, note, amount, isKnown: amount !== '–' });
  return {
    isCounted: true,
    grossCents: 114_000,
    rpm: 2.657,
    cutCents: 83_265,
    netCents: 45_469,
    netPerDayCents: 41_335,
    days: 1.1,
    before: ['TOLLS'],
    missing: ['TOLLS'],
    ledger: [
      row('Linehaul', null, '$1,140.00'),
      row('Fuel', '429 mi at 6.5 mpg, $3.71 a gallon (Midwest, Nov 9)', '−$244.86'),
      row('Tolls', 'not included', '–'),
      row('Driver pay', '429 mi × $0.65', '−$278.85'),
      row('Factor fee', '2.5% of gross', '−$28.50'),
      row('Truck, fixed', '$121 a day × 1.1', '−$133.10'),
      row('Net before tolls', null, '$454.69'),
    ],
    scale: {
      rateCents: 114_000,
      floorCents: 89_929,
      targetCents: 107_250,
      askCents: 121_000,
      verdict: { tone: 'good', text: '$67 over target, $70 under what you could ask' },
      note: 'Floor is break-even before tolls plus $200 a day. Target is $2.50 a mile. Ask is what the best quarter of your 9 loads on this lane in 90 days paid.',
    },
    basis: 'Omar Haddad, truck 126',
    trip: '1.1 days with rest',
    dieselSource: 'Diesel: EIA, Midwest, Nov 9',
    tollsWeek: null,
    ...differs,
  };
}

/** How a driver fits one of the open loads. */
export function sampleLoadFit(
  number: number,
  differs: Partial<Omit<LoadFitRow, 'load'>> = {},
  load: Partial<LoadFitRow['load']> = {},
): LoadFitRow {
  const { driverId: _driver, name: _name, truckNumber: _truck, teamPartnerId: _partner, ownStatus: _status, ...fit } = sampleFit(number);
  const route = [
    { lat: 43.04, lng: -87.91 },
    { lat: 33.65, lng: -84.33 },
  ];
  return { ...fit, ...differs, load: OpenLoad.parse({ ...sampleLoad(number), route, ...load }) };
}

/** A truck that is empty in Dallas now. */
export function sampleEmptyRow(number: number, differs: Partial<EmptyRow> = {}, empty: Partial<EmptyRow['empty']> = {}): EmptyRow {
  return {
    driverId: id(number),
    name: 'Wayne Kowalczyk',
    truckNumber: '105',
    phone: '+14175550172',
    equipment: 'DRY_VAN',
    trailerLengthFt: 53,
    verdict: 'CAN',
    unknown: [],
    action: null,
    miles: { miles: 0, source: 'ROAD' },
    overMiles: 0,
    overMinutes: 0,
    next: null,
    ...differs,
    empty: {
      at: '2026-11-16T16:42:00.000Z',
      isNow: true,
      since: '2026-11-16T15:10:00.000Z',
      timeZone: 'America/Chicago',
      city: 'Dallas',
      state: 'TX',
      point: { lat: 32.78, lng: -96.8 },
      afterLoadNumber: null,
      driveMinutesLeft: 648,
      ...empty,
    },
  };
}

export function sampleEmptyNear(differs: Partial<EmptyNear> = {}): EmptyNear {
  const answer = {
    place: { label: 'Dallas, TX', lat: 32.78, lng: -96.8, timeZone: 'America/Chicago' },
    suggestion: null,
    ignored: [],
    by: '2026-11-17T14:00:00.000Z',
    matches: [sampleEmptyRow(1)],
    notKnown: [],
    justOutside: [],
    nearest: null,
    ...differs,
  };
  return { ...answer, counts: { matches: answer.matches.length, notKnown: answer.notKnown.length, ...differs.counts } };
}
