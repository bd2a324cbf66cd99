import type { LoadEvent } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { fieldOfLoad, loadFieldKeys } from '@headhaul/domain/loads/fields';
import type { LoadDraft, StopDraft } from '../draft/draft.ts';
import { stopTitle } from '../draft/to-input.ts';
import { readTypedDate } from '../draft/typed-dates.ts';
import { boardLabels, factoringLabels, formatEnum, loadTypeLabels, referenceLabels } from '../labels.ts';

/** Two people changed one load. The two versions are compared field by field, and with the version that both started from. */
export interface ConflictLine {
  key: string;
  /** The field's name in the history, so that the history can tell who changed it. */
  label: string;
  mine: string;
  theirs: string;
  /** Who changed the field since: both people, only this person, or only the teammate. */
  by: 'both' | 'me' | 'them';
}

export type Side = 'mine' | 'theirs';

/** The name of a person, or the number of a truck or a trailer. */
export type NameOf = (kind: 'driver' | 'truck' | 'trailer' | 'person', id: string) => string;

interface Field {
  key: string;
  label: string;
  say: (draft: LoadDraft) => string;
  take: (from: LoadDraft, into: LoadDraft) => LoadDraft;
}

type TextKey = { [K in keyof LoadDraft]: LoadDraft[K] extends string ? K : never }[keyof LoadDraft];

const plainFields: [TextKey, string][] = [
  ['loadNumber', 'Load number'],
  ['rc', 'RC'],
  ['loadedMiles', 'Loaded miles'],
  ['deadheadMiles', 'Deadhead miles'],
  ['brokerLoadNumber', 'Broker load number'],
  ['brokerContactName', 'Broker contact'],
  ['brokerContactEmail', 'Broker email'],
  ['brokerContactPhone', 'Broker phone'],
  ['brokerContactExt', 'Broker extension'],
  ['tags', 'Tags'],
  ['factoringFee', 'Factoring fee'],
  ['paymentTermsDays', 'Payment terms'],
];

/** The third value is the text for an empty field. */
const moneyFields: ['linehaul' | 'fuelSurcharge' | 'driverPay', string, string][] = [
  ['linehaul', 'Rate', ''],
  ['fuelSurcharge', 'Fuel surcharge', ''],
  ['driverPay', 'Driver pay', 'By their terms'],
];

function copyOf<K extends keyof LoadDraft>(...keys: K[]): Field['take'] {
  return (from, into) => ({ ...into, ...Object.fromEntries(keys.map((key) => [key, from[key]])) });
}

const named: ['driverId' | 'coDriverId' | 'truckId' | 'trailerId' | 'dispatcherId', string, Parameters<NameOf>[0]][] = [
  ['driverId', 'Driver', 'driver'],
  ['coDriverId', 'Second driver', 'driver'],
  ['truckId', 'Truck', 'truck'],
  ['trailerId', 'Trailer', 'trailer'],
  ['dispatcherId', 'Dispatcher', 'person'],
];

const sayTyped = (value: string | boolean) => (typeof value === 'string' ? value.trim() : value ? 'Yes' : 'No');

function fieldsOfLoad(nameOf: NameOf): Field[] {
  return [
    { key: 'broker', label: 'Broker', say: ({ broker }) => broker.trim(), take: copyOf('broker', 'brokerId') },
    ...plainFields.map(([key, label]): Field => ({ key, label, say: (draft) => draft[key].trim(), take: copyOf(key) })),
    ...loadFieldKeys.map((key): Field => ({ key, label: fieldOfLoad(key).label, say: (draft) => sayTyped(draft[key]), take: copyOf(key) })),
    ...moneyFields.map(
      ([key, label, none]): Field => ({
        key,
        label,
        say: ({ [key]: text }) => (text.trim() === '' ? none : `$${text.trim()}`),
        take: copyOf(key),
      }),
    ),
    ...named.map(
      ([key, label, kind]): Field => ({
        key,
        label,
        say: ({ [key]: id }) => (id === null ? '' : nameOf(kind, id)),
        take: copyOf(key),
      }),
    ),
    { key: 'equipment', label: 'Equipment', say: ({ equipment }) => equipmentLabels[equipment], take: copyOf('equipment') },
    { key: 'loadType', label: 'Load type', say: ({ loadType }) => loadTypeLabels[loadType], take: copyOf('loadType') },
    { key: 'board', label: 'Board', say: ({ board }) => boardLabels[board], take: copyOf('board') },
    { key: 'urgency', label: 'Urgency', say: ({ urgency }) => formatEnum(urgency), take: copyOf('urgency') },
    {
      key: 'factoringStatus',
      label: 'Factoring',
      say: ({ factoringStatus }) => factoringLabels[factoringStatus],
      take: copyOf('factoringStatus'),
    },
    {
      key: 'requirements',
      label: 'Requirements',
      say: ({ requirements }) =>
        requirements
          .map(formatEnum)
          .sort((a, b) => a.localeCompare(b))
          .join(', '),
      take: copyOf('requirements'),
    },
    {
      key: 'references',
      label: 'References',
      say: ({ references }) =>
        references
          .filter(({ value }) => value.trim() !== '')
          .map(({ kind, value }) => `${referenceLabels[kind]} ${value.trim()}`)
          .sort((a, b) => a.localeCompare(b))
          .join(', '),
      take: copyOf('references'),
    },
  ];
}

/** The same time can be typed in many ways, so its meaning is compared. */
function whenOf({ when, typedOn }: StopDraft): string {
  if (when.trim() === '' || typedOn === null) return when.trim();
  const read = readTypedDate(when, typedOn);
  if ('problem' in read) return when.trim();
  const { day, time, endDay, endTime } = read.when;
  const [, month, date] = day.split('-').map(Number);
  const end = [endDay, endTime].filter((part) => part !== null).join(' ');
  return [`${month}/${date}`, time, end === '' ? null : `to ${end}`].filter((part) => part !== null).join(' ');
}

const stopParts: { part: keyof StopDraft; suffix: string; say: (stop: StopDraft) => string; also?: (keyof StopDraft)[] }[] = [
  { part: 'place', suffix: '', say: ({ place }) => place.trim() },
  { part: 'when', suffix: ' time', say: whenOf, also: ['typedOn'] },
  { part: 'schedule', suffix: ' schedule', say: ({ schedule }) => (schedule === 'FCFS' ? 'FCFS' : 'Appointment') },
  { part: 'facility', suffix: ' facility', say: ({ facility }) => facility.trim() },
  { part: 'address', suffix: ' address', say: ({ address }) => address.trim() },
  { part: 'contactName', suffix: ' contact', say: ({ contactName }) => contactName.trim() },
  { part: 'contactPhone', suffix: ' phone', say: ({ contactPhone }) => contactPhone.trim() },
  { part: 'reference', suffix: ' reference', say: ({ reference }) => reference.trim() },
  { part: 'sealNumber', suffix: ' seal', say: ({ sealNumber }) => sealNumber.trim() },
  { part: 'pieces', suffix: ' pieces', say: ({ pieces }) => pieces.trim() },
  { part: 'weightLb', suffix: ' weight', say: ({ weightLb }) => weightLb.trim() },
  { part: 'handling', suffix: ' handling', say: ({ handling }) => formatEnum(handling) },
  { part: 'lumperNeeded', suffix: ' lumper', say: ({ lumperNeeded }) => (lumperNeeded ? 'needed' : 'not needed') },
  { part: 'instructions', suffix: ' instructions', say: ({ instructions }) => instructions.trim() },
];

function orderOf({ stops }: LoadDraft): string {
  return stops.map(({ id, kind }) => `${kind} ${id ?? 'new'}`).join();
}

/** Stops are compared part by part when both versions have the same stops in the same order. Otherwise all stops are one field. */
function stopFields(mine: LoadDraft, theirs: LoadDraft): Field[] {
  if (orderOf(mine) !== orderOf(theirs) || mine.stops.some(({ id }) => id === null)) {
    const say = ({ stops }: LoadDraft) =>
      stops.map((stop) => `${stop.kind === 'PICKUP' ? 'Pickup' : 'Delivery'} ${stop.place} ${whenOf(stop)}`.trim()).join('; ');
    return [{ key: 'stops', label: 'Stops', say, take: copyOf('stops') }];
  }
  return mine.stops.flatMap(({ id }, index) =>
    stopParts.map(({ part, suffix, say, also = [] }): Field => {
      const find = ({ stops }: LoadDraft) => stops.find((stop) => stop.id === id);
      return {
        key: `${id} ${part}`,
        label: `${stopTitle(mine.stops, index)}${suffix}`,
        say: (draft) => {
          const stop = find(draft);
          return stop === undefined ? '' : say(stop);
        },
        take: (from, into) => {
          const source = find(from);
          if (source === undefined) return into;
          const taken = Object.fromEntries([part, ...also].map((name) => [name, source[name]]));
          return { ...into, stops: into.stops.map((stop) => (stop.id === id ? { ...stop, ...taken } : stop)) };
        },
      };
    }),
  );
}

function fieldsOf(mine: LoadDraft, theirs: LoadDraft, nameOf: NameOf): Field[] {
  return [...stopFields(mine, theirs), ...fieldsOfLoad(nameOf)];
}

/** Every field in which the two differ, with who changed it. */
export function compareDrafts(base: LoadDraft, mine: LoadDraft, theirs: LoadDraft, nameOf: NameOf): ConflictLine[] {
  return fieldsOf(mine, theirs, nameOf).flatMap(({ key, label, say }) => {
    const [was, ours, others] = [say(base), say(mine), say(theirs)];
    if (ours === others) return [];
    return [{ key, label, mine: ours, theirs: others, by: ours === was ? 'them' : others === was ? 'me' : 'both' }];
  });
}

/** A field that only one person changed takes that person's value. Where both changed it, mine is chosen at first. */
export function firstChoices(lines: readonly ConflictLine[]): Record<string, Side> {
  return Object.fromEntries(lines.map(({ key, by }) => [key, by === 'them' ? 'theirs' : 'mine']));
}

export function mergeDrafts(mine: LoadDraft, theirs: LoadDraft, choices: Readonly<Record<string, Side>>, nameOf: NameOf): LoadDraft {
  return fieldsOf(mine, theirs, nameOf).reduce(
    (merged, { key, take }) => (choices[key] === 'theirs' ? take(theirs, merged) : merged),
    mine,
  );
}

/** Who changed a field last, by the history. When no line of the history names the field, who changed the load last. */
export function authorOf(events: readonly LoadEvent[], label: string, since: string): { name: string; at: string } | null {
  const later = events.filter(({ at, actorName }) => Date.parse(at) > Date.parse(since) && actorName !== null);
  const name = label.replace(/ (time|schedule)$/, '');
  const found = later.find(({ changes }) => changes.some(({ field }) => field === label || field === name)) ?? later[0];
  return found === undefined ? null : { name: found.actorName ?? '', at: found.at };
}
