import { LoadInput } from '@headhaul/contracts/loads/input';
import type { StateCode } from '@headhaul/domain/equipment';
import { type LoadFieldValues, mapLoadFields } from '@headhaul/domain/loads/fields';
import { dollars } from '@headhaul/domain/loads/money';
import type { FieldErrors } from '../../../../shared/form/form-errors.ts';
import type { LoadDraft, StopDraft } from './draft.ts';
import { readBroker, readPlace, readTimes, type TypedPlace } from './read.ts';
import type { StopWhen } from './typed-dates.ts';

/** Turns a typed load into the server's input, and reports what can't be read. The rules themselves are in the contract. */

interface Reading {
  input: LoadInput;
  /** Error sentences for text that can't be read, by field name. */
  unread: FieldErrors;
}

/** The typed load as the server takes it. What is missing stays missing, so that the contract reports it. */
export function readDraft(
  draft: LoadDraft,
  { asDraft = false, deadheadMiles = 0 }: { asDraft?: boolean; deadheadMiles?: number } = {},
): Reading {
  const unread: Record<string, string> = {};
  const cents = (name: keyof LoadDraft & string): number | null => {
    const text = String(draft[name]).trim();
    if (text === '') return null;
    const value = dollars(text);
    if (value === null) unread[name] = 'Write it like 1,240 or 1240.50';
    return value;
  };
  const whole = (name: string, value: string): number | null => {
    const text = value.replace(/[,\s]/g, '').replace(/(lb|lbs|mi|ft|°?f)$/i, '');
    if (text === '') return null;
    if (/^-?\d{1,9}$/.test(text)) return Number(text);
    unread[name] = 'Write a whole number';
    return null;
  };
  const wholeOf = (name: keyof LoadDraft & string) => whole(name, String(draft[name]));
  const percent = (name: 'factoringFee'): number | null => {
    const text = draft[name].replace('%', '').trim();
    if (text === '') return null;
    if (/^\d{1,2}(\.\d{1,2})?$/.test(text)) return Math.round(Number(text) * 100);
    unread[name] = 'Write it like 2.5';
    return null;
  };
  const times = readTimes(draft.stops);
  const stops = draft.stops.map((stop, index) => {
    const place = readPlace(stop.place);
    if (place === null && stop.place.trim() !== '') unread[`stops.${index}.place`] = 'Write it as Conley, GA or choose from the list';
    const time = times[index] ?? null;
    if (time !== null && 'problem' in time) unread[`stops.${index}.when`] = time.problem;
    return readStop(stop, place, time !== null && 'when' in time ? time.when : null, (name, value) =>
      whole(`stops.${index}.${name}`, value),
    );
  });
  const input = {
    loadNumber: draft.loadNumber,
    asDraft,
    brokerId: draft.brokerId,
    ...(draft.brokerId === null ? readBroker(draft.broker) : {}),
    brokerContactName: draft.brokerContactName,
    brokerContactEmail: draft.brokerContactEmail,
    brokerContactPhone: draft.brokerContactPhone,
    brokerContactExt: draft.brokerContactExt,
    brokerLoadNumber: draft.brokerLoadNumber,
    rc: draft.rc,
    references: draft.references.filter(({ value }) => value.trim() !== ''),
    board: draft.board,
    boardFingerprint: draft.boardFingerprint,
    urgency: draft.urgency,
    tags: [...new Set(draft.tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
    stops,
    equipment: draft.equipment,
    loadType: draft.loadType,
    ...(mapLoadFields(({ kind }, key) => (kind === 'whole' ? wholeOf(key) : draft[key])) as LoadFieldValues),
    requirements: draft.requirements,
    linehaulCents: cents('linehaul') ?? 0,
    fuelSurchargeCents: cents('fuelSurcharge') ?? 0,
    driverPayCents: cents('driverPay'),
    factoringStatus: draft.factoringStatus,
    factoringFeeBps: percent('factoringFee'),
    paymentTermsDays: wholeOf('paymentTermsDays') ?? 30,
    loadedMiles: wholeOf('loadedMiles'),
    deadheadMiles: wholeOf('deadheadMiles') ?? deadheadMiles,
    driverId: draft.driverId,
    coDriverId: draft.coDriverId,
    truckId: draft.truckId,
    trailerId: draft.trailerId,
    dispatcherId: draft.dispatcherId,
  } satisfies LoadInput;
  return { input, unread };
}

function readStop(
  stop: StopDraft,
  place: TypedPlace | null,
  when: StopWhen | null,
  whole: (name: 'pieces' | 'weightLb', value: string) => number | null,
): LoadInput['stops'][number] {
  return {
    id: stop.id,
    kind: stop.kind,
    facility: stop.facility,
    address: stop.address,
    city: place?.city ?? '',
    // A place without a state gets its error at its field, because the contract has no message for it.
    state: place?.state ?? ('' as StateCode),
    zip: place?.zip ?? null,
    schedule: stop.schedule,
    day: when?.day ?? '',
    time: when?.time ?? null,
    endDay: when?.endDay ?? null,
    endTime: when?.endTime ?? null,
    contactName: stop.contactName,
    contactPhone: stop.contactPhone,
    reference: stop.reference,
    sealNumber: stop.sealNumber,
    pieces: whole('pieces', stop.pieces),
    weightLb: whole('weightLb', stop.weightLb),
    handling: stop.handling,
    lumperNeeded: stop.lumperNeeded,
    instructions: stop.instructions,
  };
}

/** Errors in these parts, or in a stop as a whole, are shown at the stop's first field. */
const placeParts = ['city', 'state', 'zip', 'kind', 'id'];
const timeParts = ['day', 'time', 'endDay', 'endTime'];
const renamed: Record<string, string> = {
  brokerId: 'broker',
  brokerName: 'broker',
  brokerMc: 'broker',
  linehaulCents: 'linehaul',
  fuelSurchargeCents: 'fuelSurcharge',
  driverPayCents: 'driverPay',
  factoringFeeBps: 'factoringFee',
};

/** The form field that a path of the contract belongs to. An error in `stops.1.day` is shown at `stops.1.when`. */
export function fieldOf(path: readonly (string | number)[]): string {
  const [first = '', index, part] = path.map(String);
  if (first === 'stops' && index !== undefined) {
    const name = part === undefined || placeParts.includes(part) ? 'place' : timeParts.includes(part) ? 'when' : part;
    return `stops.${index}.${name}`;
  }
  return renamed[first] ?? first;
}

/** Every error that the form shows: text that can't be read, and what the contract says about the rest. */
export function draftErrors(draft: LoadDraft, { asDraft }: { asDraft: boolean }): FieldErrors {
  const { input, unread } = readDraft(draft, { asDraft });
  const errors: Record<string, string> = { ...(unread as Record<string, string>) };
  if (isNumberAlone(draft)) errors.broker = 'Enter the broker’s name too';
  const issues = LoadInput.safeParse(input).error?.issues ?? [];
  // The contract compares fields with each other only once each one is valid. A repaired copy is checked too, to show all errors at once.
  const together = issues.length === 0 ? [] : (LoadInput.safeParse(repaired(input, issues)).error?.issues ?? []);
  for (const { path, message } of [...issues, ...together]) {
    const field = fieldOf(path.map((part) => (typeof part === 'number' ? part : String(part))));
    errors[field] ??= said(field, message);
  }
  return errors;
}

/** An MC number without a name, for a broker that the office doesn't know. The office's book would list this broker without a name. */
export function isNumberAlone({ broker, brokerId }: Pick<LoadDraft, 'broker' | 'brokerId'>): boolean {
  const { brokerName, brokerMc } = readBroker(broker);
  return brokerId === null && brokerName === null && brokerMc !== null;
}

/** The same load without its wrong fields. Wrong stops get a valid place and day. */
function repaired(input: LoadInput, issues: readonly { path: readonly PropertyKey[] }[]): unknown {
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(name)));
  const stops = input.stops.map(({ kind }) => ({ kind, city: 'Conley', state: 'GA', day: '2026-01-01' }));
  return { linehaulCents: 1, ...rest, ...(wrong.has('stops') ? { stops } : {}) };
}

/** Replaces Zod's message about an empty day or state with a sentence for people. */
function said(field: string, message: string): string {
  if (field.endsWith('.when')) return /ISO|Invalid/.test(message) ? 'Enter date and time, such as tom 8am' : message;
  if (field.endsWith('.place')) return /Invalid/.test(message) ? 'Write it as Conley, GA' : message;
  return message;
}

/** "Pickup", or "Delivery 2" where there are several. */
export function stopTitle(stops: readonly Pick<StopDraft, 'kind'>[], index: number): string {
  const kind = stops[index]?.kind ?? 'PICKUP';
  const word = kind === 'PICKUP' ? 'Pickup' : 'Delivery';
  const same = stops.flatMap((stop, at) => (stop.kind === kind ? at : []));
  return same.length === 1 ? word : `${word} ${same.indexOf(index) + 1}`;
}

/** What a booking still needs, in the order of the form: "delivery city", "delivery date". */
export function thingsLeft(draft: LoadDraft): string[] {
  const times = readTimes(draft.stops);
  const { input } = readDraft(draft);
  const ofStops = draft.stops.flatMap((stop, index) => {
    const name = stopTitle(draft.stops, index).toLowerCase();
    const time = times[index];
    const hasTime = time !== null && time !== undefined && 'when' in time;
    return [...(readPlace(stop.place) === null ? [`${name} city`] : []), ...(hasTime ? [] : [`${name} date`])];
  });
  const broker = draft.broker.trim() === '' ? ['broker'] : isNumberAlone(draft) ? ['broker name'] : [];
  return [...broker, ...ofStops, ...(input.linehaulCents > 0 ? [] : ['rate'])];
}
