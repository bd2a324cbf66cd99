import type { Company } from '@headhaul/contracts/company';
import type { Driver } from '@headhaul/contracts/drivers';
import type { FitRow, Fits } from '@headhaul/contracts/fit';
import type { LoadRow, Stop } from '@headhaul/contracts/loads/record';
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
