import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { OwnSecurityEvent } from './security-kinds.ts';

interface Refused {
  companyId: string;
  event: OwnSecurityEvent;
}

/**
 * What was refused has no transaction that commits, so its event has one of its own. A few for each person and minute: a flood of refusals is
 * seen by its first ones, and must not fill the table. `platform` is the request's, which knows the address. Whatever goes wrong here, the answer stays the refusal.
 */
export async function noteRefusal({ db, limits, log }: Platform, { companyId, event }: Refused): Promise<void> {
  try {
    await limits.take('security_events', event.actorId ?? companyId);
    await db.withTenant(companyId, async (tx) => tx.noteSecurity(event));
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return;
    log.error({ err: error }, 'a refusal was not noted');
  }
}
