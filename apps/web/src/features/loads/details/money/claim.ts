import type { Load } from '@headhaul/contracts/loads/record';
import { formatMinutes } from '@headhaul/domain/loads/detention';
import { formatMoney } from '../../../../shared/format/money.ts';
import { formatStopMoment } from '../../../../shared/format/stop-time.ts';
import type { DetentionClaim } from '../stops/stops.ts';

/** The claim as text for the broker: where, when in, when out, and the sum. */
export function claimLetter(load: Pick<Load, 'loadNumber' | 'rc' | 'brokerLoadNumber' | 'stops'>, claim: DetentionClaim): string {
  const stop = load.stops.find(({ id }) => id === claim.stopId);
  if (stop === undefined) return '';
  const number = load.brokerLoadNumber ?? load.rc ?? load.loadNumber;
  const place = [stop.facility, `${stop.city}, ${stop.state}`].filter(Boolean).join(', ');
  const moment = (at: string) => formatStopMoment(at, stop.timeZone);
  return [
    `Detention on load ${number}`,
    place,
    `${stop.schedule === 'FCFS' ? 'FCFS, from' : 'Appointment'} ${moment(stop.startsAt)}`,
    ...(stop.arrivedAt === null ? [] : [`In ${moment(stop.arrivedAt)}`]),
    stop.departedAt === null ? 'Still there' : `Out ${moment(stop.departedAt)}`,
    `${formatMinutes(claim.minutesOver)} over free time: ${claim.short}${claim.amountCents === null ? '' : ` = ${formatMoney(claim.amountCents)}`}`,
  ].join('\n');
}
