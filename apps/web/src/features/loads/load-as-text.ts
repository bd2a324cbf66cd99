import type { LoadRow } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { shownLoadedMiles } from '@headhaul/domain/loads/shown';
import { formatLaneMiles } from '../../shared/format/distance.ts';
import { formatStopMoment } from '../../shared/format/stop-time.ts';

function when(at: string, hasTime: boolean, zone: string): string {
  const moment = formatStopMoment(at, zone);
  return hasTime ? moment : (moment.split(',')[0] ?? moment);
}

/** A load in a few lines, to paste into a message to the driver. It has no rates. */
export function loadAsText(row: LoadRow): string {
  const miles = shownLoadedMiles(row);
  return [
    `Load ${row.loadNumber}${row.rc === null ? '' : `, RC ${row.rc}`}`,
    `Pickup ${row.pickupCity}, ${row.pickupState}: ${when(row.pickupAt, row.pickupHasTime, row.pickupZone)}`,
    `Delivery ${row.deliveryCity}, ${row.deliveryState}: ${when(row.deliveryAt, row.deliveryHasTime, row.deliveryZone)}`,
    `${equipmentLabels[row.equipment]}${row.weightLb === null ? '' : `, ${row.weightLb.toLocaleString('en-US')} lb`}${miles === null ? '' : `, ${formatLaneMiles(miles, row.deadheadMiles)}`}`,
    `Broker ${row.brokerName}`,
  ].join('\n');
}
