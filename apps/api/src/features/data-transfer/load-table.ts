import { type ImportColumn, importColumns } from '@headhaul/contracts/data-transfer';
import type { Load, LoadRow } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { mapLoadFields, type TableFieldKey, tableFieldKeys } from '@headhaul/domain/loads/fields';
import { isTonu } from '@headhaul/domain/loads/money';
import { shownGross, shownLoadedMiles, shownRpm } from '@headhaul/domain/loads/shown';
import { loadStatusLabels } from '@headhaul/domain/loads/status';
import type { TableCell } from '@headhaul/domain/tables/csv';
import { dayAt, timeAt } from '@headhaul/domain/time/zoned-time';
import type { TableColumn } from '../../lib/tables/table-writer.ts';

/** A load as a row of an exported table. */
export type TableLoad = LoadRow &
  Pick<Load, TableFieldKey | 'driverPayCents' | 'trailerNumber' | 'dispatcherName'> & {
    pickupZip: string | null;
    deliveryZip: string | null;
  };

const dollars = (cents: number): number => cents / 100;
/** A load is saved with 0 while an amount isn't known. */
const known = (cents: number): TableCell => (cents === 0 ? null : dollars(cents));
const day = (instant: string | null, zone: string): TableCell => (instant === null ? null : { day: dayAt(instant, zone) });
const yes = (has: boolean): string => (has ? 'Yes' : '');
const plainCell = (value: string | number | boolean | null): TableCell => (typeof value === 'boolean' ? yes(value) : value);

/** "08:00", or "08:00 - 14:00" for a window. */
function times(hasTime: boolean, from: string, to: string, zone: string): string {
  if (!hasTime) return '';
  return to === from ? timeAt(from, zone) : `${timeAt(from, zone)} - ${timeAt(to, zone)}`;
}

/**
 * The columns that an import reads, under the same titles, so an exported file can be imported again. `zone` is the company's time
 * zone, used for days that belong to no stop.
 */
const importable: Record<ImportColumn, (load: TableLoad, zone: string) => TableCell> = {
  loadNumber: (load) => load.loadNumber,
  status: (load) => loadStatusLabels[load.status],
  // The status of a TONU that is invoiced or paid by now doesn't tell.
  isUnused: (load) => yes(isTonu(load)),
  brokerName: (load) => load.brokerName,
  brokerMc: (load) => load.brokerMc,
  brokerLoadNumber: (load) => load.brokerLoadNumber,
  rc: (load) => load.rc,
  equipment: (load) => equipmentLabels[load.equipment],
  ...mapLoadFields((_field, key) => (load: TableLoad) => plainCell(load[key]), tableFieldKeys),
  pickupCity: (load) => load.pickupCity,
  pickupState: (load) => load.pickupState,
  pickupZip: (load) => load.pickupZip,
  pickupDay: (load) => day(load.pickupAt, load.pickupZone),
  pickupTime: (load) => times(load.pickupHasTime, load.pickupAt, load.pickupEndsAt, load.pickupZone),
  deliveryCity: (load) => load.deliveryCity,
  deliveryState: (load) => load.deliveryState,
  deliveryZip: (load) => load.deliveryZip,
  deliveryDay: (load) => day(load.deliveryAt, load.deliveryZone),
  deliveryTime: (load) => times(load.deliveryHasTime, load.deliveryAt, load.deliveryEndsAt, load.deliveryZone),
  linehaul: (load) => known(load.linehaulCents),
  fuelSurcharge: (load) => dollars(load.fuelSurchargeCents),
  driverPay: (load) => known(load.driverPayCents),
  loadedMiles: shownLoadedMiles,
  deadheadMiles: (load) => load.deadheadMiles || null,
  driverName: (load) => load.driverName,
  invoicedDay: (load, zone) => day(load.invoicedAt, zone),
  paidDay: (load, zone) => day(load.paidAt, zone),
};

function gross(load: TableLoad): TableCell {
  const cents = shownGross(load);
  return cents === null ? null : dollars(cents);
}

function perMile(load: TableLoad): TableCell {
  const cents = shownRpm(load);
  return cents === null ? null : Math.round(cents) / 100;
}

const further: Record<string, (load: TableLoad, zone: string) => TableCell> = {
  Gross: gross,
  'RPM, all miles': perMile,
  Stops: (load) => load.stopCount,
  Truck: (load) => load.truckNumber,
  Trailer: (load) => load.trailerNumber,
  Dispatcher: (load) => load.dispatcherName,
  'Rate con': (load) => yes(load.hasRc),
  BOL: (load) => yes(load.hasBol),
  POD: (load) => yes(load.hasPod),
  'Due on': (load) => (load.dueOn === null ? null : { day: load.dueOn }),
  Problem: (load) => load.problemReason,
  Tags: (load) => load.tags.join(', '),
  'Added on': (load, zone) => day(load.createdAt, zone),
};

const wide: Partial<Record<string, number>> = {
  Broker: 28,
  Driver: 22,
  Commodity: 20,
  Dispatcher: 22,
  Problem: 28,
  'Pickup city': 18,
  'Delivery city': 18,
};

const cells: [title: string, cell: (load: TableLoad, zone: string) => TableCell][] = [
  ...(Object.keys(importColumns) as ImportColumn[]).map(
    (column) => [importColumns[column].words, importable[column]] as [string, (load: TableLoad, zone: string) => TableCell],
  ),
  ...Object.entries(further),
];

export const loadColumns: TableColumn[] = cells.map(([title]) => {
  const widthCharacters = wide[title];
  return widthCharacters === undefined ? { title } : { title, widthCharacters };
});

export function toTableRow(load: TableLoad, companyZone: string): TableCell[] {
  return cells.map(([, cell]) => cell(load, companyZone));
}
