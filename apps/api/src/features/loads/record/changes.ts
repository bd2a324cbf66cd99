import type { LoadFee } from '@headhaul/contracts/loads/fees';
import type { Load, Stop } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { feeStatusLabels, feeTypes } from '@headhaul/domain/loads/fees';
import { formatLoadField, loadFieldKeys, loadFields } from '@headhaul/domain/loads/fields';
import { loadStatusLabels } from '@headhaul/domain/loads/status';
import { dayAt, timeAt, zoneShort } from '@headhaul/domain/time/zoned-time';
import type { Change } from './events.ts';

/** The history describes changes with the same labels and number formats as the screens. Longer texts are cut. */
const longestText = 200;

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });

/** "$2,350", "$60.63": shows cents only if there are any. */
function formatMoney(cents: number): string {
  return dollars.format(cents / 100);
}

/** "DROP_AND_HOOK" as "Drop and hook". */
function formatEnum(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type DescribedLoad = Omit<Load, 'notes' | 'documents'>;
type Say = (load: DescribedLoad) => string | number | null;
const orNull = (value: number | null, unit: string) => (value === null ? null : `${value.toLocaleString('en-US')} ${unit}`);
const listed = (values: readonly string[]) => (values.length === 0 ? null : values.join(', '));

/** Stored by user id. The name is looked up when somebody reads the history. */
export const dispatcherField = 'Dispatcher';

/** Why the driver can't make the load, or what isn't known, of a load that was assigned anyway. */
export const anywayField = 'Assigned anyway';

export const driverField = 'Driver';

/** Everything that a form or an assignment can change, except the stops, in the order in which the history lists it. */
const fields: Record<string, Say> = {
  'Load number': (load) => load.loadNumber,
  Broker: (load) => (load.brokerMc === null ? load.brokerName : `${load.brokerName}, MC ${load.brokerMc}`),
  Rate: (load) => formatMoney(load.linehaulCents),
  'Fuel surcharge': (load) => formatMoney(load.fuelSurchargeCents),
  RC: (load) => load.rc,
  'Driver pay': (load) => formatMoney(load.driverPayCents),
  [driverField]: (load) => load.driverName,
  'Second driver': (load) => load.coDriverName,
  Truck: (load) => load.truckNumber,
  Trailer: (load) => load.trailerNumber,
  [dispatcherField]: (load) => load.dispatcherId,
  'Loaded miles': (load) => load.loadedMiles.toLocaleString('en-US'),
  'Deadhead miles': (load) => load.deadheadMiles.toLocaleString('en-US'),
  'Broker load number': (load) => load.brokerLoadNumber,
  'Broker contact': (load) => load.brokerContactName,
  'Broker email': (load) => load.brokerContactEmail,
  'Broker phone': (load) => load.brokerContactPhone,
  'Broker extension': (load) => load.brokerContactExt,
  References: (load) => listed(load.references.map(({ kind, value }) => `${kind} ${value}`)),
  Board: (load) => load.board,
  Urgency: (load) => formatEnum(load.urgency),
  Tags: (load) => listed(load.tags),
  Equipment: (load) => equipmentLabels[load.equipment],
  'Load type': (load) => load.loadType,
  ...Object.fromEntries(loadFieldKeys.map((key): [string, Say] => [loadFields[key].label, (load) => formatLoadField(key, load[key])])),
  Requirements: (load) => listed(load.requirements.map(formatEnum)),
  Factoring: (load) => formatEnum(load.factoringStatus),
  'Factoring fee': (load) => (load.factoringFeeBps === null ? null : `${load.factoringFeeBps / 100}%`),
  'Payment terms': (load) => `${load.paymentTermsDays} days`,
};

function change(field: string, from: string | number | null, to: string | number | null): Change[] {
  return from === to ? [] : [{ field, from: from === null ? null : cut(String(from)), to: to === null ? null : cut(String(to)) }];
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

function formatDay(day: string): string {
  const [, month, date] = day.split('-');
  return `${weekday.format(Date.parse(day))} ${Number(month)}/${Number(date)}`;
}

/** "Wed 11/11 07:42 CST" */
export function formatInstant(instant: string, timeZone: string): string {
  return `${formatDay(dayAt(instant, timeZone))} ${timeAt(instant, timeZone)} ${zoneShort(instant, timeZone)}`;
}

/** "Wed 11/11 08:00 to 12:00 Milwaukee, WI" */
function formatStop({ day, time, endDay, endTime, schedule, city, state, zip }: Stop): string {
  const end = [endDay === null || endDay === day ? '' : formatDay(endDay), endTime ?? ''].filter((part) => part !== '').join(' ');
  return [schedule === 'FCFS' ? 'FCFS' : '', formatDay(day), time ?? '', end === '' ? '' : `to ${end}`, `${city}, ${state}`, zip ?? '']
    .filter((part) => part !== '')
    .join(' ');
}

const stopFields: Record<string, (stop: Stop) => string | number | null> = {
  facility: (stop) => stop.facility,
  address: (stop) => stop.address,
  contact: (stop) => stop.contactName,
  phone: (stop) => stop.contactPhone,
  reference: (stop) => stop.reference,
  seal: (stop) => stop.sealNumber,
  pieces: (stop) => stop.pieces,
  weight: (stop) => orNull(stop.weightLb, 'lb'),
  handling: (stop) => formatEnum(stop.handling),
  lumper: (stop) => (stop.lumperNeeded ? 'needed' : 'not needed'),
  instructions: (stop) => stop.instructions,
};

/** "Pickup", or "Delivery 2" where there are several. */
export function stopName(stops: readonly Stop[], stop: Stop): string {
  const same = stops.filter(({ kind }) => kind === stop.kind);
  return same.length === 1 ? formatEnum(stop.kind) : `${formatEnum(stop.kind)} ${same.indexOf(stop) + 1}`;
}

function stopChanges(before: readonly Stop[], after: readonly Stop[]): Change[] {
  const gone = before.filter(({ id }) => !after.some((stop) => stop.id === id));
  const stayed = (stops: readonly Stop[], others: readonly Stop[]) =>
    stops.flatMap(({ id }) => (others.some((stop) => stop.id === id) ? id : [])).join();
  return [
    ...after.flatMap((stop) => {
      const old = before.find(({ id }) => id === stop.id);
      const name = stopName(after, stop);
      if (!old) return change(name, null, formatStop(stop));
      const details = Object.entries(stopFields).flatMap(([field, say]) => change(`${name} ${field}`, say(old), say(stop)));
      return [...change(`${name} kind`, old.kind, stop.kind), ...change(name, formatStop(old), formatStop(stop)), ...details];
    }),
    ...gone.flatMap((stop) => change(stopName(before, stop), formatStop(stop), null)),
    ...(stayed(before, after) === stayed(after, before) ? [] : change('Order of the stops', 'as it was', 'changed')),
  ];
}

/** Most changes in one line of the history. A form that changes every field of 25 stops would write hundreds. */
const mostChanges = 40;

function keepFew(changes: readonly Change[]): Change[] {
  const left = changes.length - mostChanges;
  if (left <= 0) return [...changes];
  return [...changes.slice(0, mostChanges), { field: 'And', from: null, to: left === 1 ? '1 more change' : `${left} more changes` }];
}

function allChanges(before: DescribedLoad, after: DescribedLoad): Change[] {
  return [
    ...Object.entries(fields).flatMap(([field, say]) => change(field, say(before), say(after))),
    ...stopChanges(before.stops, after.stops),
  ];
}

/** What differs, without the status. */
export function describeChanges(before: DescribedLoad, after: DescribedLoad): Change[] {
  return keepFew(allChanges(before, after));
}

export function describeMove(before: DescribedLoad, after: DescribedLoad): Change[] {
  return keepFew([...change('Status', loadStatusLabels[before.status], loadStatusLabels[after.status]), ...allChanges(before, after)]);
}

/** "Detention $75, $50 to the driver, asked" */
export function formatFee({ type, brokerAmountCents, driverAmountCents, status, reason }: LoadFee): string {
  const parts = [
    formatMoney(brokerAmountCents),
    ...(driverAmountCents > 0 ? [`${formatMoney(driverAmountCents)} to the driver`] : []),
    feeStatusLabels[status].toLowerCase(),
    ...(reason === '' ? [] : [reason]),
  ];
  return `${feeTypes[type].words} ${parts.join(', ')}`;
}

export function formatNote(body: string): string {
  return cut(body);
}
