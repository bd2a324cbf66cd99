interface BoardPlace {
  city: string | null;
  state: string | null;
}

/** A load as a board shows it. All of it is text from a web page. Null means that the board did not say. */
export interface BoardFreight {
  boardLoadId: string | null;
  reference: string | null;
  origin: BoardPlace;
  destination: BoardPlace;
  pickupDay: string | null;
  pickupTime: string | null;
  deliveryDay: string | null;
  equipment: readonly string[];
  equipmentText: string | null;
  weightLb: number | null;
  lengthFt: number | null;
  tripMiles: number | null;
  deadheadMiles: number | null;
  rateCents: number | null;
  commodity: string | null;
  brokerName: string | null;
  contactName: string | null;
}
