import type { BoardFreight } from '../loads/board-freight.ts';

const unknown: BoardFreight = {
  boardLoadId: null,
  reference: null,
  origin: { city: null, state: null },
  destination: { city: null, state: null },
  pickupDay: null,
  pickupTime: null,
  deliveryDay: null,
  equipment: [],
  equipmentText: null,
  weightLb: null,
  lengthFt: null,
  tripMiles: null,
  deadheadMiles: null,
  rateCents: null,
  commodity: null,
  brokerName: null,
  contactName: null,
};

/** A board load with these values and nothing else. */
export function boardFreight(said: Partial<BoardFreight>): BoardFreight {
  return { ...unknown, ...said };
}
