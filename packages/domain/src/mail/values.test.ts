import { describe, expect, it } from 'vitest';
import { boardFreight } from '../testing/board-freight.ts';
import { legToPickup, type MailDriver, type MailLoad, valuesOfBoardLoad, valuesOfLoad, valuesOfSender } from './values.ts';

const driver: MailDriver = {
  id: 'd1',
  name: 'Marcus',
  familyName: 'Bell',
  readyAt: '2026-11-13T12:30:00.000Z',
  readyCity: 'Racine',
  readyState: 'WI',
  readyZone: 'America/Chicago',
  readyLat: 42.7261,
  readyLng: -87.7829,
  equipment: 'DRY_VAN',
  trailerLengthFt: 53,
};

const load: MailLoad = {
  pickupCity: 'Milwaukee',
  pickupState: 'WI',
  pickupAt: '2026-11-13T14:00:00.000Z',
  pickupHasTime: true,
  pickupZone: 'America/Chicago',
  deliveryCity: 'Conley',
  deliveryState: 'GA',
  deliveryAt: '2026-11-15T13:00:00.000Z',
  deliveryZone: 'America/New_York',
  equipment: 'DRY_VAN',
  weightLb: 42_000,
  lengthFt: null,
  loadedMiles: 812,
  deadheadMiles: 0,
  linehaulCents: 200_000,
  fuelSurchargeCents: 20_000,
  brokerName: 'Lakeshore Freight',
  brokerContactName: 'Carla Ruiz',
  brokerLoadNumber: null,
  references: [{ value: 'L77120' }],
  commodity: 'paper goods',
  driverId: null,
  stops: [{ lat: 43.0389, lng: -87.9065 }],
};

const sender = {
  driver,
  company: { name: 'Bluffline Carriers', mc: '918204', dot: '2740113' },
  user: { name: 'Nina Kovac', phone: '+14145550142' },
  offerCents: 245_000,
  now: new Date('2026-11-13T10:00:00Z'),
};

describe('values of a mail', () => {
  it('come from a load', () => {
    expect(valuesOfLoad({ milesToPickup: 31, load, ...sender })).toEqual({
      origin: 'Milwaukee, WI',
      'origin.city': 'Milwaukee',
      'origin.state': 'WI',
      destination: 'Conley, GA',
      'destination.city': 'Conley',
      'destination.state': 'GA',
      'pickup.date': 'Fri Nov 13',
      'pickup.time': '08:00',
      'delivery.date': 'Sun Nov 15',
      equipment: 'dry van',
      weight: '42,000 lb',
      length: '53 ft',
      'trip.miles': '812 mi',
      rate: '$2,200',
      rpm: '$2.71',
      reference: 'L77120',
      commodity: 'paper goods',
      'broker.name': 'Lakeshore Freight',
      'broker.contact': 'Carla',
      'driver.name': 'Marcus Bell',
      'driver.location': 'Racine, WI',
      'driver.available': '06:30 CST',
      deadhead: '31 mi',
      'offer.rate': '$2,450',
      'company.name': 'Bluffline Carriers',
      'company.mc': '918204',
      'company.dot': '2740113',
      'user.name': 'Nina Kovac',
      'user.phone': '(414) 555-0142',
    });
  });

  it('say the day of a truck that is empty later, and the hour of one that is empty already', () => {
    const later = valuesOfLoad({ milesToPickup: 31, load, ...sender, now: new Date('2026-11-11T10:00:00Z') });
    expect(later['driver.available']).toBe('Fri Nov 13 06:30 CST');
    const before = valuesOfLoad({ milesToPickup: 31, load, ...sender, now: new Date('2026-11-14T16:42:00Z') });
    expect(before['driver.available']).toBe('10:42 CST');
  });

  it('do not say that the truck which carries the load is empty where the load ends', () => {
    const values = valuesOfLoad({ milesToPickup: 31, load: { ...load, driverId: driver.id }, ...sender });
    expect([values['driver.location'], values['driver.available'], values['driver.name']]).toEqual([undefined, undefined, 'Marcus Bell']);
  });

  it('say the miles of the load if those of the truck are not known', () => {
    expect(valuesOfLoad({ milesToPickup: null, load, ...sender }).deadhead).toBeUndefined();
    expect(valuesOfLoad({ milesToPickup: null, load: { ...load, deadheadMiles: 44 }, ...sender }).deadhead).toBe('44 mi');
  });

  it('greet whom it is written to', () => {
    expect(valuesOfLoad({ milesToPickup: 31, load, ...sender, toName: 'Kelly Brandt' })['broker.contact']).toBe('Kelly');
    expect(valuesOfLoad({ milesToPickup: 31, load, ...sender, toName: null })['broker.contact']).toBeUndefined();
    expect(valuesOfSender({ ...sender, toName: 'Kelly Brandt', brokerName: 'Lakeshore Freight' })).toMatchObject({
      'broker.contact': 'Kelly',
      'broker.name': 'Lakeshore Freight',
    });
  });

  it('come from a board, where little is known', () => {
    const boardLoad = boardFreight({
      origin: { city: 'Milwaukee', state: 'WI' },
      destination: { city: null, state: 'GA' },
      equipment: ['REEFER', 'DRY_VAN', 'X'],
      pickupDay: '2026-11-13',
      pickupTime: '08:00-14:00',
    });
    expect(valuesOfBoardLoad({ boardLoad, ...sender, driver: null, offerCents: null, user: { name: 'Nina', phone: null } })).toEqual({
      origin: 'Milwaukee, WI',
      'origin.city': 'Milwaukee',
      'origin.state': 'WI',
      destination: 'GA',
      'destination.state': 'GA',
      'pickup.date': 'Fri Nov 13',
      'pickup.time': '08:00-14:00',
      equipment: 'reefer or dry van',
      'company.name': 'Bluffline Carriers',
      'company.mc': '918204',
      'company.dot': '2740113',
      'user.name': 'Nina',
    });
  });

  it('come from the truck alone', () => {
    expect(valuesOfSender({ ...sender, brokerName: null })).toMatchObject({
      equipment: 'dry van',
      length: '53 ft',
      'driver.location': 'Racine, WI',
    });
  });
});

describe('legToPickup', () => {
  it('leads from where the truck is empty to the pickup', () => {
    expect(legToPickup(driver, load)).toEqual({
      from: { lat: driver.readyLat, lng: driver.readyLng },
      to: { lat: 43.0389, lng: -87.9065 },
    });
  });

  it('is not known without a truck, without a place, and for the truck that has the load', () => {
    expect(legToPickup(null, load)).toBeNull();
    expect(legToPickup({ ...driver, readyLat: null }, load)).toBeNull();
    expect(legToPickup(driver, { ...load, stops: [{ lat: null, lng: null }] })).toBeNull();
    expect(legToPickup(driver, { ...load, driverId: driver.id })).toBeNull();
  });
});
