import type { Load } from '@headhaul/contracts/loads/record';
import { stopInstants } from '@headhaul/domain/time/zoned-time';
import type { AssignedLoad } from '../../assign/fit-groups.ts';
import type { LoadDraft } from './draft.ts';
import { readDraft } from './to-input.ts';

/** The typed load in the words and times of the question whether a driver can make it. A new load has no number yet. */
export function loadToAssign(draft: LoadDraft, zones: readonly string[], edited: Load | null): AssignedLoad {
  const { input } = readDraft(draft);
  const timed = input.stops.map((stop, index) => {
    const timeZone = zones[index] ?? 'UTC';
    const { day, time = null, endDay = null, endTime = null } = stop;
    return { city: stop.city, timeZone, ...stopInstants({ day, time, endDay, endTime, timeZone }) };
  });
  const [pickup, delivery] = [timed[0], timed.at(-1)];
  return {
    id: edited?.id ?? '',
    loadNumber: input.loadNumber?.trim() ?? '',
    equipment: draft.equipment,
    weightLb: input.weightLb ?? null,
    pickupCity: pickup?.city ?? '',
    pickupAt: pickup?.startsAt ?? '',
    pickupEndsAt: pickup?.endsAt ?? '',
    pickupZone: pickup?.timeZone ?? 'UTC',
    deliveryCity: delivery?.city ?? '',
    deliveryAt: delivery?.startsAt ?? '',
    deliveryZone: delivery?.timeZone ?? 'UTC',
    deadheadMiles: input.deadheadMiles ?? 0,
    driverId: edited?.driverId ?? null,
    coDriverId: edited?.coDriverId ?? null,
  };
}
