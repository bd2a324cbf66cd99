import type { PostingInput } from '@headhaul/contracts/boards/postings';
import { StateCode } from '@headhaul/contracts/equipment';
import type { FieldError } from '@headhaul/contracts/http/errors';
import { docketNumber } from '@headhaul/contracts/http/field';
import { LoadInput, type LoadValues, StopInput } from '@headhaul/contracts/loads/input';
import { ProfitDraft } from '@headhaul/contracts/profit';
import { type EquipmentClass, equipmentClasses, ownEquipmentOf } from '@headhaul/domain/boards/equipment/classes';
import { loadFields } from '@headhaul/domain/loads/fields';
import { addDays } from '@headhaul/domain/time/zoned-time';
import type { z } from 'zod';
import type { Posted } from './posted-brokers.service.ts';

export type Posting = z.output<typeof PostingInput>;
type Shown = Posting['load'];

/** How the company's new loads begin, as in the form. */
export interface NewLoadTerms {
  isFactored: boolean | null;
  factoringFeeBps: number | null;
}

const boards: Partial<Record<string, LoadValues['board']>> = { dat: 'DAT', truckstop: 'TRUCKSTOP' };

/** The page's text: zeros are no number, and blanks no name. */
export function brokerOf({ brokerMc, brokerName }: Pick<Shown, 'brokerMc' | 'brokerName'>): Posted {
  return { mc: docketNumber.safeParse(brokerMc).data ?? null, name: brokerName || null };
}

function refusePlaces({ origin, destination }: Shown): FieldError[] {
  return Object.entries({ origin, destination }).flatMap(([name, { city, state }]) => [
    ...(city ? [] : [{ path: `body.load.${name}.city`, message: 'The board shows no city' }]),
    ...(StateCode.safeParse(state).success ? [] : [{ path: `body.load.${name}.state`, message: 'The board shows no state that we know' }]),
  ]);
}

/** What a load can't be without. */
export function refuseLoad({ load }: Posting): FieldError[] {
  const { mc, name } = brokerOf(load);
  const isNamed = mc !== null || name !== null;
  return [...refusePlaces(load), ...(isNamed ? [] : [{ path: 'body.load.brokerName', message: 'The board shows no broker' }])];
}

/** What a profit can't be counted without. */
export function refuseProfit(load: Shown): FieldError[] {
  const isKnown = equipmentOf(load) !== undefined;
  return [...refusePlaces(load), ...(isKnown ? [] : [{ path: 'body.load.equipment', message: 'The board shows no trailer that we know' }])];
}

/** Any of the classes will do for the broker, so the first one stands for them until somebody books the load. */
function equipmentOf({ equipment }: Shown): LoadValues['equipment'] | undefined {
  const known = equipment.find((name): name is EquipmentClass => (equipmentClasses as readonly string[]).includes(name));
  return known && ownEquipmentOf(known);
}

/** A number outside of what a load may have was misread. It stays in the snapshot. */
function within(value: number | null, { min, max }: { min: number; max: number }): number | null {
  return value !== null && value >= min && value <= max ? value : null;
}

const factoringOf = ({ isFactored, factoringFeeBps }: NewLoadTerms) =>
  isFactored === true ? { factoringStatus: 'PENDING' as const, factoringFeeBps } : {};

/** The draft load of a posting. Nobody has typed its deadhead, so it has none until a driver is chosen. */
export function toLoad(posting: Posting, terms: NewLoadTerms, brokerId: string | null, fingerprint: string): LoadValues {
  const { load, phone, phoneExt, pickupDay, deliveryDay } = posting;
  const equipment = equipmentOf(load);
  const { mc, name } = brokerOf(load);
  return LoadInput.parse({
    asDraft: true,
    brokerId,
    brokerName: name,
    brokerMc: mc,
    brokerContactName: load.contactName,
    brokerContactEmail: load.emails.find(({ from }) => from === 'contact')?.address ?? null,
    brokerContactPhone: phone,
    brokerContactExt: phoneExt,
    brokerLoadNumber: load.reference !== null && load.reference.length <= 60 ? load.reference : null,
    board: boards[load.board] ?? 'OTHER',
    boardFingerprint: fingerprint,
    stops: [
      { kind: 'PICKUP', ...load.origin, day: pickupDay },
      { kind: 'DELIVERY', ...load.destination, day: deliveryDay },
    ],
    ...(equipment === undefined ? {} : { equipment }),
    commodity: load.commodity,
    lengthFt: within(load.lengthFt, loadFields.lengthFt),
    weightLb: within(load.weightLb, loadFields.weightLb),
    // A draft without a rate has 0.
    linehaulCents: load.rateCents ?? 0,
    loadedMiles: load.tripMiles,
    ...factoringOf(terms),
  });
}

const dayOf = (day: string | null) => StopInput.shape.day.safeParse(day).data ?? null;
/** Miles of an easy day, for a delivery day that no truck would miss. */
const easyMiles = 400;

/**
 * Lists of boards seldom show the delivery day. In a profit nothing but the way to the pickup depends on it, and that only needs a day after
 * the pickup.
 */
function deliveryDayOf({ pickupDay, deliveryDay, tripMiles }: Shown): string | null {
  const pickup = dayOf(pickupDay);
  return dayOf(deliveryDay) ?? (pickup && dayOf(addDays(pickup, 1 + Math.ceil((tripMiles ?? easyMiles) / easyMiles))));
}

/** The same posting as its profit is asked for. With a driver the way to the pickup is measured; without one the board's miles count. */
export function toProfitDraft(load: Shown, terms: NewLoadTerms, driverId: string | null): z.output<typeof ProfitDraft> {
  return ProfitDraft.parse({
    stops: [
      { kind: 'PICKUP', ...load.origin, day: dayOf(load.pickupDay) },
      { kind: 'DELIVERY', ...load.destination, day: deliveryDayOf(load) },
    ],
    equipment: equipmentOf(load),
    linehaulCents: load.rateCents,
    loadedMiles: load.tripMiles,
    deadheadMiles: driverId === null ? load.deadheadMiles : null,
    driverId,
    ...factoringOf(terms),
  });
}
