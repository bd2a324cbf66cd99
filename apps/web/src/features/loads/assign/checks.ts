import type { FitRow } from '@headhaul/contracts/fit';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { type ReasonKind, type Verdict, verdictOf } from '@headhaul/domain/fit/reasons';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatDuration } from '../../../shared/format/duration.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { type AssignedLoad, formatDriveLeft } from './fit-groups.ts';

/** One thing that was checked, with what was found. */
export interface Check {
  label: string;
  verdict: Verdict;
  words: string;
}

const trailerKinds: readonly ReasonKind[] = ['EQUIPMENT', 'LENGTH', 'WEIGHT', 'EQUIPMENT_UNKNOWN', 'COOLING_UNKNOWN', 'LENGTH_UNKNOWN'];
const driverKinds: readonly ReasonKind[] = ['INACTIVE', 'ENDORSEMENT', 'EXPIRED', 'TEAM', 'ENDORSEMENTS_UNKNOWN', 'TWIC_UNKNOWN', 'GEAR'];
const timeOffKinds: readonly ReasonKind[] = ['TIME_OFF', 'TIME_OFF_OPEN', 'HELD'];
const pickupKinds: readonly ReasonKind[] = ['PICKUP_LATE', 'LOCATION_UNKNOWN', 'EMPTY_TIME_UNKNOWN', 'MILES_UNKNOWN', 'PLACE_UNKNOWN'];
const hoursKinds: readonly ReasonKind[] = ['HOURS', 'HOURS_UNKNOWN', 'CYCLE_SHORT'];
const deliveryKinds: readonly ReasonKind[] = ['DELIVERY_LATE', 'DELIVERY_EARLY'];
const otherLoadKinds: readonly ReasonKind[] = ['ON_LOAD', 'NEXT_LATE'];

/** All that was checked, in the order in which it decides. What wasn't checked because nothing is known about it is left out. */
export function listChecks(row: FitRow, load: AssignedLoad, nowMs: number): Check[] {
  const { reasons, conflict } = row;
  const rest = reasons.filter(({ kind }) => ![...checkedKinds, 'PICKUP_EARLY'].includes(kind));
  const about = (label: string, kinds: readonly ReasonKind[], good: string | null): Check[] => {
    const found = reasons.filter(({ kind }) => kinds.includes(kind));
    const [first] = found;
    if (first === undefined) return good === null ? [] : [{ label, verdict: 'CAN', words: good }];
    return [{ label, verdict: verdictOf({ kind: first.kind }), words: found.map(({ words }) => words).join('. ') }];
  };
  // `conflict` is about the first of them.
  const moreLoads = conflict === null ? [] : reasons.filter(({ kind }) => otherLoadKinds.includes(kind)).slice(1);
  const pickup = `Pickup ${formatStopWhen(load.pickupEndsAt, load.pickupZone, nowMs)}`;
  return [
    ...about('Equipment and weight', trailerKinds, formatNeeds(load)),
    ...about('Driver', driverKinds, null),
    ...about('Time off', timeOffKinds, null),
    ...about(pickup, pickupKinds, formatArrival(row)),
    ...about('Hours', hoursKinds, formatDriveLeft(row)),
    ...about('Delivery', deliveryKinds, null),
    ...(conflict === null
      ? about('Other loads', otherLoadKinds, null)
      : [
          {
            label: `${conflict.arriveAt === null ? 'Load' : 'Next load'} ${conflict.loadNumber}`,
            verdict: 'CANT' as const,
            words: conflict.words,
          },
        ]),
    ...[...moreLoads, ...rest].map(({ kind, words }): Check => ({ label: 'Also', verdict: verdictOf({ kind }), words })),
  ];
}

const checkedKinds = [...trailerKinds, ...driverKinds, ...timeOffKinds, ...pickupKinds, ...hoursKinds, ...deliveryKinds, ...otherLoadKinds];

/** "Van, 38,400 lb" */
export function formatNeeds({ equipment, weightLb }: AssignedLoad): string {
  const weight = weightLb === null ? [] : [`${weightLb.toLocaleString('en-US')} lb`];
  return [equipmentLabels[equipment], ...weight].join(', ');
}

/** "There 1 h 20 min early, 290 mi deadhead". Null when it isn't known. */
function formatArrival({ slackMinutes, deadhead }: FitRow): string | null {
  if (slackMinutes === null || slackMinutes < 0) return null;
  const miles = deadhead === null ? '' : `, ${formatMiles(deadhead.miles)} deadhead`;
  return `${slackMinutes === 0 ? 'There just in time' : `There ${formatDuration(slackMinutes)} early`}${miles}`;
}
