import type { TrueLoad } from '../board-marks.ts';

/** A load of the demo board as its broker knows it, for tests. */
export const trueLoad: TrueLoad = {
  key: 'KEY1',
  uuid: '1b9d6bcd-bbfd-4b2d-a5d5-ab8dfbbd0001',
  origin: { city: 'Milwaukee', state: 'WI' },
  destination: { city: 'Conley', state: 'GA' },
  tripMiles: 900,
  deadheadOrigin: 100,
  rateCents: 289_900,
  reference: null,
  email: null,
  broker: { name: 'Lakeshore Freight' },
};
