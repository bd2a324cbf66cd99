import { z } from 'zod';
import { defineJob } from '../../../lib/jobs/jobs.ts';
import { isMember } from '../../team/membership.service.ts';
import { handOverDrivers, handOverSome, loadsAtOnce } from './hand-over.ts';

/** Gives the active loads and the drivers of somebody who left to another dispatcher. It moves 100 loads at a time to keep locks short. */
export const handOverLoads = defineJob({
  name: 'loads.hand_over',
  payload: z.object({ companyId: z.uuid(), fromUserId: z.uuid(), toUserId: z.uuid(), actorId: z.uuid() }),
  attempts: 10,
  async run({ transaction, signal }, given) {
    // The new dispatcher has left too. The loads stay as they are, and a person assigns them later.
    if (!(await transaction(given.companyId, (tx) => isMember(tx, given.toUserId)))) return;
    for (let moved = loadsAtOnce; moved === loadsAtOnce; ) {
      signal.throwIfAborted();
      moved = await transaction(given.companyId, (tx) => handOverSome(tx, given));
    }
    await transaction(given.companyId, (tx) => handOverDrivers(tx, given));
  },
});
