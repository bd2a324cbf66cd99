import type { LoadRow } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { shownGross, shownLoadedMiles } from '@headhaul/domain/loads/shown';
import { loadStatusLabels } from '@headhaul/domain/loads/status';
import { writeCsv } from '@headhaul/domain/tables/csv';
import { dayAt, timeAt } from '@headhaul/domain/time/zoned-time';

const dollars = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

const columns: readonly [title: string, value: (row: LoadRow) => string | number | null][] = [
  ['Load number', (row) => row.loadNumber],
  ['Status', (row) => loadStatusLabels[row.status]],
  ['Broker', (row) => row.brokerName],
  ['Broker MC', (row) => row.brokerMc],
  ['RC number', (row) => row.rc],
  ['Equipment', (row) => equipmentLabels[row.equipment]],
  ['Pickup city', (row) => row.pickupCity],
  ['Pickup state', (row) => row.pickupState],
  ['Pickup date', (row) => dayAt(row.pickupAt, row.pickupZone)],
  ['Pickup time', (row) => (row.pickupHasTime ? timeAt(row.pickupAt, row.pickupZone) : null)],
  ['Delivery city', (row) => row.deliveryCity],
  ['Delivery state', (row) => row.deliveryState],
  ['Delivery date', (row) => dayAt(row.deliveryAt, row.deliveryZone)],
  ['Delivery time', (row) => (row.deliveryHasTime ? timeAt(row.deliveryAt, row.deliveryZone) : null)],
  ['Driver', (row) => row.driverName],
  ['Truck', (row) => row.truckNumber],
  ['Loaded miles', shownLoadedMiles],
  ['Deadhead miles', (row) => row.deadheadMiles || null],
  ['Gross', (row) => dollars(shownGross(row))],
];

/** Picked loads for a spreadsheet. Whole views are exported by the server. */
export function loadsCsv(rows: readonly LoadRow[]): string {
  return writeCsv([columns.map(([title]) => title), ...rows.map((row) => columns.map(([, value]) => value(row)))]);
}
