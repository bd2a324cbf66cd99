import { createRandomSource } from '@headhaul/domain/hours/testing/random-source';
import { addDays } from '@headhaul/domain/time/zoned-time';
import type { DemoLoad } from './loads.ts';

/** A load as the board shows it: texts, in the ways in which boards and the people who post on them write. */
export interface Posting {
  /** The number of the load in the list of true values. */
  id: number;
  key: string;
  uuid: string;
  ageMinutes: number;
  rate: string;
  perMile: string;
  trip: string;
  origin: string;
  destination: string;
  deadheadOrigin: string;
  deadheadDestination: string;
  pickup: string;
  pickupTime: string;
  deliveryTime: string;
  equipment: string;
  length: string;
  weight: string;
  /** "25k lbs", where there is little room. */
  shortWeight: string;
  size: string;
  company: string;
  companyPlace: string;
  mc: string;
  credit: string;
  daysToPay: string;
  contact: string;
  email: string;
  phone: string;
  reference: string;
  commodity: string;
  comments: string;
}

/** What the board shows in place of a value. */
const nothing = '–';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const whole = (value: number) => value.toLocaleString('en-US');
const slashed = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}`;
const named = (day: string) => `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8, 10))}`;
const withWeekday = (day: string) => `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${slashed(day)}`;

/** Boards write the same day in several ways, even in one list. */
function writePickup({ earliest, latest }: DemoLoad['pickup'], today: string, way: number): string {
  if (latest !== earliest) {
    const isSameMonth = latest.slice(0, 7) === earliest.slice(0, 7);
    return way === 1 && isSameMonth ? `${named(earliest)}-${Number(latest.slice(8, 10))}` : `${slashed(earliest)} - ${slashed(latest)}`;
  }
  if (way === 2 && earliest === today) return 'Today';
  if (way === 2 && earliest === addDays(today, 1)) return 'Tomorrow';
  return way === 0 ? slashed(earliest) : named(earliest);
}

function writeRate({ rateCents, estimateCents, tripMiles }: DemoLoad): Pick<Posting, 'rate' | 'perMile'> {
  if (rateCents !== null) return { rate: `$${whole(rateCents / 100)}`, perMile: `$${(rateCents / 100 / tripMiles).toFixed(2)}*/mi` };
  return { rate: estimateCents === null ? nothing : `est. $${whole(estimateCents / 100)}`, perMile: '' };
}

/** One weight in a hundred is written in thousands without saying so. */
function writeWeight(weightLb: number | null, isBare: boolean): Pick<Posting, 'weight' | 'shortWeight'> {
  if (weightLb === null) return { weight: nothing, shortWeight: nothing };
  const thousands = weightLb / 1_000;
  if (isBare && thousands >= 10) return { weight: String(Math.round(thousands)), shortWeight: String(Math.round(thousands)) };
  return { weight: `${whole(weightLb)} lbs`, shortWeight: thousands % 1 === 0 ? `${thousands}k lbs` : `${whole(weightLb)} lbs` };
}

function writePhone(digits: string | null): string {
  return digits === null ? nothing : `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

export function writePostings(loads: readonly DemoLoad[], seed: number, today: string): Posting[] {
  const random = createRandomSource(seed + 1);
  return loads.map((load, id) => {
    const { origin, destination, broker, pickup, delivery } = load;
    return {
      id,
      key: load.key,
      uuid: load.uuid,
      ageMinutes: load.ageMinutes,
      ...writeRate(load),
      trip: whole(load.tripMiles),
      origin: `${origin.city}, ${origin.state}`,
      destination: `${destination.city}, ${destination.state}`,
      deadheadOrigin: `(${load.deadheadOrigin})`,
      deadheadDestination: `(${load.deadheadDestination})`,
      pickup: writePickup(pickup, today, random.below(3)),
      pickupTime: `${withWeekday(pickup.earliest)} ${pickup.hours}`,
      deliveryTime: `${withWeekday(delivery.day)} ${delivery.hours}`,
      equipment: load.equipment,
      length: `${load.lengthFt} ft`,
      ...writeWeight(load.weightLb, random.chance(0.01)),
      size: load.size === 'FULL' ? 'Full' : 'Partial',
      company: broker.name,
      companyPlace: broker.place,
      mc: broker.mc === null ? nothing : `MC# ${broker.mc}`,
      credit: broker.credit === null ? nothing : `${broker.credit.score} CS`,
      daysToPay: broker.credit === null ? nothing : `${broker.credit.daysToPay} DTP`,
      contact: broker.contact,
      email: load.email ?? '',
      phone: writePhone(load.phone),
      reference: load.reference ?? nothing,
      commodity: load.commodity,
      comments: load.comments ?? '',
    };
  });
}
