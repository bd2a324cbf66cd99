import type { LoadFee } from '@headhaul/contracts/loads/fees';
import type { LoadBoard, Stop } from '@headhaul/contracts/loads/record';
import type { Equipment } from '@headhaul/domain/equipment';
import { grossCents, suggestDriverPay, sumFees } from '@headhaul/domain/loads/money';
import { type LoadStatus, loadStatusLabels } from '@headhaul/domain/loads/status';
import { dayAt, stopInstants, timeAt } from '@headhaul/domain/time/zoned-time';
import type { z } from 'zod';
import type { WholeLoad } from '../../features/loads/read/read.service.ts';
import type { NewEvent } from '../../features/loads/record/events.ts';
import { planMove, planTonu, rememberBefore } from '../../features/loads/status/moves.ts';
import type { Chance } from './chance.ts';

export interface DemoPlace {
  city: string;
  state: Stop['state'];
  lat: number | null;
  lng: number | null;
  timeZone: string;
}

/** The plan of a load of the demo office. Its row, stops and history all follow from this. */
export interface PlannedLoad {
  number: string;
  brokerId: string;
  brokerName: string;
  contact: { name: string; email: string; phone: string };
  crew: { driverId: string | null; truckId: string | null; trailerId: string | null };
  dispatcherId: string;
  equipment: Equipment;
  pickup: PlannedStop;
  delivery: PlannedStop;
  loadedMiles: number;
  deadheadMiles: number;
  linehaulCents: number;
  termsDays: number;
  bookedMs: number;
  asDraft?: boolean;
  /** The status changes in order, starting with the first one after BOOKED. */
  walk: { to: LoadStatus; atMs: number; reason?: string; source?: NewEvent['source'] }[];
  rc: string | null;
  commodity: string;
  weightLb: number;
  board: z.infer<typeof LoadBoard>;
  factoringBps?: number;
  fees?: (Pick<LoadFee, 'type' | 'brokerAmountCents' | 'driverAmountCents' | 'status' | 'reason'> & { atMs: number })[];
  notes?: { body: string; atMs: number }[];
  documents?: ('RATE_CONFIRMATION' | 'BOL' | 'POD')[];
  tags?: string[];
  tonuCents?: number;
}

export interface PlannedStop {
  place: DemoPlace;
  atMs: number;
  /** End of the window. Without it the stop is an appointment at `atMs`. */
  endMs?: number;
  facility: string;
  reference?: string;
  lumperNeeded?: boolean;
}

export const perMile = { model: 'PER_MILE', rate: 65 } as const;
const toIso = (ms: number) => new Date(ms).toISOString();

function toStop(kind: Stop['kind'], { place, atMs, endMs, facility, reference, lumperNeeded = false }: PlannedStop, chance: Chance): Stop {
  const clock = (ms: number) => ({ day: dayAt(ms, place.timeZone), time: timeAt(ms, place.timeZone) });
  const { day, time } = clock(atMs);
  const end = endMs === undefined ? { day: null, time: null } : clock(endMs);
  return {
    id: chance.id(atMs),
    kind,
    status: 'PENDING',
    facility,
    address: null,
    zip: null,
    ...place,
    schedule: endMs === undefined ? 'APPOINTMENT' : 'FCFS',
    day,
    time,
    endDay: end.day,
    endTime: end.time,
    ...stopInstants({ day, time, endDay: end.day, endTime: end.time, timeZone: place.timeZone }),
    arrivedAt: null,
    departedAt: null,
    contactName: null,
    contactPhone: null,
    reference: reference ?? null,
    sealNumber: null,
    pieces: null,
    weightLb: null,
    handling: 'LIVE',
    lumperNeeded,
    instructions: null,
  };
}

/** Makes a load and its history, by the same rules as the moves that people make in the app. */
export function walkLoad(plan: PlannedLoad, companyZone: string, actorId: string, chance: Chance): { load: WholeLoad; events: NewEvent[] } {
  const id = chance.id(plan.bookedMs);
  const at = toIso(plan.bookedMs);
  const fees = (plan.fees ?? []).map(({ atMs, ...fee }): LoadFee => ({ ...fee, id: chance.id(atMs), documentId: null }));
  const hasPay = plan.crew.driverId !== null;
  const money = {
    status: 'BOOKED' as const,
    linehaulCents: plan.linehaulCents,
    fuelSurchargeCents: 0,
    billableFeesCents: sumFees(fees).billableCents,
  };
  const gross = grossCents(money);
  const miles = { loadedMiles: plan.loadedMiles, deadheadMiles: plan.deadheadMiles };
  let load = {
    id,
    ...money,
    ...miles,
    ...plan.crew,
    status: plan.asDraft ? 'DRAFT' : 'BOOKED',
    coDriverId: null,
    statusBeforeProblem: null,
    statusChangedAt: at,
    problemReason: null,
    rc: plan.rc,
    original: null,
    invoicedAt: null,
    paidAt: null,
    paidAmountCents: null,
    deliveredAt: null,
    bookedAt: plan.asDraft ? null : at,
    createdAt: at,
    companyZone,
    fees,
    grossCents: gross,
    payTerms: hasPay ? perMile : null,
    driverPayCents: hasPay ? (suggestDriverPay(perMile, { ...money, ...miles }) ?? 0) : 0,
    stops: [toStop('PICKUP', plan.pickup, chance), toStop('DELIVERY', plan.delivery, chance)],
  } as unknown as WholeLoad;
  const first = { field: 'Status', from: null, to: loadStatusLabels[load.status] };
  const events: NewEvent[] = [
    { loadId: id, at, kind: 'created', actorId, changes: [first, { field: 'Board', from: null, to: plan.board }] },
  ];
  for (const { to, atMs, reason = '', source = 'user' } of plan.walk) {
    const at = toIso(atMs);
    const moved =
      to === 'TONU'
        ? planTonu(load, { newRc: null, newRate: plan.tonuCents ?? 25_000 }, at)
        : planMove(load, to, at, { reason, paidAmountCents: null });
    const changes = [{ field: 'Status', from: loadStatusLabels[load.status], to: loadStatusLabels[to] }];
    events.push({ loadId: id, at, kind: 'status', source, actorId, changes, reason: reason || null, before: rememberBefore(load, moved) });
    load = { ...load, ...moved.money, ...moved.crew, stops: moved.stops, driverPayCents: moved.driverPayCents };
  }
  return { load, events };
}
