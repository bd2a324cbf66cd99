import type { PostingInput } from '@headhaul/contracts/boards/postings';
import { dayFromNow } from '../office.ts';

/** A van load from Dallas to Atlanta as a board shows it. */
export const posting: PostingInput = {
  load: {
    board: 'dat',
    reference: 'HP-0001',
    origin: { city: 'Dallas', state: 'TX' },
    destination: { city: 'Atlanta', state: 'GA' },
    pickupDay: dayFromNow(1),
    deliveryDay: dayFromNow(3),
    equipment: ['VAN', 'REEFER'],
    equipmentText: 'VR',
    weightLb: 42_000,
    lengthFt: 53,
    tripMiles: 781,
    deadheadMiles: 12,
    rateCents: 250_000,
    commodity: 'Paper',
    brokerName: 'Lakeshore Freight',
    brokerMc: '428816',
    contactName: 'Carla Diaz',
    emails: [{ address: 'carla@lakeshore.example', from: 'contact' }],
  },
  phone: '+13125550148',
  phoneExt: '12',
  comments: 'No touch. <img src=x onerror=alert(1)>',
  seenAt: '2026-11-18T10:00:00.000Z',
  pickupDay: dayFromNow(1),
  deliveryDay: dayFromNow(3),
};
