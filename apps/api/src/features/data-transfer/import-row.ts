import { type ColumnMapping, type ImportColumn, importColumns } from '@headhaul/contracts/data-transfer';
import { LoadInput, type LoadValues } from '@headhaul/contracts/loads/input';
import { type LoadField, mapLoadFields, type TableFieldKey, tableFieldKeys } from '@headhaul/domain/loads/fields';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { readCents, readDay, tidyCell } from '../../lib/tables/cell-values.ts';
import { maxCellCharacters } from '../../lib/tables/table-row.ts';
import { readEquipment, readFlag, readPlace, readState, readStatus, readTimes, readWhole } from './import-values.ts';

const maxShownCharacters = 200;

export interface RowProblem {
  column: ImportColumn | null;
  message: string;
}

export interface RowFacts {
  /** Today in the company's time zone. */
  today: string;
  /** Driver ids by the name that `driverKey` returns, or null if two drivers share it. */
  drivers: ReadonlyMap<string, string | null>;
}

interface RowLoad {
  values: LoadValues;
  status: LoadStatus;
  isUnused: boolean;
  /** Days in the company's time zone, or null if the file doesn't say. */
  invoicedOn: string | null;
  paidOn: string | null;
}

export type ReadRow = RowLoad | { problems: RowProblem[] };

export function driverKey(name: string): string {
  const [family, first] = name.split(',');
  const inOrder = first === undefined ? name : `${first} ${family}`;
  return inOrder.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** A cell that could not be used, as it is shown and stored. */
export function shortCell(cell: string): string {
  const text = tidyCell(cell);
  return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters - 1).toWellFormed()}…` : text;
}

/** One row of the file as a load, or everything that is wrong with it. */
export function readRow(cells: readonly string[], mapping: ColumnMapping, facts: RowFacts): ReadRow {
  const problems: RowProblem[] = [];
  const cellOf = (column: ImportColumn) => {
    const at = mapping[column];
    return at === undefined ? '' : tidyCell(cells[at] ?? '');
  };
  const read = <T>(
    column: ImportColumn,
    reader: (text: string) => T | undefined,
    message: string,
    isRequired = importColumns[column].required,
  ): T | null => {
    const text = cellOf(column);
    if ((cells[mapping[column] ?? -1] ?? '').length > maxCellCharacters) {
      problems.push({ column, message: `This has more than ${maxCellCharacters.toLocaleString('en-US')} characters` });
      return null;
    }
    if (text === '') {
      if (isRequired) problems.push({ column, message: 'This is empty' });
      return null;
    }
    const value = reader(text);
    if (value === undefined) problems.push({ column, message });
    return value ?? null;
  };
  const asText = (column: ImportColumn) => read(column, (text) => text, '');
  const readPlain = ({ kind }: LoadField, column: TableFieldKey) => {
    if (kind === 'flag') return read(column, readFlag, 'Write Yes or No') ?? false;
    return kind === 'whole' ? read(column, readWhole, 'Write it as 42000') : asText(column);
  };

  const readStop = (at: 'pickup' | 'delivery') => {
    const [city, state, zip, day, time] = [`${at}City`, `${at}State`, `${at}Zip`, `${at}Day`, `${at}Time`] as const;
    const isOneCell = mapping[city] !== undefined && mapping[city] === mapping[state];
    const place = isOneCell ? read(city, readPlace, 'Write it as Dallas, TX') : null;
    const on = read(day, readDay, 'Write it as 11/15/2026');
    const hasOwnTime = cellOf(time) !== '' && mapping[time] !== mapping[day];
    const times = hasOwnTime ? read(time, readTimes, 'Write it as 08:00') : on && readMidnightless(on.rest);
    return {
      kind: at === 'pickup' ? 'PICKUP' : 'DELIVERY',
      city: isOneCell ? (place?.city ?? '') : (asText(city) ?? ''),
      state: isOneCell ? place?.state : read(state, readState, 'This is no state we know'),
      zip: asText(zip) ?? place?.zip ?? null,
      day: on?.day,
      time: times?.time ?? null,
      endTime: times?.endTime ?? null,
    };
  };

  const [pickup, delivery] = [readStop('pickup'), readStop('delivery')];
  const readPast = (column: ImportColumn) => {
    const day = read(column, readDay, 'Write it as 11/15/2026')?.day ?? null;
    if (day !== null && day > facts.today) problems.push({ column, message: 'This day is still to come' });
    return day;
  };
  const [invoicedOn, paidOn] = [readPast('invoicedDay'), readPast('paidDay')];
  const saidUnused = read('isUnused', readFlag, 'Write Yes or No') ?? false;
  const status =
    read('status', readStatus, 'This is no status we know') ??
    statusByMoney(invoicedOn, paidOn) ??
    (saidUnused ? 'TONU' : statusByDay(delivery.day, facts.today));
  if (saidUnused && !unusedStatuses.includes(status)) {
    problems.push({ column: 'isUnused', message: 'Only a load that is TONU, invoiced, paid or canceled was not used' });
  }
  const driverName = asText('driverName');
  const driverId = driverName === null ? null : facts.drivers.get(driverKey(driverName));
  if (driverId === undefined)
    problems.push({ column: 'driverName', message: `No driver is named ${shortCell(driverName ?? '')}. Add the driver first` });
  if (driverName !== null && driverId === null)
    problems.push({ column: 'driverName', message: `Two drivers are called ${shortCell(driverName)}` });

  const input = {
    loadNumber: asText('loadNumber'),
    asDraft: status === 'DRAFT',
    brokerName: asText('brokerName'),
    brokerMc: asText('brokerMc'),
    brokerLoadNumber: asText('brokerLoadNumber'),
    rc: asText('rc'),
    board: 'IMPORT',
    equipment: read('equipment', readEquipment, 'This is no equipment we know') ?? 'DRY_VAN',
    ...mapLoadFields(readPlain, tableFieldKeys),
    stops: [pickup, delivery],
    // A draft may have no rate. An export writes an empty cell for it.
    linehaulCents: read('linehaul', readCents, 'Write it as 2500.00', status !== 'DRAFT') ?? 0,
    fuelSurchargeCents: read('fuelSurcharge', readCents, 'Write it as 250.00') ?? 0,
    // Many programs write 0 for pay and miles that aren't known. Like an empty cell, it leaves the pay to the driver's terms, and the loaded
    // miles to the roads.
    driverPayCents: read('driverPay', readCents, 'Write it as 1800.00') || null,
    loadedMiles: read('loadedMiles', readWhole, 'Write it as 812') || null,
    deadheadMiles: read('deadheadMiles', readWhole, 'Write it as 38') ?? 0,
    driverId: driverId ?? null,
  };
  const parsed = LoadInput.safeParse(input);
  if (!parsed.success) {
    // A cell that could not be read is in the list already.
    const known = new Set(problems.map(({ column }) => column));
    // A place in one cell is reported once.
    for (const at of ['pickup', 'delivery'] as const) {
      if (known.has(`${at}City`) && mapping[`${at}City`] === mapping[`${at}State`]) known.add(`${at}State`);
    }
    for (const { path, message } of parsed.error.issues) {
      const column = columnAt(path.join('.'));
      if (!known.has(column)) problems.push({ column, message });
    }
  }
  return problems.length > 0 || !parsed.success
    ? { problems }
    : { values: parsed.data, status, isUnused: saidUnused || status === 'TONU', invoicedOn, paidOn };
}

/** What becomes of a TONU. */
const unusedStatuses: readonly LoadStatus[] = ['TONU', 'INVOICED', 'PAID', 'CANCELLED'];

/** Spreadsheets write midnight after a day that has no time. */
function readMidnightless(rest: string): { time: string; endTime: string | null } | null {
  return rest === '' || /^0?0:00(:00)?$/.test(rest) ? null : (readTimes(rest) ?? null);
}

/** A load with a day of payment is paid, whether or not a column says so. */
function statusByMoney(invoicedOn: string | null, paidOn: string | null): LoadStatus | null {
  if (paidOn !== null) return 'PAID';
  return invoicedOn === null ? null : 'INVOICED';
}

/** A file without a status is mostly history, so a load due for delivery before today counts as delivered. */
function statusByDay(deliveryDay: string | undefined, today: string): LoadStatus {
  return deliveryDay !== undefined && deliveryDay < today ? 'DELIVERED' : 'BOOKED';
}

const columnsByPath: Record<string, ImportColumn> = {
  linehaulCents: 'linehaul',
  fuelSurchargeCents: 'fuelSurcharge',
  driverPayCents: 'driverPay',
  driverId: 'driverName',
  'stops.0.city': 'pickupCity',
  'stops.0.state': 'pickupState',
  'stops.0.zip': 'pickupZip',
  'stops.0.day': 'pickupDay',
  'stops.0.time': 'pickupTime',
  'stops.0.endTime': 'pickupTime',
  'stops.1.city': 'deliveryCity',
  'stops.1.state': 'deliveryState',
  'stops.1.zip': 'deliveryZip',
  'stops.1.day': 'deliveryDay',
  'stops.1.time': 'deliveryTime',
  'stops.1.endTime': 'deliveryTime',
};

/** Which column a field of the load came from. */
export function columnAt(path: string): ImportColumn | null {
  const field = path.replace(/^body\./, '');
  return columnsByPath[field] ?? (field in importColumns ? (field as ImportColumn) : null);
}

/** "Rate: This is empty. Driver: No driver is called …" */
export function writeProblems(problems: readonly RowProblem[]): string {
  return problems.map(({ column, message }) => (column === null ? message : `${importColumns[column].words}: ${message}`)).join('. ');
}
