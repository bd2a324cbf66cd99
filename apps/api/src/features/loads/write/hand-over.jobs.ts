import { z } from 'zod';
import { defineJob } from '../../../lib/jobs/jobs.ts';
import { isMember } from '../../team/membership.service.ts';
import { handOverDrivers, handOverSome, loadsAtOnce } from './hand-over.ts';

/** Somebody has left: their active loads and their drivers get another dispatcher, a few at a time, so that nobody waits for all of them. */
export const handOverLoads = defineJob({
  name: 'loads.hand_over',
  payload: z.object({ companyId: z.uuid(), fromUserId: z.uuid(), toUserId: z.uuid(), actorId: z.uuid() }),
  attempts: 10,
  async run({ transaction, signal }, given) {
    // Gone as well by now: the loads stay with who had them, and whoever looks gives them to somebody.
    if (!(await transaction(given.companyId, (tx) => isMember(tx, given.toUserId)))) return;
    for (let moved = loadsAtOnce; moved === loadsAtOnce; ) {
      signal.throwIfAborted();
      moved = await transaction(given.companyId, (tx) => handOverSome(tx, given));
    }
    await transaction(given.companyId, (tx) => handOverDrivers(tx, given));
  },
});
