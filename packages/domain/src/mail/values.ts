import { type Equipment, equipmentLabels, equipmentTypes } from '../equipment.ts';
import type { BoardFreight } from '../loads/board-freight.ts';
import { rpm } from '../loads/money.ts';
import type { Point } from '../places/distance.ts';
import { dayAt, timeAt, zoneShort } from '../time/zoned-time.ts';
import { formatDay, type MailValues } from './variables.ts';

/** What a mail can say about the truck it offers. */
export interface MailDriver {
  id: string;
  name: string;
  familyName: string;
  readyAt: string | null;
  readyCity: string | null;
  readyState: string | null;
  readyZone: string | null;
  readyLat: number | null;
  readyLng: number | null;
  equipment: Equipment | null;
  trailerLengthFt: number | null;
}

/** What a mail can say about one of our loads. */
export interface MailLoad {
  driverId: string | null;
  pickupCity: string;
  pickupState: string;
  pickupAt: string;
  pickupHasTime: boolean;
  pickupZone: string;
  deliveryCity: string;
  deliveryState: string;
  deliveryAt: string;
  deliveryZone: string;
  stops: readonly { lat: number | null; lng: number | null }[];
  equipment: Equipment;
  weightLb: number | null;
  lengthFt: number | null;
  loadedMiles: number;
  deadheadMiles: number;
  linehaulCents: number;
  fuelSurchargeCents: number;
  brokerLoadNumber: string | null;
  references: readonly { value: string }[];
  commodity: string | null;
  brokerName: string;
  brokerContactName: string | null;
}

/** What fills a mail, as brokers write it. An unknown value is left out, and nothing is guessed. */
interface Sender {
  driver: MailDriver | null;
  company: { name: string; mc: string | null; dot: string | null };
  user: { name: string; phone: string | null };
  /** The rate we ask for. */
  offerCents: number | null;
  /** The recipient's name; null if not known. If undefined, the load's own contact is used. */
  toName?: string | null;
  now: Date;
}

const countFormat = new Intl.NumberFormat('en-US');
const centsFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "$2,450", "$2,450.50" */
function formatDollar(cents: number): string {
  return `$${cents % 100 === 0 ? countFormat.format(cents / 100) : centsFormat.format(cents / 100)}`;
}

function formatPlace(city: string | null, state: string | null): string | null {
  return city !== null && state !== null ? `${city}, ${state}` : (city ?? state);
}

function formatPhone(phone: string): string {
  const parts = /^\+?1?[\s.-]?\(?(\d{3})\)?[\s.-]?(\d{3})[\s.-]?(\d{4})$/.exec(phone);
  return parts === null ? phone : `(${parts[1]}) ${parts[2]}-${parts[3]}`;
}

/** As brokers say it within a sentence. */
function equipmentName(equipment: string): string | null {
  const known = equipmentTypes.find((one) => one === equipment);
  if (known === undefined || known === 'OTHER') return null;
  if (known === 'DRY_VAN') return 'dry van';
  return known === 'RGN' ? 'RGN' : equipmentLabels[known].toLowerCase();
}

function firstWord(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] ?? null;
}

/** "06:30 CST", or "Mon Nov 16 06:30 CST" on another day. A time in the past becomes now. */
function emptyAt({ readyAt, readyZone }: MailDriver, now: Date): string | null {
  if (readyAt === null || readyZone === null) return null;
  const at = Math.max(Date.parse(readyAt), now.getTime());
  const day = dayAt(at, readyZone);
  const time = `${timeAt(at, readyZone)} ${zoneShort(at, readyZone)}`;
  return day === dayAt(now.getTime(), readyZone) ? time : `${formatDay(day)} ${time}`;
}

type Known = { [Name in keyof MailValues]: string | null | undefined };

function onlyKnown(values: Known): MailValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null && value !== '')) as MailValues;
}

function senderValues({ driver, company, user, offerCents, now }: Sender): Known {
  return {
    'driver.name': driver && `${driver.name} ${driver.familyName}`.trim(),
    'driver.location': driver && formatPlace(driver.readyCity, driver.readyState),
    'driver.available': driver && emptyAt(driver, now),
    'offer.rate': offerCents === null || offerCents === 0 ? null : formatDollar(offerCents),
    'company.name': company.name,
    'company.mc': company.mc,
    'company.dot': company.dot,
    'user.name': user.name,
    'user.phone': user.phone && formatPhone(user.phone),
  };
}

function freightValues(freight: {
  origin: { city: string | null; state: string | null };
  destination: { city: string | null; state: string | null };
  weightLb: number | null;
  lengthFt: number | null;
  tripMiles: number | null;
  deadheadMiles: number | null;
  rateCents: number | null;
}): Known {
  const { origin, destination, weightLb, lengthFt, tripMiles, deadheadMiles, rateCents } = freight;
  const perMile = rateCents === null || tripMiles === null ? null : rpm(rateCents, tripMiles);
  return {
    origin: formatPlace(origin.city, origin.state),
    'origin.city': origin.city,
    'origin.state': origin.state,
    destination: formatPlace(destination.city, destination.state),
    'destination.city': destination.city,
    'destination.state': destination.state,
    weight: weightLb ? `${countFormat.format(weightLb)} lb` : null,
    length: lengthFt ? `${lengthFt} ft` : null,
    'trip.miles': tripMiles ? `${countFormat.format(tripMiles)} mi` : null,
    deadhead: deadheadMiles === null ? null : `${countFormat.format(deadheadMiles)} mi`,
    rate: rateCents ? formatDollar(rateCents) : null,
    rpm: perMile ? `$${centsFormat.format(perMile)}` : null,
  };
}

/** From where the truck is empty to the pickup. Null if a place is not known, and for the truck that has the load already. */
export function legToPickup(driver: MailDriver | null, load: MailLoad): { from: Point; to: Point } | null {
  const pickup = load.stops[0];
  if (driver === null || driver.id === load.driverId || pickup === undefined) return null;
  const { readyLat, readyLng } = driver;
  if (readyLat === null || readyLng === null || pickup.lat === null || pickup.lng === null) return null;
  return { from: { lat: readyLat, lng: readyLng }, to: { lat: pickup.lat, lng: pickup.lng } };
}

/**
 * A truck is empty where its last load ends. For the truck that carries this very load that is
 * this load's destination, so it is left out.
 */
function beforeLoad(values: Known, isItsTruck: boolean): Known {
  return isItsTruck ? { ...values, 'driver.location': null, 'driver.available': null } : values;
}

/** `milesToPickup` are the road miles of `legToPickup`. If they are not known, those of the load count. */
export function valuesOfLoad({ load, milesToPickup, ...sender }: Sender & { load: MailLoad; milesToPickup: number | null }): MailValues {
  return onlyKnown({
    ...beforeLoad(senderValues(sender), sender.driver !== null && sender.driver.id === load.driverId),
    ...freightValues({
      origin: { city: load.pickupCity, state: load.pickupState },
      destination: { city: load.deliveryCity, state: load.deliveryState },
      weightLb: load.weightLb,
      lengthFt: load.lengthFt ?? sender.driver?.trailerLengthFt ?? null,
      tripMiles: load.loadedMiles,
      deadheadMiles: milesToPickup ?? (load.deadheadMiles > 0 ? load.deadheadMiles : null),
      rateCents: load.linehaulCents + load.fuelSurchargeCents,
    }),
    'pickup.date': formatDay(dayAt(load.pickupAt, load.pickupZone)),
    'pickup.time': load.pickupHasTime ? timeAt(load.pickupAt, load.pickupZone) : null,
    'delivery.date': formatDay(dayAt(load.deliveryAt, load.deliveryZone)),
    equipment: equipmentName(load.equipment),
    reference: load.brokerLoadNumber ?? load.references[0]?.value,
    commodity: load.commodity,
    'broker.name': load.brokerName,
    'broker.contact': firstWord(sender.toName === undefined ? load.brokerContactName : sender.toName),
  });
}

export function valuesOfBoardLoad({ boardLoad, ...sender }: Sender & { boardLoad: BoardFreight }): MailValues {
  const { driver } = sender;
  const names = boardLoad.equipment.map(equipmentName).filter((name) => name !== null);
  return onlyKnown({
    ...senderValues(sender),
    ...freightValues({ ...boardLoad, lengthFt: boardLoad.lengthFt ?? driver?.trailerLengthFt ?? null }),
    'pickup.date': boardLoad.pickupDay && formatDay(boardLoad.pickupDay),
    'pickup.time': boardLoad.pickupTime,
    'delivery.date': boardLoad.deliveryDay && formatDay(boardLoad.deliveryDay),
    equipment: names.length > 0 ? names.join(' or ') : (boardLoad.equipmentText ?? (driver?.equipment && equipmentName(driver.equipment))),
    reference: boardLoad.reference ?? boardLoad.boardLoadId,
    commodity: boardLoad.commodity,
    'broker.name': boardLoad.brokerName,
    'broker.contact': firstWord(sender.toName === undefined ? boardLoad.contactName : sender.toName),
  });
}

/** For a mail that is about no load. */
export function valuesOfSender({ brokerName, ...sender }: Sender & { brokerName: string | null }): MailValues {
  return onlyKnown({
    ...senderValues(sender),
    'broker.name': brokerName,
    'broker.contact': firstWord(sender.toName ?? null),
    equipment: sender.driver?.equipment && equipmentName(sender.driver.equipment),
    length: sender.driver?.trailerLengthFt ? `${sender.driver.trailerLengthFt} ft` : null,
  });
}
